//! Short Circuit in the catalogue.

use std::ops::RangeInclusive;

use crate::Catalogue;

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
    players_apart: false,
    winner_takes_garnets: false,
    winner_earns: 0,
};

/// The two in the seats are enough.
pub const CAST_SIZES: RangeInclusive<usize> = 2..=64;
