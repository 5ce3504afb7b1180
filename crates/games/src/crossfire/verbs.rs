//! `/crossfire`.

use crate::verbs::{Command, Kind, Parameter, Verb};

pub const COMMAND: Command = Command {
    name: "crossfire",
    about: "Crossfire: bid, spawn an arrow, or move one",
    verbs: &[
        Verb {
            name: "bid",
            about: "Bid in secret; you may bid anew until both bids are in",
            begins: "bid",
            takes: &[Parameter::new(
                "chips",
                "From 0 to all your chips",
                Kind::Number(0, 1_000_000_000),
            )],
        },
        Verb {
            name: "spawn",
            about: "Spawn an arrow on an empty space of your colour",
            begins: "spawn",
            takes: &[Parameter::new(
                "space",
                "A space, like B1; several, like B1 D2, with the anomaly Ambush Reinforcements",
                Kind::Text,
            )],
        },
        Verb {
            name: "move",
            about: "Move one of your arrows a cell forward",
            begins: "move",
            takes: &[CELL],
        },
        Verb {
            name: "back",
            about: "Move one of your arrows a cell back, with the anomaly Both Ways",
            begins: "back",
            takes: &[CELL],
        },
    ],
};

const CELL: Parameter = Parameter::new("cell", "Where the arrow stands, like B2", Kind::Text);
