//! The main match's notation: `answer Red > 7`. For hosts `close`, `next`, `points Mika 3`,
//! `ask "Who?" > "person" > "nothing"`, `out Mika`, `tell Mika "text"`, `end`.

use super::round::{Asks, RoundText};
use super::rules::{MainMatch, Refusal};
use super::say;
use super::verbs::{
    ANSWER, ASK, CANDIDATE, CLOSE, END, FORMS, NEXT, OPPONENT, OUT, POINTS, TELL, TOKEN, WORTH,
};
use crate::english::{cut, escape_markdown, names};
use crate::notation::{Token, quoted, split, tokens};
use crate::question::{self, Answer, Wrong, signed, value};
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
    /// Says what the choices of all rounds are worth.
    Worth(Vec<(String, i32)>),
    Token(Vec<CastId>),
    Out(Vec<CastId>),
    Tell(Vec<(CastId, String)>),
    End,
}

/// The longest label of an offer.
const MAX_LABEL: usize = 80;

/// Reads an action; `answer` reads the items of one.
fn parse(
    text: &str,
    cast: &Cast,
    answer: impl FnOnce(&[Token]) -> Result<Answer, AnyRefusal>,
) -> Result<Action, AnyRefusal> {
    let of_host = [ASK, CANDIDATE, OPPONENT, POINTS, WORTH, TOKEN, OUT, TELL].into_iter();
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
        ASK => round(rest, Asks::Anything).map(Action::Ask),
        CANDIDATE => round(rest, Asks::Candidate).map(Action::Ask),
        OPPONENT => round(rest, Asks::Opponent).map(Action::Ask),
        POINTS => pairs(rest, cast, |points| signed(points.bare()?))?.map(Action::Points),
        WORTH => values(rest).map(Action::Worth),
        TOKEN => people(rest, cast)?.map(Action::Token),
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
fn round(tokens: &[Token], asks: Asks) -> Option<RoundText> {
    let texts = parts(tokens).map(|part| match part {
        [text] => text.name(),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect::<Option<_>>()?;
    let [question, answers, missing, people @ ..] = &texts[..] else {
        return None;
    };
    let people = |at: usize| {
        people
            .get(at)
            .map_or_else(Vec::new, |names| names_in(names))
    };
    (texts.len() <= 5).then(|| RoundText {
        question: (*question).to_owned(),
        answers: (*answers).to_owned(),
        missing: (*missing).to_owned(),
        asked: people(0),
        named: people(1),
        asks,
    })
}

/// What choices are worth; None if the text has another form.
fn values(tokens: &[Token]) -> Option<Vec<(String, i32)>> {
    let each = parts(tokens).map(|part| match part {
        [name, points] => Some((name.name()?.to_owned(), signed(points.bare()?)?)),
        _ => None,
    });
    each.collect()
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
    let names = split(text);
    let names = names.iter().map(|name| name.trim().trim_matches('"'));
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
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
                let people = [&text.asked, &text.named].map(|names| names.join(", "));
                let count = people.iter().rposition(|names| !names.is_empty());
                let texts = texts.chain(people.iter().take(count.map_or(0, |last| last + 1)));
                let verb = match text.asks {
                    Asks::Anything => ASK,
                    Asks::Candidate => CANDIDATE,
                    Asks::Opponent => OPPONENT,
                };
                (verb, texts.map(|text| format!("\"{text}\"")).collect())
            }
            Action::Points(each) => {
                let each = each.iter();
                let each = each.map(|(who, points)| format!("{} {points}", name(who)));
                (POINTS, each.collect())
            }
            Action::Worth(values) => {
                let each = values.iter();
                let each = each.map(|(item, points)| format!("{} {points}", quoted(item)));
                (WORTH, each.collect())
            }
            Action::Token(who) => (TOKEN, who.iter().map(name).collect()),
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
            Action::Worth(_) => "the points are given".to_owned(),
            Action::Token(who) => format!("a token for {}", names(who, cast)),
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
    let of_names = || {
        let mut verbs = [OUT, TOKEN].into_iter();
        verbs.find_map(|verb| Some((verb, after_verb(text, verb)?)))
    };
    let (verb, parts) = if let Some(typed) = after_verb(text, POINTS) {
        (POINTS, points_meant(game, typed, name)?)
    } else if let Some((verb, typed)) = of_names() {
        let named = names_in(typed);
        (verb, named.iter().map(|typed| name(typed)).collect())
    } else if let Some(typed) = after_verb(text, WORTH) {
        let values = split(typed).into_iter().map(|one| {
            let (item, points) = value(&one)?;
            Some(format!("{} {points}", quoted(&item)))
        });
        (WORTH, values.collect::<Option<_>>()?)
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
        let (who, points) = value(&part)?;
        if who.eq_ignore_ascii_case("rest") {
            rest = points;
        } else {
            each.push((name(&who), points));
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
