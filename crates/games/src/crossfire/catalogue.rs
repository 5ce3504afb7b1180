//! Crossfire in the catalogue.

use std::ops::RangeInclusive;

use crate::Catalogue;

pub const CATALOGUE: Catalogue = Catalogue {
    title: "Crossfire",
    designer: "pseudonam",
    tags: &[
        "Bidding",
        "Grid-based",
        "Piece movement",
        "Piece placement",
        "Psych",
        "Simultaneous",
        "Strategy",
    ],
    featured_in: &[
        "The Genius: Variations on a Theme",
        "The Genius: Champ The Champion",
    ],
    note: "Both boards are our reconstructions; you can set your own spawn spaces instead. Ships \
           in the Night does nothing with Shove: on that board, all arrows of a colour face the \
           same way.",
    in_short: "Bid chips in secret for each move. Bring two arrows across the board to win.",
    practice_round: false,
    players_apart: false,
    winner_takes_garnets: false,
    winner_earns: 0,
};

/// The two in the seats are enough; the others only watch.
pub const CAST_SIZES: RangeInclusive<usize> = 2..=64;
