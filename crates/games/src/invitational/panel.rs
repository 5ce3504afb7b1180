//! Names tapped in order for the ranking; a courier, then a house, for airdrops and orders.

use serde::{Deserialize, Serialize};

use super::rules::COURIERS;
use super::{Action, Courier, Order, Phase, Verb, View, say};
use crate::english::{cut, hand_in, start_over, type_it, undo};
use crate::panel::{Panel, PanelInput, Stepped, TYPED, Tap};
use crate::screen::{Button, Item, Menu, Row, Screen, Style};
use crate::{Cast, CastId, GameAction, Offer, Party, Seat, controls, notation};

/// What somebody has chosen so far.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Draft {
    /// The houses tapped so far; the rest follow in cast order.
    Ranking(Vec<CastId>),
    /// The same, to replace a submitted ranking, which comes second.
    Instead(Vec<CastId>, Vec<CastId>),
    Courier(u8),
}

/// A step, as it is written into a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PanelStep {
    /// Adds a house to the end of the ranking, unless it is in it.
    Tap(CastId),
    /// Removes a house from it.
    Untap(CastId),
    /// Adds the house that was chosen in a menu.
    Next,
    Undo,
    StartOver,
    Courier(u8),
}

impl PanelStep {
    fn tap(self) -> Tap {
        Tap::Step(self.write())
    }

    fn write(self) -> String {
        match self {
            PanelStep::Tap(house) => format!("tap {}", house.0),
            PanelStep::Untap(house) => format!("untap {}", house.0),
            PanelStep::Next => "next".to_owned(),
            PanelStep::Undo => "undo".to_owned(),
            PanelStep::StartOver => "start-over".to_owned(),
            PanelStep::Courier(courier) => format!("courier {courier}"),
        }
    }

    fn read(text: &str) -> Option<PanelStep> {
        Some(match text.split_once(' ') {
            None if text == "next" => PanelStep::Next,
            None if text == "undo" => PanelStep::Undo,
            None if text == "start-over" => PanelStep::StartOver,
            Some(("tap", house)) => PanelStep::Tap(CastId(house.parse().ok()?)),
            Some(("untap", house)) => PanelStep::Untap(CastId(house.parse().ok()?)),
            Some(("courier", courier)) => PanelStep::Courier(courier.parse().ok()?),
            _ => return None,
        })
    }
}

/// Up to this many names are buttons, because a row must be left for the other controls.
const MOST_NAMES: usize = 20;

pub fn panel(desk: &PanelInput<View>) -> Panel {
    let Party::Seat(seat) = desk.whose else {
        return desk.controls().into();
    };
    match verb(desk.view) {
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
    let draft = match PanelStep::read(step) {
        // The houses that somebody typed count as tapped.
        None => match Action::read(step.strip_prefix(TYPED)?.trim(), desk.cast) {
            Ok(Action::Rank(mut houses)) => {
                houses.truncate(say::named(value?).len());
                ranking(houses)
            }
            _ => return None,
        },
        Some(PanelStep::Courier(courier)) => {
            if targets(view, seat, verb(view)?, courier).is_empty() {
                return Some(Stepped {
                    refused: Some(why_not(view, seat, courier, &desk.shown())),
                    ..Stepped::default()
                });
            }
            Draft::Courier(courier)
        }
        Some(PanelStep::StartOver) => ranking(Vec::new()),
        Some(PanelStep::Undo) => {
            taps.pop();
            ranking(taps)
        }
        Some(PanelStep::Tap(house)) => ranking(with(taps, house, view)?),
        Some(PanelStep::Untap(house)) => {
            taps.retain(|tapped| *tapped != house);
            ranking(taps)
        }
        Some(PanelStep::Next) => {
            let house = CastId(value?.parse().ok()?);
            ranking(with(taps, house, view)?)
        }
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
    rankable(view).find(|one| *one == house)?;
    if !taps.contains(&house) {
        taps.push(house);
    }
    Some(taps)
}

/// The houses in a ranking: all except the dealers'.
fn rankable(view: &View) -> impl Iterator<Item = CastId> + '_ {
    let houses = view.houses.iter().filter(|house| !house.dealer);
    houses.map(|house| house.who)
}

/// The whole ranking that begins with these houses.
fn whole(taps: &[CastId], view: &View) -> Vec<CastId> {
    let rest = rankable(view).filter(|house| !taps.contains(house));
    taps.iter().copied().chain(rest).collect()
}

fn ranking(desk: &PanelInput<View>, seat: Seat) -> Panel {
    let (view, cast) = (desk.view, desk.cast);
    let taps = tapped(desk, seat);
    let place = |house: CastId| taps.iter().position(|tapped| *tapped == house);
    let houses: Vec<CastId> = rankable(view).collect();
    let mut rows = Vec::new();
    let menu = houses.len() > MOST_NAMES;
    if !menu {
        let tap = |house: &CastId| {
            let name = cut(cast.name(*house), 60);
            match place(*house) {
                Some(place) => {
                    let label = format!("{}. {name}", place + 1);
                    Button::new(PanelStep::Untap(*house).tap(), label, Style::Success)
                }
                None => Button::new(PanelStep::Tap(*house).tap(), name, Style::Secondary),
            }
        };
        rows.extend(Row::of_buttons(houses.iter().map(tap)));
    } else {
        let left = houses.iter().filter(|house| place(**house).is_none());
        let item = |house: &CastId| Item::new(cast.name(*house), house.0.to_string());
        let items: Vec<Item> = left.map(item).collect();
        if !items.is_empty() {
            let placeholder = say::next_place(taps.len() + 1);
            rows.push(Row::Menu(Menu::new(
                PanelStep::Next.tap(),
                placeholder,
                items,
            )));
        }
    }
    let whole = whole(&taps, view);
    let handed_in = view.ranking[seat].as_ref();
    let counts = handed_in.map(|ranking| *ranking == whole);
    // Each button has one place: a tap too many on *Start over* opens no form.
    let [submit, undo, start_over] = if taps.is_empty() {
        [say::SUBMIT_NOTHING, undo(), start_over()].map(Button::off)
    } else {
        let submit = match counts {
            Some(true) => Button::off(say::SUBMITTED),
            _ => Button::new(Tap::HandIn, hand_in(), Style::Primary),
        };
        let [undo, start_over] = [
            (PanelStep::Undo, undo()),
            (PanelStep::StartOver, start_over()),
        ]
        .map(|(step, label)| Button::new(step.tap(), label, Style::Secondary));
        [submit, undo, start_over]
    };
    let type_it = Button::new(Tap::Type, say::type_ranking(), Style::Secondary);
    rows.push(Row::Buttons(vec![submit, undo, start_over, type_it]));
    let rest = &whole[taps.len()..];
    // The form shows the whole submitted ranking, even houses that were not tapped.
    let to_type = if counts == Some(true) { &whole } else { &taps };
    let names = to_type
        .iter()
        .map(|house| notation::quoted(cast.name(*house)));
    let names: Vec<_> = names.collect();
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

/// Below a post for both players: the couriers; grey those that neither of them can order.
pub fn couriers(view: &View) -> Vec<Row<Tap>> {
    let Some(verb) = verb(view) else {
        return Vec::new();
    };
    let asked = view.to_act.iter().chain(&view.submitted);
    // Each has its place, turn after turn.
    let button = |courier: u8| {
        let mut asked = asked.clone();
        let is_able = asked.any(|seat| !targets(view, *seat, verb, courier).is_empty());
        let label = say::courier(courier, None);
        let press = PanelStep::Courier(courier).tap();
        Button::new(press, label, Style::Primary).off_if(!is_able)
    };
    Row::of_buttons(COURIERS.map(button))
}

/// The kind of order that is possible now, if any.
fn verb(view: &View) -> Option<Verb> {
    match view.phase {
        Phase::Dropping => Some(Verb::Drop),
        Phase::Sending => Some(Verb::Send),
        Phase::Ranking | Phase::Over => None,
    }
}

/// Why a courier cannot be ordered now, short enough for a message.
fn why_not(view: &View, seat: Seat, courier: u8, cast: &Cast) -> String {
    let mut on_map = view.couriers[seat].iter();
    match on_map.find(|one| one.number == courier) {
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
    let stay = view.couriers[seat]
        .iter()
        .filter(|courier| verb == Verb::Send && courier.open.is_empty());
    let (held, been): (Vec<&Courier>, Vec<&Courier>) = stay.partition(|courier| courier.held);
    let shown = desk.shown();
    let stay = [held, been]
        .into_iter()
        .filter_map(|couriers| match &couriers[..] {
            [] => None,
            [one] => Some(say::stays(one, &shown)),
            several => Some(say::stay(several)),
        });
    let stay: Vec<String> = stay.collect();
    let ordered = view.orders[seat];
    let chosen = match (draft(desk), &able[..]) {
        (_, [only]) => Some(*only),
        (Some(Draft::Courier(courier)), _) => Some(courier),
        _ => ordered.map(|order| order.courier),
    };
    let chosen = chosen.filter(|courier| able.contains(courier));
    let courier = |courier: u8| {
        let mut on_map = view.couriers[seat].iter();
        let on_map = on_map.find(|one| one.number == courier);
        match on_map {
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
                let press = PanelStep::Courier(courier).tap();
                Button::new(press, say::courier(courier, at), style)
                    .off_if(!able.contains(&courier))
            }
        }
    };
    let type_it = Button::new(Tap::Type, type_it(), Style::Secondary);
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
        let named = |first: &str, last: &str| say::order_menu(courier, first, last);
        rows.extend(controls::menus_of(&offers, named, Tap::Choose));
    }
    Screen {
        text: lines(stay, say::choose(chosen, verb)),
        ..Screen::of(rows)
    }
}

/// The lines that say why couriers are not offered, and below them the question.
fn lines(mut stay: Vec<String>, asked: String) -> String {
    stay.extend((!asked.is_empty()).then_some(asked));
    stay.join("\n")
}

/// The houses for which a courier can be ordered now.
fn targets(view: &View, seat: Seat, verb: Verb, number: u8) -> Vec<CastId> {
    let mut couriers = view.couriers[seat].iter();
    let courier = couriers.find(|courier| courier.number == number);
    match (verb, courier) {
        (Verb::Drop, None) => view.houses.iter().map(|house| house.who).collect(),
        (Verb::Send, Some(courier)) => courier.open.clone(),
        (Verb::Drop, Some(_)) | (Verb::Send, None) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_survives_writing_and_reading() {
        for step in [
            PanelStep::Tap(CastId(25)),
            PanelStep::Next,
            PanelStep::Undo,
            PanelStep::StartOver,
            PanelStep::Courier(4),
        ] {
            assert_eq!(PanelStep::read(&step.write()), Some(step));
        }
        for other in ["", "tap", "tap x", "courier 300", "next 1"] {
            assert_eq!(PanelStep::read(other), None, "{other}");
        }
    }
}
