//! The panels for placing a car and for a turn of several moves. Cars and roundabouts are offered
//! by name, possible or not. The draft is the first choice: the space for a car that is placed, or
//! the car that drives, which stays chosen for the next move.

use super::notation::Action;
use super::rules::RING_CARD;
use super::{Phase, Roundabout, Sign, Space, TurnView, View, say};
use crate::english::{TYPE_IT, cut};
use crate::notation::{number, quoted};
use crate::panel::{Panel, PanelInput, Stepped, Tap};
use crate::screen::{Button, Item, Menu, Row, Screen, Style};
use crate::{CastId, Control, Offer, controls};

/// As they lie on the board, row by row.
const COMPASS: [&[Roundabout]; 3] = [
    &[
        Roundabout::Northwest,
        Roundabout::North,
        Roundabout::Northeast,
    ],
    &[Roundabout::Outer, Roundabout::Inner],
    &[
        Roundabout::Southwest,
        Roundabout::South,
        Roundabout::Southeast,
    ],
];

/// The longest value of a menu's item (Discord documentation, "Select Option Structure"), here an
/// action or its beginning.
const MAX_CHARS: usize = 100;

// The steps as written into controls. After a space's comes the number of its menu.
const CAR: &str = "car";
const SPACE: &str = "space";
const OTHER_SPACE: &str = "other space";
const SIGN: &str = "sign";

/// The panel in which a party is set, a car is placed or a turn is driven.
pub fn panel(desk: &PanelInput<View>) -> Panel {
    match (desk.asked, &desk.view.turn) {
        (Some(Control::Menu), _) => Screen::of(parties(desk)).into(),
        (Some(Control::Panel), Some(turn)) => Screen::of(driving(desk, turn)).into(),
        (Some(Control::Panel), None) => placing(desk).into(),
        _ => desk.controls().into(),
    }
}

/// A space or a car is chosen.
pub fn step(desk: &PanelInput<View>, step: &str, value: Option<&str>) -> Option<Stepped> {
    let draft = match step {
        OTHER_SPACE => String::new(),
        SIGN => SIGN.to_owned(),
        CAR => drives(desk, driver(desk, value)?),
        step if step.starts_with(SPACE) => {
            let space = number(value?)?;
            free(desk.view).find(|free| u32::from(free.number()) == space)?;
            space.to_string()
        }
        _ => return None,
    };
    Some(Stepped::to(draft))
}

/// The cars that may drive.
fn cars(desk: &PanelInput<View>) -> impl Iterator<Item = CastId> {
    let drive = |car: CastId| desk.offer(&Action::Drive(car, Roundabout::Outer));
    desk.cast.ids().filter(move |car| drive(*car).is_some())
}

/// The draft in which this car drives: the beginning of an action, without the blank after it.
fn drives(desk: &PanelInput<View>, car: CastId) -> String {
    format!("drive {}", quoted(desk.cast.name(car)))
}

/// The car that drives in a draft.
fn driver(desk: &PanelInput<View>, draft: Option<&str>) -> Option<CastId> {
    cars(desk).find(|car| draft == Some(&drives(desk, *car)))
}

fn parties(desk: &PanelInput<View>) -> Vec<Row<Tap>> {
    let placeholder = |first: &str, last: &str| match desk.view.phase {
        Phase::Parties(seat) => {
            let name = desk.cast.seat_name(seat.other());
            format!("{name}'s party: {first} … {last}")
        }
        _ => String::new(),
    };
    let mut rows = controls::menus_of(desk.offers, placeholder, Tap::Choose);
    rows.push(controls::type_row(TYPE_IT));
    rows
}

/// The free spaces, while cars are placed.
fn free(view: &View) -> impl Iterator<Item = Space> + '_ {
    let is_placing = matches!(view.phase, Phase::Placing(_));
    let is_free = |space: &Space| view.cars.values().all(|at| at != space);
    Space::all().filter(move |space| is_placing && is_free(space))
}

/// Menus of the free spaces, while cars are placed. They fit below a post; with the cars as buttons
/// in the panel, placing takes three taps.
pub fn spaces(view: &View) -> Vec<Row<Tap>> {
    let item = |space: Space| Offer {
        act: space.to_string(),
        label: format!("Space {space}"),
    };
    let spaces: Vec<Offer> = free(view).map(item).collect();
    if spaces.is_empty() {
        return Vec::new();
    }
    let press = |part: u8| Tap::Step(format!("{SPACE} {part}"));
    let placeholder = |first: &str, last: &str| format!("Place a car: {first} … {last}");
    controls::menus_of(&spaces, placeholder, press)
}

/// First the space, then the car. The cars are at most 22 minus one's own three, a button each.
fn placing(desk: &PanelInput<View>) -> Screen<Tap> {
    let type_it = Button::new(Tap::Type, TYPE_IT, Style::Secondary);
    let chosen = desk.draft.and_then(number).and_then(Space::new);
    let Some(space) = chosen else {
        let mut rows = spaces(desk.view);
        rows.push(Row::Buttons(vec![Button::off(say::OTHER_SPACE), type_it]));
        return Screen::of(rows);
    };
    let button = |car: CastId| {
        let offer = desk.offer(&Action::Place(car, space))?;
        let label = cut(desk.cast.name(car), 60);
        Some(act_button(offer, label, Style::Primary))
    };
    let mut rows = Row::of_buttons(desk.cast.ids().filter_map(button));
    let step = Tap::Step(OTHER_SPACE.to_owned());
    let other_space = Button::new(step, say::OTHER_SPACE, Style::Secondary);
    rows.push(Row::Buttons(vec![other_space, type_it]));
    Screen {
        text: format!("Which car goes on space {space}?"),
        ..Screen::of(rows)
    }
}

/// The car, the roundabouts or the card's sign, and the button that ends the turn. That button
/// counts the moves: the picture doesn't change, and the text is above it. The rows stay in their
/// places: what isn't possible is off.
fn driving(desk: &PanelInput<View>, turn: &TurnView) -> Vec<Row<Tap>> {
    let no_car = || Row::Buttons(vec![Button::off(say::NO_CAR)]);
    let mut rows = vec![car_menu(desk).unwrap_or_else(no_car)];
    let sign = sign_menu(desk);
    let place = match sign {
        Some(_) => {
            let step = Tap::Step(SIGN.to_owned());
            Button::new(step, say::PLACE_SIGN, Style::Secondary)
        }
        None => Button::off(say::PLACE_SIGN),
    };
    match sign {
        Some(sign) if desk.draft == Some(SIGN) => rows.push(sign),
        _ => rows.extend(COMPASS.map(|around| round_buttons(desk, turn, around))),
    }
    let end = match desk.offer(&Action::End) {
        Some(offer) => act_button(offer, say::end_turn(turn), Style::Success),
        None => Button::off(say::end_turn(turn)),
    };
    let type_it = Button::new(Tap::Type, TYPE_IT, Style::Secondary);
    rows.push(Row::Buttons(vec![end, place, type_it]));
    rows
}

/// A menu of every car that may drive. It shows the chosen car, or the move that was refused. None
/// if no car may drive. An item's value is the beginning of an action.
fn car_menu(desk: &PanelInput<View>) -> Option<Row<Tap>> {
    let item = |car: CastId| {
        let drives = drives(desk, car);
        Item {
            // A chosen item would hide the placeholder with the refusal.
            is_chosen: desk.draft == Some(&drives) && desk.refused.is_none(),
            ..Item::new(format!("Drive {}", desk.cast.name(car)), drives)
        }
    };
    // A cast has at most 22 people; a menu takes 25.
    let fits = |item: &Item| item.value.chars().count() <= MAX_CHARS;
    let items = cars(desk).map(item).filter(fits).collect();
    let placeholder = match desk.refused {
        Some(act) => {
            let offer = desk.offers.iter().find(|offer| offer.act == act);
            let label = offer.map_or(act, |offer| &offer.label);
            let pressed = cut(label, 60);
            format!("⚠️ {pressed} isn't possible. Choose another move or car.")
        }
        None => say::CHOOSE_CAR.to_owned(),
    };
    menu(Tap::Step(CAR.to_owned()), items, placeholder)
}

/// Buttons that drive the chosen car around what its card allows.
fn round_buttons(desk: &PanelInput<View>, turn: &TurnView, around: &[Roundabout]) -> Row<Tap> {
    let driver = driver(desk, desk.draft);
    let button = |around: &Roundabout| {
        let offer = driver.and_then(|car| desk.offer(&Action::Drive(car, *around)));
        let allows = turn.card != RING_CARD || around.is_in_ring();
        match offer {
            Some(offer) if allows => act_button(offer, around.word(), Style::Primary),
            _ => Button::off(around.word()),
        }
    };
    Row::Buttons(around.iter().map(button).collect())
}

/// The signs of the card; None if it has none, or its sign is already placed.
fn sign_menu(desk: &PanelInput<View>) -> Option<Row<Tap>> {
    let stops = desk.cast.ids().map(Sign::Stop);
    let signs = stops.chain(Roundabout::ALL.map(Sign::Yield));
    let offers = signs.filter_map(|sign| desk.offer(&Action::Sign(sign)));
    let short = offers.filter(|offer| offer.act.chars().count() <= MAX_CHARS);
    let items = short.map(Item::from).collect();
    menu(Tap::Choose(0), items, say::CHOOSE_SIGN.to_owned())
}

fn menu(press: Tap, items: Vec<Item>, placeholder: String) -> Option<Row<Tap>> {
    (!items.is_empty()).then_some(Row::Menu(Menu::new(press, placeholder, items)))
}

fn act_button(offer: &Offer, label: impl Into<String>, style: Style) -> Button<Tap> {
    Button::new(Tap::Act(offer.act.clone()), label, style)
}
