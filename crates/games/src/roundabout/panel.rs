//! Placing a car, and a turn of several moves. Cars and roundabouts are offered by name, whether a
//! move is possible or not; the car that was chosen is the draft, and stays chosen for the next
//! move.

use super::{Roundabout, TurnView, View, say};
use crate::english::{cut, type_it};
use crate::panel::{Panel, PanelInput, Stepped, Tap};
use crate::screen::{Button, Item, Menu, Row, Screen, Style};
use crate::{Control, Offer, controls};

/// As they lie on the board, four in a row.
const COMPASS: [[Roundabout; 4]; 2] = [
    [
        Roundabout::Northwest,
        Roundabout::North,
        Roundabout::Northeast,
        Roundabout::Outer,
    ],
    [
        Roundabout::Southwest,
        Roundabout::South,
        Roundabout::Southeast,
        Roundabout::Inner,
    ],
];

/// The longest beginning of an action that a menu's item stands for (Discord documentation, "Select
/// Option Structure").
const MOST_CHARS: usize = 100;

/// The panel in which a car is placed, or a turn driven.
pub fn panel(desk: &PanelInput<View>) -> Panel {
    if desk.asked != Some(&Control::Panel) {
        return desk.controls().into();
    }
    let rows = match &desk.view.turn {
        Some(turn) => driving(desk, turn),
        None => placing(desk),
    };
    Screen::of(rows).into()
}

/// A car is chosen: the draft is the beginning of an action, without the blank after it.
pub fn step(desk: &PanelInput<View>, value: Option<&str>) -> Option<Stepped> {
    let beginning = value?;
    let begins = |offer: &Offer| {
        let found = offer.act.rsplit_once(' ');
        found.is_some_and(|(found, _)| found == beginning)
    };
    let is_offered = desk.offers.iter().any(begins);
    is_offered.then(|| Stepped::to(beginning.to_owned()))
}

/// First the car, then its space.
fn placing(desk: &PanelInput<View>) -> Vec<Row<Tap>> {
    let mut rows = Vec::new();
    rows.extend(car_menu(desk, "place"));
    if let Some(chosen) = desk.draft {
        let prefix = format!("{chosen} ");
        let spaces = desk
            .offers
            .iter()
            .filter(|offer| offer.act.starts_with(&prefix));
        let spaces: Vec<Offer> = spaces.cloned().collect();
        rows.extend(controls::menus(&spaces));
    }
    rows.push(controls::type_row(type_it()));
    rows
}

/// The car, the roundabouts, the card's sign, and the end, which counts the moves: the picture
/// stays as it is, and the text stands above it.
fn driving(desk: &PanelInput<View>, turn: &TurnView) -> Vec<Row<Tap>> {
    let mut rows = Vec::new();
    rows.extend(car_menu(desk, "drive"));
    if let Some(chosen) = desk.draft {
        let moves = COMPASS.map(|around| round_buttons(desk, chosen, around));
        rows.extend(moves.into_iter().flatten());
    }
    rows.extend(sign_menu(desk));
    let end = desk.offers.iter().filter(|offer| offer.act == "end");
    let end = end.map(|offer| act_button(offer, say::end_turn(turn), Style::Success));
    let type_it = Button::new(Tap::Type, type_it(), Style::Secondary);
    rows.push(Row::Buttons(end.chain([type_it]).collect()));
    rows
}

/// Every car that is offered with this verb, the chosen one shown, or in its place what was
/// refused; None when none is. What is chosen is the beginning of an action.
fn car_menu(desk: &PanelInput<View>, verb: &str) -> Option<Row<Tap>> {
    let mut beginnings: Vec<&str> = Vec::new();
    for offer in desk.offers {
        if let Some((beginning, _)) = offer.act.rsplit_once(' ')
            && beginning
                .strip_prefix(verb)
                .is_some_and(|name| name.starts_with(' '))
            && !beginnings.contains(&beginning)
            && beginning.chars().count() <= MOST_CHARS
        {
            beginnings.push(beginning);
        }
    }
    let item = |beginning: &&str| {
        let name = beginning[verb.len() + 1..].trim_matches('"');
        Item {
            // A chosen item would hide the placeholder.
            is_chosen: desk.draft == Some(*beginning) && desk.refused.is_none(),
            ..Item::new(say::car_item(verb, name), *beginning)
        }
    };
    // A cast has at most 22 people, and a menu room for 25.
    let items: Vec<Item> = beginnings.iter().map(item).collect();
    let placeholder = match desk.refused {
        Some(act) => {
            let offer = desk.offers.iter().find(|offer| offer.act == act);
            let label = offer.map_or(act, |offer| &offer.label);
            say::not_possible(&cut(label, 60))
        }
        None => say::CHOOSE_CAR.to_owned(),
    };
    let press = Tap::Step("car".to_owned());
    menu(press, items, placeholder)
}

/// Buttons that drive the chosen car round; None as long as no car is chosen.
fn round_buttons(
    desk: &PanelInput<View>,
    chosen: &str,
    around: [Roundabout; 4],
) -> Option<Row<Tap>> {
    let button = |around: Roundabout| {
        let act = format!("{chosen} {}", around.word());
        let offer = desk.offers.iter().find(|offer| offer.act == act)?;
        Some(act_button(offer, around.word(), Style::Primary))
    };
    let buttons: Vec<_> = around.into_iter().filter_map(button).collect();
    (!buttons.is_empty()).then_some(Row::Buttons(buttons))
}

/// The signs that come with the card; None when it has none, or it is put up.
fn sign_menu(desk: &PanelInput<View>) -> Option<Row<Tap>> {
    let is_sign = |offer: &&Offer| {
        let verb = offer.act.split(' ').next();
        matches!(verb, Some("stop" | "yield")) && offer.act.chars().count() <= MOST_CHARS
    };
    let signs = desk.offers.iter().filter(is_sign);
    let items = signs
        .map(|offer| Item::new(&offer.label, &offer.act))
        .collect();
    menu(Tap::Choose(0), items, say::CHOOSE_SIGN.to_owned())
}

fn menu(press: Tap, items: Vec<Item>, placeholder: String) -> Option<Row<Tap>> {
    (!items.is_empty()).then_some(Row::Menu(Menu::new(press, placeholder, items)))
}

fn act_button(offer: &Offer, label: impl Into<String>, style: Style) -> Button<Tap> {
    Button::new(Tap::Act(offer.act.clone()), label, style)
}
