//! Gridlock in the catalogue.

use std::ops::RangeInclusive;

use crate::Catalogue;

pub const CATALOGUE: Catalogue = Catalogue {
    title: "Gridlock",
    designer: "Toby",
    tags: &["Grid-based", "Social DM"],
    featured_in: &["Bang-A-Rang The Genius 1"],
    note: "Points aside, perfect play forces gridlock. From a white start the second player does \
           it in 20 moves; from a yellow one the first player in 19.",
    in_short: "Steer one Guard in turn, you along rows, your opponent along columns. Find the \
               hiders, or leave your opponent nowhere to go.",
    practice_round: false,
    players_apart: true,
    winner_takes_garnets: true,
    winner_earns: 0,
};

/// The two in the seats are enough.
pub const CAST_SIZES: RangeInclusive<usize> = 2..=64;
