//! The main match's notation: `answer Mika`, `answer Red > 7`, `close`.

use super::rules::MainMatch;
use crate::english::{cut, escape_markdown};
use crate::notation::{Token, tokens};
use crate::question::Answer;
use crate::{Cast, GameAction, Party, Refusal, is_common};

/// An action of a main match.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Answer(Answer),
    Close,
}

pub(super) const ANSWER: &str = "answer";
const CLOSE: &str = "close";
pub(super) const FORMS: &[&str] = &["answer Mika"];

/// The longest label of an offer.
const MAX_LABEL: usize = 80;

/// The items of an answer; None: it closes the question.
fn parse<'a>(tokens: &'a [Token<'a>]) -> Result<Option<&'a [Token<'a>]>, Refusal> {
    match tokens {
        [verb] if verb.is(CLOSE) => Ok(None),
        [verb, items @ ..] if verb.is(ANSWER) => Ok(Some(items)),
        _ => Err(Refusal::unreadable(FORMS)),
    }
}

/// Reads an action by the question of this match.
pub(super) fn read(game: &MainMatch, text: &str) -> Result<Action, Refusal> {
    let tokens = tokens(text).ok_or_else(|| Refusal::unreadable(FORMS))?;
    Ok(match parse(&tokens)? {
        Some(items) => Action::Answer(game.question().read(items)?),
        None => Action::Close,
    })
}

impl GameAction for Action {
    /// Reads without the question, which is enough to say it.
    fn read(text: &str, cast: &Cast) -> Result<Action, Refusal> {
        let tokens = tokens(text).ok_or_else(|| Refusal::unreadable(FORMS))?;
        Ok(match parse(&tokens)? {
            Some(items) => Action::Answer(Answer::read_alone(items, cast)?),
            None => Action::Close,
        })
    }

    fn write(&self, cast: &Cast) -> String {
        match self {
            Action::Answer(answer) => format!("{ANSWER} {}", answer.write(cast)),
            Action::Close => CLOSE.to_owned(),
        }
    }

    fn label(&self, cast: &Cast) -> String {
        match self {
            Action::Answer(answer) => cut(&said(answer, cast, &str::to_owned), MAX_LABEL),
            Action::Close => "Close the question".to_owned(),
        }
    }

    fn done(&self, cast: &Cast) -> String {
        match self {
            Action::Answer(answer) => {
                format!("you answered {}", said(answer, cast, &escape_markdown))
            }
            Action::Close => "the question is closed".to_owned(),
        }
    }
}

fn said(answer: &Answer, cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
    let items = answer.0.iter().map(|item| item.says(cast, shown));
    items.collect::<Vec<_>>().join(", ")
}

/// What people type for an answer, as notation: without the verb too.
pub(super) fn expand(game: &MainMatch, whose: Party, text: &str) -> Option<String> {
    let text = text.trim();
    if !matches!(whose, Party::Cast(_)) || is_common(text) || text.eq_ignore_ascii_case(CLOSE) {
        return None;
    }
    let verb = text
        .get(..ANSWER.len())
        .filter(|verb| verb.eq_ignore_ascii_case(ANSWER));
    let rest = verb.map(|verb| &text[verb.len()..]);
    let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with([' ', '\n', ':']));
    let typed = rest.map_or(text, |rest| rest.trim_start_matches(':'));
    let items = game.question().meant(typed);
    (!items.is_empty()).then(|| format!("{ANSWER} {items}"))
}
