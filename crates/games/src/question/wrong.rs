//! Why an answer isn't possible.

use serde::{Deserialize, Serialize};

use super::answer::Item;
use super::part::MAX_TEXT;
use crate::CastId;
use crate::english::{count_of, cut, list};
use crate::names::is_seen;

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
        needed: u32,
        found: u32,
        like: String,
    },
    NotOnList {
        typed: String,
        list: Vec<String>,
    },
    /// This person can't be named, but these can.
    NotNamed {
        who: CastId,
        named: Vec<CastId>,
    },
    Yourself,
    Twice(Item),
    /// They answered this in the round before; these are left.
    Last {
        item: Item,
        left: Vec<Item>,
    },
    /// So many answers are left of those that there are in all rounds.
    UsedUp {
        left: u32,
        in_all: u32,
    },
    Number {
        typed: String,
        least: u32,
        most: u32,
    },
    TextLength {
        found: u32,
    },
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
    let found = text.chars().count();
    if found > MAX_TEXT || !is_seen(text) {
        let found = if is_seen(text) { found as u32 } else { 0 };
        return Err(Wrong::TextLength { found });
    }
    Ok(text.to_owned())
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
            Wrong::Unknown(name) => crate::english::unknown_name(&shown(name), &[]),
            Wrong::Count {
                needed,
                found,
                like,
            } => format!(
                "An answer has {}; yours has {found}. Try {}.",
                count_of(*needed as usize, "part", "parts"),
                code(like)
            ),
            Wrong::NotOnList { typed, list: items } => format!(
                "“{}” isn't one of the choices. Choose {}.",
                shown(typed),
                list(items.iter().map(|item| shown(item)), "or")
            ),
            Wrong::NotNamed { who, named } => format!(
                "{} can't be chosen here. You can choose {}.",
                name(*who),
                list(named.iter().map(|who| name(*who)), "or")
            ),
            Wrong::Yourself => "You can't choose yourself. Choose another player.".to_owned(),
            Wrong::Twice(item) => format!(
                "You chose {} twice. Choose a different {} each time.",
                item.named(name, shown),
                match item {
                    Item::Person(_) => "player",
                    _ => "one",
                }
            ),
            Wrong::Last { item, left } => {
                let left = left.iter().map(|item| item.named(name, shown));
                let other = match left.len() {
                    0 => "Answer something else".to_owned(),
                    _ => format!("Choose {}", list(left, "or")),
                };
                let item = item.named(name, shown);
                format!("{item} was your answer last round. {other}.")
            }
            Wrong::UsedUp { left, in_all } => {
                format!("You have {left} of your {in_all} answers left here. Pass instead.")
            }
            Wrong::Number { typed, least, most } => format!(
                "“{}” doesn't work here. Type a whole number from {least} to {most}.",
                shown(typed)
            ),
            Wrong::TextLength { found: 0 } => "Your answer is empty. Type some words.".to_owned(),
            Wrong::TextLength { found } => format!(
                "Your text has {found} characters. At most {MAX_TEXT} fit; shorten it a little."
            ),
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
