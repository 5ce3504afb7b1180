//! What an answer consists of: the parts of a form, and how they read in words.

use serde::{Deserialize, Serialize};

use crate::english::{garnets, list};

/// The most characters of an answer in somebody's own words.
pub const MAX_TEXT: usize = 200;
/// The most items that a sentence names.
const MAX_NAMED_ITEMS: usize = 8;

/// The word that passes.
pub const PASS: &str = "pass";

/// What an answer consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    pub parts: Vec<Part>,
    /// Whether nobody may change an answer.
    pub is_final: bool,
    /// Whether nobody may be named twice, in all parts together.
    pub all_different: bool,
}

/// One line of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    #[default]
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

    /// What its list has; nothing if it has no list.
    pub fn items(&self) -> &[String] {
        match &self.kind {
            Kind::Of(Choices { items, .. }) | Kind::Amounts { items, .. } => items,
            Kind::People(_) | Kind::Number { .. } | Kind::Text => &[],
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

    /// Whether people choose from a list or among people.
    pub fn is_chosen(&self) -> bool {
        matches!(self.kind, Kind::Of(_) | Kind::People(_))
    }

    /// What is said of it, behind its label: `colour: Red`.
    pub fn labelled(&self, said: &str, shown: &dyn Fn(&str) -> String) -> String {
        match self.label.as_str() {
            "" => said.to_owned(),
            label => format!("{}: {said}", shown(label)),
        }
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
        let each = self.items().iter().map(|item| shown(item));
        let mut said = match &self.kind {
            Kind::Of(Choices { count, items }) => match (count, items.len()) {
                (1, ..=MAX_NAMED_ITEMS) => list(each, "or"),
                (1, found) => format!("one of {found} choices"),
                (_, ..=MAX_NAMED_ITEMS) => format!("{count} of {}", list(each, "and")),
                (_, found) => format!("{count} of {found} choices"),
            },
            Kind::People(1) => "one person".to_owned(),
            Kind::People(count) => format!("{count} people"),
            Kind::Number { least, most } => format!("a number from {least} to {most}"),
            Kind::Amounts { least, most, .. } => {
                format!("{least} to {most} for each of {}", list(each, "and"))
            }
            Kind::Text => "your own words".to_owned(),
        };
        let may = [
            (self.yourself, "yourself too"),
            (self.repeats, "repeats allowed"),
            (self.not_last, "not your last answer"),
        ];
        let may = may.iter().filter(|(may, _)| *may);
        said.extend(may.map(|(_, words)| format!(", {words}")));
        let in_all = self.in_all;
        said.extend(in_all.map(|most| format!(", up to {most} times in all")));
        said.push_str(if self.pass { ", or pass" } else { "" });
        said
    }
}

impl Form {
    /// The part of each item of an answer, and its place.
    pub(super) fn slots(&self) -> impl Iterator<Item = (usize, &Part)> {
        let each = |(at, part)| std::iter::repeat_n((at, part), Part::count(part));
        self.parts.iter().enumerate().flat_map(each)
    }
}
