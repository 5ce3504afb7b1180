//! The main match's notation: `answer Red > 7`. For hosts `close`, `next`, `points Mika 3`,
//! `ask "Who?" > "person" > "nothing"`, `out Mika`, `tell Mika "text"`, `end`.

use super::round::RoundText;
use super::rules::{MainMatch, Refusal};
use super::say;
use super::verbs::{ANSWER, ASK, CLOSE, END, FORMS, NEXT, OUT, POINTS, TELL};
use crate::english::{cut, escape_markdown, names};
use crate::notation::{Token, quoted, split, tokens};
use crate::question::{self, Answer, Wrong};
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
    let of_host = [ASK, POINTS, OUT, TELL].into_iter();
    let of_host = of_host
        .clone()
        .find(|verb| after_verb(text, verb).is_some());
    let unreadable = || match of_host {
        Some(verb) => Refusal::Form(verb.to_owned()).into(),
        None => AnyRefusal::unreadable(FORMS),
    };
    let tokens = tokens(text).ok_or_else(unreadable)?;
    let (verb, rest) = tokens.split_first().ok_or_else(unreadable)?;
    let action = match verb.bare().unwrap_or_default().to_lowercase().as_str() {
        ANSWER => return Ok(Action::Answer(answer(rest)?)),
        CLOSE if rest.is_empty() => Some(Action::Close),
        NEXT if rest.is_empty() => Some(Action::Next),
        END if rest.is_empty() => Some(Action::End),
        ASK => round(rest).map(Action::Ask),
        POINTS => {
            pairs(rest, cast, |points| points.bare().and_then(read_points))?.map(Action::Points)
        }
        OUT => people(rest, cast)?.map(Action::Out),
        TELL => {
            let told = pairs(rest, cast, |words| words.name())?.ok_or_else(unreadable)?;
            let told = told
                .into_iter()
                .map(|(who, words)| Ok((who, question::text(words)?)));
            let told: Result<_, Wrong> = told.collect();
            Some(Action::Tell(told.map_err(|_| Refusal::TextLength)?))
        }
        _ => None,
    };
    action.ok_or_else(unreadable)
}

/// The parts between the `>`s.
fn parts<'a, 't>(tokens: &'a [Token<'t>]) -> impl Iterator<Item = &'a [Token<'t>]> {
    tokens.split(|token| *token == Token::Greater)
}

/// A round's texts; None if they aren't such.
fn round(tokens: &[Token]) -> Option<RoundText> {
    let texts = parts(tokens).map(|part| match part {
        [text] => text.name(),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect::<Option<_>>()?;
    let [question, answers, missing, asked @ ..] = &texts[..] else {
        return None;
    };
    Some(RoundText {
        question: (*question).to_owned(),
        answers: (*answers).to_owned(),
        missing: (*missing).to_owned(),
        asked: asked.iter().flat_map(|names| names_in(names)).collect(),
    })
}

/// People, each with something; None if the text has another form.
fn pairs<'t, T>(
    tokens: &[Token<'t>],
    cast: &Cast,
    read: impl Fn(Token<'t>) -> Option<T>,
) -> Result<Option<Vec<(CastId, T)>>, AnyRefusal> {
    let each = parts(tokens).map(|part| match part {
        [who, value] => {
            let who = who.person(cast, FORMS)?;
            Ok(read(*value).map(|value| (who, value)))
        }
        _ => Ok(None),
    });
    each.collect()
}

/// People; None if the text has another form.
fn people(tokens: &[Token], cast: &Cast) -> Result<Option<Vec<CastId>>, AnyRefusal> {
    let each = parts(tokens).map(|part| match part {
        [who] => who.person(cast, FORMS).map(Some),
        _ => Ok(None),
    });
    each.collect()
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
    // A name that is nobody's stays, to be refused by itself.
    let name = |typed: &str| {
        let typed = typed.trim().trim_matches('"');
        let who = cast.meant(typed, |who| cast.is_safe(who));
        quoted(who.map_or(typed, |who| cast.name(who))).into_owned()
    };
    let (verb, parts) = if let Some(typed) = after_verb(text, POINTS) {
        (POINTS, points_meant(game, typed, name)?)
    } else if let Some(typed) = after_verb(text, OUT) {
        (
            OUT,
            names_in(typed).iter().map(|typed| name(typed)).collect(),
        )
    } else {
        let lines = after_verb(text, TELL)?.trim().lines();
        let told = lines.filter(|line| !line.trim().is_empty()).map(|line| {
            let (who, words) = line.split_once(':')?;
            let words = words.trim().replace('"', "'");
            Some(format!("{} \"{words}\"", name(who)))
        });
        (TELL, told.collect::<Option<Vec<String>>>()?)
    };
    Some(format!("{verb} {}", parts.join(" > ")))
}

/// Names with their points, in notation; `rest` stands for everybody else in the match. None if
/// something has no points.
fn points_meant(
    game: &MainMatch,
    typed: &str,
    name: impl Fn(&str) -> String,
) -> Option<Vec<String>> {
    let mut each: Vec<(String, i32)> = Vec::new();
    let mut rest = 0;
    for part in split(typed) {
        let (who, points) = part.trim().rsplit_once([' ', ':', '='])?;
        let points = read_points(points)?;
        let who = who.trim_end_matches([' ', ':', '=']);
        if who.trim().eq_ignore_ascii_case("rest") {
            rest = points;
        } else {
            each.push((name(who), points));
        }
    }
    let others = game.in_match().into_iter();
    let mut others: Vec<String> = others.map(|who| name(game.cast.name(who))).collect();
    others.retain(|who| !each.iter().any(|(named, _)| named == who));
    each.extend(others.into_iter().map(|who| (who, rest)));
    // A 0 only keeps somebody out of the rest.
    each.retain(|(_, points)| *points != 0);
    Some(
        each.iter()
            .map(|(who, points)| format!("{who} {points}"))
            .collect(),
    )
}
