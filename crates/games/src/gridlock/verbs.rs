//! `/gridlock`.

use crate::verbs::{Command, Kind, Parameter, Verb};

pub const COMMAND: Command = Command {
    name: "gridlock",
    about: "Gridlock: move the Guard, choose, or hide",
    verbs: &[
        Verb {
            name: "move",
            about: "Move the Guard one tile",
            begins: "",
            takes: &[Parameter::new(
                "direction",
                "Where to",
                Kind::OneOf(&[
                    ("left", "left"),
                    ("right", "right"),
                    ("up", "up"),
                    ("down", "down"),
                ]),
            )],
        },
        Verb {
            name: "choose",
            about: "Choose who moves first, or who moves along which axis",
            begins: "choose",
            takes: &[Parameter::new(
                "choice",
                "Your choice",
                Kind::OneOf(&[
                    ("I move first", "first"),
                    ("I move second", "second"),
                    ("I move left and right", "horizontal"),
                    ("I move up and down", "vertical"),
                ]),
            )],
        },
        Verb {
            name: "hide",
            about: "Hide on a tile before the match; unseen by others, and you may change it until the match begins",
            begins: "hide",
            takes: &[Parameter::new("tile", "A tile, like B4", Kind::Text)],
        },
    ],
};
