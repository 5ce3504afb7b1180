//! DM Invitational in the catalogue.

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
    note: "Everyone in the season has a house, so complete the cast before you open the match. \
           The map for 13 players and 2 dealers is our reconstruction; other casts get a random \
           one.",
    in_short: "Send four couriers along roads by secret, simultaneous orders until every house has \
               your letters.",
    practice_round: false,
    players_apart: false,
    winner_takes_garnets: false,
    winner_earns: 1,
};

/// One house for each person. With fewer there is nowhere to go; more don't fit into a picture.
pub const CAST_SIZES: RangeInclusive<usize> = 8..=26;
