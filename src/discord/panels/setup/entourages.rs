//! The set-up panel's page of people who go with each player, with a menu of the cast for each
//! seat. Only for games that have this.

use serde_json::{Value, json};

use super::SetupDraft;
use crate::discord::message::{Panel, note};
use crate::discord::press::{Press, SetupField};
use crate::discord::text;
use crate::store::DraftId;
use crate::words;
use games::options::{PeoplePage, SetBy};
use games::screen::{Button, Item, Menu};
use games::{BySeat, GameId, Seat};

/// The game option that holds them.
pub const KEY: &str = "entourages";

/// The words of a game's page; None if the game has none.
pub fn page_of(game: GameId) -> Option<&'static PeoplePage> {
    game.catalogue()
        .options
        .iter()
        .find_map(|row| match row.set_by {
            SetBy::Page(page) => Some(page),
            _ => None,
        })
}

/// Sets one seat's other people, by their positions in the cast. The player always belongs to their
/// own entourage.
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
    let mut entourages = match draft.options.remove(KEY) {
        Some(Value::Object(entourages)) => entourages,
        _ => serde_json::Map::new(),
    };
    entourages.insert(seat.to_string(), json!(names));
    draft
        .options
        .insert(KEY.to_owned(), Value::Object(entourages));
}

/// Lets the entourages be drawn at random when the match is opened.
pub fn draw(draft: &mut SetupDraft) {
    draft.options.remove(KEY);
}

/// Clears the entourage of a seat that gets another player.
pub fn forget(draft: &mut SetupDraft, seat: Seat) {
    if let Some(Value::Object(entourages)) = draft.options.get_mut(KEY) {
        entourages.remove(&seat.to_string());
        if entourages.is_empty() {
            draw(draft);
        }
    }
}

/// Swaps the two entourages, which go with their players.
pub fn swap(draft: &mut SetupDraft) {
    let Some(Value::Object(entourages)) = draft.options.get_mut(KEY) else {
        return;
    };
    let [dmo, ec] = Seat::BOTH.map(|seat| entourages.remove(&seat.to_string()));
    for (seat, names) in [(Seat::Dmo, ec), (Seat::Ec, dmo)] {
        if let Some(names) = names {
            entourages.insert(seat.to_string(), names);
        }
    }
}

/// The names that are set for a seat; empty if none are.
fn chosen(draft: &SetupDraft, seat: Seat) -> Vec<String> {
    let names = draft
        .options
        .get(KEY)
        .and_then(|all| all.get(seat.to_string()));
    let names = names
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    names
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// The setting as a line; empty if the game has no such page.
pub fn line(draft: &SetupDraft) -> String {
    let Some(page) = page_of(draft.game) else {
        return String::new();
    };
    let shown = |seat| {
        let names = chosen(draft, seat);
        names
            .iter()
            .map(|name| text::escape_markdown(name))
            .collect()
    };
    (page.says)(&BySeat::new(shown))
}

/// The page.
pub fn panel(id: DraftId, draft: &SetupDraft, seats: &BySeat<String>, cast: &[String]) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    let back = Button::success(press(SetupField::Back), words::back_button());
    let Some(page) = page_of(draft.game) else {
        // The game was changed since.
        return note(String::new()).buttons([back]);
    };
    let menu = |seat: Seat| {
        let chosen = chosen(draft, seat);
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
        let press = press(SetupField::Entourage(seat));
        Menu::new(press, (page.placeholder)(&seats[seat]), items.collect())
            .taking(page.others..=page.others)
    };
    // A menu needs at least as many items as have to be chosen.
    let menus = (cast.len() >= usize::from(page.others) + 2).then(|| Seat::BOTH.map(menu));
    let draw = Button::secondary(press(SetupField::DrawEntourages), page.draw);
    note(line(draft))
        .menus(menus.into_iter().flatten())
        .buttons([draw, back])
}
