//! `/gridlock`.

use crate::verbs::{Command, Parameter, ParameterKind, Verb};

pub const COMMAND: Command = Command {
    name: "gridlock",
    about: "Gridlock: hide, choose your order or axis, or move the Guard",
    verbs: &[
        Verb {
            name: "move",
            about: "Move the Guard one tile",
            begins: "",
            takes: &[Parameter::new(
                "direction",
                "Which way",
                ParameterKind::OneOf(&[
                    ("left", "left"),
                    ("right", "right"),
                    ("up", "up"),
                    ("down", "down"),
                ]),
            )],
        },
        Verb {
            name: "choose",
            about: "Choose your order or your axis",
            begins: "choose",
            takes: &[Parameter::new(
                "choice",
                "Your choice",
                ParameterKind::OneOf(&[
                    ("I move first", "first"),
                    ("I move second", "second"),
                    ("I move left and right", "horizontal"),
                    ("I move up and down", "vertical"),
                ]),
            )],
        },
        Verb {
            name: "hide",
            about: "Hide on a tile before the match. Nobody else sees it; you can change it until \
                    the match starts",
            begins: "hide",
            takes: &[Parameter::new(
                "tile",
                "A tile, like B4",
                ParameterKind::Text,
            )],
        },
    ],
};
