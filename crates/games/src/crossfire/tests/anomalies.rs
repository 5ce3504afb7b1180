//! Random play with every set of anomalies. The test computes the expected results itself.

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde_json::{Value, json};

use super::{ANOMALIES, open};
use crate::{AnyGame, Author, Dice, Party};

#[test]
fn every_set_of_anomalies_keeps_its_rules() {
    let mut sets = BTreeSet::new();
    let mut ends = BTreeSet::new();
    for set in 0..64u32 {
        let chosen = ANOMALIES.iter().enumerate();
        let chosen = chosen.filter(|(place, _)| set & (1 << place) != 0);
        let anomalies: Vec<&str> = chosen.map(|(_, name)| *name).collect();
        for seed in 0..8u64 {
            let mut dice = Dice::new(u64::from(set) * 1000 + seed);
            let chips = [1, 4, 12, 60][seed as usize % 4];
            // Any order is accepted; the rulebook's order is written.
            let mut given = anomalies.clone();
            dice.shuffle(&mut given);
            let own_spaces = dice
                .one_in(2)
                .then(|| OWN_SPACES.map(|spaces| json!(spaces)));
            let spawns =
                own_spaces.map_or(Value::Null, |[blue, red]| json!({"blue": blue, "red": red}));
            let options = json!({"chips": chips, "anomalies": given, "spawns": spawns});
            let mut game = open(options);
            assert_eq!(game.options()["anomalies"], json!(anomalies));
            assert_eq!(game.options()["spawns"], spawns);
            while game.outcome().is_none() {
                let before = game.state();
                let (by, whose, act) = next(&game, &mut dice);
                game.act(by, whose, &act)
                    .unwrap_or_else(|refusal| panic!("{anomalies:?} {act}: {refusal:?}"));
                Check {
                    anomalies: &anomalies,
                    own_spaces: !spawns.is_null(),
                    before,
                    after: game.state(),
                    act: &act,
                }
                .all();
            }
            ends.insert(game.state()["result"]["reason"].to_string());
            sets.insert(anomalies.clone());
        }
    }
    assert_eq!(sets.len(), 64);
    assert_eq!(ends.len(), 2, "both ends occur: {ends:?}");
}

/// A random entry, sometimes by the clock.
fn next(game: &AnyGame, dice: &mut Dice) -> (Author, Option<Party>, String) {
    let mut prompts = game.prompts();
    prompts.retain(|prompt| !prompt.answered);
    let who = dice.pick(&prompts).unwrap().who;
    let Party::Seat(seat) = who else {
        panic!("{who:?} is not a seat");
    };
    if dice.one_in(8) {
        let act = game.on_timeout(seat, dice).remove(0);
        return (Author::Clock, Some(who), act);
    }
    (Author::Seat(seat), None, game.sample(who, dice).unwrap())
}

/// An entry, and the states before and after it.
struct Check<'a> {
    anomalies: &'a [&'a str],
    /// Whether the spawn spaces are [`OWN_SPACES`].
    own_spaces: bool,
    before: Value,
    after: Value,
    act: &'a str,
}

impl Check<'_> {
    fn has(&self, anomaly: &str) -> bool {
        self.anomalies.contains(&anomaly)
    }

    fn context(&self) -> String {
        let Check {
            anomalies,
            before,
            after,
            act,
            ..
        } = self;
        format!("{anomalies:?} {act}\n{before}\n{after}")
    }

    /// Checks that two values are equal.
    #[track_caller]
    fn same<A: PartialEq<B> + Debug, B: Debug>(&self, found: A, expected: B) {
        assert_eq!(found, expected, "{}", self.context());
    }

    #[track_caller]
    fn holds(&self, is_so: bool) {
        assert!(is_so, "{}", self.context());
    }

    fn all(&self) {
        self.board();
        match self.act.split_once(' ').unwrap().0 {
            "bid" if self.after["bids"].as_object().unwrap().len() == 2 => self.bids(),
            "bid" => self.same(&self.before["chips"], &self.after["chips"]),
            "drain" => {
                let lost = chips(&self.before) - chips(&self.after);
                self.same(lost, 1);
                self.same(&self.before["arrows"], &self.after["arrows"]);
            }
            _ => self.action(),
        }
    }

    /// Every arrow is in a lane of its own, and not beyond the lane's last cell.
    fn board(&self) {
        let arrows = self.after["arrows"].as_object().unwrap();
        for (cell, arrow) in arrows {
            let lane = lanes(self.own_spaces, self.has("shove")).into_iter().find(
                |(owner, facing, cells)| {
                    arrow["owner"] == *owner
                        && arrow["facing"] == *facing
                        && cells[..3].contains(&cell.as_str())
                },
            );
            assert!(lane.is_some(), "{cell}: {}", self.context());
            let back = arrow["back"] == true;
            self.holds(!back || self.has("both_ways"));
        }
    }

    fn bids(&self) {
        let bid = |seat: &str| self.after["bids"][seat].as_i64().unwrap();
        let round = self.before["round"].as_i64().unwrap();
        let favoured = if round % 2 == 1 { "dmo" } else { "ec" };
        let rhythm = self.has("biorhythm");
        let worth = |seat: &str| bid(seat) + if rhythm && seat == favoured { 2 } else { 0 };
        let tied = match self.before["lost_last"].as_str() {
            _ if rhythm => favoured,
            Some(loser) => loser,
            None => "dmo",
        };
        let winner = match worth("dmo") - worth("ec") {
            0 => tied,
            more if more > 0 => "dmo",
            _ => "ec",
        };
        let loser = if winner == "dmo" { "ec" } else { "dmo" };
        self.same(&self.after["lost_last"], loser);
        let had = |seat: &str| self.before["chips"][seat].as_i64().unwrap();
        let back = if self.has("all_pay") { bid(loser) } else { 0 };
        let now = &self.after["chips"];
        self.same(&now[winner], had(winner) - bid(winner) + back);
        self.same(&now[loser], had(loser) + bid(winner) - back);
        if self.after["phase"] == "acting" {
            self.same(&self.after["won_round"], winner);
        } else {
            let stuck = json!({"winner": loser, "reason": "stuck"});
            self.same(&self.after["result"], &stuck);
        }
    }

    fn action(&self) {
        let winner = self.before["won_round"].as_str().unwrap();
        // The chips paid are the prices of the new arrows.
        let base: i64 = if self.has("ambush") { 2 } else { 3 };
        let words: Vec<&str> = self.act.split(' ').collect();
        let mut price = 0;
        for (cell, count) in self.after["spawned"].as_object().unwrap() {
            let before = self.before["spawned"][cell].as_i64().unwrap_or(0);
            let new = count.as_i64().unwrap() - before;
            let named = words[0] == "spawn" && words[1..].contains(&cell.as_str());
            self.same(new, i64::from(named));
            price += new * base.pow(before as u32);
        }
        let paid = chips(&self.before) - chips(&self.after);
        self.same(paid, price);
        self.holds(words.len() == 2 || self.has("ambush"));
        // Only the winner of the bid scores, and two goals end the match.
        let scored = |state: &Value, seat: &str| state["goals"][seat].as_i64().unwrap();
        let loser = if winner == "dmo" { "ec" } else { "dmo" };
        self.same(scored(&self.before, loser), scored(&self.after, loser));
        let goals = scored(&self.after, winner);
        self.same(goals >= 2, self.after["phase"] == "over");
        self.holds(goals <= 2 || self.has("ships"));
        let round = |state: &Value| state["round"].as_i64().unwrap();
        let next = round(&self.before) + i64::from(goals < 2);
        self.same(round(&self.after), next);
        // Ships leaves no neighbours that face different ways.
        if self.has("ships") && goals < 2 {
            let arrows = self.after["arrows"].as_object().unwrap();
            for (one, arrow) in arrows {
                for (other, beside) in arrows {
                    let differ = arrow["owner"] == winner
                        && beside["owner"] == winner
                        && arrow["facing"] != beside["facing"];
                    self.holds(!differ || distance(one, other) > 1);
                }
            }
        }
    }
}

fn chips(state: &Value) -> i64 {
    let of = |seat: &str| state["chips"][seat].as_i64().unwrap();
    of("dmo") + of("ec")
}

fn distance(one: &str, other: &str) -> u8 {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    one[0].abs_diff(other[0]) + one[1].abs_diff(other[1])
}

/// A host's own spawn spaces for blue and red. Each is in the other's way.
const OWN_SPACES: [[&str; 4]; 2] = [
    ["A1 right", "D4 up", "D1 down", "A3 right"],
    ["A2 right", "C4 up", "D2 left", "B1 down"],
];

/// Each colour's lanes, from the spawn space to the last cell.
fn lanes(own_spaces: bool, shove: bool) -> Vec<(&'static str, &'static str, [&'static str; 4])> {
    if own_spaces {
        vec![
            ("dmo", "right", ["A1", "B1", "C1", "D1"]),
            ("dmo", "up", ["D4", "D3", "D2", "D1"]),
            ("dmo", "down", ["D1", "D2", "D3", "D4"]),
            ("dmo", "right", ["A3", "B3", "C3", "D3"]),
            ("ec", "right", ["A2", "B2", "C2", "D2"]),
            ("ec", "up", ["C4", "C3", "C2", "C1"]),
            ("ec", "left", ["D2", "C2", "B2", "A2"]),
            ("ec", "down", ["B1", "B2", "B3", "B4"]),
        ]
    } else if shove {
        vec![
            ("dmo", "right", ["A1", "B1", "C1", "D1"]),
            ("dmo", "right", ["A2", "B2", "C2", "D2"]),
            ("dmo", "right", ["A3", "B3", "C3", "D3"]),
            ("dmo", "right", ["A4", "B4", "C4", "D4"]),
            ("ec", "left", ["D1", "C1", "B1", "A1"]),
            ("ec", "left", ["D2", "C2", "B2", "A2"]),
            ("ec", "left", ["D3", "C3", "B3", "A3"]),
            ("ec", "left", ["D4", "C4", "B4", "A4"]),
        ]
    } else {
        vec![
            ("dmo", "down", ["B1", "B2", "B3", "B4"]),
            ("dmo", "left", ["D2", "C2", "B2", "A2"]),
            ("dmo", "up", ["C4", "C3", "C2", "C1"]),
            ("dmo", "right", ["A3", "B3", "C3", "D3"]),
            ("ec", "down", ["C1", "C2", "C3", "C4"]),
            ("ec", "left", ["D3", "C3", "B3", "A3"]),
            ("ec", "up", ["B4", "B3", "B2", "B1"]),
            ("ec", "right", ["A2", "B2", "C2", "D2"]),
        ]
    }
}
