//! Gridlock in the catalogue.

use super::options::OPTIONS;
use super::reasons::{GRIDLOCKED, POINTS};
use super::verbs;
use crate::{Catalogue, Time};

pub const CATALOGUE: Catalogue = Catalogue {
    title: "Gridlock",
    designer: "Toby",
    tags: &["Grid-based", "Social DM"],
    featured_in: &["Bang-A-Rang The Genius 1"],
    note: "Points aside, perfect play forces gridlock. From a white start the second player does \
           it in 20 moves; from a yellow one the first player in 19.",
    in_short: "Steer one Guard in turn, you along rows, your opponent along columns. Find the \
               hiders, or leave your opponent nowhere to go.",
    players_apart: true,
    winner_takes_garnets: true,
    reasons: &[POINTS, GRIDLOCKED],
    times: &[
        Time::new(
            "base_hide_s",
            24 * 60 * 60,
            "hiding",
            "Hiding, before the match",
        ),
        Time::new(
            "base_choose_s",
            60,
            "order or axis",
            "Choosing the order or the axis",
        ),
        Time::new("base_move_s", 60, "move", "A move"),
        Time::reserve(300),
    ],
    choice_time: Some("base_hide_s"),
    in_practice: &[("missing", "random")],
    options: OPTIONS,
    command: verbs::COMMAND,
    secrets: "all hiding places",
    ..Catalogue::USUAL
};
