//! Questions to many people: what may be answered, how it is typed and written, and what the
//! answers come to. Knows no match and no time.

mod form;
mod missing;
mod tally;
mod typed;

pub use form::FormError;
pub use missing::{Fill, Missing, MissingError};
pub use tally::{Tally, most};

use serde::{Deserialize, Serialize};

use super::english::{count_of, list};
use super::names::is_seen;
use super::notation::{Token, number, quoted};
use super::{Cast, CastId, Dice};

/// The most parts of an answer.
pub const MAX_PARTS: usize = 5;
/// The most items of a list: what a menu has room for.
pub const MAX_LIST: usize = 25;
/// The most people in one part.
pub const MAX_PEOPLE: u8 = 10;
/// The most characters of a list's item, so that a button holds it.
pub const MAX_ITEM: usize = 50;
/// The most characters of a part's label.
pub const MAX_LABEL: usize = 20;
/// The most characters of an answer in somebody's own words.
pub const MAX_TEXT: usize = 200;
/// The largest number that may be answered.
pub const MAX_NUMBER: u32 = 1_000_000;
/// The most items that a sentence names.
const MAX_NAMED_ITEMS: usize = 8;
/// The most possible answers that are listed.
const MAX_LISTED_ANSWERS: usize = 400;

/// The word that passes.
pub const PASS: &str = "pass";

/// What an answer consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    pub parts: Vec<Part>,
    /// Whether nobody may change an answer.
    pub is_final: bool,
    /// Whether nobody may be named twice, in all parts together.
    pub all_different: bool,
}

/// One line of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is called; empty if it has no name.
    pub label: String,
    pub kind: Kind,
    /// Whether people may name themselves.
    pub yourself: bool,
    /// Whether people may pass.
    pub pass: bool,
    /// Whether people may name the same person several times.
    pub repeats: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    OneOf(Vec<String>),
    /// So many people.
    People(u8),
    Number {
        least: u32,
        most: u32,
    },
    Text,
}

/// One thing that somebody has answered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    Person(CastId),
    /// An item of the list, as the form has it.
    Choice(String),
    Number(u32),
    Text(String),
    Pass,
}

/// Somebody's whole answer: each part's items, in the parts' order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answer(pub Vec<Item>);

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
    Twice {
        who: CastId,
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

impl Part {
    /// How many items it has.
    pub fn count(&self) -> usize {
        match self.kind {
            Kind::People(count) => count.into(),
            _ => 1,
        }
    }

    /// What has to be chosen: `one person`, `a number from 1 to 100`. `shown` makes a host's words
    /// safe where they stand.
    pub fn says(&self, shown: &dyn Fn(&str) -> String) -> String {
        let mut said = match &self.kind {
            Kind::OneOf(items) if items.len() > MAX_NAMED_ITEMS => {
                format!("one of {} choices", items.len())
            }
            Kind::OneOf(items) => list(items.iter().map(|item| shown(item)), "or"),
            Kind::People(1) => "one person".to_owned(),
            Kind::People(count) => format!("{count} people"),
            Kind::Number { least, most } => format!("a number from {least} to {most}"),
            Kind::Text => "your own words".to_owned(),
        };
        let may = [
            (self.yourself, "yourself too"),
            (self.repeats, "the same person again too"),
            (self.pass, "or pass"),
        ];
        for (_, may) in may.iter().filter(|(may, _)| *may) {
            said.push_str(", ");
            said.push_str(may);
        }
        said
    }
}

impl Form {
    /// The part of each item of an answer.
    pub fn slots(&self) -> impl Iterator<Item = &Part> + Clone {
        let each = |part| std::iter::repeat_n(part, Part::count(part));
        self.parts.iter().flat_map(each)
    }

    /// An answer's items, part by part.
    pub fn by_part<'a>(
        &'a self,
        answer: &'a Answer,
    ) -> impl Iterator<Item = (&'a Part, &'a [Item])> {
        let mut rest = &answer.0[..];
        self.parts.iter().map(move |part| {
            let (items, others) = rest.split_at(part.count().min(rest.len()));
            rest = others;
            (part, items)
        })
    }
}

impl Item {
    /// It as people read it. `shown` makes typed words safe where they stand.
    pub fn says(&self, cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            Item::Person(who) => cast.name(*who).to_owned(),
            Item::Choice(item) => shown(item),
            Item::Number(number) => number.to_string(),
            Item::Text(text) => format!("“{}”", shown(text)),
            Item::Pass => super::english::capitalized(PASS),
        }
    }

    /// It as records' states have it.
    pub fn plain(&self, cast: &Cast) -> String {
        match self {
            Item::Text(text) => text.clone(),
            Item::Pass => PASS.to_owned(),
            item => item.says(cast, &str::to_owned),
        }
    }

    fn write(&self, cast: &Cast) -> String {
        let name = |name: &str| {
            if name.eq_ignore_ascii_case(PASS) {
                format!("\"{name}\"")
            } else {
                quoted(name).into_owned()
            }
        };
        match self {
            Item::Person(who) => name(cast.name(*who)),
            Item::Choice(item) => name(item),
            Item::Text(text) => format!("\"{text}\""),
            Item::Number(_) | Item::Pass => self.plain(cast),
        }
    }

    fn person(&self) -> Option<CastId> {
        match self {
            Item::Person(who) => Some(*who),
            _ => None,
        }
    }
}

impl Answer {
    /// It in notation, without a verb: `Mika > 7`.
    pub fn write(&self, cast: &Cast) -> String {
        let items: Vec<String> = self.0.iter().map(|item| item.write(cast)).collect();
        items.join(" > ")
    }

    /// It in one line, each part with its label: `colour: Red, Mika`.
    pub fn says(&self, form: &Form, cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
        let parts = form.by_part(self).map(|(part, items)| {
            let items = list(items.iter().map(|item| item.says(cast, shown)), "and");
            match part.label.as_str() {
                "" => items,
                label => format!("{}: {items}", shown(label)),
            }
        });
        parts.collect::<Vec<_>>().join(" · ")
    }

    /// Reads notation without the question: what is nobody's name is then an item of a list.
    pub fn read_alone(items: &[Token], cast: &Cast) -> Result<Answer, Wrong> {
        let read = |token: Token| match token {
            Token::Bare(word) if word.eq_ignore_ascii_case(PASS) => Item::Pass,
            Token::Bare(word) if number(word).is_some() => Item::Number(number(word).unwrap_or(0)),
            Token::Bare(name) | Token::Quoted(name) => match cast.find_exact(name) {
                Some(who) => Item::Person(who),
                None => Item::Choice(name.to_owned()),
            },
            // Not between two `>`.
            Token::Greater => Item::Pass,
        };
        Ok(Answer(
            typed::single(items)?.into_iter().map(read).collect(),
        ))
    }
}

/// A form put to people of a cast.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub form: &'a Form,
    /// The people who may be named.
    pub named: &'a [CastId],
    pub cast: &'a Cast,
}

impl Question<'_> {
    /// Checks what depends on who answers. What is given for missing people (`fills`) may name
    /// anybody.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, answer: &Answer, whose: CastId, fills: &[Fill]) -> Result<(), Wrong> {
        let mut before: Vec<CastId> = Vec::new();
        for (at, (part, items)) in self.form.by_part(answer).enumerate() {
            if !self.form.all_different {
                before.clear();
            }
            let is_given = fills.get(at).is_some_and(|fill| *fill != Fill::Random);
            for who in items.iter().filter_map(Item::person) {
                if !is_given && !self.named.contains(&who) {
                    let mut named = self.named.to_vec();
                    named.retain(|named| part.yourself || *named != whose);
                    return Err(Wrong::NotNamed { who, named });
                }
                if !is_given && who == whose && !part.yourself {
                    return Err(Wrong::Yourself);
                }
                if !part.repeats && before.contains(&who) {
                    return Err(Wrong::Twice { who });
                }
                before.push(who);
            }
        }
        Ok(())
    }

    /// What somebody may choose in a part; only a pass, if anything, where they type.
    pub fn choices(&self, part: &Part, whose: CastId) -> Vec<Item> {
        let pass = part.pass.then_some(Item::Pass);
        let items: Vec<Item> = match &part.kind {
            Kind::OneOf(items) => items.iter().cloned().map(Item::Choice).collect(),
            Kind::People(_) => {
                let may = |who: &&CastId| part.yourself || **who != whose;
                self.named
                    .iter()
                    .filter(may)
                    .copied()
                    .map(Item::Person)
                    .collect()
            }
            Kind::Number { .. } | Kind::Text => Vec::new(),
        };
        items.into_iter().chain(pass).collect()
    }

    /// Every answer that somebody may give; None if there are too many to list.
    pub fn answers(&self, whose: CastId) -> Option<Vec<Answer>> {
        let mut all = vec![Answer(Vec::new())];
        for part in self.form.slots() {
            let mut choices = self.choices(part, whose);
            match part.kind {
                Kind::Number { least, most } if (most - least) as usize <= MAX_LISTED_ANSWERS => {
                    choices.extend((least..=most).map(Item::Number));
                }
                Kind::Number { .. } | Kind::Text => return None,
                _ => {}
            }
            let longer = all.iter().flat_map(|begun| {
                let with =
                    |item: &Item| Answer([&begun.0[..], std::slice::from_ref(item)].concat());
                choices.iter().map(with)
            });
            all = longer
                .filter(|begun| self.check(begun, whose, &[]).is_ok())
                .collect();
            if all.len() > MAX_LISTED_ANSWERS {
                return None;
            }
        }
        Some(all)
    }

    /// A random answer: item after item, each equally likely among those that are then possible.
    /// `fills`: what is given in some parts; empty if nothing is. None if there is no answer.
    pub fn sample(&self, whose: CastId, fills: &[Fill], dice: &mut Dice) -> Option<Answer> {
        // People who are named early may be the only ones left for a later part.
        const TRIES: usize = 100;
        (0..TRIES).find_map(|_| self.drawn(whose, fills, dice))
    }

    fn drawn(&self, whose: CastId, fills: &[Fill], dice: &mut Dice) -> Option<Answer> {
        let mut answer = Answer(Vec::new());
        for (at, part) in self.form.parts.iter().enumerate() {
            if let Some(given) = fills.get(at).and_then(|fill| fill.items(part, whose)) {
                answer.0.extend(given);
                continue;
            }
            for _ in 0..part.count() {
                let item = match part.kind {
                    Kind::Text if part.pass && dice.one_in(4) => Item::Pass,
                    Kind::Text => made_up(dice),
                    Kind::Number { least, most } => {
                        let numbers = (most - least) as usize + 1;
                        if part.pass && dice.one_in(numbers + 1) {
                            Item::Pass
                        } else {
                            Item::Number(dice.between(least, most))
                        }
                    }
                    _ => {
                        let may = |item: &Item| {
                            let one = Answer([&answer.0[..], std::slice::from_ref(item)].concat());
                            item.person().is_none() || self.check(&one, whose, fills).is_ok()
                        };
                        let mut choices = self.choices(part, whose);
                        choices.retain(may);
                        dice.pick(&choices)?.clone()
                    }
                };
                answer.0.push(item);
            }
        }
        // What is given may be drawn in an earlier part already.
        self.check(&answer, whose, fills).is_ok().then_some(answer)
    }

    /// An example of an answer, as people type it.
    pub fn example(&self, whose: CastId) -> String {
        let answer = self.sample(whose, &[], &mut Dice::new(1));
        answer.map_or_else(String::new, |answer| {
            let items = answer.0.iter().map(|item| item.plain(self.cast));
            items.collect::<Vec<_>>().join(", ")
        })
    }
}

/// A text of random play.
fn made_up(dice: &mut Dice) -> Item {
    const WORDS: [&str; 8] = ["amber", "gull", "we", "never", "saw", "it", "7", "Zoë's"];
    let words = (0..dice.between(1, 3)).filter_map(|_| dice.pick(&WORDS).copied());
    Item::Text(words.collect::<Vec<_>>().join(" "))
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

impl Wrong {
    /// Says it, and what works. `name` writes people, and `shown` makes typed words safe.
    pub fn say(&self, name: &dyn Fn(CastId) -> String, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            Wrong::Unreadable => "That isn't an answer.".to_owned(),
            Wrong::Unknown(name) => super::english::unknown_name(&shown(name), &[]),
            Wrong::Count {
                needed,
                found,
                like,
            } => format!(
                "An answer has {}; yours has {found}. Try {}.",
                count_of(*needed as usize, "part", "parts"),
                form::code(like)
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
            Wrong::Twice { who } => format!(
                "You chose {} twice. Choose a different player each time.",
                name(*who)
            ),
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

#[cfg(test)]
mod tests;
