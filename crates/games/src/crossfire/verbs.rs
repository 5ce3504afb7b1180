//! `/crossfire`.

use crate::verbs::{Command, Parameter, ParameterKind, Verb};

pub const COMMAND: Command = Command {
    name: "crossfire",
    about: "Crossfire: bid, spawn an arrow, or move one",
    verbs: &[
        Verb {
            name: "bid",
            about: "Bid in secret; you can change it until both bids are in",
            begins: "bid",
            takes: &[Parameter::new(
                "chips",
                "0 up to all your chips",
                ParameterKind::Number(0, 1_000_000_000),
            )],
        },
        Verb {
            name: "spawn",
            about: "Spawn an arrow on an empty space of your colour",
            begins: "spawn",
            takes: &[Parameter::new(
                "space",
                "A space, like B1. With Ambush Reinforcements, several, like B1 D2",
                ParameterKind::Text,
            )],
        },
        Verb {
            name: "move",
            about: "Move one of your arrows one cell forward",
            begins: "move",
            takes: &[CELL],
        },
        Verb {
            name: "back",
            about: "Move one of your arrows one cell back (Both Ways only)",
            begins: "back",
            takes: &[CELL],
        },
    ],
};

const CELL: Parameter = Parameter::new("cell", "Where the arrow is, like B2", ParameterKind::Text);
