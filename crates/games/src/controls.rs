//! Controls that suit a kind of prompt, for any game: buttons, menus, a board of cells, a form.

use super::english;
use super::panel::Tap;
use super::screen::{Button, Item, Menu, Row, Style};
use super::{Cell, Control, Offer};

/// The most buttons for actions: four of a message's five rows. The last one is for other buttons.
const MAX_ACT_BUTTONS: usize = 20;
/// Most rows of controls that a message has (Discord documentation, "Component Reference").
const MAX_ROWS: usize = 5;
/// Most items that a menu has room for (Discord documentation, "Select Menu Structure").
pub const MAX_ITEMS: usize = 25;

impl From<&Offer> for Item {
    fn from(offer: &Offer) -> Item {
        Item::new(&offer.label, &offer.act)
    }
}

/// The controls for a prompt, at most five rows. `chosen`: for boards, the cell that this person
/// has chosen.
pub fn rows(control: &Control, offers: &[Offer], chosen: Option<Cell>) -> Vec<Row<Tap>> {
    match control {
        Control::Cell { columns, rows } if *columns <= 5 && *rows <= 5 => {
            cell_buttons(*columns, *rows, offers, chosen)
        }
        Control::Cell { columns, .. } => {
            let mut rows = cell_menus(*columns, offers, chosen);
            if rows.len() < MAX_ROWS {
                rows.push(type_row(english::TYPE_IT));
            }
            rows
        }
        Control::Buttons if offers.len() <= MAX_ACT_BUTTONS => act_buttons(offers),
        Control::Number { verb, least, most } if least == most => {
            let act = format!("{verb} {least}");
            let label = english::capitalized(&act);
            act_buttons(&[Offer { act, label }])
        }
        Control::Number { .. } => vec![type_row(english::TYPE_NUMBER)],
        Control::Buttons | Control::Menu | Control::Panel if !offers.is_empty() => {
            let mut rows = menus(offers);
            rows.push(type_row(english::TYPE_IT));
            rows
        }
        _ => vec![type_row(english::TYPE_IT)],
    }
}

/// A button for each offer, five in a row.
pub fn act_buttons(offers: &[Offer]) -> Vec<Row<Tap>> {
    let button =
        |offer: &Offer| Button::new(Tap::Act(offer.act.clone()), &offer.label, Style::Primary);
    Row::of_buttons(offers.iter().map(button))
}

/// A board as buttons: cells that may be chosen are enabled, the chosen one is green.
fn cell_buttons(columns: u8, rows: u8, offers: &[Offer], chosen: Option<Cell>) -> Vec<Row<Tap>> {
    let button = |cell: Cell| {
        let label = cell.to_string();
        let offer = offers.iter().find(|offer| offer.label == label);
        Button {
            press: offer.map(|offer| Tap::Act(offer.act.clone())),
            label,
            style: if chosen == Some(cell) && offer.is_some() {
                Style::Success
            } else {
                Style::Secondary
            },
            is_off: offer.is_none(),
        }
    };
    let row = |row: u8| {
        let cells = (0..columns).map(|column| button(Cell::new(column, row)));
        Row::Buttons(cells.collect())
    };
    (0..rows).map(row).collect()
}

/// Menus of a board's cells. Each has as many whole rows as it has room for, so that people find
/// their cell. Boards of up to 9 by 9 cells fit into a message's rows.
fn cell_menus(columns: u8, offers: &[Offer], chosen: Option<Cell>) -> Vec<Row<Tap>> {
    let in_each = (MAX_ITEMS as u8 / columns).max(1);
    let row = |offer: &Offer| Cell::read(&offer.label).map_or(0, |cell| cell.row);
    let menus = offers.chunk_by(|one, next| row(one) / in_each == row(next) / in_each);
    let menus = menus.take(MAX_ROWS).enumerate().map(|(part, offers)| {
        // A chunk has at least one.
        let (first, last) = (row(&offers[0]), row(&offers[offers.len() - 1]));
        let items = offers.iter().map(Item::from);
        let placeholder = english::cells_in_rows(chosen, first + 1, last + 1);
        // At most five parts.
        let press = Tap::Choose(part as u8);
        Row::Menu(Menu::new(press, placeholder, items.collect()))
    });
    menus.collect()
}

/// Offers as menus of at most 25, filled evenly; at most four menus, so the rest has to be typed.
pub fn menus(offers: &[Offer]) -> Vec<Row<Tap>> {
    menus_of(offers, english::from_to, Tap::Choose)
}

/// As [`menus`]. `named`: a menu's label, from its first and its last item. `press`: the press of
/// the menu with a number.
pub fn menus_of(
    offers: &[Offer],
    named: impl Fn(&str, &str) -> String,
    press: impl Fn(u8) -> Tap,
) -> Vec<Row<Tap>> {
    let count = offers.len().div_ceil(MAX_ITEMS).max(1);
    let parts = offers.chunks(offers.len().div_ceil(count).max(1)).take(4);
    // At most four parts.
    let parts = parts.enumerate().map(|(part, offers)| {
        let placeholder = match offers {
            [first, .., last] => named(&first.label, &last.label),
            offers => offers.iter().map(|offer| offer.label.clone()).collect(),
        };
        let items = offers.iter().map(Item::from);
        Row::Menu(Menu::new(press(part as u8), placeholder, items.collect()))
    });
    parts.collect()
}

/// The button that opens the form for typing an action, alone in a row.
pub fn type_row(label: &str) -> Row<Tap> {
    Row::Buttons(vec![Button::new(Tap::Type, label, Style::Secondary)])
}
