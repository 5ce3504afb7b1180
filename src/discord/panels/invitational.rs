//! DM Invitational's panel: names tapped in order for the ranking; a courier, then a house, for
//! airdrops and orders.

use serde::{Deserialize, Serialize};
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenuOption};

use super::{Controls, Desk};
use crate::discord::buttons::button;
use crate::discord::controls;
use crate::discord::press::Press;
use crate::discord::text;
use crate::games::invitational::{Action, Order, Phase, Verb, View, read};
use crate::games::{Cast, CastId, Party, Seat, notation};
use crate::words;

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

pub fn controls(desk: &Desk, view: &View) -> Option<Controls> {
    let Party::Seat(seat) = desk.prompt.who else {
        return None;
    };
    match view.phase {
        Phase::Ranking => Some(ranking(desk, view, seat)),
        Phase::Dropping => Some(orders(desk, view, seat, Verb::Drop)),
        Phase::Sending => Some(orders(desk, view, seat, Verb::Send)),
        Phase::Over => None,
    }
}

pub fn step(desk: &Desk, view: &View, step: &str, value: Option<&str>) -> Option<String> {
    let Party::Seat(seat) = desk.prompt.who else {
        return None;
    };
    let mut taps = tapped(desk, view, seat);
    let ranking = |taps| match view.ranking[seat].clone() {
        Some(counts) => Draft::Instead(taps, counts),
        None => Draft::Ranking(taps),
    };
    let draft = match Step::read(step)? {
        Step::Courier(courier) => Draft::Courier(courier),
        Step::StartOver => ranking(Vec::new()),
        Step::Undo => {
            taps.pop();
            ranking(taps)
        }
        Step::Tap(house) => ranking(with(taps, house, view)?),
        Step::Untap(house) => {
            taps.retain(|tapped| *tapped != house);
            ranking(taps)
        }
        Step::Next => {
            let house = CastId(value?.parse().ok()?);
            ranking(with(taps, house, view)?)
        }
    };
    serde_json::to_string(&draft).ok()
}

pub fn drafted(desk: &Desk, view: &View) -> Option<String> {
    match (desk.prompt.who, view.phase) {
        (Party::Seat(seat), Phase::Ranking) => {
            let taps = tapped(desk, view, seat);
            // Where nothing was tapped the rest would be everything.
            (!taps.is_empty()).then(|| Action::Rank(whole(&taps, view)).write(desk.cast()))
        }
        _ => None,
    }
}

/// The houses tapped so far, or those of the ranking that counts, as they are typed.
pub fn to_type(desk: &Desk, view: &View) -> Option<String> {
    let (Party::Seat(seat), Phase::Ranking) = (desk.prompt.who, view.phase) else {
        return None;
    };
    let taps = tapped(desk, view, seat);
    // Of the ranking that counts all of it is there, also the houses that were not tapped.
    let counts = view.ranking[seat].as_ref();
    let houses = counts.filter(|counts| **counts == whole(&taps, view));
    let houses = houses.unwrap_or(&taps).iter();
    let names = houses.map(|house| notation::quoted(desk.cast().name(*house)));
    let names: Vec<_> = names.collect();
    (!names.is_empty()).then(|| names.join(" > "))
}

/// The draft that stands for a ranking, as the record would write it, before one counts: of what
/// somebody `typed` the houses that they have named. None for any other action.
pub fn draft_of(ranking: &str, typed: &str, cast: &Cast) -> Option<String> {
    match read(ranking, cast) {
        Ok(Action::Rank(mut houses)) => {
            houses.truncate(crate::games::invitational::say::named(typed).len());
            serde_json::to_string(&Draft::Ranking(houses)).ok()
        }
        _ => None,
    }
}

fn draft(desk: &Desk) -> Option<Draft> {
    // What another version wrote is begun anew.
    serde_json::from_str(desk.draft.as_deref()?).ok()
}

/// The houses tapped so far; before the first tap those of the ranking that counts. What was tapped
/// before another one came to count is forgotten.
fn tapped(desk: &Desk, view: &View, seat: Seat) -> Vec<CastId> {
    let counts = &view.ranking[seat];
    let drafted = match draft(desk) {
        Some(Draft::Ranking(taps)) => Some((taps, None)),
        Some(Draft::Instead(taps, of)) => Some((taps, Some(of))),
        Some(Draft::Courier(_)) | None => None,
    };
    let goes_on = |(taps, of): &(Vec<CastId>, Option<Vec<CastId>>)| {
        of == counts || counts.as_ref() == Some(&whole(taps, view))
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

fn ranking(desk: &Desk, view: &View, seat: Seat) -> Controls {
    let taps = tapped(desk, view, seat);
    let cast = desk.cast();
    let place = |house: CastId| taps.iter().position(|tapped| *tapped == house);
    let press = |step: Step| desk.step_press(step);
    let houses: Vec<CastId> = rankable(view).collect();
    let mut rows: Vec<CreateActionRow> = Vec::new();
    let menu = houses.len() > MOST_NAMES;
    if !menu {
        let tap = |house: &CastId| {
            let name = text::cut(cast.name(*house), 60);
            match place(*house) {
                Some(place) => {
                    let label = format!("{}. {name}", place + 1);
                    button(press(Step::Untap(*house)), &label, ButtonStyle::Success)
                }
                None => button(press(Step::Tap(*house)), &name, ButtonStyle::Secondary),
            }
        };
        let buttons: Vec<CreateButton> = houses.iter().map(tap).collect();
        rows.extend(controls::button_rows(buttons));
    } else {
        let left = houses.iter().filter(|house| place(**house).is_none());
        let options: Vec<CreateSelectMenuOption> = left
            .map(|house| {
                let name = text::cut(cast.name(*house), 100);
                CreateSelectMenuOption::new(name, house.0.to_string())
            })
            .collect();
        if !options.is_empty() {
            let placeholder = crate::games::invitational::say::next_place(taps.len() + 1);
            rows.push(controls::menu(press(Step::Next), options, placeholder));
        }
    }
    let mut last = Vec::new();
    let whole = whole(&taps, view);
    let handed_in = view.ranking[seat].as_ref();
    let counts = handed_in.map(|ranking| *ranking == whole);
    if !taps.is_empty() && counts != Some(true) {
        let hand_in = Press::HandIn {
            match_id: desk.id,
            prompt: desk.prompt.id,
        };
        last.push(button(hand_in, words::hand_in(), ButtonStyle::Primary));
    }
    if !taps.is_empty() {
        let (undo, anew) = (press(Step::Undo), press(Step::StartOver));
        last.push(button(undo, words::undo(), ButtonStyle::Secondary));
        last.push(button(anew, words::start_over(), ButtonStyle::Secondary));
    }
    last.push(controls::type_button(
        desk.id,
        desk.prompt.id,
        crate::games::invitational::say::type_ranking(),
    ));
    rows.push(CreateActionRow::Buttons(last));
    let shown = text::shown(cast);
    Controls {
        said: crate::games::invitational::say::in_hand(
            &taps,
            &whole[taps.len()..],
            counts,
            menu,
            &shown,
        ),
        rows,
    }
}

impl Desk {
    fn step_press(&self, step: Step) -> Press {
        Press::Step {
            match_id: self.id,
            prompt: self.prompt.id,
            step: step.write(),
        }
    }
}

/// What is legal, by the couriers: all at once where that fits, else the courier first.
fn orders(desk: &Desk, view: &View, seat: Seat, verb: Verb) -> Controls {
    let targets = |courier: u8| targets(view, seat, verb, courier);
    let able: Vec<u8> = (1..=4)
        .filter(|courier| !targets(*courier).is_empty())
        .collect();
    let stay = view.couriers[seat]
        .iter()
        .filter(|courier| verb == Verb::Send && courier.open.is_empty());
    let shown = text::shown(desk.cast());
    let stay = stay.map(|courier| crate::games::invitational::say::stays(courier, &shown));
    let stay: Vec<String> = stay.collect();
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
    let cast = desk.cast();
    let act = |order: Order, label: String| {
        let style = if ordered == Some(order) {
            ButtonStyle::Success
        } else {
            ButtonStyle::Primary
        };
        controls::act_button(desk.id, desk.prompt.id, &order.write(cast), &label, style)
    };
    if rows <= 4 {
        let mut rows = Vec::new();
        // The last courier is named above once for all: many wide buttons would push the picture
        // off a phone's screen.
        let said = match able[..] {
            [only] => crate::games::invitational::say::choose(Some(only), verb),
            _ => String::new(),
        };
        let said = lines(stay, said);
        let is_only = able.len() == 1;
        for courier in able {
            let label = |house: CastId| match is_only {
                true => cast.name(house).to_owned(),
                false => format!("{courier} → {}", cast.name(house)),
            };
            let houses = targets(courier).into_iter();
            let buttons = houses.filter_map(|house| act(order(courier, house), label(house)));
            rows.extend(controls::button_rows(buttons.collect()));
        }
        rows.push(CreateActionRow::Buttons(vec![controls::type_button(
            desk.id,
            desk.prompt.id,
            words::type_it(),
        )]));
        return Controls { said, rows };
    }
    let first = able.iter().map(|courier| {
        let style = if chosen == Some(*courier) {
            ButtonStyle::Success
        } else {
            ButtonStyle::Secondary
        };
        let press = desk.step_press(Step::Courier(*courier));
        let on_map = view.couriers[seat]
            .iter()
            .find(|one| one.number == *courier);
        let at = on_map.map(|one| cast.name(one.at));
        let label = text::cut(&crate::games::invitational::say::courier(*courier, at), 80);
        button(press, &label, style)
    });
    let mut first: Vec<CreateButton> = first.collect();
    first.push(controls::type_button(
        desk.id,
        desk.prompt.id,
        words::type_it(),
    ));
    let mut rows = vec![CreateActionRow::Buttons(first)];
    if let Some(courier) = chosen {
        let houses = targets(courier);
        if houses.len() <= MOST_NAMES {
            let buttons = houses
                .into_iter()
                .filter_map(|house| act(order(courier, house), cast.name(house).to_owned()));
            rows.extend(controls::button_rows(buttons.collect()));
        } else {
            let begin = order(courier, CastId(0)).verb.word();
            let begin = format!("{begin} {courier} ");
            let offers = desk.offers.iter();
            let offers: Vec<_> = offers
                .filter(|offer| offer.act.starts_with(&begin))
                .cloned()
                .collect();
            rows.extend(controls::menus(desk.id, desk.prompt.id, &offers));
        }
    }
    Controls {
        said: lines(stay, crate::games::invitational::say::choose(chosen, verb)),
        rows,
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
    use serde_json::Value;

    use super::*;
    use crate::discord::panels::{keep_typed, take_step};
    use crate::games::{Author, BySeat, GameId, Role};
    use crate::matches::{Event, Times};
    use crate::referee::{Act, Core, NewMatch, NewPerson, Practice};
    use crate::store::{MatchId, Stakes, Store};

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

    /// The DMO's account and the EC's.
    const DMO: u64 = 100;
    const EC: u64 = 101;

    /// A match with a dealer and so many players, called P0, P1 and so on, of whom the first two
    /// sit in the seats.
    fn opened(players: u64) -> (Core, MatchId) {
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let person = |index: u64| NewPerson {
            name: format!("P{index}"),
            role: if index < players {
                Role::Player
            } else {
                Role::Dealer
            },
            account: Some(DMO + index),
            garnets: 0,
            bound: None,
            position: None,
        };
        let new = NewMatch {
            guild: 1,
            channel: 2,
            season: None,
            host: DMO + players,
            game: GameId::Invitational,
            options: serde_json::Map::new(),
            times: Times::defaults(GameId::Invitational),
            lateness: Default::default(),
            cast: (0..=players).map(person).collect(),
            seats: BySeat {
                dmo: "P0".to_owned(),
                ec: "P1".to_owned(),
            },
            start_at_ms: None,
            choices_due_ms: None,
            stakes: Stakes::Nothing,
            practice: Practice::No,
        };
        let Ok(id) = core.open_match(new, 0) else {
            panic!("the match is not opened");
        };
        (core, id)
    }

    /// Somebody hands a ranking in by typing it.
    fn ranks(core: &mut Core, id: MatchId, account: u64, ranking: &str) {
        let act = Act {
            match_id: id,
            account,
            for_party: None,
            is_host: false,
            prompt: None,
            text: ranking.to_owned(),
            interaction: None,
            made_at_ms: 2,
        };
        assert!(core.act(&act, 2).is_ok(), "{ranking}");
    }

    fn desk(core: &mut Core, id: MatchId) -> Desk {
        Desk::of(core, id, DMO).unwrap().unwrap()
    }

    /// Labels of buttons, and menus as the number of their items, row by row.
    fn shown(desk: &Desk) -> Vec<Vec<String>> {
        let rows = serde_json::to_value(desk.controls(None).unwrap().rows).unwrap();
        let rows = rows.as_array().unwrap().iter();
        let control = |control: &Value| match control["options"].as_array() {
            Some(options) => options.len().to_string(),
            None => control["label"].as_str().unwrap().to_owned(),
        };
        rows.map(|row| {
            let controls = row["components"].as_array().unwrap();
            controls.iter().map(control).collect()
        })
        .collect()
    }

    #[test]
    fn a_ranking_is_tapped_or_chosen_name_by_name() {
        for (players, steps, rows, ranking) in [
            (7, &[][..], vec![5, 2, 1], None),
            (
                7,
                &[("tap 3", None), ("tap 0", None)],
                vec![5, 2, 4],
                Some("rank P3 > P0 > P1 > P2 > P4"),
            ),
            (
                7,
                &[("tap 3", None), ("tap 0", None), ("untap 3", None)],
                vec![5, 2, 4],
                Some("rank P0 > P1 > P2 > P3"),
            ),
            // A finger that taps twice taps once.
            (
                7,
                &[("tap 3", None), ("tap 3", None), ("untap 0", None)],
                vec![5, 2, 4],
                Some("rank P3 > P0 > P1 > P2 > P4"),
            ),
            (7, &[("tap 3", None), ("undo", None)], vec![5, 2, 1], None),
            (
                20,
                &[("tap 19", None)],
                vec![5, 5, 5, 5, 4],
                Some("rank P19 > P0"),
            ),
            // More names than there is room for buttons.
            (25, &[], vec![1, 1], None),
            (
                25,
                &[("next", Some("24")), ("next", Some("2"))],
                vec![1, 4],
                Some("rank P24 > P2 > P0"),
            ),
            (
                25,
                &[("next", Some("24")), ("anew", None)],
                vec![1, 1],
                None,
            ),
        ] {
            let (mut core, id) = opened(players);
            for step in steps {
                assert!(take_step(&mut core, (id, 1), DMO, *step, 1).unwrap());
            }
            let desk = desk(&mut core, id);
            let counts: Vec<usize> = shown(&desk).iter().map(Vec::len).collect();
            assert_eq!(counts, rows, "{players} {steps:?}");
            // Where nothing is tapped there is nothing that could be handed in, or counts when the
            // time is up.
            let drafted = desk.drafted();
            assert_eq!(drafted.is_some(), ranking.is_some(), "{drafted:?}");
            if let Some((drafted, ranking)) = drafted.zip(ranking) {
                assert!(drafted.starts_with(ranking), "{drafted}");
            }
            let noted = core.store().read(|tx| tx.drafted_act(id, DMO, 1)).unwrap();
            assert_eq!(noted.map(|(act, _)| act), desk.drafted());
        }
    }

    #[test]
    fn steps_of_others_of_other_prompts_and_to_nowhere_lead_nowhere() {
        let (mut core, id) = opened(7);
        for (account, prompt, step) in [
            (EC + 1, 1, "tap 3"),
            (DMO, 2, "tap 3"),
            (DMO, 1, "tap 7"),
            (DMO, 1, "tap 200"),
            (DMO, 1, "next"),
            (DMO, 1, "jump"),
        ] {
            let taken = take_step(&mut core, (id, prompt), account, (step, None), 1);
            assert!(!taken.unwrap(), "{account} {prompt} {step}");
        }
        assert_eq!(desk(&mut core, id).draft, None);
    }

    /// What is tapped once the time is up counts as little as what is handed in then, also before
    /// the clock has decided for whoever is missing.
    #[test]
    fn what_is_tapped_too_late_changes_nothing() {
        let (mut core, id) = opened(7);
        let due_ms = core.table(id).unwrap().unwrap().play.preparation_deadline();
        let due_ms = due_ms.unwrap();
        for (step, made_at_ms, expected) in [
            ("tap 3", due_ms, true),
            ("tap 0", due_ms + 1, false),
            ("undo", due_ms + 1, false),
        ] {
            let taken = take_step(&mut core, (id, 1), DMO, (step, None), made_at_ms);
            assert_eq!(taken.unwrap(), expected, "{step}");
        }
        let drafted = desk(&mut core, id).drafted().unwrap();
        assert!(drafted.starts_with("rank P3 > P0 > P1 > P2"), "{drafted}");
        // The reminders that have come by then, and the deadline with its grace.
        for _ in 0..3 {
            core.judge(id, due_ms + 60_000).unwrap();
        }
        let journal = core.store().read(|tx| tx.journal(id)).unwrap();
        let mut acts = journal.iter().filter_map(|entry| match &entry.event {
            Event::Act {
                by: Author::Seat(_),
                act,
                ..
            } => Some(act),
            _ => None,
        });
        assert_eq!(acts.next(), Some(&drafted));
    }

    #[test]
    fn what_was_typed_and_is_asked_back_is_kept_as_if_it_was_tapped() {
        let (mut core, id) = opened(7);
        let ranking = "rank P3 > P0 > P1 > P2 > P4 > P5 > P6";
        for (typed, kept) in [("resign", None), (ranking, Some(ranking))] {
            keep_typed(&mut core, id, DMO, (typed, typed), 1).unwrap();
            assert_eq!(desk(&mut core, id).drafted().as_deref(), kept);
            let noted = core.store().read(|tx| tx.drafted_act(id, DMO, 1)).unwrap();
            assert_eq!(noted.map(|(act, _)| act).as_deref(), kept);
        }
        // Beside what counts already nothing is kept.
        ranks(&mut core, id, EC, "p0 > ...");
        keep_typed(&mut core, id, EC, (ranking, ranking), 3).unwrap();
        assert_eq!(
            core.store().read(|tx| tx.panel_draft(id, EC)).unwrap(),
            None
        );
    }

    /// Whoever typed two names goes on with these two.
    #[test]
    fn of_what_was_typed_the_houses_that_were_named_are_tapped() {
        let (mut core, id) = opened(7);
        let whole = "rank P3 > P0 > P1 > P2 > P4 > P5 > P6";
        for typed in ["p3 > p0", "rank P3 > P0"] {
            keep_typed(&mut core, id, DMO, (whole, typed), 1).unwrap();
            let desk = desk(&mut core, id);
            assert_eq!(desk.drafted().as_deref(), Some(whole));
            let tapped = shown(&desk).into_iter().flatten();
            let tapped: Vec<String> = tapped.filter(|label| label.contains(". ")).collect();
            assert_eq!(tapped, ["2. P0", "1. P3"], "{typed}");
        }
    }

    /// The panel goes on from the ranking that counts, also where another one was put together
    /// before, and says which one counts when the time is up.
    #[test]
    fn what_was_put_together_gives_way_to_what_is_handed_in() {
        let (mut core, id) = opened(7);
        let step = |core: &mut Core, step: &str| {
            assert!(take_step(core, (id, 1), DMO, (step, None), 1).unwrap());
        };
        let said = |core: &mut Core| desk(core, id).controls(None).unwrap().said;
        let drafted = |core: &mut Core| desk(core, id).drafted().unwrap();
        step(&mut core, "tap 3");
        let in_the_end = "If nothing is handed in before the time is up, this counts.";
        assert!(said(&mut core).ends_with(in_the_end));
        let other = "rank P6 > P5 > P4 > P3 > P2 > P1 > P0";
        ranks(&mut core, id, DMO, other);
        assert!(!said(&mut core).contains("Not handed in yet"));
        assert_eq!(drafted(&mut core), other);
        // What is tapped from then on counts only once it is handed in.
        step(&mut core, "untap 6");
        let begun = said(&mut core);
        assert!(begun.starts_with("Not handed in yet"), "{begun}");
        assert!(!begun.contains("the time is up"), "{begun}");
        assert_eq!(drafted(&mut core), "rank P5 > P4 > P3 > P2 > P1 > P0 > P6");
        // Two names are tapped and handed in: they stay the two that were tapped.
        for tap in ["anew", "tap 3", "tap 0"] {
            step(&mut core, tap);
        }
        let two = drafted(&mut core);
        ranks(&mut core, id, DMO, &two);
        let tapped = shown(&desk(&mut core, id)).into_iter().flatten();
        assert_eq!(tapped.filter(|label| label.contains(". ")).count(), 2);
    }

    #[test]
    fn an_airdrop_is_a_courier_and_a_house() {
        for (players, rows) in [
            (7, vec![vec!["Courier 1"], vec!["P0"], vec!["P5"]]),
            (25, vec![vec!["Courier 1"], vec!["13"], vec!["13"]]),
        ] {
            let (mut core, id) = opened(players);
            for account in [DMO, EC] {
                ranks(&mut core, id, account, "p0 > ...");
            }
            for account in [DMO, EC] {
                assert!(core.ready(id, account, 3).is_ok());
            }
            let closed = shown(&desk(&mut core, id));
            assert_eq!(closed.len(), 1, "{closed:?}");
            let prompt = desk(&mut core, id).prompt.id;
            assert!(take_step(&mut core, (id, prompt), DMO, ("courier 3", None), 4).unwrap());
            let open = shown(&desk(&mut core, id));
            let first: Vec<Vec<&str>> = open.iter().map(|row| vec![row[0].as_str()]).collect();
            assert_eq!(first, rows);
        }
    }
}
