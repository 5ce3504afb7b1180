//! The verbs of the notation, and `/main_match`.

use crate::verbs::{Command, Parameter, ParameterKind, Verb};

// What people and hosts write first in an act.
pub(super) const ANSWER: &str = "answer";
pub(super) const CLOSE: &str = "close";
pub(super) const NEXT: &str = "next";
pub(super) const ASK: &str = "ask";
pub(super) const OPPONENT: &str = "opponent";
pub(super) const CANDIDATE: &str = "candidate";
pub(super) const POINTS: &str = "points";
pub(super) const WORTH: &str = "worth";
pub(super) const TOKEN: &str = "token";
pub(super) const OUT: &str = "out";
pub(super) const TELL: &str = "tell";
pub(super) const DEAL: &str = "deal";
pub(super) const DRAW: &str = "draw";
pub(super) const CORRECT: &str = "correct";
pub(super) const END: &str = "end";
pub(super) const FORMS: &[&str] = &["answer Mika"];

pub const COMMAND: Command = Command {
    name: "main_match",
    about: "Main Match: answer the question in secret",
    verbs: &[Verb::new(
        ANSWER,
        "Answer the question. Nobody else sees it; you can change it until it closes",
        &[Parameter::new(
            "answer",
            "Your answer; write commas between its parts",
            ParameterKind::Text,
        )],
    )],
};
