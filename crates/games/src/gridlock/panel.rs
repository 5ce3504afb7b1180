//! The panel in which a safe player chooses a tile: their tile is marked among the others.

use super::View;
use crate::panel::{Panel, PanelInput};
use crate::screen::Screen;
use crate::{Party, controls};

pub fn panel(desk: &PanelInput<View>) -> Panel {
    let own = match desk.whose {
        Party::Cast(id) => desk.view.hidden.get(&id).copied(),
        _ => None,
    };
    let asked = desk
        .asked
        .map(|asked| controls::rows(asked, desk.offers, own));
    Screen::of(asked.unwrap_or_default()).into()
}
