//! What a main match's host may do beside closing a round: points, who is out, private news, the
//! next round.

use super::round::MAX_QUESTION;
use super::verbs::{ASK, END, NEXT, OUT, POINTS, TELL};
use super::{View, say};
use crate::HostAct;
use crate::screen::Field;

pub fn acts(view: &View) -> Vec<HostAct> {
    if view.outcome.is_some() {
        return Vec::new();
    }
    let points = typed(
        POINTS,
        "Points…",
        "Names and points",
        "Mika 3, Teo -1, rest 0",
    );
    let tell = typed(
        TELL,
        "Tell people…",
        "Name and text, a line each",
        "Mika: Your target is Teo",
    );
    match (view.is_single(), view.is_closed()) {
        (true, _) => vec![tell],
        (false, false) => vec![points, tell],
        (false, true) => {
            let next = act(NEXT, say::NEXT_ROUND, Vec::new());
            let end = act(END, say::END_MATCH, Vec::new());
            // What comes next by the plan comes first.
            let (first, last) = if view.is_done {
                (end, next)
            } else {
                (next, end)
            };
            let out = typed(OUT, "Out…", "Who is out", "Mika, Teo");
            let ask = act(ASK, "Another question…", another(view));
            vec![first, points, out, tell, ask, last]
        }
    }
}

fn act(verb: &'static str, label: &'static str, fields: Vec<Field>) -> HostAct {
    HostAct {
        verb,
        label,
        fields,
    }
}

/// An act with one long text.
fn typed(verb: &'static str, label: &'static str, asks: &str, hint: &str) -> HostAct {
    let field = Field {
        hint: hint.to_owned(),
        is_long: true,
        ..Field::new("text", asks.to_owned())
    };
    act(verb, label, vec![field])
}

/// The fields of another question, in the order of its notation.
fn another(view: &View) -> Vec<Field> {
    vec![
        Field {
            value: view.text.question.clone(),
            most: Some(MAX_QUESTION as u16),
            ..Field::new("question", "Question".to_owned())
        },
        Field {
            is_long: true,
            value: view.text.answers.clone(),
            ..Field::new("answers", "Answers, one part per line".to_owned())
        },
        Field {
            value: view.text.missing.clone(),
            ..Field::new("missing", "Players without an answer get".to_owned())
        },
        Field {
            hint: "Mika, Teo".to_owned(),
            may_be_empty: true,
            ..Field::new("asked", "Who is asked (empty: everyone)".to_owned())
        },
    ]
}
