//! Roundabout in the catalogue.

use super::options::{CAST_SIZES, OPTIONS};
use super::reasons::{HOME, TURNS};
use super::verbs;
use crate::{Catalogue, Time};

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
    cast_sizes: CAST_SIZES,
    reasons: &[HOME, TURNS],
    times: &[
        Time::new(
            "base_first_s",
            60,
            "first player",
            "Choosing who goes first",
        ),
        Time::new("base_party_s", 30, "party", "Setting a party"),
        Time::new("base_place_s", 45, "placing", "Placing a car"),
        Time::new("base_card_s", 30, "card", "Choosing a card"),
        Time::new("base_move_s", 60, "driving", "Driving, the whole turn"),
        Time::reserve(300),
    ],
    options: OPTIONS,
    command: verbs::COMMAND,
    hides_faces: true,
    // Placing a car is one action, and while somebody drives the picture doesn't change.
    keeps_picture: true,
    secrets: "whose picture is whose",
    withheld: Some(
        "The record holds the moves of the turn in progress, which only its player may see until \
         the turn ends.",
    ),
    ..Catalogue::USUAL
};
