//! Buttons that say where an arrow goes and what it costs; several spaces at once are chosen in a
//! menu.

use super::{View, say};
use crate::controls::{self, MOST_ITEMS};
use crate::panel::{Panel, PanelInput, Tap};
use crate::screen::{Item, Menu, Row, Screen};
use crate::{Control, Offer};

/// The most buttons above a menu. Four rows have twenty places; one is left for the other button
/// below a prompt.
const MOST_ABOVE_MENU: usize = 19;

pub fn panel(desk: &PanelInput<View>) -> Panel {
    if let Some(Control::Number { .. }) = desk.asked {
        return desk.controls().into();
    }
    let labelled = desk.offers.iter().map(|offer| Offer {
        act: offer.act.clone(),
        label: say::button(desk.view, &offer.act),
    });
    let at_once =
        |offer: &Offer| offer.act.starts_with("spawn ") && offer.act.matches(' ').count() > 1;
    let (mut several, single): (Vec<Offer>, Vec<Offer>) = labelled.partition(at_once);
    several.sort_by_key(|offer| offer.act.matches(' ').count());
    if single.len() > MOST_ABOVE_MENU {
        let offers: Vec<Offer> = single.into_iter().chain(several).collect();
        return Screen::of(controls::menus(&offers)).into();
    }
    let mut rows = controls::act_buttons(&single);
    if !several.is_empty() {
        // All combinations of four spaces fit; a host's own spaces may have more.
        let items = several.iter().take(MOST_ITEMS);
        let items = items
            .map(|offer| Item::new(&offer.label, &offer.act))
            .collect();
        let placeholder = say::several(several.len() > MOST_ITEMS);
        rows.push(Row::Menu(Menu::new(Tap::Choose(0), placeholder, items)));
    }
    Screen::of(rows).into()
}
