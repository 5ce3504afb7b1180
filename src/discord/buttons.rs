//! Buttons, as presses under a label.

use serenity::all::{ButtonStyle, CreateButton};

use super::press::Press;
use crate::store::MatchId;
use crate::words;

pub fn panel_button(match_id: MatchId) -> CreateButton {
    button(
        Press::Panel { match_id },
        words::panel_button(),
        ButtonStyle::Primary,
    )
}

pub fn button(press: Press, label: &str, style: ButtonStyle) -> CreateButton {
    CreateButton::new(press.to_string())
        .label(label)
        .style(style)
}
