//! What a main match's host may do beside closing a round: points, who is out, private news, the
//! next round.

use super::notation::{ASK, END, NEXT, OUT, POINTS, TELL};
use super::options::MAX_QUESTION;
use super::{View, say};
use crate::HostAct;
use crate::screen::Field;

pub fn acts(view: &View) -> Vec<HostAct> {
    if view.outcome.is_some() {
        return Vec::new();
    }
    let long = |label: &str, hint: &str| Field {
        hint: hint.to_owned(),
        is_long: true,
        ..Field::new("text", label.to_owned())
    };
    let act = |verb, label, fields| HostAct {
        verb,
        label,
        fields,
    };
    let tell = act(
        TELL,
        "Tell people…",
        vec![long(
            "Name and text, a line each",
            "Mika: Your target is Teo",
        )],
    );
    if view.is_single() {
        return vec![tell];
    }
    let points = act(
        POINTS,
        "Points…",
        vec![long("Names and points", "Mika 3, Teo -1, rest 0")],
    );
    if !view.is_closed {
        return vec![points, tell];
    }
    let out = act(OUT, "Out…", vec![long("Who is out", "Mika, Teo")]);
    let optional = |name: &str, label: &str, hint: &str| Field {
        hint: hint.to_owned(),
        may_be_empty: true,
        ..Field::new(name, label.to_owned())
    };
    let another = vec![
        Field {
            value: view.question.clone(),
            most: Some(MAX_QUESTION as u16),
            ..Field::new("question", "Question".to_owned())
        },
        Field {
            is_long: true,
            hint: "one of Red, Blue".to_owned(),
            ..Field::new("answers", "Answers, one part per line".to_owned())
        },
        Field {
            value: "nothing".to_owned(),
            ..Field::new("missing", "Players without an answer get".to_owned())
        },
        optional("asked", "Who is asked (empty: everyone)", "Mika, Teo"),
    ];
    vec![
        act(NEXT, say::NEXT_ROUND, Vec::new()),
        points,
        out,
        tell,
        act(ASK, "Another question…", another),
        act(END, say::END_MATCH, Vec::new()),
    ]
}
