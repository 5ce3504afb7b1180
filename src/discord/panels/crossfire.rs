//! Crossfire: buttons that say where an arrow goes and what it costs; several spaces at once are
//! chosen in a menu.

use serenity::all::{CreateActionRow, CreateSelectMenuOption};

use super::Wanted;
use crate::discord::controls;
use crate::discord::press::Press;
use crate::games::crossfire::View;
use crate::games::{Control, Offer};

/// Most buttons above a menu: of the places in four rows one is left for what else is below a
/// prompt.
const MOST_ABOVE_MENU: usize = 19;
/// Most items that a menu has room for; all ways to take several of four spaces are fewer, of a
/// host's own spaces there may be more.
const MOST_ITEMS: usize = 25;

pub fn rows(view: &View, wanted: &Wanted) -> Vec<CreateActionRow> {
    if let Control::Number { .. } = wanted.control {
        return controls::rows(wanted, None);
    }
    let labelled = wanted.offers.iter().map(|offer| Offer {
        act: offer.act.clone(),
        label: crate::games::crossfire::say::button(view, &offer.act),
    });
    let at_once =
        |offer: &Offer| offer.act.starts_with("spawn ") && offer.act.matches(' ').count() > 1;
    let (mut several, single): (Vec<Offer>, Vec<Offer>) = labelled.partition(at_once);
    several.sort_by_key(|offer| offer.act.matches(' ').count());
    let (match_id, prompt) = (wanted.match_id, wanted.prompt);
    if single.len() > MOST_ABOVE_MENU {
        let offers: Vec<Offer> = single.into_iter().chain(several).collect();
        return controls::menus(match_id, prompt, &offers);
    }
    let mut rows = controls::act_buttons(match_id, prompt, &single);
    if !several.is_empty() {
        let option = |offer: &Offer| CreateSelectMenuOption::new(&offer.label, &offer.act);
        let press = Press::Choose {
            match_id,
            prompt,
            part: 0,
        };
        rows.push(controls::menu(
            press,
            several.iter().take(MOST_ITEMS).map(option).collect(),
            crate::games::crossfire::say::several(several.len() > MOST_ITEMS).to_owned(),
        ));
    }
    rows
}
