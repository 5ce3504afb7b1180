//! `/main_match`.

use crate::verbs::{Command, Parameter, ParameterKind, Verb};

pub const COMMAND: Command = Command {
    name: "main_match",
    about: "Main Match: answer the question in secret",
    verbs: &[Verb::new(
        "answer",
        "Answer the question. Nobody else sees it; you can change it until it closes",
        &[Parameter::new(
            "answer",
            "Your answer; write commas between its parts",
            ParameterKind::Text,
        )],
    )],
};
