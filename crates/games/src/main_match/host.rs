//! What a main match's host may do beside closing a round: points, who is out, private news, the
//! next round.

use super::round::{Asks, MAX_QUESTION, RoundText, names_of};
use super::verbs::{ASK, CANDIDATE, CORRECT, END, NEXT, OPPONENT, OUT, POINTS, TELL, TOKEN, WORTH};
use super::{View, finale, say};
use crate::question::Missing;
use crate::screen::Field;
use crate::{Cast, HostAct};

pub fn acts(view: &View, cast: &Cast) -> Vec<HostAct> {
    if view.outcome.is_some() {
        return Vec::new();
    }
    let points = typed(POINTS, "Points…", "Names and points", "Mika 3, rest 0");
    let tell = typed(
        TELL,
        "Tell people…",
        "Name and text, a line each",
        "Mika: Your target is Teo (or: deal 1-13)",
    );
    if view.is_single() {
        return vec![tell];
    }
    if !view.is_closed() {
        return vec![points, tell];
    }
    let tied = names_of(&view.standings.tied, cast);
    let hint = match &tied[..] {
        [] => "Mika, Teo".to_owned(),
        tied => tied.join(", "),
    };
    let out = typed(OUT, "Out…", "Who is out", &hint);
    // The button may be one of an earlier round.
    let asks = format!("Name and answer, round {}", view.course.round);
    let mut correct = typed(CORRECT, "Correct an answer…", &asks, "Mika: Teo");
    if view.missing.waits_for_host() {
        let missing = say::without_any(view).into_iter().next();
        let (set, _) = Missing::split_penalty(&view.text.missing);
        let begun = missing.map(|who| format!("{}: {set}", cast.name(who)));
        correct.fields[0].value = begun.unwrap_or_default();
    }
    let is_tie = !view.standings.tied.is_empty();
    let label = if is_tie {
        say::NEXT_IN_TIE
    } else {
        say::NEXT_ROUND
    };
    let next = act(NEXT, label, Vec::new());
    let again = RoundText {
        asked: Vec::new(),
        named: tied,
        asks: Asks::Anything,
        ..(*view.text).clone()
    };
    let ask = act(ASK, "Another question…", question(&again));
    if !view.course.is_done {
        let (first, then) = if is_tie { (out, next) } else { (next, out) };
        return vec![first, then, points, tell, ask, correct, end()];
    }
    // What comes next comes first.
    let mut acts = after_plan(view, cast);
    acts.extend([points, out, tell, ask, correct, next]);
    acts
}

/// What comes once nothing more is planned, in this order.
fn after_plan(view: &View, cast: &Cast) -> Vec<HostAct> {
    let next = finale::next(view, cast);
    let next = next.iter().map(|text| match text.asks {
        Asks::Candidate => act(CANDIDATE, "Elimination Candidate…", question(text)),
        _ => act(OPPONENT, "Opponent…", question(text)),
    });
    let mut acts: Vec<HostAct> = next.chain([end()]).collect();
    if view.course.waits_for_worth {
        let worth = "What the choices are worth";
        acts.insert(0, typed(WORTH, "Worth…", worth, "Red 3, Blue -1"));
    }
    let mut tokens = typed(TOKEN, "Tokens…", "Who gets a token", "Mika, Teo");
    let winners = finale::winners(view, cast);
    let all = cast.safe_players().count() - view.standings.out.len();
    if view.standings.tokens.is_empty() && winners.len() < all {
        tokens.fields[0].value = names_of(&winners, cast).join(", ");
    }
    acts.push(tokens);
    acts
}

fn end() -> HostAct {
    act(END, say::END_MATCH, Vec::new())
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

/// The fields of a question, in the order of its notation.
fn question(text: &RoundText) -> Vec<Field> {
    let people = |name: &str, label: &str, names: &[String]| Field {
        value: names.join(", "),
        hint: "Mika, Teo".to_owned(),
        may_be_empty: true,
        ..Field::new(name, label.to_owned())
    };
    vec![
        Field {
            value: text.question.clone(),
            most: Some(MAX_QUESTION as u16),
            ..Field::new("question", "Question".to_owned())
        },
        Field {
            is_long: true,
            value: text.answers.clone(),
            ..Field::new("answers", "Answers, one part per line".to_owned())
        },
        Field {
            value: text.missing.clone(),
            ..Field::new("missing", "Players without an answer get".to_owned())
        },
        match (text.asks, &text.asked[..]) {
            // Filled in, it would be sent as it is.
            (Asks::Opponent, [_, _, ..]) => Field {
                hint: text.asked.join(", "),
                ..Field::new("asked", "Who is asked".to_owned())
            },
            _ => people("asked", "Who is asked (empty: everyone)", &text.asked),
        },
        people("named", "Who can be chosen (empty: everyone)", &text.named),
    ]
}
