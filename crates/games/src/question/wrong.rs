//! Why an answer isn't possible.

use serde::{Deserialize, Serialize};

use super::answer::Item;
use super::part::MAX_TEXT;
use crate::CastId;
use crate::english::{count_of, cut, list, unknown_name};
use crate::names::is_seen;

/// The most characters of what else may be chosen.
const MAX_SAID: usize = 400;

/// Why an answer isn't possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wrong {
    /// It is no notation.
    Unreadable,
    /// Nobody of the cast has this name.
    Unknown(String),
    /// It has another number of items; `like` is an example.
    Count {
        needed: usize,
        found: usize,
        like: String,
    },
    NotOnList {
        typed: String,
        list: Vec<String>,
    },
    /// This person can't be named, or it was their answer in the round before; these are left.
    NotNow {
        item: Item,
        left: Vec<Item>,
    },
    Yourself,
    Twice(Item),
    /// So many answers are left of those that there are in all rounds.
    UsedUp {
        left: usize,
    },
    Number {
        typed: String,
        least: u32,
        most: u32,
    },
    /// It is empty, or too long.
    TextLength,
}

/// A text that notation can hold: in one line, without double quotes.
///
/// # Errors
/// [`Wrong::TextLength`] if it is empty or too long.
pub fn text(typed: &str) -> Result<String, Wrong> {
    let sign = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    let text: String = typed.chars().map(sign).collect();
    let text = text.trim();
    let fits = is_seen(text) && text.chars().count() <= MAX_TEXT;
    fits.then(|| text.to_owned()).ok_or(Wrong::TextLength)
}

/// What somebody typed, as code.
pub(super) fn code(typed: &str) -> String {
    format!("`{}`", cut(&typed.replace('`', ""), 60))
}

impl Wrong {
    /// Says it, and what works. `name` writes people, and `shown` makes typed words safe.
    pub fn say(&self, name: &dyn Fn(CastId) -> String, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            Wrong::Unreadable => "That isn't an answer.".to_owned(),
            Wrong::Unknown(name) => unknown_name(&shown(name), &[]),
            Wrong::Count {
                needed,
                found,
                like,
            } => format!(
                "An answer has {}; yours has {found}. Try {}.",
                count_of(*needed, "part", "parts"),
                code(like)
            ),
            Wrong::NotOnList { typed, list: items } => format!(
                "“{}” isn't one of the choices. Choose {}.",
                shown(typed),
                list(items.iter().map(|item| shown(item)), "or")
            ),
            Wrong::NotNow { item, left } => {
                let left = list(left.iter().map(|item| item.named(name, shown)), "or");
                let left = if left.is_empty() { "another" } else { &left };
                let (item, left) = (item.named(name, shown), cut(left, MAX_SAID));
                format!("{item} can't be chosen here. You can choose {left}.")
            }
            Wrong::Yourself => "You can't choose yourself. Choose another player.".to_owned(),
            Wrong::Twice(item) => {
                let item = item.named(name, shown);
                format!("You chose {item} twice. Choose a different one each time.")
            }
            Wrong::UsedUp { left } => {
                let left = count_of(*left, "answer", "answers");
                format!("You have {left} left here. Pass instead.")
            }
            Wrong::Number { typed, least, most } => format!(
                "“{}” doesn't work here. Type a whole number from {least} to {most}.",
                shown(typed)
            ),
            Wrong::TextLength => {
                format!("Your text is empty or too long. Type 1 to {MAX_TEXT} characters.")
            }
        }
    }

    /// Whether it means that the text can't be read.
    pub fn is_of_notation(&self) -> bool {
        matches!(
            self,
            Wrong::Unreadable
                | Wrong::Unknown(_)
                | Wrong::Count { .. }
                | Wrong::NotOnList { .. }
                | Wrong::Number { .. }
        )
    }
}
