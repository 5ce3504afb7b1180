//! Short Circuit in the catalogue.

use super::options::OPTIONS;
use super::reasons::{CIRCUIT, IMPOSSIBLE, SOLVED};
use super::verbs;
use crate::{Catalogue, Time};

pub const CATALOGUE: Catalogue = Catalogue {
    title: "Short Circuit",
    designer: "ISamEI",
    tags: &[
        "Nim-like",
        "Observation",
        "Piece placement",
        "Strategy",
        "Turn-based",
    ],
    featured_in: &["EpicMafia Genius 2", "Gambit Game: First Move"],
    note: "The default battery is our reconstruction. Board size and loose tiles stay secret until \
           it's decided who goes first. See also Monorail.",
    in_short: "Take turns placing tiles. Complete the circuit yourself, or call it impossible once \
               your opponent has spoilt it.",
    practice_round: true,
    reasons: &[CIRCUIT, SOLVED, IMPOSSIBLE],
    times: &[
        Time::new(
            "base_choose_s",
            60,
            "first player",
            "Choosing who goes first",
        ),
        Time::new("base_turn_s", 300, "turn", "A turn"),
        Time::new("base_solve_s", 300, "challenge", "Solving it after a call"),
        Time::reserve(300),
    ],
    options: OPTIONS,
    command: verbs::COMMAND,
    // `c4 se, c3 v` is one turn: if its second half has a mistake, its first half must not be
    // placed.
    commas_separate: false,
    withheld: Some(
        "The record holds the board and the loose tiles. They are secret, from hosts too, until \
         it's decided who goes first.",
    ),
    loses_if_late: Some("solve"),
    ..Catalogue::USUAL
};
