//! Tests of Crossfire that transcripts can't express.

mod anomalies;
mod asked;
mod said;
mod typed;

use std::sync::Arc;

use serde_json::Value;

use super::View;
use crate::registry::Views;
use crate::{AnyGame, Audience, Author, Cast, GameId, Party, Seat};

const ANOMALIES: [&str; 6] = [
    "ambush",
    "all_pay",
    "biorhythm",
    "both_ways",
    "ships",
    "shove",
];

fn open(options: Value) -> AnyGame {
    let players = ["Tiac", "Zac"];
    let cast = Cast::of(players, &players, &[]);
    let given = options.as_object().unwrap();
    let game = GameId::read("crossfire").unwrap();
    game.open(given, &Arc::new(cast)).unwrap()
}

/// Plays entries such as `dmo bid 3` or `clock for ec drain 1`.
fn played(options: Value, entries: &[&str]) -> AnyGame {
    let mut game = open(options);
    for entry in entries {
        let (by, whose, act) = match entry.strip_prefix("clock for ") {
            Some(rest) => {
                let (seat, act) = rest.split_once(' ').unwrap();
                let seat = Party::Seat(Seat::read(seat).unwrap());
                (Author::Clock, Some(seat), act)
            }
            None => {
                let (seat, act) = entry.split_once(' ').unwrap();
                (Author::Seat(Seat::read(seat).unwrap()), None, act)
            }
        };
        game.act(by, whose, act)
            .unwrap_or_else(|refusal| panic!("{entry}: {refusal:?}"));
    }
    game
}

/// What this audience sees of the match.
fn view(game: &AnyGame, to: Audience) -> View {
    let Views::Crossfire(view) = game.view(to).0 else {
        panic!("another game");
    };
    view
}

/// A match with few chips: Tiac has an arrow on B1, Zac one on C1, and Tiac won the third bid.
const BOTH_SPAWNED: [&str; 8] = [
    "dmo bid 0",
    "ec bid 0",
    "dmo spawn B1",
    "dmo bid 0",
    "ec bid 0",
    "ec spawn C1",
    "dmo bid 0",
    "ec bid 0",
];
