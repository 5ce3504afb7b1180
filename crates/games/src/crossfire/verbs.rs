//! `/crossfire`.

use crate::verbs::{Command, Parameter, ParameterKind, Verb};

pub const COMMAND: Command = Command {
    name: "crossfire",
    about: "Crossfire: bid, spawn an arrow, or move one",
    verbs: &[
        Verb::new(
            "bid",
            "Bid in secret; you can change it until both bids are in",
            &[Parameter::new(
                "chips",
                "0 up to all your chips",
                ParameterKind::Number(0, 1_000_000_000),
            )],
        ),
        Verb::new(
            "spawn",
            "Spawn an arrow on an empty space of your colour",
            &[Parameter::new(
                "space",
                "A space, like B1. With Ambush Reinforcements, several, like B1 D2",
                ParameterKind::Text,
            )],
        ),
        Verb::new("move", "Move one of your arrows one cell forward", &[CELL]),
        Verb::new(
            "back",
            "Move one of your arrows one cell back (Both Ways only)",
            &[CELL],
        ),
    ],
};

const CELL: Parameter = Parameter::new("cell", "Where the arrow is, like B2", ParameterKind::Text);
