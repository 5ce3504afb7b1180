//! Questions to many people: what may be answered, how it is typed and written, and what the
//! answers come to. Knows no match and no time.

mod form;
mod missing;
mod tally;
mod typed;

pub use form::FormError;
pub use missing::{Cost, Fill, Missing, MissingError, Penalty};
pub use tally::{Tally, most};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::english::{count_of, list};
use super::names::is_seen;
use super::notation::{Token, number, quoted};
use super::{Cast, CastId, Dice};

/// The most parts of an answer.
pub const MAX_PARTS: usize = 5;
/// The most items of a list: what a menu has room for.
pub const MAX_LIST: usize = 25;
/// The most people, or items of a list, in one part.
pub const MAX_COUNT: u8 = 10;
/// The most items of a list that each get an amount.
pub const MAX_AMOUNTS: usize = 10;
/// The most answers that a part has in all rounds together, if that is limited.
pub const MAX_IN_ALL: u32 = 99;
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
    /// Whether people may choose the same several times.
    pub repeats: bool,
    /// Whether people may not choose what they answered in the round before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_last: bool,
    /// How many answers that aren't a pass it has in all rounds together, if that is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_all: Option<u32>,
    /// The garnets that each of its items costs, if it is an extra: a thing to buy, or further
    /// items of the first part's kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    #[serde(rename = "one_of")]
    Of(Choices),
    /// So many people.
    People(u8),
    Number {
        least: u32,
        most: u32,
    },
    /// A number for each item of a list.
    Amounts {
        least: u32,
        most: u32,
        items: Vec<String>,
    },
    Text,
}

/// A list of which so many items are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredChoices", into = "StoredChoices")]
pub struct Choices {
    pub count: u8,
    pub items: Vec<String>,
}

/// As posts keep it: a list of which one item is chosen has no count.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredChoices {
    One(Vec<String>),
    Several(u8, Vec<String>),
}

impl From<StoredChoices> for Choices {
    fn from(stored: StoredChoices) -> Choices {
        match stored {
            StoredChoices::One(items) => Choices { count: 1, items },
            StoredChoices::Several(count, items) => Choices { count, items },
        }
    }
}

impl From<Choices> for StoredChoices {
    fn from(choices: Choices) -> StoredChoices {
        match choices.count {
            1 => StoredChoices::One(choices.items),
            count => StoredChoices::Several(count, choices.items),
        }
    }
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

impl Part {
    /// How many items it has.
    pub fn count(&self) -> usize {
        match &self.kind {
            Kind::Of(choices) => choices.count.into(),
            Kind::People(count) => (*count).into(),
            Kind::Amounts { items, .. } => items.len(),
            Kind::Number { .. } | Kind::Text => 1,
        }
    }

    /// How many items an answer has in it at least.
    pub fn least_count(&self) -> usize {
        if self.is_more() { 0 } else { self.count() }
    }

    pub fn is_extra(&self) -> bool {
        self.price.is_some()
    }

    /// Whether it has further items of the first part's kind.
    pub fn is_more(&self) -> bool {
        self.is_extra() && self.is_chosen()
    }

    /// What it has if nobody says anything about it.
    pub fn unsaid(&self) -> Vec<Item> {
        let bought = self.is_extra() && !self.is_more();
        bought.then_some(Item::Number(0)).into_iter().collect()
    }

    /// The garnets that it costs.
    fn price_of(&self, items: &[Item]) -> u32 {
        let count = match items {
            [Item::Number(count)] => *count,
            items => items.len() as u32,
        };
        self.price.unwrap_or(0) * count
    }

    /// Whether people choose from a list or among people.
    pub fn is_chosen(&self) -> bool {
        matches!(self.kind, Kind::Of(_) | Kind::People(_))
    }

    /// What has to be chosen: `one person`, `a number from 1 to 100`. `shown` makes a host's words
    /// safe where they stand.
    pub fn says(&self, shown: &dyn Fn(&str) -> String) -> String {
        if let Some(price) = self.price {
            let most = match self.kind {
                Kind::Number { most, .. } => most,
                _ => self.count() as u32,
            };
            return format!("up to {most}, for {} each", garnets(price));
        }
        let mut said = match &self.kind {
            Kind::Of(Choices { count, items }) => {
                let each = items.iter().map(|item| shown(item));
                match (count, items.len()) {
                    (1, ..=MAX_NAMED_ITEMS) => list(each, "or"),
                    (1, found) => format!("one of {found} choices"),
                    (_, ..=MAX_NAMED_ITEMS) => format!("{count} of {}", list(each, "and")),
                    (_, found) => format!("{count} of {found} choices"),
                }
            }
            Kind::People(1) => "one person".to_owned(),
            Kind::People(count) => format!("{count} people"),
            Kind::Number { least, most } => format!("a number from {least} to {most}"),
            Kind::Amounts { least, most, items } => {
                let each = items.iter().map(|item| shown(item));
                format!("{least} to {most} for each of {}", list(each, "and"))
            }
            Kind::Text => "your own words".to_owned(),
        };
        let may = [
            (self.yourself, "yourself too"),
            (self.repeats, "repeats allowed"),
            (self.not_last, "not your last answer"),
            (self.pass, "or pass"),
        ];
        for (_, may) in may.iter().filter(|(may, _)| *may) {
            said.push_str(", ");
            said.push_str(may);
        }
        if let Some(most) = self.in_all {
            said.push_str(&format!(", up to {most} times in all"));
        }
        said
    }

    /// What was answered in it: `Mika and Teo`, `Loan 3, Twin 0`, `2 for 10 garnets`.
    pub fn answered(&self, items: &[Item], cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
        let each = items.iter().map(|item| item.says(cast, shown));
        match &self.kind {
            Kind::Amounts { items, .. } => {
                let named = items.iter().zip(each);
                let named = named.map(|(item, amount)| format!("{} {amount}", shown(item)));
                named.collect::<Vec<_>>().join(", ")
            }
            _ => match (list(each, "and"), self.price_of(items)) {
                (said, 0) => said,
                (said, price) => format!("{said} for {}", garnets(price)),
            },
        }
    }
}

impl Form {
    /// The garnets that an answer costs.
    pub fn price(&self, answer: &Answer) -> u32 {
        let parts = self.by_part(answer);
        parts.map(|(part, items)| part.price_of(items)).sum()
    }

    /// The place of the part with further items of the first one's kind.
    fn more(&self) -> Option<usize> {
        self.parts.iter().position(Part::is_more)
    }

    /// The part of each item of an answer.
    pub fn slots(&self) -> impl Iterator<Item = &Part> + Clone {
        let each = |part| std::iter::repeat_n(part, Part::count(part));
        self.parts.iter().flat_map(each)
    }

    /// An answer's items in the part at this place.
    fn items<'a>(&'a self, answer: &'a Answer, at: usize) -> &'a [Item] {
        let part = self.by_part(answer).nth(at);
        part.map_or(&[], |(_, items)| items)
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
        self.named(&|who| cast.name(who).to_owned(), shown)
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

    /// As [`Item::says`], where nobody knows the cast.
    fn named(&self, name: &dyn Fn(CastId) -> String, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            Item::Person(who) => name(*who),
            Item::Choice(item) => shown(item),
            Item::Number(number) => number.to_string(),
            Item::Text(text) => format!("“{}”", shown(text)),
            Item::Pass => super::english::capitalized(PASS),
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
        let parts = form.by_part(self);
        let parts = parts.filter(|(part, items)| !part.is_extra() || part.price_of(items) > 0);
        let parts = parts.map(|(part, items)| {
            let items = part.answered(items, cast, shown);
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

fn garnets(count: u32) -> String {
    count_of(count as usize, "garnet", "garnets")
}

/// A form put to people of a cast.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub form: &'a Form,
    /// The people who may be named.
    pub named: &'a [CastId],
    /// Everybody's answers to this form in earlier rounds, oldest first.
    pub past: &'a [BTreeMap<CastId, Answer>],
    pub cast: &'a Cast,
}

impl Question<'_> {
    /// Checks what depends on who answers. What is given for missing people (`fills`) may name
    /// anybody.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, answer: &Answer, whose: CastId, fills: &[Fill]) -> Result<(), Wrong> {
        let mut before = 0;
        for (at, (part, items)) in self.form.by_part(answer).enumerate() {
            let is_given = fills.get(at).is_some_and(|fill| *fill != Fill::Random);
            for (place, item) in items.iter().enumerate() {
                if !is_given {
                    self.may(item, at, whose)?;
                }
                // A list's item may come again in another part in any case.
                let earlier = match item {
                    Item::Person(_) if self.form.all_different => &answer.0[..before + place],
                    _ => &items[..place],
                };
                let is_twice = part.is_chosen() && !part.repeats && earlier.contains(item);
                if is_twice && *item != Item::Pass {
                    return Err(Wrong::Twice(item.clone()));
                }
            }
            let given = items.iter().filter(|item| **item != Item::Pass).count();
            if let Some((left, in_all)) = self.left(at, whose)
                && !is_given
                && given > left as usize
            {
                return Err(Wrong::UsedUp { left, in_all });
            }
            before += items.len();
        }
        Ok(())
    }

    /// Whether somebody may answer this in a part, whatever else they answer.
    fn may(&self, item: &Item, at: usize, whose: CastId) -> Result<(), Wrong> {
        let part = &self.form.parts[at];
        if let Item::Person(who) = *item {
            if !self.named.contains(&who) {
                let mut named = self.named.to_vec();
                named.retain(|named| part.yourself || *named != whose);
                return Err(Wrong::NotNamed { who, named });
            }
            if who == whose && !part.yourself {
                return Err(Wrong::Yourself);
            }
        }
        if self.last(at, whose).contains(item) {
            let left = self.choices(at, whose);
            if !left.contains(item) {
                let item = item.clone();
                return Err(Wrong::Last { item, left });
            }
        }
        Ok(())
    }

    /// What somebody answered in a part in earlier rounds, oldest first, without passes.
    fn earlier(&self, at: usize, whose: CastId) -> impl DoubleEndedIterator<Item = Vec<Item>> {
        self.past.iter().map(move |round| {
            let given = round.get(&whose);
            let items = given.map_or(&[][..], |answer| self.form.items(answer, at));
            let items = items.iter().filter(|item| **item != Item::Pass);
            items.cloned().collect()
        })
    }

    /// What somebody may not answer again in a part.
    fn last(&self, at: usize, whose: CastId) -> Vec<Item> {
        if !self.form.parts[at].not_last {
            return Vec::new();
        }
        let places = match self.form.more() {
            Some(more) if at == 0 || at == more => vec![0, more],
            _ => vec![at],
        };
        let last = places
            .iter()
            .filter_map(|at| self.earlier(*at, whose).next_back());
        last.flatten().collect()
    }

    /// How many answers somebody has left in a part, of how many in all rounds.
    fn left(&self, at: usize, whose: CastId) -> Option<(u32, u32)> {
        let in_all = self.form.parts[at].in_all?;
        let used: usize = self.earlier(at, whose).map(|items| items.len()).sum();
        Some((in_all.saturating_sub(used as u32), in_all))
    }

    /// What somebody may choose in a part; only a pass, if anything, where they type. If too little
    /// would be left without their last answer, they may choose it again.
    pub fn choices(&self, at: usize, whose: CastId) -> Vec<Item> {
        let part = &self.form.parts[at];
        let pass = part.pass.then_some(Item::Pass);
        let mut items: Vec<Item> = match &part.kind {
            _ if matches!(self.left(at, whose), Some((0, _))) => Vec::new(),
            Kind::Of(choices) => choices.items.iter().cloned().map(Item::Choice).collect(),
            Kind::People(_) => {
                let may = |who: &&CastId| part.yourself || **who != whose;
                self.named
                    .iter()
                    .filter(may)
                    .copied()
                    .map(Item::Person)
                    .collect()
            }
            Kind::Number { least, most } if part.is_extra() => {
                (*least..=*most).map(Item::Number).collect()
            }
            Kind::Number { .. } | Kind::Amounts { .. } | Kind::Text => Vec::new(),
        };
        let last = self.last(at, whose);
        let others = items.iter().filter(|item| !last.contains(item)).count();
        let needed = if part.repeats { 1 } else { part.count() };
        if others >= needed {
            items.retain(|item| !last.contains(item));
        }
        items.into_iter().chain(pass).collect()
    }

    /// Every answer that somebody may give; None if there are too many to list.
    pub fn answers(&self, whose: CastId) -> Option<Vec<Answer>> {
        if self.form.more().is_some() {
            return None;
        }
        let mut all = vec![Answer(Vec::new())];
        let parts = self.form.parts.iter().enumerate();
        for (at, part) in parts.flat_map(|(at, part)| vec![(at, part); part.count()]) {
            let mut choices = self.choices(at, whose);
            match part.kind {
                _ if part.is_extra() => {}
                Kind::Number { least, most } | Kind::Amounts { least, most, .. }
                    if (most - least) as usize <= MAX_LISTED_ANSWERS =>
                {
                    choices.extend((least..=most).map(Item::Number));
                }
                Kind::Number { .. } | Kind::Amounts { .. } | Kind::Text => return None,
                Kind::Of(_) | Kind::People(_) => {}
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
            let is_used_up = matches!(self.left(at, whose), Some((0, _)));
            let mut count = part.count();
            if part.is_more() {
                count = dice.between(0, count as u32) as usize;
            }
            for _ in 0..count {
                let item = match part.kind {
                    _ if is_used_up => Item::Pass,
                    Kind::Text if part.pass && dice.one_in(4) => Item::Pass,
                    Kind::Text => made_up(dice),
                    Kind::Number { least, most } | Kind::Amounts { least, most, .. } => {
                        let numbers = (most - least) as usize + 1;
                        if part.pass && dice.one_in(numbers + 1) {
                            Item::Pass
                        } else {
                            Item::Number(dice.between(least, most))
                        }
                    }
                    Kind::Of(_) | Kind::People(_) => {
                        let may = |item: &Item| {
                            let one = Answer([&answer.0[..], std::slice::from_ref(item)].concat());
                            self.check(&one, whose, fills).is_ok()
                        };
                        let mut choices = self.choices(at, whose);
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

#[cfg(test)]
mod tests;
