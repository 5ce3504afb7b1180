//! Names tapped in order for the ranking; a courier, then a house, for airdrops and orders.

use serde::{Deserialize, Serialize};

use super::rules::COURIERS;
use super::{Action, Courier, Order, Phase, Verb, View, say};
use crate::english::{HAND_IN, START_OVER, TYPE_IT, UNDO, cut};
use crate::panel::{Panel, PanelInput, Stepped, TYPED, Tap};
use crate::screen::{Button, Item, Menu, Row, Screen, Style};
use crate::{Cast, CastId, GameAction, Offer, Party, Seat, controls, notation};

/// What somebody has chosen so far.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Draft {
    /// The houses tapped so far; the rest follow in cast order.
    Ranking(Vec<CastId>),
    /// The houses tapped so far for a new ranking, and the submitted one that it would replace.
    Instead(Vec<CastId>, Vec<CastId>),
    Courier(u8),
}

// The steps as written into controls. After some comes a house or a courier's number.
/// Adds a house to the end of the ranking, unless it is in it.
const TAP: &str = "tap";
/// Removes a house from it.
const UNTAP: &str = "untap";
/// Adds the house that was chosen in a menu.
const NEXT: &str = "next";
const UNDO_STEP: &str = "undo";
const START_OVER_STEP: &str = "start-over";
const COURIER: &str = "courier";

fn press(step: &str, of: u8) -> Tap {
    Tap::Step(format!("{step} {of}"))
}

/// Up to this many names are buttons, because a row must be left for the other controls.
const MAX_NAMES: usize = 20;

pub fn panel(desk: &PanelInput<View>) -> Panel {
    let Party::Seat(seat) = desk.whose else {
        return desk.controls().into();
    };
    match desk.view.phase.verb() {
        _ if desk.view.phase == Phase::Ranking => ranking(desk, seat),
        Some(verb) => orders(desk, seat, verb).into(),
        None => desk.controls().into(),
    }
}

pub fn step(desk: &PanelInput<View>, step: &str, value: Option<&str>) -> Option<Stepped> {
    let Party::Seat(seat) = desk.whose else {
        return None;
    };
    let view = desk.view;
    let mut taps = tapped(desk, seat);
    let ranking = |taps| match view.ranking[seat].clone() {
        Some(counts) => Draft::Instead(taps, counts),
        None => Draft::Ranking(taps),
    };
    let (word, of) = step.split_once(' ').unwrap_or((step, ""));
    let draft = match word {
        COURIER => {
            let courier = of.parse().ok()?;
            if targets(view, seat, view.phase.verb()?, courier).is_empty() {
                return Some(Stepped {
                    refused: Some(why_not(view, seat, courier, &desk.shown())),
                    ..Stepped::default()
                });
            }
            Draft::Courier(courier)
        }
        START_OVER_STEP => ranking(Vec::new()),
        UNDO_STEP => {
            taps.pop();
            ranking(taps)
        }
        TAP => ranking(with(taps, CastId(of.parse().ok()?), view)?),
        NEXT => ranking(with(taps, CastId(value?.parse().ok()?), view)?),
        UNTAP => {
            let house = CastId(of.parse().ok()?);
            taps.retain(|tapped| *tapped != house);
            ranking(taps)
        }
        // The houses that somebody typed count as tapped.
        _ => match Action::read(step.strip_prefix(TYPED)?.trim(), desk.cast) {
            Ok(Action::Rank(mut houses)) => {
                houses.truncate(say::names_in(value?).len());
                ranking(houses)
            }
            _ => return None,
        },
    };
    serde_json::to_string(&draft).ok().map(Stepped::to)
}

fn draft(desk: &PanelInput<View>) -> Option<Draft> {
    // A draft of another version starts empty.
    serde_json::from_str(desk.draft?).ok()
}

/// The houses tapped so far; before the first tap, those of the submitted ranking. A new ranking
/// replaces earlier taps.
fn tapped(desk: &PanelInput<View>, seat: Seat) -> Vec<CastId> {
    let counts = &desk.view.ranking[seat];
    let drafted = match draft(desk) {
        Some(Draft::Ranking(taps)) => Some((taps, None)),
        Some(Draft::Instead(taps, of)) => Some((taps, Some(of))),
        Some(Draft::Courier(_)) | None => None,
    };
    let goes_on = |(taps, of): &(Vec<CastId>, Option<Vec<CastId>>)| {
        of == counts || counts.as_ref() == Some(&whole(taps, desk.view))
    };
    match drafted.filter(goes_on) {
        Some((taps, _)) => taps,
        None => counts.clone().unwrap_or_default(),
    }
}

/// The taps with this house at the end, without a duplicate; None if the house can't be ranked.
fn with(mut taps: Vec<CastId>, house: CastId, view: &View) -> Option<Vec<CastId>> {
    view.rankable().find(|one| *one == house)?;
    if !taps.contains(&house) {
        taps.push(house);
    }
    Some(taps)
}

/// The whole ranking that begins with these houses.
fn whole(taps: &[CastId], view: &View) -> Vec<CastId> {
    let rest = view.rankable().filter(|house| !taps.contains(house));
    taps.iter().copied().chain(rest).collect()
}

fn ranking(desk: &PanelInput<View>, seat: Seat) -> Panel {
    let (view, cast) = (desk.view, desk.cast);
    let taps = tapped(desk, seat);
    let menu = view.rankable().count() > MAX_NAMES;
    let mut rows = if menu {
        house_menu(view, cast, &taps).into_iter().collect()
    } else {
        house_buttons(view, cast, &taps)
    };
    let whole = whole(&taps, view);
    let handed_in = view.ranking[seat].as_ref();
    let counts = handed_in.map(|ranking| *ranking == whole);
    // Each button has one place: a tap too many on *Start over* opens no form.
    let [submit, undo, start_over] = if taps.is_empty() {
        [say::SUBMIT_NOTHING, UNDO, START_OVER].map(Button::off)
    } else {
        let submit = match counts {
            Some(true) => Button::off(say::SUBMITTED),
            _ => Button::new(Tap::HandIn, HAND_IN, Style::Primary),
        };
        let [undo, start_over] = [(UNDO_STEP, UNDO), (START_OVER_STEP, START_OVER)]
            .map(|(step, label)| Button::new(Tap::Step(step.to_owned()), label, Style::Secondary));
        [submit, undo, start_over]
    };
    let type_it = Button::new(Tap::Type, say::TYPE_RANKING, Style::Secondary);
    rows.push(Row::Buttons(vec![submit, undo, start_over, type_it]));
    let rest = &whole[taps.len()..];
    // The form shows the whole submitted ranking, even houses that were not tapped.
    let houses = if counts == Some(true) { &whole } else { &taps };
    let name = |house: &CastId| notation::quoted(cast.name(*house));
    let names: Vec<_> = houses.iter().map(name).collect();
    Panel {
        typed: (!names.is_empty()).then(|| names.join(" > ")),
        // Without a tap, the rest would be the whole ranking.
        hand_in: (!taps.is_empty()).then(|| Action::Rank(whole.clone()).write(cast)),
        ..Panel::from(Screen {
            text: say::in_hand(&taps, rest, counts, menu, &desk.shown()),
            ..Screen::of(rows)
        })
    }
}

/// A button for each house, which puts it at the end of the ranking or takes it out.
fn house_buttons(view: &View, cast: &Cast, taps: &[CastId]) -> Vec<Row<Tap>> {
    let button = |house: CastId| {
        let name = cut(cast.name(house), 60);
        match taps.iter().position(|tapped| *tapped == house) {
            Some(place) => {
                let label = format!("{}. {name}", place + 1);
                Button::new(press(UNTAP, house.0), label, Style::Success)
            }
            None => Button::new(press(TAP, house.0), name, Style::Secondary),
        }
    };
    Row::of_buttons(view.rankable().map(button))
}

/// A menu of the houses that are left, if any.
fn house_menu(view: &View, cast: &Cast, taps: &[CastId]) -> Option<Row<Tap>> {
    let left = view.rankable().filter(|house| !taps.contains(house));
    let items: Vec<Item> = left
        .map(|house| Item::new(cast.name(house), house.0.to_string()))
        .collect();
    (!items.is_empty()).then(|| {
        let placeholder = format!("Pick your #{} house", taps.len() + 1);
        Row::Menu(Menu::new(Tap::Step(NEXT.to_owned()), placeholder, items))
    })
}

/// Below a post for both players: the couriers; grey those that neither of them can order.
pub fn couriers(view: &View) -> Vec<Row<Tap>> {
    let Some(verb) = view.phase.verb() else {
        return Vec::new();
    };
    let seats = view.to_act.iter().chain(&view.submitted);
    // Each has its place, turn after turn.
    let button = |courier: u8| {
        let can_go = |seat: &Seat| !targets(view, *seat, verb, courier).is_empty();
        let is_able = seats.clone().any(can_go);
        let label = say::courier(courier, None);
        let press = press(COURIER, courier);
        Button::new(press, label, Style::Primary).off_if(!is_able)
    };
    Row::of_buttons(COURIERS.map(button))
}

/// Why a courier cannot be ordered now, short enough for a message.
fn why_not(view: &View, seat: Seat, courier: u8, cast: &Cast) -> String {
    match view.courier(seat, courier) {
        Some(there) if view.phase == Phase::Sending => say::stays(there, cast),
        Some(there) => say::is_on_map(there, cast),
        None => say::is_not_on_map(courier),
    }
}

/// First the courier, then the house. Couriers that cannot go are shown too, and say why.
fn orders(desk: &PanelInput<View>, seat: Seat, verb: Verb) -> Screen<Tap> {
    let (view, cast) = (desk.view, desk.cast);
    let targets = |courier: u8| targets(view, seat, verb, courier);
    let able: Vec<u8> = COURIERS
        .filter(|courier| !targets(*courier).is_empty())
        .collect();
    let courier = match (draft(desk), &able[..]) {
        (_, [only]) => Some(*only),
        (Some(Draft::Courier(courier)), _) => Some(courier),
        _ => view.orders[seat].map(|order| order.courier),
    };
    let chosen = courier.filter(|courier| able.contains(courier));
    let courier = |courier: u8| match view.courier(seat, courier) {
        Some(there) if verb == Verb::Send && there.open.is_empty() => {
            Button::off(say::stays_put(there, cast))
        }
        on_map => {
            let style = if chosen == Some(courier) {
                Style::Success
            } else {
                Style::Secondary
            };
            let at = on_map.map(|one| cast.name(one.at));
            let press = press(COURIER, courier);
            Button::new(press, say::courier(courier, at), style).off_if(!able.contains(&courier))
        }
    };
    let type_it = Button::new(Tap::Type, TYPE_IT, Style::Secondary);
    // Each has its place, turn after turn.
    let first = COURIERS.map(courier).chain([type_it]);
    let mut rows = vec![Row::Buttons(first.collect())];
    if let Some(courier) = chosen {
        // Menus, since buttons would come under the thumb that has just chosen the courier.
        let offer = |house: CastId| {
            let order = Order {
                verb,
                courier,
                house,
            };
            Offer {
                act: order.write(cast),
                label: cast.name(house).to_owned(),
            }
        };
        let offers: Vec<Offer> = targets(courier).into_iter().map(offer).collect();
        let label = |first: &str, last: &str| format!("Courier {courier} to: {first} … {last}");
        rows.extend(controls::menus_of(&offers, label, Tap::Choose));
    }
    Screen {
        text: why_and_what(desk, seat, verb, say::choose(chosen, verb)),
        ..Screen::of(rows)
    }
}

/// Why couriers are not offered, a line for each reason, and below them the question.
fn why_and_what(desk: &PanelInput<View>, seat: Seat, verb: Verb, question: String) -> String {
    let couriers = desk.view.couriers[seat].iter();
    let stay = couriers.filter(|courier| verb == Verb::Send && courier.open.is_empty());
    let (held, been): (Vec<&Courier>, Vec<&Courier>) = stay.partition(|courier| courier.held);
    let why = |couriers: Vec<&Courier>| match &couriers[..] {
        [] => None,
        [one] => Some(say::stays(one, &desk.shown())),
        several => Some(say::stay(several)),
    };
    let mut lines: Vec<String> = [held, been].into_iter().filter_map(why).collect();
    lines.push(question);
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// The houses for which a courier can be ordered now.
fn targets(view: &View, seat: Seat, verb: Verb, number: u8) -> Vec<CastId> {
    match (verb, view.courier(seat, number)) {
        (Verb::Drop, None) => view.houses.iter().map(|house| house.who).collect(),
        (Verb::Send, Some(courier)) => courier.open.clone(),
        (Verb::Drop, Some(_)) | (Verb::Send, None) => Vec::new(),
    }
}
