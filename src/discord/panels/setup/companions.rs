//! The set-up panel's page of people who go with each player, with a menu of the cast for each
//! seat. Only for games that have this.

use serde_json::{Map, Value, json};

use super::SetupDraft;
use crate::discord::message::{Panel, note};
use crate::discord::press::{Press, SetupField};
use crate::discord::text;
use crate::store::DraftId;
use crate::words;
use games::options::PeoplePage;
use games::screen::{Button, Item, Menu};
use games::{BySeat, GameId, Seat};

/// A game's page, and the key of the option that it sets; None if the game has none.
pub fn page_of(game: GameId) -> Option<(&'static str, &'static PeoplePage)> {
    let mut options = game.catalogue().options.iter();
    options.find_map(|row| Some((row.key, row.people_page()?)))
}

/// Sets one seat's companions, by their positions in the cast. The player always comes first.
pub fn set(
    draft: &mut SetupDraft,
    seat: Seat,
    values: &[String],
    seats: &BySeat<String>,
    cast: &[String],
) {
    let others = values
        .iter()
        .filter_map(|value| cast.get(value.parse::<usize>().ok()?));
    let names: Vec<&String> = std::iter::once(&seats[seat]).chain(others).collect();
    change(draft, |chosen| {
        chosen.insert(seat.to_string(), json!(names));
    });
}

/// Lets them be drawn at random when the match is opened.
pub fn draw(draft: &mut SetupDraft) {
    change(draft, Map::clear);
}

/// Clears those of a seat that gets another player.
pub fn forget(draft: &mut SetupDraft, seat: Seat) {
    change(draft, |chosen| {
        chosen.remove(&seat.to_string());
    });
}

/// Swaps those of the two seats, which go with their players.
pub fn swap(draft: &mut SetupDraft) {
    change(draft, |chosen| {
        let [dmo, ec] = Seat::BOTH.map(|seat| chosen.remove(&seat.to_string()));
        let swapped = [(Seat::Dmo, ec), (Seat::Ec, dmo)].into_iter();
        chosen.extend(swapped.filter_map(|(seat, names)| Some((seat.to_string(), names?))));
    });
}

/// Changes what is chosen, by seat. The option is left open if nothing is chosen then.
fn change(draft: &mut SetupDraft, change: impl FnOnce(&mut Map<String, Value>)) {
    let Some((key, _)) = page_of(draft.game) else {
        return;
    };
    let mut chosen = match draft.options.remove(key) {
        Some(Value::Object(chosen)) => chosen,
        _ => Map::new(),
    };
    change(&mut chosen);
    if !chosen.is_empty() {
        draft.options.insert(key.to_owned(), Value::Object(chosen));
    }
}

/// The names that are set for a seat; empty if none are.
fn chosen(draft: &SetupDraft, key: &str, seat: Seat) -> Vec<String> {
    let names = draft.options.get(key).and_then(|all| all.get(seat.word()));
    let names = names.and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The setting as a line; empty if the game has no such page.
pub fn line(draft: &SetupDraft) -> String {
    let Some((key, page)) = page_of(draft.game) else {
        return String::new();
    };
    let shown = |seat| {
        let names = chosen(draft, key, seat).into_iter();
        names.map(|name| text::escape_markdown(&name)).collect()
    };
    (page.says)(&BySeat::new(shown)) + "\n"
}

/// The page.
pub fn panel(id: DraftId, draft: &SetupDraft, seats: &BySeat<String>, cast: &[String]) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    let back = Button::success(press(SetupField::Back), words::setup::BACK_BUTTON);
    let Some((key, page)) = page_of(draft.game) else {
        // The game was changed since.
        return note(String::new()).buttons([back]);
    };
    let menu = |seat: Seat| {
        let chosen = chosen(draft, key, seat);
        // A typed option may have more people than the menu takes.
        let mut free = page.others;
        let items = cast.iter().enumerate();
        let items = items
            .filter(|(_, name)| ![&seats.dmo, &seats.ec].contains(name))
            .map(|(index, name)| {
                let is_chosen = free > 0 && chosen.contains(name);
                free -= u8::from(is_chosen);
                Item {
                    is_chosen,
                    ..Item::new((page.item)(&seats[seat], name), index.to_string())
                }
            });
        let press = press(SetupField::CompanionsOf(seat));
        Menu::new(press, (page.placeholder)(&seats[seat]), items.collect())
            .taking(page.others..=page.others)
    };
    // A menu needs at least as many items as have to be chosen.
    let menus = (cast.len() >= usize::from(page.others) + 2).then(|| Seat::BOTH.map(menu));
    let draw = Button::secondary(press(SetupField::DrawCompanions), page.draw);
    note(line(draft))
        .menus(menus.into_iter().flatten())
        .buttons([draw, back])
}
