//! `/gridlock`.

use crate::verbs::{Command, Parameter, ParameterKind, Verb};

pub const COMMAND: Command = Command {
    name: "gridlock",
    about: "Gridlock: hide, choose your order or axis, or move the Guard",
    verbs: &[
        Verb::wordless(
            "move",
            "Move the Guard one tile",
            &[Parameter::new(
                "direction",
                "Which way",
                ParameterKind::OneOf(&[
                    ("left", "left"),
                    ("right", "right"),
                    ("up", "up"),
                    ("down", "down"),
                ]),
            )],
        ),
        Verb::new(
            "choose",
            "Choose your order or your axis",
            &[Parameter::new(
                "choice",
                "Your choice",
                ParameterKind::OneOf(&[
                    ("I move first", "first"),
                    ("I move second", "second"),
                    ("I move left and right", "horizontal"),
                    ("I move up and down", "vertical"),
                ]),
            )],
        ),
        Verb::new(
            "hide",
            "Hide on a tile before the match. Nobody else sees it; you can change it until \
                    the match starts",
            &[Parameter::new(
                "tile",
                "A tile, like B4",
                ParameterKind::Text,
            )],
        ),
    ],
};
