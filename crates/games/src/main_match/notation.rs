//! The main match's notation: `answer Red > 7`; for hosts `close`, `next`, `ask "Who?" > "person" > "nothing"`,
//! `points Mika 3`, `out Mika`, `tell Mika "text"`, `end`.

use super::round::RoundText;
use super::rules::{MainMatch, Refusal};
use super::say;
use crate::english::{cut, escape_markdown, names};
use crate::notation::{Token, quoted, split, tokens};
use crate::question::{self, Answer};
use crate::{Cast, CastId, GameAction, Party, Refusal as AnyRefusal, is_common};

/// An action of a main match.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Answer(Answer),
    Close,
    /// Opens the next round with the same question.
    Next,
    /// Opens the next round with another question.
    Ask(RoundText),
    Points(Vec<(CastId, i32)>),
    Out(Vec<CastId>),
    Tell(Vec<(CastId, String)>),
    End,
}

pub(super) const ANSWER: &str = "answer";
pub(super) const CLOSE: &str = "close";
pub(super) const NEXT: &str = "next";
pub(super) const ASK: &str = "ask";
pub(super) const POINTS: &str = "points";
pub(super) const OUT: &str = "out";
pub(super) const TELL: &str = "tell";
pub(super) const END: &str = "end";
pub(super) const FORMS: &[&str] = &["answer Mika"];

/// The longest label of an offer.
const MAX_LABEL: usize = 80;
/// The most points that somebody gets or loses at once.
const MAX_POINTS: u32 = 9_999;

/// Reads an action; `answer` reads the items of one.
fn parse(
    text: &str,
    cast: &Cast,
    answer: impl FnOnce(&[Token]) -> Result<Answer, AnyRefusal>,
) -> Result<Action, AnyRefusal> {
    let is_of_host = [ASK, POINTS, OUT, TELL].iter();
    let of_host = is_of_host
        .copied()
        .find(|verb| after_verb(text, verb).is_some());
    let unreadable = || match of_host {
        Some(verb) => Refusal::Form(verb.to_owned()).into(),
        None => AnyRefusal::unreadable(FORMS),
    };
    let tokens = tokens(text).ok_or_else(unreadable)?;
    let (verb, rest) = tokens.split_first().ok_or_else(unreadable)?;
    // The rest, between its `>`s.
    let mut parts = rest.split(|token| *token == Token::Greater);
    Ok(
        match verb.bare().unwrap_or_default().to_lowercase().as_str() {
            ANSWER => Action::Answer(answer(rest)?),
            CLOSE if rest.is_empty() => Action::Close,
            NEXT if rest.is_empty() => Action::Next,
            END if rest.is_empty() => Action::End,
            ASK => {
                let texts = parts.map(|part| match part {
                    [text] => text.name().ok_or_else(unreadable),
                    _ => Err(unreadable()),
                });
                let texts: Vec<&str> = texts.collect::<Result<_, _>>()?;
                let [question, answers, missing, asked @ ..] = &texts[..] else {
                    return Err(unreadable());
                };
                Action::Ask(RoundText {
                    question: (*question).to_owned(),
                    answers: (*answers).to_owned(),
                    missing: (*missing).to_owned(),
                    asked: asked.iter().flat_map(|names| names_in(names)).collect(),
                })
            }
            POINTS => {
                let each = parts.map(|part| match part {
                    [who, points] => {
                        let who = who.person(cast, FORMS)?;
                        let points = points.bare().and_then(read_points);
                        points.map(|points| (who, points)).ok_or_else(unreadable)
                    }
                    _ => Err(unreadable()),
                });
                Action::Points(each.collect::<Result<_, _>>()?)
            }
            OUT => {
                let who = parts.map(|part| match part {
                    [who] => who.person(cast, FORMS),
                    _ => Err(unreadable()),
                });
                Action::Out(who.collect::<Result<_, _>>()?)
            }
            TELL => {
                let told = |part: &[Token]| match part {
                    [who, words] => {
                        let words = words.name().ok_or_else(unreadable)?;
                        let words = question::text(words).map_err(|_| Refusal::TextLength)?;
                        Ok((who.person(cast, FORMS)?, words))
                    }
                    _ => Err(unreadable()),
                };
                Action::Tell(
                    parts
                        .by_ref()
                        .map(told)
                        .collect::<Result<_, AnyRefusal>>()?,
                )
            }
            _ => return Err(unreadable()),
        },
    )
}

/// Names with commas between them.
fn names_in(text: &str) -> Vec<String> {
    split(text)
        .iter()
        .map(|name| name.trim().to_owned())
        .collect()
}

/// Points with their sign: `3`, `+3`, `-1`.
fn read_points(word: &str) -> Option<i32> {
    let (sign, digits) = match word.strip_prefix(['-', '−']) {
        Some(digits) => (-1, digits),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    let points = crate::notation::number(digits)?;
    (points <= MAX_POINTS).then_some(sign * points as i32)
}

/// Reads an action by the question of this match.
pub(super) fn read(game: &MainMatch, text: &str) -> Result<Action, AnyRefusal> {
    parse(text, &game.cast, |items| Ok(game.question().read(items)?))
}

impl GameAction for Action {
    /// Reads without the question, which is enough to say it.
    fn read(text: &str, cast: &Cast) -> Result<Action, AnyRefusal> {
        parse(text, cast, |items| Ok(Answer::read_alone(items, cast)?))
    }

    fn write(&self, cast: &Cast) -> String {
        let name = |who: &CastId| quoted(cast.name(*who)).into_owned();
        let (verb, parts): (&str, Vec<String>) = match self {
            Action::Answer(answer) => (ANSWER, vec![answer.write(cast)]),
            Action::Close => (CLOSE, Vec::new()),
            Action::End => (END, Vec::new()),
            Action::Next => (NEXT, Vec::new()),
            Action::Ask(text) => {
                let texts = [&text.question, &text.answers, &text.missing].into_iter();
                let texts = texts.chain(&text.asked).map(|text| format!("\"{text}\""));
                (ASK, texts.collect())
            }
            Action::Points(each) => {
                let each = each.iter();
                let each = each.map(|(who, points)| format!("{} {points}", name(who)));
                (POINTS, each.collect())
            }
            Action::Out(who) => (OUT, who.iter().map(name).collect()),
            Action::Tell(each) => {
                let each = each.iter();
                let each = each.map(|(who, text)| format!("{} \"{text}\"", name(who)));
                (TELL, each.collect())
            }
        };
        format!("{verb} {}", parts.join(" > "))
            .trim_end()
            .to_owned()
    }

    fn label(&self, cast: &Cast) -> String {
        match self {
            Action::Answer(answer) => cut(&said(answer, cast, &str::to_owned), MAX_LABEL),
            Action::Close => "Close the question".to_owned(),
            Action::Next => say::NEXT_ROUND.to_owned(),
            Action::End => say::END_MATCH.to_owned(),
            action => cut(&action.write(cast), MAX_LABEL),
        }
    }

    fn done(&self, cast: &Cast) -> String {
        match self {
            Action::Answer(answer) => {
                format!("you answered {}", said(answer, cast, &escape_markdown))
            }
            Action::Close => "the question is closed".to_owned(),
            Action::Next | Action::Ask(_) => "the next round is open".to_owned(),
            Action::Points(each) => format!("points: {}", say::points(each, cast)),
            Action::Out(who) => format!("out: {}", names(who, cast)),
            Action::Tell(each) => {
                let who: Vec<CastId> = each.iter().map(|(who, _)| *who).collect();
                format!("you told {} something in private", names(&who, cast))
            }
            Action::End => "the match is over".to_owned(),
        }
    }

    fn tells(&self) -> &[(CastId, String)] {
        match self {
            Action::Tell(each) => each,
            _ => &[],
        }
    }
}

fn said(answer: &Answer, cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
    let items = answer.0.iter().map(|item| item.says(cast, shown));
    items.collect::<Vec<_>>().join(", ")
}

/// What people type for an action, as notation.
pub(super) fn expand(game: &MainMatch, whose: Party, text: &str) -> Option<String> {
    let text = text.trim();
    match whose {
        Party::Host => host_means(game, text),
        Party::Cast(_) if !is_common(text) && !text.eq_ignore_ascii_case(CLOSE) => {
            // Without the verb too.
            let typed = after_verb(text, ANSWER).unwrap_or(text);
            let items = game.question().meant(typed.trim_start_matches(':'));
            (!items.is_empty()).then(|| format!("{ANSWER} {items}"))
        }
        _ => None,
    }
}

/// The text after a verb; None if it doesn't begin with it.
fn after_verb<'a>(text: &'a str, verb: &str) -> Option<&'a str> {
    let begun = text.get(..verb.len())?;
    let rest = &text[verb.len()..];
    let ends = rest.is_empty() || rest.starts_with([' ', '\n', ':']);
    (begun.eq_ignore_ascii_case(verb) && ends).then_some(rest)
}

/// What a host types, as notation: `points Mika 3, Teo -1, rest 0`, `out Mika, Teo`, and
/// `tell Mika: text` with a line for each person.
fn host_means(game: &MainMatch, text: &str) -> Option<String> {
    let cast = &game.cast;
    let find = |name: &str| cast.meant(name.trim().trim_matches('"'), |who| cast.is_safe(who));
    if let Some(typed) = after_verb(text, POINTS) {
        let mut each: Vec<(CastId, i32)> = Vec::new();
        let mut rest = None;
        for part in split(typed) {
            let (name, points) = part.trim().rsplit_once([' ', ':', '='])?;
            let points = read_points(points)?;
            let name = name.trim_end_matches([' ', ':', '=']);
            if name.trim().eq_ignore_ascii_case("rest") {
                rest = Some(points);
            } else {
                each.push((find(name)?, points));
            }
        }
        let others = game.in_match().into_iter();
        let others = others.filter(|who| !each.iter().any(|(other, _)| other == who));
        let others: Vec<_> = rest
            .into_iter()
            .flat_map(|points| others.clone().map(move |who| (who, points)))
            .collect();
        each.extend(others);
        each.retain(|(_, points)| *points != 0);
        return Some(Action::Points(each).write(cast));
    }
    if let Some(typed) = after_verb(text, OUT) {
        let who = split(typed);
        let who: Option<Vec<CastId>> = who.iter().map(|name| find(name)).collect();
        return Some(Action::Out(who?).write(cast));
    }
    let lines = after_verb(text, TELL)?.trim().lines();
    let told = lines.filter(|line| !line.trim().is_empty()).map(|line| {
        let (name, words) = line.split_once(':')?;
        Some((find(name)?, words.trim().replace('"', "'")))
    });
    let told: Option<Vec<(CastId, String)>> = told.collect();
    Some(Action::Tell(told?).write(cast))
}
