//! Black and White's notation: `choose first`, `choose second`, `play 4`.

use std::fmt::{self, Display};

use super::rules::Colour;
use crate::notation::{self, Token};
use crate::{Cast, GameAction, Refusal};

/// An action of Black and White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The DMO leads the first round.
    First,
    /// The EC does.
    Second,
    /// A tile of one's hand, by its number.
    Play(u8),
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::First => f.write_str("choose first"),
            Action::Second => f.write_str("choose second"),
            Action::Play(number) => write!(f, "play {number}"),
        }
    }
}

const FORMS: &[&str] = &["choose first", "choose second", "play 4"];

impl GameAction for Action {
    fn read(text: &str, _cast: &Cast) -> Result<Action, Refusal> {
        parse(text).ok_or_else(|| Refusal::unreadable(FORMS))
    }

    fn write(&self, _cast: &Cast) -> String {
        self.to_string()
    }

    fn label(&self, _cast: &Cast) -> String {
        match self {
            Action::First => "Lead".to_owned(),
            Action::Second => "Follow".to_owned(),
            Action::Play(number) => {
                let sign = match Colour::of(*number) {
                    Colour::Black => "⬛",
                    Colour::White => "⬜",
                };
                format!("{sign} {number}")
            }
        }
    }

    fn done(&self, _cast: &Cast) -> String {
        match self {
            Action::First => "you lead the first round".to_owned(),
            Action::Second => "your opponent leads the first round".to_owned(),
            Action::Play(number) => {
                format!("you played your {} {number}", Colour::of(*number).word())
            }
        }
    }
}

fn parse(text: &str) -> Option<Action> {
    match notation::tokens(text)?[..] {
        [verb, order] if verb.is("choose") && order.is("first") => Some(Action::First),
        [verb, order] if verb.is("choose") && order.is("second") => Some(Action::Second),
        [verb, Token::Bare(number)] if verb.is("play") => {
            let number = u8::try_from(notation::number(number)?).ok()?;
            Some(Action::Play(number))
        }
        _ => None,
    }
}

/// Short forms that people type: the number alone or after a `p`, or the order alone.
pub fn expand(text: &str) -> Option<String> {
    let word = text.trim_matches(' ').to_ascii_lowercase();
    let action = match word.as_str() {
        "first" | "1st" => Action::First,
        "second" | "2nd" => Action::Second,
        _ => {
            let verb_off = word.strip_prefix("play").or_else(|| word.strip_prefix('p'));
            let digits = verb_off.unwrap_or(&word).trim_start_matches(' ');
            Action::Play(u8::try_from(notation::number(digits)?).ok()?)
        }
    };
    Some(action.to_string())
}
