//! Crossfire in the catalogue.

use super::options::OPTIONS;
use super::reasons::{GOALS, STUCK};
use super::{say, verbs};
use crate::{Catalogue, Time};

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
    reasons: &[GOALS, STUCK],
    times: &[
        Time::new("base_bid_s", 60, "bid", "A bid"),
        Time::new("base_action_s", 30, "action", "An action after a bid"),
        Time::reserve(300),
    ],
    options: OPTIONS,
    command: verbs::COMMAND,
    // `spawn B1, D2` is one action, and `1,000` one bid.
    commas_separate: false,
    answered: "has bid",
    secrets: "the secret bids",
    // The rules say what running out of time does, where they explain chips.
    price: Some(say::CHIP),
    ..Catalogue::USUAL
};
