//! What the catalogue says of DM Invitational.

use std::ops::RangeInclusive;

use crate::Catalogue;

pub const CATALOGUE: Catalogue = Catalogue {
    title: "DM Invitational",
    designer: "ISamEI",
    tags: &[
        "Piece movement",
        "Piece placement",
        "Psych",
        "Routing",
        "Simultaneous",
        "Strategy",
    ],
    featured_in: &["Genius Invitational"],
    note: "Everybody of the season has a house on the map, so the cast must be complete before the match is opened. \
           The map of 13 players and 2 dealers is a reconstruction; other casts get a map of their own, drawn by chance.",
    in_short: "Send four couriers along roads, by secret orders at the same time, until every house has \
               your letters.",
    practice_round: false,
    players_apart: false,
    winner_takes_garnets: false,
    winner_earns: 1,
};

/// One house each. Fewer leave nowhere to go, more do not fit a picture.
pub const CAST_SIZES: RangeInclusive<usize> = 8..=26;
