//! The set-up panel's menus for options: one with the values of all options that have few, and the
//! game's own.

use serde_json::{Value, json};

use super::SetupDraft;
use crate::discord::press::Press;
use crate::words;
use games::GameId;
use games::options::{OptionMenu, OptionRow, SetBy, set_said};
use games::screen::{Item, Menu};

/// The menu of all options that have few values; None if there are none.
pub fn choices(draft: &SetupDraft, press: Press) -> Option<Menu<Press>> {
    let items = all(draft.game).map(|(row, choice)| {
        let is_set = choice.as_ref() == draft.options.get(row.key).or(row.default().as_ref());
        let is_default = choice == row.default();
        Item {
            note: words::setup::option_note(is_set, is_default),
            ..Item::new(
                words::english::capitalized(&row.says(choice.as_ref())),
                value(row, &choice),
            )
        }
    });
    let items: Vec<Item> = items.collect();
    let has_any = !items.is_empty();
    let said = set_said(draft.game.catalogue().options, &draft.options);
    let menu = Menu::new(press, words::setup::choose_option(&said), items);
    has_any.then_some(menu)
}

/// Sets the option that was chosen in it.
pub fn choose(draft: &mut SetupDraft, values: &[String]) {
    let chosen = all(draft.game).find(|(row, choice)| values.contains(&value(row, choice)));
    if let Some((row, choice)) = chosen {
        row.set(&mut draft.options, choice);
    }
}

fn all(game: GameId) -> impl Iterator<Item = (&'static OptionRow, Option<Value>)> {
    let rows = game.catalogue().options.iter();
    rows.flat_map(|row| row.choices().into_iter().map(move |choice| (row, choice)))
}

/// An item's value in the menu: `size = 7`. Empty for a value that is left open.
fn value(row: &OptionRow, choice: &Option<Value>) -> String {
    let choice = choice.as_ref().map(games::options::plain);
    format!("{} = {}", row.key, choice.unwrap_or_default())
}

/// The menu of the option that has its own menu, with its choice.
pub fn of_game(draft: &SetupDraft, press: Press) -> Option<Menu<Press>> {
    let (row, menu) = with_menu(draft.game)?;
    let chosen = draft.options.get(row.key).and_then(Value::as_array);
    let items = (menu.items)().into_iter().map(|item| Item {
        note: Some(item.about.to_owned()),
        is_chosen: chosen.is_some_and(|chosen| chosen.contains(&item.word)),
        ..Item::new(item.label, item.word.as_str().unwrap_or_default())
    });
    Some(Menu::new(press, menu.placeholder, items.collect()).taking(0..=25))
}

/// Sets the option to what was chosen in it.
pub fn choose_of_game(draft: &mut SetupDraft, values: &[String]) {
    if let Some((row, _)) = with_menu(draft.game) {
        row.set(&mut draft.options, Some(json!(values)));
    }
}

fn with_menu(game: GameId) -> Option<(&'static OptionRow, &'static OptionMenu)> {
    game.catalogue()
        .options
        .iter()
        .find_map(|row| match row.set_by {
            SetBy::Menu(menu) => Some((row, menu)),
            _ => None,
        })
}
