//! Roundabout: placing a car, and a turn of several moves. Cars and roundabouts are offered by name, whether a move is possible or not; the car
//! that was chosen is in the controls, so that nothing has to be remembered.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenuOption};

use super::Wanted;
use crate::discord::controls;
use crate::discord::press::Press;
use crate::discord::text;
use crate::games::roundabout::{InProgress, Roundabout, View};
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

pub fn rows(view: &View, wanted: &Wanted) -> Vec<CreateActionRow> {
    let so_far = view.turn.as_ref().and_then(|turn| turn.so_far.as_ref());
    match (wanted.control, so_far) {
        (Control::Panel, Some(so_far)) => turn(wanted, so_far),
        (Control::Panel, None) => placing(wanted),
        _ => controls::rows(wanted, None),
    }
}

/// First the car, then its space.
fn placing(wanted: &Wanted) -> Vec<CreateActionRow> {
    let mut rows = Vec::new();
    rows.extend(car_menu(wanted, "place", wanted.beginning));
    rows.extend(controls::menus(
        wanted.match_id,
        wanted.prompt,
        wanted.narrowed,
    ));
    rows.push(controls::type_row(
        wanted.match_id,
        wanted.prompt,
        words::type_it(),
    ));
    rows
}

/// The car, the roundabouts, the card's sign, and the end.
fn turn(wanted: &Wanted, so_far: &InProgress) -> Vec<CreateActionRow> {
    // Whoever has moved a car may well go on with it.
    let last = so_far.moves.last().map(|(car, _)| {
        let name = wanted.cast.name(*car);
        format!("drive {}", crate::games::notation::quoted(name))
    });
    let chosen = match (wanted.beginning, &last) {
        ("", Some(last)) => last,
        (beginning, _) => beginning,
    };
    let mut rows = Vec::new();
    if let Some(menu) = car_menu(wanted, "drive", chosen) {
        rows.push(menu);
        let moves = COMPASS.map(|row| round_buttons(wanted, chosen, row));
        rows.extend(moves.into_iter().flatten());
    }
    rows.extend(sign_menu(wanted));
    let end = wanted.offers.iter().filter(|offer| offer.act == "end");
    let mut last_row: Vec<CreateButton> = end
        .map(|offer| act_button(wanted, offer, &offer.label).style(ButtonStyle::Success))
        .collect();
    last_row.push(
        controls::type_button(wanted.match_id, wanted.prompt, words::type_it())
            .style(ButtonStyle::Secondary),
    );
    rows.push(CreateActionRow::Buttons(last_row));
    rows
}

/// Every car that is offered with this verb, the chosen one shown; None when none is. What is chosen is the beginning of an action.
fn car_menu(wanted: &Wanted, verb: &str, chosen: &str) -> Option<CreateActionRow> {
    let mut beginnings: Vec<&str> = Vec::new();
    for offer in wanted.offers {
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
        CreateSelectMenuOption::new(text::cut(name, 100), *beginning)
            .default_selection(*beginning == chosen)
    };
    // A cast has at most 22 people, and a menu room for 25.
    let options: Vec<CreateSelectMenuOption> = beginnings.iter().map(option).collect();
    let press = Press::Narrow {
        match_id: wanted.match_id,
        prompt: wanted.prompt,
    };
    let placeholder = words::roundabout::CHOOSE_CAR.to_owned();
    (!options.is_empty()).then(|| controls::menu(press, options, placeholder))
}

/// Buttons that drive the chosen car round; None as long as no car is chosen.
fn round_buttons(
    wanted: &Wanted,
    chosen: &str,
    around: [Roundabout; 4],
) -> Option<CreateActionRow> {
    let button = |around: Roundabout| {
        let act = format!("{chosen} {}", around.word());
        let offer = wanted.offers.iter().find(|offer| offer.act == act)?;
        let button = act_button(wanted, offer, around.word());
        Some(button.style(ButtonStyle::Primary))
    };
    let buttons: Vec<CreateButton> = around.into_iter().filter_map(button).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons))
}

/// The signs that come with the card; None when it has none, or it is put up.
fn sign_menu(wanted: &Wanted) -> Option<CreateActionRow> {
    let is_sign = |offer: &&Offer| {
        let verb = offer.act.split(' ').next();
        matches!(verb, Some("stop" | "yield")) && offer.act.chars().count() <= 100
    };
    let options: Vec<CreateSelectMenuOption> = wanted
        .offers
        .iter()
        .filter(is_sign)
        .map(|offer| CreateSelectMenuOption::new(text::cut(&offer.label, 100), &offer.act))
        .collect();
    let press = Press::Choose {
        match_id: wanted.match_id,
        prompt: wanted.prompt,
        part: 0,
    };
    let placeholder = words::roundabout::CHOOSE_SIGN.to_owned();
    (!options.is_empty()).then(|| controls::menu(press, options, placeholder))
}

fn act_button(wanted: &Wanted, offer: &Offer, label: &str) -> CreateButton {
    let press = Press::Act {
        match_id: wanted.match_id,
        prompt: wanted.prompt,
        act: offer.act.clone(),
    };
    CreateButton::new(press.to_string()).label(text::cut(label, 80))
}
