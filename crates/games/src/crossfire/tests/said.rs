//! What people read about a match.

use serde_json::json;

use super::super::{Refusal, say};
use super::{ANOMALIES, BOTH_SPAWNED, open, played, view};
use crate::{Audience, Author, Happening, Party, Refuses, Seat};

#[test]
fn text_describes_the_whole_board_and_this_matchs_rules() {
    let all = json!({"chips": 30, "anomalies": ANOMALIES});
    let spawns = json!({ "blue": ["B1 down"], "red": ["A4 up", "D1 left"] });
    let own = open(json!({ "anomalies": ["ships", "shove"], "spawns": spawns }));
    let own = view(&own, Audience::Public);
    let rules = say::rules(&own);
    let told = "The host chose the spawn spaces. Blue spawns on B1 down; red on A4 up and D1 left.";
    assert!(rules.ends_with(told), "{rules}");
    assert!(
        !rules.contains("reconstruct") && !rules.contains("does nothing"),
        "{rules}"
    );
    let plain = played(json!({}), &BOTH_SPAWNED[..7]);
    let cast = plain.cast().clone();
    let (open_bid, varied) = (
        view(&plain, Audience::Public),
        view(&open(all), Audience::Public),
    );
    let board = say::description(&open_bid, &cast);
    for part in [
        "Crossfire. Round 3 · bids · ties go to Tiac. Tiac has bid. Waiting for a bid from Zac.",
        "Tiac (blue): 49 chips, 0 of 2 goals. Arrows: B1 facing down.",
        "Zac (red): 49 chips",
        "C1 facing down",
        "Spawn spaces of blue: B1 down for 3,",
    ] {
        assert!(board.contains(part), "{part}: {board}");
    }
    let rules = say::rules(&open_bid);
    assert!(
        rules.contains("50 chips") && !rules.contains("Ships"),
        "{rules}"
    );
    let rules = say::rules(&varied);
    for part in [
        "30 chips",
        "(Ambush Reinforcements)",
        "(All-Pay)",
        "Biorhythm",
        "Both Ways",
        "**Ships in the Night:** After",
        "does nothing",
    ] {
        assert!(rules.contains(part), "{part}: {rules}");
    }
}

#[test]
fn a_sealed_bid_at_the_end_is_told_as_unplayed() {
    let (dmo, ec) = (Author::Seat(Seat::Dmo), Author::Seat(Seat::Ec));
    for (by, whose, act) in [
        (dmo, None, "resign"),
        (Author::Host, Some(Party::Seat(Seat::Dmo)), "forfeit"),
        (Author::Host, None, "void"),
    ] {
        let mut game = open(json!({}));
        game.act(ec, None, "bid 5").unwrap();
        game.act(by, whose, act).unwrap();
        // Before the reveal nobody else knows the bid.
        let public = view(&game, Audience::Public);
        assert_eq!(public.bids.ec, None, "{act}");
        let all = view(&game, Audience::All);
        let unplayed = "Zac's secret bid of 5 was never played";
        for said in [
            say::description(&all, game.cast()),
            say::revealed(&all, game.cast()),
        ] {
            assert!(said.contains(unplayed), "{act}: {said}");
            assert!(!said.contains("bid 5"), "{act}: {said}");
        }
        assert_eq!(game.state()["bids"], json!({"ec": 5}));
    }
    // Once both have bid, the bids are played and told, even if the match ends right after.
    let mut game = open(json!({}));
    for (by, act) in [(ec, "bid 5"), (dmo, "bid 3"), (dmo, "resign")] {
        game.act(by, None, act).unwrap();
    }
    let said = say::revealed(&view(&game, Audience::All), game.cast());
    assert!(!said.contains("bid"), "{said}");
}

#[test]
fn everybody_reads_what_happens() {
    let options = json!({"chips": 10, "anomalies": ["ships", "both_ways"]});
    let mut game = open(options);
    for line in include_str!("happens.txt").lines().skip(1) {
        let (entry, expected) = line.split_once(" ->").unwrap();
        let (by, act) = entry.split_once(' ').unwrap();
        let (by, whose) = match by {
            "clock" => (Author::Clock, Some(Party::Seat(Seat::Ec))),
            seat => (Author::Seat(Seat::read(seat).unwrap()), None),
        };
        let taken = game.act(by, whose, act).unwrap();
        let told: Vec<String> = taken
            .happenings
            .iter()
            .map(|happening| match happening {
                Happening::OfGame(happening) => happening.say(game.cast()),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(told.join(" "), expected.trim_start(), "{act}");
    }
}

#[test]
fn everybody_reads_who_pays_what() {
    for (anomaly, bids, expected) in [
        (
            "all_pay",
            [0, 0],
            "Tiac wins the tie. Nobody pays anything.",
        ),
        ("all_pay", [3, 0], "Tiac wins the bid and pays 3 chips."),
        (
            "all_pay",
            [3, 3],
            "Tiac wins the tie, pays 3 chips and receives 3.",
        ),
        (
            "all_pay",
            [1, 5],
            "Zac wins the bid, pays 5 chips and receives 1.",
        ),
        ("shove", [0, 0], "Tiac wins the tie and pays nothing."),
        (
            "biorhythm",
            [5, 6],
            "Tiac wins the bid and pays Zac 5 chips.",
        ),
    ] {
        let mut game = open(json!({ "anomalies": [anomaly] }));
        let [dmo, ec] = bids.map(|bid| format!("bid {bid}"));
        game.act(Author::Seat(Seat::Dmo), None, &dmo).unwrap();
        let taken = game.act(Author::Seat(Seat::Ec), None, &ec).unwrap();
        let [Happening::OfGame(told)] = &taken.happenings[..] else {
            panic!("{:?}", taken.happenings);
        };
        let told = told.say(game.cast());
        assert!(told.ends_with(expected), "{told}");
    }
}

#[test]
fn the_example_bid_is_possible() {
    let game = open(json!({}));
    for (chips, example) in [
        (0, "`bid 0`"),
        (1, "`bid 1`"),
        (2, "`bid 2`"),
        (40, "`bid 7`"),
    ] {
        let said = Refusal::BidsFirst { chips }.say(game.cast());
        assert!(said.contains(example), "{said}");
    }
}
