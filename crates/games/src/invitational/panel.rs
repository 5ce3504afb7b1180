//! Names tapped in order for the ranking; a courier, then a house, for airdrops and orders.

use serde::{Deserialize, Serialize};

use super::{Action, Order, Phase, Verb, View, read, say};
use crate::english::{cut, hand_in, start_over, type_it, undo};
use crate::panel::{Panel, PanelInput, Stepped, TYPED, Tap};
use crate::screen::{Button, Item, Menu, Row, Screen, Style};
use crate::{CastId, Offer, Party, Seat, controls, notation};

/// What somebody has put together so far.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Draft {
    /// The houses tapped so far; the rest follow in cast order.
    Ranking(Vec<CastId>),
    /// The same, in place of the ranking that counts.
    Instead(Vec<CastId>, Vec<CastId>),
    Courier(u8),
}

/// A step as it is written into a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A house is put at the end of the ranking, if it is not in it.
    Tap(CastId),
    /// A house is taken out of it again.
    Untap(CastId),
    /// A house that was chosen in a menu is put at the end.
    Next,
    Undo,
    StartOver,
    Courier(u8),
}

impl Step {
    fn tap(self) -> Tap {
        Tap::Step(self.write())
    }

    fn write(self) -> String {
        match self {
            Step::Tap(house) => format!("tap {}", house.0),
            Step::Untap(house) => format!("untap {}", house.0),
            Step::Next => "next".to_owned(),
            Step::Undo => "undo".to_owned(),
            Step::StartOver => "anew".to_owned(),
            Step::Courier(courier) => format!("courier {courier}"),
        }
    }

    fn read(text: &str) -> Option<Step> {
        Some(match text.split_once(' ') {
            None if text == "next" => Step::Next,
            None if text == "undo" => Step::Undo,
            None if text == "anew" => Step::StartOver,
            Some(("tap", house)) => Step::Tap(CastId(house.parse().ok()?)),
            Some(("untap", house)) => Step::Untap(CastId(house.parse().ok()?)),
            Some(("courier", courier)) => Step::Courier(courier.parse().ok()?),
            _ => return None,
        })
    }
}

/// As many names have a button each, beside the row of the other controls.
const MOST_NAMES: usize = 20;

pub fn panel(desk: &PanelInput<View>) -> Panel {
    let Party::Seat(seat) = desk.whose else {
        return desk.controls().into();
    };
    match desk.view.phase {
        Phase::Ranking => ranking(desk, seat),
        Phase::Dropping => orders(desk, seat, Verb::Drop).into(),
        Phase::Sending => orders(desk, seat, Verb::Send).into(),
        Phase::Over => desk.controls().into(),
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
    let draft = match Step::read(step) {
        // Of what somebody typed the houses that they have named are tapped.
        None => match read(step.strip_prefix(TYPED)?.trim(), desk.cast) {
            Ok(Action::Rank(mut houses)) => {
                houses.truncate(say::named(value?).len());
                ranking(houses)
            }
            _ => return None,
        },
        Some(Step::Courier(courier)) => Draft::Courier(courier),
        Some(Step::StartOver) => ranking(Vec::new()),
        Some(Step::Undo) => {
            taps.pop();
            ranking(taps)
        }
        Some(Step::Tap(house)) => ranking(with(taps, house, view)?),
        Some(Step::Untap(house)) => {
            taps.retain(|tapped| *tapped != house);
            ranking(taps)
        }
        Some(Step::Next) => {
            let house = CastId(value?.parse().ok()?);
            ranking(with(taps, house, view)?)
        }
    };
    serde_json::to_string(&draft).ok().map(Stepped::to)
}

fn draft(desk: &PanelInput<View>) -> Option<Draft> {
    // What another version wrote is started again.
    serde_json::from_str(desk.draft?).ok()
}

/// The houses tapped so far; before the first tap those of the ranking that counts. What was tapped
/// before another one came to count is forgotten.
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

/// A house at the end of those tapped, which is there once; None for one that is not ranked.
fn with(mut taps: Vec<CastId>, house: CastId, view: &View) -> Option<Vec<CastId>> {
    rankable(view).find(|one| *one == house)?;
    if !taps.contains(&house) {
        taps.push(house);
    }
    Some(taps)
}

/// The houses that are ranked: all but the dealers'.
fn rankable(view: &View) -> impl Iterator<Item = CastId> + '_ {
    let houses = view.houses.iter().filter(|house| !house.dealer);
    houses.map(|house| house.who)
}

/// The ranking that begins with these houses.
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
                    Button::new(Step::Untap(*house).tap(), label, Style::Success)
                }
                None => Button::new(Step::Tap(*house).tap(), name, Style::Secondary),
            }
        };
        rows.extend(Row::of_buttons(houses.iter().map(tap)));
    } else {
        let left = houses.iter().filter(|house| place(**house).is_none());
        let item = |house: &CastId| Item::new(cast.name(*house), house.0.to_string());
        let items: Vec<Item> = left.map(item).collect();
        if !items.is_empty() {
            let placeholder = say::next_place(taps.len() + 1);
            rows.push(Row::Menu(Menu::new(Step::Next.tap(), placeholder, items)));
        }
    }
    let mut last = Vec::new();
    let whole = whole(&taps, view);
    let handed_in = view.ranking[seat].as_ref();
    let counts = handed_in.map(|ranking| *ranking == whole);
    if !taps.is_empty() && counts != Some(true) {
        last.push(Button::new(Tap::HandIn, hand_in(), Style::Primary));
    }
    if !taps.is_empty() {
        last.push(Button::new(Step::Undo.tap(), undo(), Style::Secondary));
        last.push(Button::new(
            Step::StartOver.tap(),
            start_over(),
            Style::Secondary,
        ));
    }
    last.push(Button::new(
        Tap::Type,
        say::type_ranking(),
        Style::Secondary,
    ));
    rows.push(Row::Buttons(last));
    let rest = &whole[taps.len()..];
    // Of the ranking that counts all of it is typed, also the houses that were not tapped.
    let to_type = if counts == Some(true) { &whole } else { &taps };
    let names = to_type
        .iter()
        .map(|house| notation::quoted(cast.name(*house)));
    let names: Vec<_> = names.collect();
    Panel {
        typed: (!names.is_empty()).then(|| names.join(" > ")),
        // Where nothing was tapped the rest would be everything.
        hand_in: (!taps.is_empty()).then(|| Action::Rank(whole.clone()).write(cast)),
        ..Panel::from(Screen {
            text: say::in_hand(&taps, rest, counts, menu, &desk.shown()),
            ..Screen::of(rows)
        })
    }
}

/// What is legal, by the couriers: all at once where that fits, else the courier first.
fn orders(desk: &PanelInput<View>, seat: Seat, verb: Verb) -> Screen<Tap> {
    let (view, cast) = (desk.view, desk.cast);
    let targets = |courier: u8| targets(view, seat, verb, courier);
    let able: Vec<u8> = (1..=4)
        .filter(|courier| !targets(*courier).is_empty())
        .collect();
    let stay = view.couriers[seat]
        .iter()
        .filter(|courier| verb == Verb::Send && courier.open.is_empty());
    let shown = desk.shown();
    let stay: Vec<String> = stay.map(|courier| say::stays(courier, &shown)).collect();
    let rows: usize = able
        .iter()
        .map(|courier| targets(*courier).len().div_ceil(5))
        .sum();
    let ordered = view.orders[seat];
    let chosen = match (draft(desk), &able[..]) {
        (_, [only]) => Some(*only),
        (Some(Draft::Courier(courier)), _) => Some(courier),
        _ => ordered.map(|order| order.courier),
    };
    let chosen = chosen.filter(|courier| able.contains(courier));
    let order = |courier: u8, house: CastId| Order {
        verb,
        courier,
        house,
    };
    let act = |order: Order, label: String| {
        let style = if ordered == Some(order) {
            Style::Success
        } else {
            Style::Primary
        };
        Button::new(Tap::Act(order.write(cast)), label, style)
    };
    let type_it = Button::new(Tap::Type, type_it(), Style::Secondary);
    if rows <= 4 {
        let mut rows = Vec::new();
        // The last courier is named above once for all: many wide buttons would push the picture
        // off a phone's screen.
        let said = match able[..] {
            [only] => say::choose(Some(only), verb),
            _ => String::new(),
        };
        let is_only = able.len() == 1;
        for courier in able {
            let label = |house: CastId| match is_only {
                true => cast.name(house).to_owned(),
                false => format!("{courier} → {}", cast.name(house)),
            };
            let houses = targets(courier).into_iter();
            let buttons = houses.map(|house| act(order(courier, house), label(house)));
            rows.extend(Row::of_buttons(buttons));
        }
        rows.push(Row::Buttons(vec![type_it]));
        return Screen {
            text: lines(stay, said),
            ..Screen::of(rows)
        };
    }
    let first = able.iter().map(|courier| {
        let style = if chosen == Some(*courier) {
            Style::Success
        } else {
            Style::Secondary
        };
        let mut on_map = view.couriers[seat].iter();
        let on_map = on_map.find(|one| one.number == *courier);
        let at = on_map.map(|one| cast.name(one.at));
        Button::new(
            Step::Courier(*courier).tap(),
            say::courier(*courier, at),
            style,
        )
    });
    let mut rows = vec![Row::Buttons(first.chain([type_it]).collect())];
    if let Some(courier) = chosen {
        let houses = targets(courier);
        if houses.len() <= MOST_NAMES {
            let houses = houses.into_iter();
            let buttons =
                houses.map(|house| act(order(courier, house), cast.name(house).to_owned()));
            rows.extend(Row::of_buttons(buttons));
        } else {
            let begin = order(courier, CastId(0)).verb.word();
            let begin = format!("{begin} {courier} ");
            let offers = desk
                .offers
                .iter()
                .filter(|offer| offer.act.starts_with(&begin));
            let offers: Vec<Offer> = offers.cloned().collect();
            rows.extend(controls::menus(&offers));
        }
    }
    Screen {
        text: lines(stay, say::choose(chosen, verb)),
        ..Screen::of(rows)
    }
}

/// Why couriers are not offered, and below that what is asked.
fn lines(mut stay: Vec<String>, asked: String) -> String {
    stay.extend((!asked.is_empty()).then_some(asked));
    stay.join("\n")
}

/// Where a courier can be ordered to now.
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
    fn every_step_is_read_back() {
        for step in [
            Step::Tap(CastId(25)),
            Step::Next,
            Step::Undo,
            Step::StartOver,
            Step::Courier(4),
        ] {
            assert_eq!(Step::read(&step.write()), Some(step));
        }
        for other in ["", "tap", "tap x", "courier 300", "next 1"] {
            assert_eq!(Step::read(other), None, "{other}");
        }
    }
}
