//! The main match's options and their possible values.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::plan::Plan;
use super::round::{
    Asks, Everybody, MAX_QUESTION, Round, RoundText, SetupRefusal, found, names_of,
};
use super::state::State;
use crate::english::{cut, list, unturned};
use crate::names::is_seen;
use crate::notation::split;
use crate::options::{self, Field, May, Notation, OptionRow, SetBy, form};
use crate::question::{BY_HAND, Scoring, Ties};
use crate::{Cast, CastId, Dice, GivenOptions, SetupRefusal as AnySetupRefusal};

/// The main match's options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The words that are asked.
    pub question: String,
    /// What may be answered ([`Form::read`]), and what missing people get ([`Missing::read`]).
    pub answers: String,
    pub missing: String,
    pub shown: Shown,
    /// The rounds ([`Plan::read`]).
    pub rounds: String,
    /// What answers give people ([`Scoring::read`]), and who gets it in a tie.
    pub points: String,
    pub ties: Ties,
    pub out: Out,
    /// Who opens the next round.
    pub next_round: NextRound,
    /// The people who are asked, and those who may be named; empty: every player.
    pub asked: Vec<String>,
    pub named: Vec<String>,
}

/// What everybody sees once the question is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// Who answered what.
    Names,
    /// How often each answer was given.
    Counts,
    /// Which answer was given most.
    Outcome,
    /// Nothing: only hosts see the answers.
    Host,
}

/// Who opens the next round, or ends the match after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextRound {
    Host,
    /// Nobody has to: it comes a minute after the last one.
    ByItself,
}

/// What becomes of people who are out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    NotAsked,
    /// They still answer, but nobody can name them, and they get nothing.
    Asked,
}

impl Shown {
    /// Each as it is written, and as a clause, in their order.
    const WORDS: &[(&str, &str)] = &[
        ("names", "everyone sees who answered what"),
        ("counts", "everyone sees the counts, but no names"),
        ("outcome", "everyone sees the top answer, but no numbers"),
        ("host", "only hosts see the answers"),
    ];

    pub(super) fn says(self) -> &'static str {
        Shown::WORDS[self as usize].1
    }
}

/// The most characters of what a host typed in a list of options, and of a plan.
const MAX_SAID: usize = 100;
/// The most characters of a form.
const MAX_TYPED: usize = 2_000;

/// A value that is a text of so many characters at most.
const fn text<const MOST: usize>(is: &'static str, says: fn(&Value) -> String) -> May {
    May::Be {
        is,
        reads: |value| {
            let fits = |text: &str| is_seen(text) && text.chars().count() <= MOST;
            let fits = value.as_str().is_some_and(fits);
            fits.then_some(()).ok_or_else(String::new)
        },
        says,
    }
}

/// People of the cast, by name.
const fn people(says: fn(&Value) -> String) -> May {
    May::Be {
        is: "a list of names",
        reads: form::<Vec<String>>,
        says,
    }
}

const fn line(label: &'static str) -> Field {
    Field {
        label,
        notation: Notation {
            read: |typed| Some(typed.into()),
            write: |value| value.as_str().map(str::to_owned),
        },
        ..Field::NUMBER
    }
}

const fn lines(label: &'static str) -> Field {
    Field {
        is_long: true,
        ..line(label)
    }
}

const fn names(label: &'static str) -> Field {
    Field {
        notation: Notation {
            read: |typed| Some(names_in(typed).into()),
            write: |value| Some(texts(value).join(", ")),
        },
        ..line(label)
    }
}

/// Names with commas between them.
pub(super) fn names_in(text: &str) -> Vec<String> {
    let names = split(text);
    let names = names.iter().map(|name| name.trim().trim_matches('"'));
    let names = names.filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// What a host typed, in one line. A message shows it and so does a menu, which knows no markdown:
/// its signs are left out.
fn said(value: &Value) -> String {
    plain(&value.as_str().unwrap_or_default().replace('\n', " / "))
}

fn plain(words: &str) -> String {
    let words: String = words.chars().filter(|c| !"*_~`|\\".contains(*c)).collect();
    cut(&unturned(&words), MAX_SAID)
}

/// The texts of a list.
fn texts(value: &Value) -> Vec<&str> {
    let each = value.as_array().into_iter().flatten();
    each.filter_map(Value::as_str).collect()
}

/// Who `can` do something, in words.
fn only(value: &Value, can: &str) -> String {
    let names: Vec<String> = texts(value).into_iter().map(plain).collect();
    match &names[..] {
        [] => format!("every player {can}"),
        names => format!("only {} {can}", list(names, "and")),
    }
}

fn any_of(texts: &[&str], dice: &mut Dice) -> Option<Value> {
    dice.pick(texts).map(|text| json!(text))
}

/// Some people of the cast, now and then.
fn some(cast: &Cast, least: usize, dice: &mut Dice) -> Option<Value> {
    let mut names: Vec<&str> = cast.safe_players().map(|id| cast.name(id)).collect();
    dice.shuffle(&mut names);
    names.truncate(dice.between(least as u32, 6) as usize);
    dice.one_in(2).then(|| json!(names))
}

pub(super) const OPTIONS: &[OptionRow] = &[
    OptionRow {
        key: "question",
        may: text::<MAX_QUESTION>("1 to 300 characters", |value| format!("“{}”", said(value))),
        usual: "Who gets your vote?",
        example: "Which door do you take?",
        set_by: SetBy::Form(&[lines("Question")]),
        vary: |_, dice| any_of(&["Which way?", "Who is it? *Think*."], dice),
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "answers",
        may: text::<MAX_TYPED>("one to five lines of answers", |value| {
            format!("everyone answers: {}", said(value))
        }),
        usual: "person",
        example: "one of Red, Blue",
        set_by: SetBy::Form(&[lines("Answers, one part per line")]),
        vary: |_, dice| {
            let forms = [
                "person (yourself too)",
                "3 people (yourself too, repeats, final)",
                "sign: one of O, X, Deep Middle\ncolour: one of Red, Yellow, Blue",
                "one of A, B (or pass)",
                "one of 1, 2, 3, 4, 5, 6, pass (final)",
                "number 1-100",
                "number 0-5 (or pass)",
                "text",
                "why: text (or pass)\nperson (or pass)",
                "person (all different, yourself too)\nperson (yourself too)\nnumber 3-9",
                "2 of Ana, Ben, Cy, Dov",
                "2 of Ana, Ben (repeats, or pass, up to 8 in all)\nnumber 1-9 (not your last)",
                "bids: amounts 0-10 of Loan, Deep Well, Veto",
                "person (yourself too)\nbuy ticket: 1 garnet, up to 2\nmore: 1 garnet, up to 2",
            ];
            any_of(&forms, dice)
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "rounds",
        may: text::<MAX_SAID>("a number of rounds, or their lengths", |value| {
            let plan = Plan::read(value.as_str().unwrap_or_default());
            plan.map_or_else(|| said(value), |plan| plan.says())
        }),
        usual: "\"1\"",
        example: "6 x 24h",
        set_by: SetBy::Form(&[line("Rounds")]),
        vary: |_, dice| {
            let all = ["2", "3 x 24h", "7m, 5m", "until 3 are left, 1h after 2h"];
            any_of(&all, dice)
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "points",
        may: text::<MAX_TYPED>("`by hand`, or rules for points", |value| {
            match value.as_str() {
                Some(BY_HAND) => "hosts give points".to_owned(),
                _ => format!("points: {}", said(value)),
            }
        }),
        usual: "by hand",
        example: "most: out",
        set_by: SetBy::Form(&[lines("Points (by hand, or rules)")]),
        vary: |_, dice| {
            let all = [
                "most: out",
                "fewest: 1 point\nmost 2: token",
                "own number, highest: 0",
                "unique lowest = 2 points",
                "unique highest takes, pays",
                "by votes: 1 = token; even = votes points; else = 1 garnet",
                "rounds 1-2: worth: X 3, Heads 1",
                "worth: at the end",
            ];
            any_of(&all, dice)
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "ties",
        may: May::BeWord(&[
            ("all", "all who tie get it"),
            ("nobody", "nobody who ties gets it"),
            ("host", "the host decides ties"),
        ]),
        usual: "all",
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "out",
        may: May::BeWord(&[
            ("not_asked", "players who are out don't answer"),
            ("asked", "players who are out go on answering"),
        ]),
        usual: "not_asked",
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "next_round",
        may: May::BeWord(&[
            ("host", "the host opens each round"),
            ("by_itself", "rounds follow by themselves"),
        ]),
        usual: "host",
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "missing",
        may: text::<MAX_TYPED>("`nothing`, `random`, `yourself` or an answer", |value| {
            format!("without an answer: {}", said(value))
        }),
        usual: "nothing",
        example: "random, strike",
        set_by: SetBy::Form(&[line("Players without an answer get")]),
        vary: |_, dice| {
            let all = [
                "random",
                "random, strike",
                "nothing, strike",
                "nothing, -1 garnet",
                "random, -2 points",
                "yourself",
                "X / random",
                "X / host",
                "3",
            ];
            any_of(&all, dice)
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "shown",
        may: May::BeWord(Shown::WORDS),
        usual: "names",
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "asked",
        may: people(|value| only(value, "can answer")),
        usual: "[]",
        example: "Mika, Teo",
        set_by: SetBy::Form(&[names("Who is asked")]),
        vary: |cast, dice| some(cast, 1, dice),
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "named",
        may: people(|value| only(value, "can be chosen")),
        usual: "[]",
        example: "Mika, Teo",
        set_by: SetBy::Form(&[names("Who can be chosen")]),
        vary: |cast, dice| some(cast, 3, dice),
        ..OptionRow::USUAL
    },
];

impl Options {
    pub(super) fn read(
        given: &GivenOptions,
        cast: &Cast,
    ) -> Result<(Options, State), AnySetupRefusal> {
        let complete = options::read(OPTIONS, given)?;
        let mut options: Options = serde_json::from_value(complete.into())?;
        for names in [&mut options.asked, &mut options.named] {
            let found = found(names, cast).map_err(AnySetupRefusal::UnknownName)?;
            *names = names_of(&found, cast);
        }
        let unreadable = || SetupRefusal::Plan(options.rounds.clone());
        let plan = Plan::read(&options.rounds).ok_or_else(unreadable)?;
        let scoring = Scoring::read(&options.points).map_err(SetupRefusal::Scoring)?;
        let text = RoundText {
            question: options.question.clone(),
            answers: options.answers.clone(),
            missing: options.missing.clone(),
            asked: options.asked.clone(),
            named: options.named.clone(),
            asks: Asks::Anything,
        };
        let players: Vec<CastId> = cast.safe_players().collect();
        let all = Everybody {
            asked: players.clone(),
            named: players,
        };
        let first = Round::read(&text, &all, cast)?;
        if first.missing.waits_for_host() && plan.rounds == Some(1) {
            return Err(SetupRefusal::NoLaterHost.into());
        }
        scoring.check(&first.form).map_err(SetupRefusal::Scoring)?;
        Ok((options, State::new(plan, scoring, first)))
    }
}
