//! DM Invitational in the catalogue.

use super::options::{CAST_SIZES, OPTIONS};
use super::reasons::{DEALERS, DELIVERED, GARNETS, LETTERS, RANKING, TIE};
use super::verbs;
use crate::{Catalogue, Time};

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
    winner_earns: 1,
    cast_sizes: CAST_SIZES,
    reasons: &[DELIVERED, LETTERS, DEALERS, RANKING, GARNETS, TIE],
    times: &[
        Time::new(
            "base_rank_s",
            24 * 60 * 60,
            "ranking",
            "Ranking, before the match",
        ),
        Time::new("base_drop_s", 120, "airdrop", "An airdrop"),
        Time::new("base_send_s", 120, "order", "Sending a courier"),
        Time::reserve(300),
    ],
    choice_time: Some("base_rank_s"),
    choice_in_practice_s: Some(300),
    options: OPTIONS,
    command: verbs::COMMAND,
    // People also separate a ranking with commas, and of several orders only the last would count.
    commas_separate: false,
    secrets: "both rankings and the secret orders",
    ..Catalogue::USUAL
};
