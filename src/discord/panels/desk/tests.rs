//! Panels with a store: whether they fit into a message, and which unfinished choices are kept.

use serde_json::{Value, json};
use serenity::all::CreateActionRow;

use super::*;
use crate::discord::components;
use crate::discord::panels::screen;
use crate::referee::{Act, NewMatch, NewPerson, Practice};
use crate::store::{AccountId, ChannelId, ServerId, Stakes, Store};
use games::panel::Tap;
use games::screen::{Choices, Row};
use games::{BySeat, Dice, GameId, Role, WallMs};
use matches::{Event, Times};

#[path = "../../../../tests/live/house/thumb.rs"]
mod thumb;

/// The controls of a panel. Checks that its form's words fit.
fn rows(desk: &Desk) -> Vec<CreateActionRow> {
    let own = desk.panel(None).screen;
    for form in &own.forms {
        let labels = form.fields.iter().map(|field| &field.label);
        for said in labels.chain([&form.title]) {
            assert!((1..=FORM).contains(&said.chars().count()), "{said}");
        }
    }
    components::rows(
        own.map(|tap| screen::press(desk.id, desk.prompt_id(), tap))
            .rows,
    )
}

/// The most rows of a message, and the most buttons of a row (Discord documentation,
/// "Action Row").
const ROWS: usize = 5;
const BUTTONS: usize = 5;
/// The longest title of a form and label of a field (Discord documentation, "Modal", "Text Input").
const FORM: usize = 45;

fn fit(rows: &[CreateActionRow], what: &str) {
    assert!(rows.len() <= ROWS, "{} rows: {what}", rows.len());
    for row in rows {
        if let CreateActionRow::Buttons(buttons) = row {
            let count = buttons.len();
            assert!((1..=BUTTONS).contains(&count), "{count} buttons: {what}");
        }
    }
}

/// A match with the game's largest cast, because its panels are the fullest.
fn opened(game: GameId, seed: u64) -> (Core, MatchId) {
    let mut core = Core::new(Store::in_memory().unwrap(), seed);
    let count = *game.catalogue().cast_sizes.end() as u64;
    let person = |index: u64| NewPerson {
        name: format!("Player number {index}"),
        role: if index + 2 < count {
            Role::Player
        } else {
            Role::Dealer
        },
        account: Some(AccountId(100 + index)),
        garnets: 9,
        bound: None,
        position: None,
    };
    let cast: Vec<NewPerson> = (0..count).map(person).collect();
    let new = NewMatch {
        guild: Some(ServerId(1)),
        channel: ChannelId(2),
        season: None,
        host: AccountId(9),
        game,
        options: serde_json::Map::new(),
        times: Times::defaults(game),
        lateness: Default::default(),
        seats: game.catalogue().seats.then(|| BySeat {
            dmo: cast[0].name.clone(),
            ec: cast[1].name.clone(),
        }),
        cast,
        start_at_ms: None,
        choices_due_ms: None,
        stakes: Stakes::Nothing,
        practice: Practice::No,
    };
    let Ok(id) = core.open_match(new, WallMs(0)) else {
        panic!("{game:?} is not opened");
    };
    (core, id)
}

/// Opens every panel and every prompt's controls during random matches, after every possible first
/// step.
#[test]
fn every_panel_fits_into_a_message() {
    for game in GameId::ALL.iter().copied() {
        for seed in 0..4 {
            let (mut core, id) = opened(game, seed);
            let mut dice = Dice::new(seed);
            let mut seen = 0;
            for at in 0..120 {
                let accounts: Vec<AccountId> = (100..125).map(AccountId).collect();
                let mut acts = Vec::new();
                for account in accounts {
                    let Some(mut desk) = Desk::of(&core, id, account).unwrap() else {
                        continue;
                    };
                    seen += 1;
                    let what = format!("{game:?} {seed} at {at}: {:?}", desk.prompt);
                    let beginnings = desk.offers.iter().map(|offer| offer.act.clone());
                    let begun = |act: String| {
                        let (begin, end) = act.rsplit_once(' ')?;
                        Some([begin.to_owned(), end.to_owned()])
                    };
                    let drafts: std::collections::BTreeSet<String> =
                        beginnings.filter_map(begun).flatten().collect();
                    let drafts = std::iter::once(None).chain(drafts.into_iter().map(Some));
                    for draft in drafts.take(20) {
                        desk.draft = draft;
                        fit(&rows(&desk), &what);
                    }
                    desk.draft = None;
                    for _ in 0..4 {
                        tap_a_step(&mut desk, &mut dice, &what);
                    }
                    let asked = desk.prompt.map(|prompt| prompt.who);
                    let offers = asked.map(|who| core.offers(id, who, "").unwrap());
                    if let Some(offer) = dice.pick(&offers.unwrap_or_default()) {
                        acts.push((account, offer.act.clone()));
                    }
                }
                for (account, text) in acts {
                    let act = Act::new(id, account, text, WallMs(2));
                    // Another action may have ended the turn.
                    let _ = core.act(&act, WallMs(2));
                }
                if at == 3 {
                    // People who haven't chosen by now don't choose.
                    let _ = core.begin(id, AccountId(9), true, WallMs(2));
                }
            }
            assert!(seen > 0, "{game:?} {seed}: {seen}");
        }
    }
}

/// Taps one of the panel's buttons that change the draft, after a choice in one of its menus. What
/// is in the button's place then means the same.
fn tap_a_step(desk: &mut Desk, dice: &mut Dice, what: &str) {
    let message = |desk: &Desk| json!({ "components": rows(desk) });
    let (mut menus, mut buttons) = (Vec::new(), Vec::new());
    for row in desk.panel(None).screen.rows {
        match row {
            Row::Menu(menu) => {
                if let (Tap::Step(step), Choices::Items(items)) = (&menu.press, menu.of) {
                    let steps = items
                        .into_iter()
                        .map(|item| (step.clone(), Some(item.value)));
                    menus.extend(steps);
                }
            }
            Row::Buttons(row) => buttons.extend(row.into_iter().filter_map(|button| {
                let Some(Tap::Step(step)) = button.press else {
                    return None;
                };
                Some((step, None))
            })),
        }
    }
    for steps in [menus, buttons] {
        let Some((step, value)) = dice.pick(&steps) else {
            continue;
        };
        let before = message(desk);
        let taken = desk.at(None, |desk| desk.step(step, value.as_deref()));
        if let Some(draft) = taken.and_then(|stepped| stepped.draft) {
            if let Some(sketch) = desk.snapshot.view.sketch(Some(&draft)) {
                desk.snapshot.view = sketch;
            }
            desk.draft = Some(draft);
        }
        let tap = Tap::Step(step.clone());
        let press = screen::press(desk.id, desk.prompt_id(), tap).to_string();
        let changed = thumb::changed_under_thumb(&before, &press, &message(desk));
        assert_eq!(changed, None, "{what}");
    }
}

/// The accounts of the DMO and the EC.
const DMO: AccountId = AccountId(100);
const EC: AccountId = AccountId(101);

/// A match with a dealer and this many players, called P0, P1 and so on. The first two are in the
/// seats.
fn ranked(players: u64) -> (Core, MatchId) {
    let mut core = Core::new(Store::in_memory().unwrap(), 1);
    let person = |index: u64| {
        let role = if index < players {
            Role::Player
        } else {
            Role::Dealer
        };
        NewPerson::new(format!("P{index}"), role, Some(AccountId(DMO.0 + index)))
    };
    let game = GameId::read("invitational").unwrap();
    let new = NewMatch {
        guild: Some(ServerId(1)),
        channel: ChannelId(2),
        season: None,
        host: AccountId(DMO.0 + players),
        game,
        options: serde_json::Map::new(),
        times: Times::defaults(game),
        lateness: Default::default(),
        cast: (0..=players).map(person).collect(),
        seats: Some(BySeat {
            dmo: "P0".to_owned(),
            ec: "P1".to_owned(),
        }),
        start_at_ms: None,
        choices_due_ms: None,
        stakes: Stakes::Nothing,
        practice: Practice::No,
    };
    let Ok(id) = core.open_match(new, WallMs(0)) else {
        panic!("the match is not opened");
    };
    (core, id)
}

/// A person submits a typed ranking.
fn ranks(core: &mut Core, id: MatchId, account: AccountId, ranking: &str) {
    let act = Act::new(id, account, ranking, WallMs(2));
    assert!(core.act(&act, WallMs(2)).is_ok(), "{ranking}");
}

fn desk(core: &mut Core, id: MatchId) -> Desk {
    Desk::of(core, id, DMO).unwrap().unwrap()
}

/// The labels of buttons, and for a menu the number of its items, row by row.
fn shown(desk: &Desk) -> Vec<Vec<String>> {
    let rows = serde_json::to_value(rows(desk)).unwrap();
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
fn people_tap_or_choose_a_ranking_name_by_name() {
    for (players, steps, rows, ranking) in [
        (7, &[][..], vec![5, 2, 4], None),
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
        // A double tap counts as one.
        (
            7,
            &[("tap 3", None), ("tap 3", None), ("untap 0", None)],
            vec![5, 2, 4],
            Some("rank P3 > P0 > P1 > P2 > P4"),
        ),
        (7, &[("tap 3", None), ("undo", None)], vec![5, 2, 4], None),
        (
            20,
            &[("tap 19", None)],
            vec![5, 5, 5, 5, 4],
            Some("rank P19 > P0"),
        ),
        // More names than buttons fit.
        (25, &[], vec![1, 4], None),
        (
            25,
            &[("next", Some("24")), ("next", Some("2"))],
            vec![1, 4],
            Some("rank P24 > P2 > P0"),
        ),
        (
            25,
            &[("next", Some("24")), ("start-over", None)],
            vec![1, 4],
            None,
        ),
    ] {
        let (mut core, id) = ranked(players);
        for (step, value) in steps {
            assert!(
                take_step(&mut core, id, 1, DMO, step, *value, WallMs(1))
                    .unwrap()
                    .is_some()
            );
        }
        let desk = desk(&mut core, id);
        let counts: Vec<usize> = shown(&desk).iter().map(Vec::len).collect();
        assert_eq!(counts, rows, "{players} {steps:?}");
        // Without taps there is nothing to submit, and nothing counts when time runs out.
        let drafted = desk.panel(None).hand_in;
        assert_eq!(drafted.is_some(), ranking.is_some(), "{drafted:?}");
        if let Some((drafted, ranking)) = drafted.zip(ranking) {
            assert!(drafted.starts_with(ranking), "{drafted}");
        }
        let noted = core.store().read(|tx| tx.drafted_act(id, DMO, 1)).unwrap();
        assert_eq!(noted.map(|(act, _)| act), desk.panel(None).hand_in);
    }
}

#[test]
fn wrong_steps_change_nothing() {
    let (mut core, id) = ranked(7);
    for (account, prompt, step) in [
        (AccountId(EC.0 + 1), 1, "tap 3"),
        (DMO, 2, "tap 3"),
        (DMO, 1, "tap 7"),
        (DMO, 1, "tap 200"),
        (DMO, 1, "next"),
        (DMO, 1, "jump"),
    ] {
        let taken = take_step(&mut core, id, prompt, account, step, None, WallMs(1));
        assert!(taken.unwrap().is_none(), "{account} {prompt} {step}");
    }
    assert_eq!(desk(&mut core, id).draft, None);
}

/// A tap after the deadline does not count, even before the clock has decided for the missing
/// person.
#[test]
fn a_late_tap_changes_nothing() {
    let (mut core, id) = ranked(7);
    let due_ms = core.table(id).unwrap().unwrap().play.preparation_deadline();
    let due_ms = due_ms.unwrap();
    for (step, made_at_ms, expected) in [
        ("tap 3", due_ms, true),
        ("tap 0", due_ms + 1, false),
        ("undo", due_ms + 1, false),
    ] {
        let taken = take_step(&mut core, id, 1, DMO, step, None, made_at_ms);
        assert_eq!(taken.unwrap().is_some(), expected, "{step}");
    }
    let drafted = desk(&mut core, id).panel(None).hand_in.unwrap();
    assert!(drafted.starts_with("rank P3 > P0 > P1 > P2"), "{drafted}");
    // The reminders so far, then the deadline with its grace.
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
fn a_typed_ranking_is_kept_like_a_tapped_one_until_it_is_confirmed() {
    let (mut core, id) = ranked(7);
    let ranking = "rank P3 > P0 > P1 > P2 > P4 > P5 > P6";
    for (typed, kept) in [("resign", None), (ranking, Some(ranking))] {
        keep_typed(&mut core, id, DMO, typed, typed, WallMs(1)).unwrap();
        assert_eq!(desk(&mut core, id).panel(None).hand_in.as_deref(), kept);
        let noted = core.store().read(|tx| tx.drafted_act(id, DMO, 1)).unwrap();
        assert_eq!(noted.map(|(act, _)| act).as_deref(), kept);
    }
    // Once a ranking counts, nothing is kept.
    ranks(&mut core, id, EC, "p0 > ...");
    keep_typed(&mut core, id, EC, ranking, ranking, WallMs(3)).unwrap();
    assert_eq!(
        core.store().read(|tx| tx.panel_draft(id, EC)).unwrap(),
        None
    );
}

#[test]
fn only_the_typed_houses_show_as_tapped() {
    let (mut core, id) = ranked(7);
    let whole = "rank P3 > P0 > P1 > P2 > P4 > P5 > P6";
    for typed in ["p3 > p0", "rank P3 > P0"] {
        keep_typed(&mut core, id, DMO, whole, typed, WallMs(1)).unwrap();
        let desk = desk(&mut core, id);
        assert_eq!(desk.panel(None).hand_in.as_deref(), Some(whole));
        let tapped = shown(&desk).into_iter().flatten();
        let tapped: Vec<String> = tapped.filter(|label| label.contains(". ")).collect();
        assert_eq!(tapped, ["2. P0", "1. P3"], "{typed}");
    }
}

/// The panel continues from the ranking that counts, even if the person tapped another one before.
/// It says which one counts when time runs out.
#[test]
fn a_submitted_ranking_replaces_the_tapped_one() {
    let (mut core, id) = ranked(7);
    let step = |core: &mut Core, step: &str| {
        assert!(
            take_step(core, id, 1, DMO, step, None, WallMs(1))
                .unwrap()
                .is_some()
        );
    };
    let said = |core: &mut Core| desk(core, id).panel(None).screen.text;
    let drafted = |core: &mut Core| desk(core, id).panel(None).hand_in.unwrap();
    step(&mut core, "tap 3");
    let in_the_end = "If time runs out, this counts.";
    assert!(said(&mut core).ends_with(in_the_end));
    let other = "rank P6 > P5 > P4 > P3 > P2 > P1 > P0";
    ranks(&mut core, id, DMO, other);
    assert!(!said(&mut core).contains("Not submitted yet"));
    assert_eq!(drafted(&mut core), other);
    // Later taps count only once they are submitted.
    step(&mut core, "untap 6");
    let begun = said(&mut core);
    assert!(begun.starts_with("Not submitted yet"), "{begun}");
    assert!(!begun.contains("time runs out"), "{begun}");
    assert_eq!(drafted(&mut core), "rank P5 > P4 > P3 > P2 > P1 > P0 > P6");
    // Two tapped and submitted names stay the two that were tapped.
    for tap in ["start-over", "tap 3", "tap 0"] {
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
        (7, vec![vec!["Courier 1"], vec!["8"]]),
        (25, vec![vec!["Courier 1"], vec!["13"], vec!["13"]]),
    ] {
        let (mut core, id) = ranked(players);
        for account in [DMO, EC] {
            ranks(&mut core, id, account, "p0 > ...");
        }
        for account in [DMO, EC] {
            assert!(core.ready(id, account, WallMs(3)).is_ok());
        }
        let closed = shown(&desk(&mut core, id));
        assert_eq!(closed.len(), 1, "{closed:?}");
        let prompt = desk(&mut core, id).prompt_id();
        let taken = take_step(&mut core, id, prompt, DMO, "courier 3", None, WallMs(4));
        assert!(taken.unwrap().is_some());
        let open = shown(&desk(&mut core, id));
        let first: Vec<Vec<&str>> = open.iter().map(|row| vec![row[0].as_str()]).collect();
        assert_eq!(first, rows);
    }
}
