//! What prompts ask, and what the clock does.

use serde_json::json;

use super::super::{Flight, Happening, Landing, panel, say};
use super::{BOTH_SPAWNED, open, played, view};
use crate::panel::{PanelInput, Tap};
use crate::screen::Row;
use crate::{AnyGame, Audience, Author, Cell, Control, Dice, Party, Seat};

#[test]
fn the_clock_takes_chips_and_acts_when_they_are_gone() {
    /// The chips at the start, the entries, the late player, what the clock writes, and the
    /// overtime before that.
    type Case<'a> = (u32, &'a [&'a str], Seat, &'a [&'a str], Option<u32>);
    let cases: &[Case] = &[
        (2, &[], Seat::Dmo, &["drain 1"], Some(10)),
        (1, &[], Seat::Ec, &["drain 1", "bid 0"], Some(10)),
        (1, &["clock for ec drain 1"], Seat::Ec, &["bid 0"], None),
        (5, &BOTH_SPAWNED, Seat::Dmo, &["drain 1"], Some(10)),
        (
            2,
            &BOTH_SPAWNED,
            Seat::Dmo,
            &["drain 1", "move B1"],
            Some(10),
        ),
        (1, &BOTH_SPAWNED, Seat::Dmo, &["move B1"], None),
        // The drain ends the match, so nothing follows.
        (1, &BOTH_SPAWNED[..2], Seat::Dmo, &["drain 1"], Some(10)),
    ];
    for (chips, entries, seat, expected, overtime) in cases {
        let game = played(json!({ "chips": chips }), entries);
        let prompts = game.prompts();
        let prompt = prompts
            .iter()
            .find(|prompt| prompt.who == Party::Seat(*seat));
        assert_eq!(prompt.unwrap().overtime_s, *overtime, "{chips} {entries:?}");
        let acts = game.on_timeout(*seat, &mut Dice::new(7));
        assert_eq!(acts, *expected, "{chips} {entries:?}");
        let mut after = game.clone();
        for act in acts {
            after
                .act(Author::Clock, Some(Party::Seat(*seat)), &act)
                .unwrap();
        }
        // A drain alone doesn't restart the clock.
        if expected == &["drain 1"] && after.outcome().is_none() {
            assert_eq!(after.prompts()[0].id, game.prompts()[0].id);
        }
    }
    let forfeits = open(json!({"on_timeout": "forfeit"}));
    assert_eq!(forfeits.prompts()[0].overtime_s, None);
    assert_eq!(
        forfeits.on_timeout(Seat::Ec, &mut Dice::new(7)),
        ["forfeit"]
    );
}

#[test]
fn a_prompt_is_new_with_each_bid_and_each_action() {
    let mut ids = Vec::new();
    for count in 0..=BOTH_SPAWNED.len() {
        let prompts = played(json!({}), &BOTH_SPAWNED[..count]).prompts();
        assert!(prompts.iter().all(|prompt| prompt.id == prompts[0].id));
        let seats = if prompts[0].ask == "bid" { 2 } else { 1 };
        assert_eq!(prompts.len(), seats);
        ids.push(prompts[0].id);
    }
    assert_eq!(ids, [1, 1, 2, 3, 3, 4, 5, 5, 6]);
    let one_in = played(json!({}), &["ec bid 3"]).prompts();
    assert_eq!(
        one_in
            .iter()
            .map(|prompt| prompt.answered)
            .collect::<Vec<_>>(),
        [false, true]
    );
    let most = Control::Number {
        verb: "bid".into(),
        least: 0,
        most: 50,
    };
    assert!(one_in.iter().all(|prompt| prompt.control == most));
}

#[test]
fn a_player_without_arrows_is_warned_not_to_bid_everything() {
    let cases: &[(u32, &[&str], Seat, &str)] = &[
        (
            50,
            &[],
            Seat::Dmo,
            "Keep 1 chip for a spawn: if you win with more than 49",
        ),
        (
            50,
            &["dmo bid 0", "ec bid 0", "dmo spawn B1"],
            Seat::Ec,
            "more than 49",
        ),
        (
            1,
            &["clock for ec drain 1"],
            Seat::Ec,
            "can't pay for a spawn",
        ),
    ];
    for (chips, entries, seat, warning) in cases {
        let asked = ask(&played(json!({ "chips": chips }), entries), *seat);
        assert!(asked.contains(warning), "{asked}");
    }
    // On a host's own spaces there may be an opponent's arrow.
    let spawns = json!({ "blue": ["A2 right"], "red": ["A4 up", "D1 left"] });
    let entries = [
        "dmo bid 0",
        "ec bid 1",
        "ec spawn A4",
        "dmo bid 0",
        "ec bid 1",
        "ec move A4",
        "dmo bid 0",
        "ec bid 1",
        "ec move A3",
    ];
    let game = played(json!({ "chips": 10, "spawns": spawns }), &entries);
    let lost = "you have no arrows and no empty spawn space. If you win this bid, you lose.";
    let asked = ask(&game, Seat::Dmo);
    assert!(asked.contains(lost), "{asked}");
    let view = view(&game, Audience::Public);
    let said = say::ask_publicly(&view, Party::Seat(Seat::Dmo), &None);
    assert!(said.contains(lost), "{said}");
    assert!(!ask(&game, Seat::Ec).contains("Careful"));
    let caution = say::caution(&view, Seat::Dmo, "bid 3").unwrap();
    assert!(
        caution.contains("**you lose the match at once**"),
        "{caution}"
    );
    let safe = played(json!({}), &BOTH_SPAWNED[..3]);
    assert!(!ask(&safe, Seat::Dmo).contains("Careful"));
    let acting = played(json!({}), &BOTH_SPAWNED);
    assert!(ask(&acting, Seat::Dmo).contains("spawn an arrow or move one"));
}

/// Everybody reads this post after each round.
#[test]
fn the_full_warning_appears_only_when_it_is_new() {
    let game = played(json!({}), &["dmo bid 0", "ec bid 0", "dmo spawn B1"]);
    let view = view(&game, Audience::Public);
    let (from, to) = (Cell::new(1, 0), Cell::new(1, 1));
    let landing = Landing::Stays;
    let moved = |removed| Happening::Moved {
        seat: Seat::Dmo,
        flight: Flight { from, to, landing },
        backward: false,
        removed,
    };
    let short = "from 0 to 50. Keep 1 chip to spawn: bids up to 49 are safe.";
    let whole = "from 0 to 50. Careful: you have no arrows. Keep 1 chip";
    for (happened, expected) in [
        (None, short),
        (Some(moved(None)), short),
        (Some(moved(Some(Seat::Ec))), whole),
    ] {
        let said = say::ask_publicly(&view, Party::Seat(Seat::Ec), &happened);
        assert!(said.contains(expected), "{said}");
    }
    let opened = self::view(&open(json!({})), Audience::Public);
    let said = say::ask_publicly(&opened, Party::Seat(Seat::Ec), &None);
    assert!(said.contains(whole), "{said}");
    let safe = say::ask_publicly(&view, Party::Seat(Seat::Dmo), &None);
    assert!(safe.ends_with("from 0 to 49."), "{safe}");
}

#[test]
fn the_warning_counts_chips_as_the_anomalies_do() {
    for (anomalies, said) in [
        (json!([]), "If you win with 50, you have 0 chips left"),
        (
            json!(["all_pay"]),
            "If you win with 50 and your opponent bids 0, you have 0 chips left",
        ),
    ] {
        let game = played(json!({ "chips": 50, "anomalies": anomalies }), &[]);
        let view = view(&game, Audience::Seat(Seat::Dmo));
        let caution = say::caution(&view, Seat::Dmo, "bid 50");
        let caution = caution.expect("everything is bid");
        assert!(caution.contains(said), "{caution}");
    }
}

fn ask(game: &AnyGame, seat: Seat) -> String {
    say::ask(&view(game, Audience::Seat(seat)), Party::Seat(seat))
}

#[test]
fn a_bid_has_quick_buttons_and_can_be_changed_by_one() {
    let game = open(json!({ "chips": 4 }));
    let seen = view(&game, Audience::Seat(Seat::Dmo));
    let control = game.prompts()[0].control.clone();
    let desk = |draft| PanelInput {
        view: &seen,
        whose: Party::Seat(Seat::Dmo),
        asked: Some(&control),
        offers: &[],
        draft,
        cast: game.cast(),
        refuses: &|_| None,
        refused: None,
    };
    for (draft, step, then) in [
        (None, "more", Some("4")),
        (None, "less", Some("2")),
        (Some("4"), "more", Some("4")),
        (Some("0"), "less", None),
        (Some("2"), "twice", None),
    ] {
        let stepped = panel::step(&desk(draft), step);
        let drafted = stepped.and_then(|stepped| stepped.draft);
        assert_eq!(drafted.as_deref(), then, "{draft:?} {step}");
    }
    let shown = panel::panel(&desk(Some("4")));
    assert_eq!(shown.hand_in.as_deref(), Some("bid 4"));
    let buttons = shown.screen.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.iter(),
        Row::Menu(menu) => panic!("{menu:?}"),
    });
    let works = |button: &&crate::screen::Button<Tap>| !button.is_off;
    let labels: Vec<&str> = buttons.filter(works).map(|button| &*button.label).collect();
    let expected = ["Bid 0", "Bid 1", "Bid 2", "−", "Bid 4", "Type a number"];
    assert_eq!(labels, expected);
}
