//! What the catalogue says of Crossfire.

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
    note: "Both boards are reconstructions; spawn spaces of your own can be set instead. \
           The anomaly Ships in the Night has no effect together with Shove: all arrows of a colour \
           face the same way there.",
    in_short: "Bid chips in secret for each move, and bring two arrows across the board.",
    practice_round: false,
    players_apart: false,
    winner_takes_garnets: false,
    winner_earns: 0,
};

/// The two in the seats are enough; the others only watch.
pub const CAST_SIZES: RangeInclusive<usize> = 2..=64;
