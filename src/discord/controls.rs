//! Controls that suit a kind of prompt, for any game: buttons, menus, a board of cells, a form.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::buttons::panel_button;
use super::panels::Wanted;
use super::press::Press;
use super::text;
use crate::games::{Cell, Control, Offer};
use crate::store::MatchId;
use crate::words;

/// Most buttons for actions: they fill all rows of a message but one, which is left for what else
/// is below a prompt.
const MOST_ACT_BUTTONS: usize = 20;
/// Most rows of controls that a message has room for.
const MOST_ROWS: usize = 5;
/// Most characters of a control's `custom_id`.
const MOST_CUSTOM_ID: usize = 100;
/// Most items that a menu has room for.
const MOST_ITEMS: usize = 25;
/// So many numbers fill four menus; larger ones are typed.
const MOST_NUMBERS: u32 = 100;

/// The controls that suit a prompt, at most five rows. `chosen`: the cell that counts for this
/// person now, where cells are chosen.
pub fn rows(wanted: &Wanted, chosen: Option<Cell>) -> Vec<CreateActionRow> {
    let Wanted {
        match_id: id,
        prompt,
        offers,
        ..
    } = *wanted;
    match wanted.control {
        Control::Cell { columns, rows } if *columns <= 5 && *rows <= 5 => {
            cell_buttons(id, prompt, (*columns, *rows), offers, chosen)
        }
        Control::Cell { .. } => vec![
            column_menu(id, prompt, offers),
            type_row(id, prompt, words::type_it()),
        ],
        Control::Buttons if offers.len() <= MOST_ACT_BUTTONS => act_buttons(id, prompt, offers),
        Control::Number { verb, least, most } if least == most => {
            let act = format!("{verb} {least}");
            let label = words::number_verb(&act);
            act_buttons(id, prompt, &[Offer { act, label }])
        }
        Control::Number { verb, least, most } => {
            let last = (*most).min(least.saturating_add(MOST_NUMBERS - 1));
            let offer = |number: u32| Offer {
                act: format!("{verb} {number}"),
                label: number.to_string(),
            };
            let numbers: Vec<Offer> = (*least..=last).map(offer).collect();
            let mut rows = menus_of(id, prompt, &numbers, |first, last| {
                words::numbers_from_to(verb, first, last)
            });
            rows.push(type_row(id, prompt, words::number_button()));
            rows
        }
        Control::Buttons | Control::Menu | Control::Panel if !offers.is_empty() => {
            let mut rows = menus(id, prompt, offers);
            rows.push(type_row(id, prompt, words::type_it()));
            rows
        }
        _ => vec![type_row(id, prompt, words::type_it())],
    }
}

/// A button for each offer, five in a row.
pub fn act_buttons(id: MatchId, prompt: u32, offers: &[Offer]) -> Vec<CreateActionRow> {
    let buttons = offers.iter().filter_map(|offer| {
        let (act, label) = (&offer.act, &offer.label);
        act_button(id, prompt, act, label, ButtonStyle::Primary)
    });
    button_rows(buttons.take(MOST_ACT_BUTTONS).collect())
}

/// A button that takes an action; None for one that is too long for a control and has to be typed.
pub fn act_button(
    id: MatchId,
    prompt: u32,
    act: &str,
    label: &str,
    style: ButtonStyle,
) -> Option<CreateButton> {
    let press = Press::Act {
        match_id: id,
        prompt,
        act: act.to_owned(),
    };
    let custom_id = press.to_string();
    let fits = custom_id.chars().count() <= MOST_CUSTOM_ID;
    fits.then(|| {
        CreateButton::new(custom_id)
            .label(text::cut(label, 80))
            .style(style)
    })
}

/// Buttons, five in a row.
pub fn button_rows(buttons: Vec<CreateButton>) -> Vec<CreateActionRow> {
    let rows = buttons.chunks(5);
    rows.map(|buttons| CreateActionRow::Buttons(buttons.to_vec()))
        .collect()
}

/// Controls of a prompt with one more button below: in a row of its own, or where that would be one
/// too many beside the last of the others.
pub fn with_button(mut rows: Vec<CreateActionRow>, button: CreateButton) -> Vec<CreateActionRow> {
    let has_room = |row: &&mut CreateActionRow| matches!(row, CreateActionRow::Buttons(buttons) if buttons.len() < 5);
    match rows.len() < MOST_ROWS {
        true => rows.push(CreateActionRow::Buttons(vec![button])),
        false => {
            if let Some(CreateActionRow::Buttons(buttons)) = rows.iter_mut().rev().find(has_room) {
                buttons.push(button);
            }
        }
    }
    rows
}

fn act(id: MatchId, prompt: u32, offer: &Offer) -> String {
    Press::Act {
        match_id: id,
        prompt,
        act: offer.act.clone(),
    }
    .to_string()
}

/// The board as buttons: what may be chosen is alive, what was chosen is green.
fn cell_buttons(
    id: MatchId,
    prompt: u32,
    (columns, rows): (u8, u8),
    offers: &[Offer],
    chosen: Option<Cell>,
) -> Vec<CreateActionRow> {
    let button = |cell: Cell| {
        let label = cell.to_string();
        match offers.iter().find(|offer| offer.label == label) {
            Some(offer) => {
                let style = if chosen == Some(cell) {
                    ButtonStyle::Success
                } else {
                    ButtonStyle::Secondary
                };
                CreateButton::new(act(id, prompt, offer))
                    .label(label)
                    .style(style)
            }
            None => CreateButton::new(format!("closed:{label}"))
                .label(label)
                .style(ButtonStyle::Secondary)
                .disabled(true),
        }
    };
    (0..rows)
        .map(|row| {
            (0..columns)
                .map(|column| button(Cell::new(column, row)))
                .collect()
        })
        .map(CreateActionRow::Buttons)
        .collect()
}

/// For a board too large for buttons: its columns, as a menu.
fn column_menu(id: MatchId, prompt: u32, offers: &[Offer]) -> CreateActionRow {
    let mut letters: Vec<char> = offers
        .iter()
        .filter_map(|offer| offer.label.chars().next())
        .collect();
    letters.sort_unstable();
    letters.dedup();
    let options = letters.into_iter().map(|letter| {
        CreateSelectMenuOption::new(format!("{} {letter}", words::column()), letter.to_string())
    });
    let press = Press::Column {
        match_id: id,
        prompt,
    };
    menu(press, options.collect(), words::choose_column())
}

/// The cells of one column, as a menu.
pub fn row_menu(id: MatchId, prompt: u32, offers: &[Offer], letter: &str) -> CreateActionRow {
    let options = offers
        .iter()
        .filter(|offer| offer.label.starts_with(letter))
        .map(|offer| CreateSelectMenuOption::new(&offer.label, &offer.act));
    let press = Press::Choose {
        match_id: id,
        prompt,
        part: 0,
    };
    menu(
        press,
        options.take(MOST_ITEMS).collect(),
        words::choose_row(letter),
    )
}

/// Offers as menus of at most 25, about as many in each, at most four menus: the rest is typed.
pub fn menus(id: MatchId, prompt: u32, offers: &[Offer]) -> Vec<CreateActionRow> {
    menus_of(id, prompt, offers, words::from_to)
}

/// As [`menus`]; `named`: what one is called by its first item and its last.
fn menus_of(
    id: MatchId,
    prompt: u32,
    offers: &[Offer],
    named: impl Fn(&str, &str) -> String,
) -> Vec<CreateActionRow> {
    let short = |text: &str| text::cut(text, 100);
    let count = offers.len().div_ceil(MOST_ITEMS).max(1);
    offers
        .chunks(offers.len().div_ceil(count).max(1))
        .take(4)
        .enumerate()
        .map(|(part, offers)| {
            let options = offers
                .iter()
                .filter(|offer| offer.act.chars().count() <= 100)
                .map(|offer| CreateSelectMenuOption::new(short(&offer.label), &offer.act));
            let press = Press::Choose {
                match_id: id,
                prompt,
                // At most four parts.
                part: part as u8,
            };
            let placeholder = match offers {
                [first, .., last] => named(&first.label, &last.label),
                offers => offers.iter().map(|offer| offer.label.clone()).collect(),
            };
            menu(press, options.collect(), text::cut(&placeholder, 150))
        })
        .collect()
}

/// A menu of which one item is chosen.
pub fn menu(
    press: Press,
    options: Vec<CreateSelectMenuOption>,
    placeholder: String,
) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(press.to_string(), kind).placeholder(placeholder),
    )
}

/// The same, alone in a row.
pub fn type_row(id: MatchId, prompt: u32, label: &str) -> CreateActionRow {
    let alone = type_button(id, prompt, label).style(ButtonStyle::Primary);
    CreateActionRow::Buttons(vec![alone])
}

/// Below a post before everybody, the way of each to what is asked of them in secret: their own
/// panel and, where that is a number, first the form for it.
pub fn own_row<'a>(
    id: MatchId,
    mut asked: impl Iterator<Item = (u32, &'a Control)>,
) -> CreateActionRow {
    let number = asked.find_map(|(prompt, control)| match control {
        Control::Number { verb, .. } => Some((prompt, words::number_verb(verb))),
        _ => None,
    });
    let panel = panel_button(id);
    CreateActionRow::Buttons(match number {
        Some((prompt, verb)) => vec![
            type_button(id, prompt, &verb).style(ButtonStyle::Primary),
            panel.style(ButtonStyle::Secondary),
        ],
        None => vec![panel],
    })
}

/// The button that opens the form for typing an action.
pub fn type_button(id: MatchId, prompt: u32, label: &str) -> CreateButton {
    let press = Press::Type {
        match_id: id,
        prompt,
    };
    CreateButton::new(press.to_string())
        .label(label)
        .style(ButtonStyle::Secondary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Party;

    /// What the controls below a post press, as their `custom_id`s and the values of their menus.
    fn pressed(control: &Control, offers: &[Offer]) -> Vec<String> {
        let count = offers.len();
        let wanted = Wanted {
            match_id: MatchId(1),
            prompt: 2,
            whose: Party::Host,
            control,
            offers,
        };
        let rows = with_button(rows(&wanted, None), panel_button(MatchId(1)));
        let rows = serde_json::to_value(rows).unwrap();
        let rows = rows.as_array().unwrap();
        assert!(rows.len() <= MOST_ROWS, "{count}");
        let mut pressed = Vec::new();
        for row in rows {
            let controls = row["components"].as_array().unwrap();
            assert!(controls.len() <= 5, "{count}");
            for control in controls {
                pressed.push(control["custom_id"].as_str().unwrap().to_owned());
                let options = control["options"].as_array().into_iter().flatten();
                pressed.extend(options.map(|one| one["value"].as_str().unwrap().to_owned()));
            }
        }
        pressed
    }

    #[test]
    fn whatever_is_offered_has_room_and_so_has_the_way_to_the_panel() {
        let offer = |at: usize| Offer {
            act: format!("move {at}"),
            label: format!("Move {at}"),
        };
        for count in 0..=60 {
            let offers: Vec<Offer> = (0..count).map(offer).collect();
            let pressed = pressed(&Control::Buttons, &offers);
            assert!(pressed.contains(&"panel:1".to_owned()), "{count}");
            for at in 0..count {
                let act = format!("move {at}");
                let there = pressed
                    .iter()
                    .any(|one| *one == act || one.ends_with(&format!(":{act}")));
                assert!(there, "{count}: {act}");
            }
        }
    }

    #[test]
    fn where_only_one_number_can_be_chosen_it_has_a_button() {
        let number = |most| Control::Number {
            verb: "bid".into(),
            least: 0,
            most,
        };
        let way = "panel:1".to_owned();
        let one = pressed(&number(0), &[]);
        assert_eq!(
            one,
            [
                Press::Act {
                    match_id: MatchId(1),
                    prompt: 2,
                    act: "bid 0".to_owned()
                }
                .to_string(),
                way
            ]
        );
        let form = Press::Type {
            match_id: MatchId(1),
            prompt: 2,
        }
        .to_string();
        let several = pressed(&number(1), &[]);
        assert!(
            several.contains(&"bid 1".to_owned()) && several.contains(&form),
            "{several:?}"
        );
    }
}
