//! The main match's notation: `answer Red > 7`. For hosts `close`, `next`, `points Mika 3`,
//! `ask "Who?" > "person" > "nothing"`, `out Mika`, `tell Mika "text"`, `end`.

use super::options::names_in;
use super::round::{Asks, RoundText};
use super::rules::{MainMatch, Refusal};
use super::say;
use super::state::Deal;
use super::verbs::{
    ANSWER, ASK, CANDIDATE, CLOSE, CORRECT, DEAL, DRAW, END, FORMS, NEXT, OPPONENT, OUT, POINTS,
    TELL, TOKEN, WORTH,
};
use crate::english::{cut, escape_markdown, joined, names};
use crate::notation::{Token, parts, quoted, split, tokens};
use crate::question::{self, Answer, signed, value};
use crate::{Cast, CastId, GameAction, Party, Refusal as AnyRefusal, is_common};

/// An action of a main match.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Answer(Answer),
    Close,
    /// Replaces somebody's answer in a round that is closed.
    Correct(CastId, Answer),
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
    /// Leaves something to the dealer.
    Deal(Deal),
    End,
}

/// The longest label of an offer.
const MAX_LABEL: usize = 80;

/// Reads an action; `answer` reads the items of one.
pub(super) fn parse(
    text: &str,
    cast: &Cast,
    answer: impl FnOnce(&[Token]) -> Result<Answer, AnyRefusal>,
) -> Result<Action, AnyRefusal> {
    let mut of_host = [
        ASK, CANDIDATE, CORRECT, OPPONENT, POINTS, WORTH, TOKEN, OUT, TELL,
    ]
    .into_iter();
    let of_host = of_host.find(|verb| after_verb(text, verb).is_some());
    let unreadable = || match of_host {
        Some(verb) => unreadable_of_host(verb, text).into(),
        None => AnyRefusal::unreadable(FORMS),
    };
    let tokens = tokens(text).ok_or_else(unreadable)?;
    let (verb, rest) = tokens.split_first().ok_or_else(unreadable)?;
    let texts = || parts(rest).ok_or_else(unreadable);
    let pairs = || parts(rest).ok_or_else(unreadable);
    let ask = |asks: Asks| {
        round(&texts()?, asks)
            .ok_or_else(unreadable)
            .map(Action::Ask)
    };
    let person = |who: Token| who.person(cast, FORMS);
    let points = |points: Token| points.bare().and_then(signed).ok_or_else(unreadable);
    let name = |name: Token| name.name().map(str::to_owned).ok_or_else(unreadable);
    let text = |words: Token| -> Result<String, AnyRefusal> {
        Ok(question::text(&name(words)?).map_err(|_| Refusal::TextLength)?)
    };
    match verb.bare().unwrap_or_default().to_lowercase().as_str() {
        ANSWER => Ok(Action::Answer(answer(rest)?)),
        CORRECT => match rest {
            [who, Token::Greater, items @ ..] => Ok(Action::Correct(person(*who)?, answer(items)?)),
            _ => Err(unreadable()),
        },
        CLOSE if rest.is_empty() => Ok(Action::Close),
        NEXT if rest.is_empty() => Ok(Action::Next),
        END if rest.is_empty() => Ok(Action::End),
        ASK => ask(Asks::Anything),
        CANDIDATE => ask(Asks::Candidate),
        OPPONENT => ask(Asks::Opponent),
        TOKEN => each(texts()?, |[who]| person(who)).map(Action::Token),
        OUT => each(texts()?, |[who]| person(who)).map(Action::Out),
        POINTS => {
            each(pairs()?, |[who, count]| Ok((person(who)?, points(count)?))).map(Action::Points)
        }
        WORTH => {
            each(pairs()?, |[item, count]| Ok((name(item)?, points(count)?))).map(Action::Worth)
        }
        DRAW => match rest {
            [who] => Ok(Action::Deal(Deal::Answer(person(*who)?))),
            _ => Err(Refusal::Form(CORRECT.to_owned()).into()),
        },
        DEAL => match rest {
            [what] if !name(*what)?.is_empty() => Ok(Action::Deal(Deal::Things(text(*what)?))),
            _ => Err(Refusal::Form(TELL.to_owned()).into()),
        },
        TELL => each(pairs()?, |[who, words]| Ok((person(who)?, text(words)?))).map(Action::Tell),
        _ => Err(unreadable()),
    }
}

fn unreadable_of_host(verb: &str, text: &str) -> Refusal {
    let typed = after_verb(text, verb).unwrap_or_default();
    let mut each = split(typed)
        .into_iter()
        .filter(|one| !one.trim().is_empty());
    match each.find(|one| value(one).is_none()) {
        Some(one) if [POINTS, WORTH].contains(&verb) => Refusal::NoPoints(one.trim().to_owned()),
        _ => Refusal::Form(verb.to_owned()),
    }
}

/// Reads each part of an act.
fn each<P, T>(
    parts: Vec<P>,
    read: impl Fn(P) -> Result<T, AnyRefusal>,
) -> Result<Vec<T>, AnyRefusal> {
    parts.into_iter().map(read).collect()
}

/// A round's texts; None if they aren't such.
fn round(texts: &[[Token; 1]], asks: Asks) -> Option<RoundText> {
    let texts: Vec<&str> = texts
        .iter()
        .map(|[text]| text.name())
        .collect::<Option<_>>()?;
    // The people may be left out.
    let filled = [&texts[..], &[""; 2]].concat();
    let [question, answers, missing, asked, named, ..] = filled[..] else {
        return None;
    };
    (texts.len() <= 5).then(|| RoundText {
        question: question.to_owned(),
        answers: answers.to_owned(),
        missing: missing.to_owned(),
        asked: names_in(asked),
        named: names_in(named),
        asks,
    })
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
            Action::Correct(who, answer) => (CORRECT, vec![name(who), answer.write(cast)]),
            Action::Deal(Deal::Answer(who)) => (DRAW, vec![name(who)]),
            Action::Deal(Deal::Things(what)) => (DEAL, vec![format!("\"{what}\"")]),
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
                let write = |(who, points): &(CastId, i32)| format!("{} {points}", name(who));
                (POINTS, each.iter().map(write).collect())
            }
            Action::Worth(values) => {
                let write = |(item, points): &(String, i32)| format!("{} {points}", quoted(item));
                (WORTH, values.iter().map(write).collect())
            }
            Action::Token(who) => (TOKEN, who.iter().map(name).collect()),
            Action::Out(who) => (OUT, who.iter().map(name).collect()),
            Action::Tell(each) => {
                let write = |(who, text): &(CastId, String)| format!("{} \"{text}\"", name(who));
                (TELL, each.iter().map(write).collect())
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
            Action::Correct(who, _) => format!("{}'s answer is corrected", cast.name(*who)),
            Action::Next | Action::Ask(_) => "the next round is open".to_owned(),
            Action::Points(each) => format!("points: {}", say::points(each, cast)),
            Action::Worth(_) => "the points are given".to_owned(),
            Action::Token(who) => format!("a token for {}", names(who, cast)),
            Action::Out(who) => format!("out: {}", names(who, cast)),
            Action::Tell(each) => {
                let who: Vec<CastId> = each.iter().map(|(who, _)| *who).collect();
                format!("you told {} something in private", names(&who, cast))
            }
            Action::Deal(Deal::Answer(who)) => {
                format!("a random answer counts for {}", cast.name(*who))
            }
            Action::Deal(Deal::Things(what)) => {
                format!("dealt in private: {}", escape_markdown(what))
            }
            Action::End => "the match is over".to_owned(),
        }
    }

    fn tells(&self, cast: &Cast) -> Vec<(CastId, String)> {
        match self {
            Action::Tell(each) => each.clone(),
            Action::Correct(who, answer) => {
                let now = said(answer, cast, &str::to_owned);
                vec![(*who, format!("your answer was corrected to {now}"))]
            }
            _ => Vec::new(),
        }
    }
}

fn said(answer: &Answer, cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
    joined(answer.0.iter().map(|item| item.says(cast, shown)), ", ")
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
/// `tell Mika: text` with a line for each person, or `tell deal 1-13`.
fn host_means(game: &MainMatch, text: &str) -> Option<String> {
    let cast = &game.cast;
    // A name that is nobody's stays, to be refused by itself.
    let name = |typed: &str| {
        let typed = typed.trim().trim_matches('"');
        let who = cast.meant(typed, |who| cast.is_safe(who));
        quoted(who.map_or(typed, |who| cast.name(who))).into_owned()
    };
    let mut verbs = [CORRECT, POINTS, WORTH, OUT, TOKEN, TELL].into_iter();
    let (verb, typed) = verbs.find_map(|verb| Some((verb, after_verb(text, verb)?)))?;
    if let (TELL, Some(what)) = (verb, after_verb(typed.trim(), DEAL)) {
        let what = what.trim_matches([' ', ':']).replace('"', "'");
        return Some(format!("{DEAL} \"{what}\""));
    }
    let values: Option<Vec<(String, i32)>> = split(typed).iter().map(|one| value(one)).collect();
    let parts: Vec<String> = match verb {
        CORRECT => {
            let (who, items) = typed.split_once(':')?;
            if items.trim().eq_ignore_ascii_case("random") {
                return Some(format!("{DRAW} {}", name(who)));
            }
            vec![name(who), game.question().meant(items)]
        }
        POINTS => points_meant(game, values?, name),
        WORTH => {
            let values = values?.into_iter();
            values
                .map(|(item, points)| format!("{} {points}", quoted(&item)))
                .collect()
        }
        TELL => {
            let lines = typed.lines().filter(|line| !line.trim().is_empty());
            let told = lines.map(|line| {
                let (who, words) = line.split_once(':')?;
                let words = words.trim().replace('"', "'");
                Some(format!("{} \"{words}\"", name(who)))
            });
            told.collect::<Option<_>>()?
        }
        _ => names_in(typed).iter().map(|typed| name(typed)).collect(),
    };
    Some(format!("{verb} {}", parts.join(" > ")))
}

/// Names with their points, in notation; `rest` stands for everybody else in the match.
fn points_meant(
    game: &MainMatch,
    typed: Vec<(String, i32)>,
    name: impl Fn(&str) -> String,
) -> Vec<String> {
    let (rest, typed): (Vec<_>, Vec<_>) = typed
        .into_iter()
        .partition(|(who, _)| who.eq_ignore_ascii_case("rest"));
    let rest = rest.last().map_or(0, |(_, points)| *points);
    let typed = typed.iter().map(|(who, points)| (name(who), *points));
    let mut given: Vec<(String, i32)> = typed.collect();
    for who in game.in_match() {
        let who = name(game.cast.name(who));
        if given.iter().all(|(named, _)| *named != who) {
            given.push((who, rest));
        }
    }
    // A 0 only keeps somebody out of the rest.
    given.retain(|(_, points)| *points != 0);
    let given = given.iter();
    given
        .map(|(who, points)| format!("{who} {points}"))
        .collect()
}
