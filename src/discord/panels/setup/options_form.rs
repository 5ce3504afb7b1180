//! The form of options in the set-up panel: a line each with its present value, to be changed. An
//! option that has a control of its own is not in it, but in a menu or on a page.

use serde_json::{Value, json};
use serenity::all::{
    CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle,
};

use super::SetupDraft;
use crate::discord::press::{Press, SetupField};
use crate::store::DraftId;
use crate::words;
use games::GameId;
use games::options::{OptionMenu, OptionRow, SetBy, form_lines, read_lines};
use games::screen::{Item, Menu};

/// The most that a field of a form holds, in characters (Discord documentation, "Text Input").
const MOST_TEXT: usize = 4000;

/// The form: with what was typed last where that was not taken, else with what is set.
pub fn form(id: DraftId, draft: &SetupDraft) -> CreateInteractionResponse {
    let typed = draft.typed.as_ref().and_then(|typed| typed.options.clone());
    let typed = typed.unwrap_or_else(|| form_lines(draft.game, &draft.options, MOST_TEXT));
    let label = words::options_label(draft.game);
    let input = CreateInputText::new(InputTextStyle::Paragraph, label, "options")
        .placeholder(words::options_placeholder())
        .required(false)
        .value(typed);
    let press = Press::Setup {
        draft: id,
        field: SetupField::Options,
    };
    let form = CreateModal::new(press.to_string(), words::options_button())
        .components(vec![CreateActionRow::InputText(input)]);
    CreateInteractionResponse::Modal(form)
}

/// Reads the form's lines into the draft: all of them, or none, and then what was typed stays for
/// the next try ([`refused`] says why). Gives what is said of options that have their default
/// again.
pub fn set(draft: &mut SetupDraft, fields: &[(String, String)]) -> Option<String> {
    let mut typed = draft.typed.take().unwrap_or_default();
    let text = fields.iter().find(|(field, _)| field == "options");
    let text = text.map(|(_, text)| text.clone()).unwrap_or_default();
    let read = read_lines(draft.game, &text, &draft.options);
    typed.options = read.is_err().then_some(text);
    draft.typed = typed.kept();
    let before = std::mem::replace(&mut draft.options, read.ok()?);
    let reset: Vec<&str> = before
        .keys()
        .filter(|key| !draft.options.contains_key(*key))
        .map(String::as_str)
        .collect();
    (!reset.is_empty()).then(|| words::default_again(&reset))
}

/// What is wrong with what was typed last, if it was not taken.
pub fn refused(draft: &SetupDraft) -> Option<String> {
    let typed = draft.typed.as_ref()?.options.as_ref()?;
    read_lines(draft.game, typed, &draft.options).err()
}

/// The menu of the option that has one, with what is chosen.
pub fn menu(draft: &SetupDraft, press: Press) -> Option<Menu<Press>> {
    let (row, menu) = with_menu(draft.game)?;
    let chosen = draft.options.get(row.key).and_then(Value::as_array);
    let items = (menu.items)().into_iter().map(|item| Item {
        note: Some(item.about.to_owned()),
        is_chosen: chosen.is_some_and(|chosen| chosen.contains(&item.word)),
        ..Item::new(item.label, item.word.as_str().unwrap_or_default())
    });
    Some(Menu {
        is_of_many: true,
        ..Menu::new(press, menu.placeholder, items.collect())
    })
}

/// What was chosen in it becomes the option.
pub fn set_by_menu(draft: &mut SetupDraft, values: &[String]) {
    let Some((row, _)) = with_menu(draft.game) else {
        return;
    };
    match values {
        [] => drop(draft.options.remove(row.key)),
        values => drop(draft.options.insert(row.key.to_owned(), json!(values))),
    }
}

fn with_menu(game: GameId) -> Option<(&'static OptionRow, &'static OptionMenu)> {
    game.options().iter().find_map(|row| match row.set_by {
        SetBy::Menu(menu) => Some((row, menu)),
        SetBy::Line | SetBy::Page(_) => None,
    })
}
