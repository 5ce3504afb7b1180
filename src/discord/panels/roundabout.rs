//! Roundabout: placing a car, and a turn of several moves. Cars and roundabouts are offered by
//! name, whether a move is possible or not; the car that was chosen is the draft, and stays chosen
//! for the next move.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenuOption};

use super::{Controls, Desk};
use crate::discord::controls as generic;
use crate::discord::press::Press;
use crate::discord::text;
use crate::games::roundabout::{Roundabout, TurnView, View};
use crate::games::{Control, Offer};
use crate::words;

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

/// The panel in which a car is placed, or a turn driven; None for what any game has. `refused`: the
/// action that was pressed last and is not possible, said below the picture.
pub fn controls(desk: &Desk, view: &View, refused: Option<&str>) -> Option<Controls> {
    if desk.prompt.control != Control::Panel {
        return None;
    }
    let rows = match &view.turn {
        Some(turn) => driving(desk, turn, refused),
        None => placing(desk, refused),
    };
    Some(Controls {
        said: String::new(),
        rows,
    })
}

/// A car is chosen: the draft is the beginning of an action, without the blank after it.
pub fn step(desk: &Desk, value: Option<&str>) -> Option<String> {
    let beginning = value?;
    let begins = |offer: &Offer| {
        offer
            .act
            .rsplit_once(' ')
            .is_some_and(|(found, _)| found == beginning)
    };
    desk.offers.iter().any(begins).then(|| beginning.to_owned())
}

/// First the car, then its space.
fn placing(desk: &Desk, refused: Option<&str>) -> Vec<CreateActionRow> {
    let mut rows = Vec::new();
    rows.extend(car_menu(desk, "place", refused));
    if let Some(chosen) = &desk.draft {
        let prefix = format!("{chosen} ");
        let spaces = desk
            .offers
            .iter()
            .filter(|offer| offer.act.starts_with(&prefix));
        let spaces: Vec<Offer> = spaces.cloned().collect();
        rows.extend(generic::menus(desk.id, desk.prompt.id, &spaces));
    }
    rows.push(generic::type_row(desk.id, desk.prompt.id, words::type_it()));
    rows
}

/// The car, the roundabouts, the card's sign, and the end, which counts the moves: the picture
/// stays as it is, and the text stands above it.
fn driving(desk: &Desk, turn: &TurnView, refused: Option<&str>) -> Vec<CreateActionRow> {
    let mut rows = Vec::new();
    rows.extend(car_menu(desk, "drive", refused));
    if let Some(chosen) = &desk.draft {
        let moves = COMPASS.map(|around| round_buttons(desk, chosen, around));
        rows.extend(moves.into_iter().flatten());
    }
    rows.extend(sign_menu(desk));
    let end = desk.offers.iter().filter(|offer| offer.act == "end");
    let mut last: Vec<CreateButton> = end
        .map(|offer| {
            let label = crate::games::roundabout::say::end_turn(turn);
            act_button(desk, offer, &label).style(ButtonStyle::Success)
        })
        .collect();
    last.push(generic::type_button(
        desk.id,
        desk.prompt.id,
        words::type_it(),
    ));
    rows.push(CreateActionRow::Buttons(last));
    rows
}

/// Every car that is offered with this verb, the chosen one shown, or in its place what was
/// refused; None when none is. What is chosen is the beginning of an action.
fn car_menu(desk: &Desk, verb: &str, refused: Option<&str>) -> Option<CreateActionRow> {
    let mut beginnings: Vec<&str> = Vec::new();
    for offer in &desk.offers {
        if let Some((beginning, _)) = offer.act.rsplit_once(' ')
            && beginning
                .strip_prefix(verb)
                .is_some_and(|name| name.starts_with(' '))
            && !beginnings.contains(&beginning)
            && beginning.chars().count() <= 100
        {
            beginnings.push(beginning);
        }
    }
    let option = |beginning: &&str| {
        let name = beginning[verb.len() + 1..].trim_matches('"');
        let is_chosen = desk.draft.as_deref() == Some(*beginning);
        let label = crate::games::roundabout::say::car_item(verb, name);
        CreateSelectMenuOption::new(text::cut(&label, 100), *beginning)
            // A chosen item would hide the placeholder.
            .default_selection(is_chosen && refused.is_none())
    };
    // A cast has at most 22 people, and a menu room for 25.
    let options: Vec<CreateSelectMenuOption> = beginnings.iter().map(option).collect();
    let press = Press::Step {
        match_id: desk.id,
        prompt: desk.prompt.id,
        step: "car".to_owned(),
    };
    let placeholder = match refused {
        Some(act) => {
            let offer = desk.offers.iter().find(|offer| offer.act == act);
            let label = offer.map_or(act, |offer| &offer.label);
            crate::games::roundabout::say::not_possible(&text::cut(label, 60))
        }
        None => crate::games::roundabout::say::CHOOSE_CAR.to_owned(),
    };
    (!options.is_empty()).then(|| generic::menu(press, options, placeholder))
}

/// Buttons that drive the chosen car round; None as long as no car is chosen.
fn round_buttons(desk: &Desk, chosen: &str, around: [Roundabout; 4]) -> Option<CreateActionRow> {
    let button = |around: Roundabout| {
        let act = format!("{chosen} {}", around.word());
        let offer = desk.offers.iter().find(|offer| offer.act == act)?;
        let button = act_button(desk, offer, around.word());
        Some(button.style(ButtonStyle::Primary))
    };
    let buttons: Vec<CreateButton> = around.into_iter().filter_map(button).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons))
}

/// The signs that come with the card; None when it has none, or it is put up.
fn sign_menu(desk: &Desk) -> Option<CreateActionRow> {
    let is_sign = |offer: &&Offer| {
        let verb = offer.act.split(' ').next();
        matches!(verb, Some("stop" | "yield")) && offer.act.chars().count() <= 100
    };
    let options: Vec<CreateSelectMenuOption> = desk
        .offers
        .iter()
        .filter(is_sign)
        .map(|offer| CreateSelectMenuOption::new(text::cut(&offer.label, 100), &offer.act))
        .collect();
    let press = Press::Choose {
        match_id: desk.id,
        prompt: desk.prompt.id,
        part: 0,
    };
    let placeholder = crate::games::roundabout::say::CHOOSE_SIGN.to_owned();
    (!options.is_empty()).then(|| generic::menu(press, options, placeholder))
}

fn act_button(desk: &Desk, offer: &Offer, label: &str) -> CreateButton {
    let press = Press::Act {
        match_id: desk.id,
        prompt: desk.prompt.id,
        act: offer.act.clone(),
    };
    CreateButton::new(press.to_string()).label(text::cut(label, 80))
}
