//! Buttons, as presses under a label.

use serenity::all::{ButtonStyle, CreateButton};

use crate::discord::press::Press;
use crate::store::MatchId;
use crate::words;

pub fn panel_button(match_id: MatchId) -> CreateButton {
    button(
        Press::Panel { match_id },
        words::panel_button(),
        ButtonStyle::Primary,
    )
}

/// A button that shows how something is set, and presses `press(other value)`.
pub fn toggle(press: impl Fn(bool) -> Press, setting: &str, is_on: bool) -> CreateButton {
    let style = if is_on {
        ButtonStyle::Success
    } else {
        ButtonStyle::Secondary
    };
    button(press(!is_on), &words::toggle(setting, is_on), style)
}

pub fn button(press: Press, label: &str, style: ButtonStyle) -> CreateButton {
    CreateButton::new(press.to_string())
        .label(label)
        .style(style)
}

/// A button for what isn't possible now. It stays in its place, so that no other comes under the
/// thumb; its id is that of no press.
pub fn button_off(label: &str) -> CreateButton {
    CreateButton::new(format!("closed:{label}"))
        .label(label)
        .style(ButtonStyle::Secondary)
        .disabled(true)
}
