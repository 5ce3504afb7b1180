//! Roundabout in the catalogue.

use std::ops::RangeInclusive;

use crate::Catalogue;

pub const CATALOGUE: Catalogue = Catalogue {
    title: "Roundabout",
    designer: "Grunkle Squeaky",
    tags: &[
        "Cards",
        "Piece movement",
        "Piece placement",
        "Piece removal",
        "Strategy",
        "Turn-based",
    ],
    featured_in: &["Andy's Genius Done Quick"],
    note: "Best Thematic DM 2021. With fewer than 15 cars, the second player is favoured. The \
           board is our reconstruction; its outer roundabout has 6 or 18 spaces.",
    in_short: "Drive everyone's cars around the roundabouts, card by card, until your own three \
               are home.",
    practice_round: false,
    players_apart: false,
    winner_takes_garnets: false,
    winner_earns: 0,
};

/// Everybody in the cast is a car, and the two entourages need six.
pub const CAST_SIZES: RangeInclusive<usize> = 6..=22;
