//! Black and White in the catalogue.

use super::options::OPTIONS;
use super::rules::{POINTS, TIE, TIE_DMO};
use crate::verbs::{Command, Parameter, ParameterKind, Verb};
use crate::{Catalogue, Time};

pub const CATALOGUE: Catalogue = Catalogue {
    title: "Black and White",
    designer: "the makers of The Genius (tvN)",
    tags: &["Psych", "Strategy", "Turn-based"],
    featured_in: &["The Genius"],
    note: "Tied sets are replayed. The time limits are our own: the source gives none.",
    in_short: "Play numbered tiles one by one. Everyone sees only their colours and who wins.",
    reasons: &[POINTS, TIE_DMO, TIE],
    times: &[
        Time::new(
            "base_choose_s",
            60,
            "choosing who leads",
            "Choosing who leads",
        ),
        Time::new("base_play_s", 60, "each tile", "A tile"),
        Time::reserve(300),
    ],
    options: OPTIONS,
    command: Command {
        name: "black_and_white",
        about: "Black and White: play a tile, or choose who leads",
        verbs: &[
            Verb::new(
                "play",
                "Play a tile from your hand",
                &[Parameter::new(
                    "tile",
                    "The tile's number",
                    ParameterKind::Text,
                )],
            ),
            Verb::new(
                "choose",
                "Choose who leads the first round",
                &[Parameter::new(
                    "order",
                    "Your choice",
                    ParameterKind::OneOf(&[("I lead", "first"), ("My opponent leads", "second")]),
                )],
            ),
        ],
    },
    answered: "has played",
    secrets: "the numbers of all tiles",
    ..Catalogue::USUAL
};
