//! What somebody answers: items, part by part, in words and in notation.

use serde::{Deserialize, Serialize};

use super::part::{Form, Kind, PASS, Part};
use crate::english::{garnets, joined, list};
use crate::notation::quoted;
use crate::{Cast, CastId};

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

impl Part {
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

    /// What was answered in it: `Mika and Teo`, `Loan 3, Veto 1` (and 0 of the others), `2 for
    /// 10 garnets`.
    pub fn answered(&self, items: &[Item], cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
        let each = items.iter().map(|item| item.says(cast, shown));
        match &self.kind {
            Kind::Amounts { items: names, .. } => {
                let named = names.iter().zip(each).filter(|(_, amount)| amount != "0");
                let named = named.map(|(name, amount)| format!("{} {amount}", shown(name)));
                let said = joined(named, ", ");
                if said.is_empty() {
                    "all 0".to_owned()
                } else {
                    said
                }
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

    /// The items of an answer that count for a part. Further items of the first part's kind count
    /// with those of that part, and the other way round.
    pub fn counted<'a>(&'a self, answer: &'a Answer, at: usize) -> impl Iterator<Item = &'a Item> {
        let is_first = |at: usize| at == 0 || self.parts[at].is_more();
        let parts = self.by_part(answer).enumerate();
        let of_part =
            parts.filter(move |(other, _)| *other == at || is_first(*other) && is_first(at));
        of_part.flat_map(|(_, (_, items))| items)
    }
}

impl Item {
    pub fn person(&self) -> Option<CastId> {
        match self {
            Item::Person(who) => Some(*who),
            _ => None,
        }
    }

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

    pub(super) fn write(&self, cast: &Cast) -> String {
        let plain = self.plain(cast);
        let is_quoted = match self {
            Item::Text(_) => true,
            Item::Person(_) | Item::Choice(_) => plain.eq_ignore_ascii_case(PASS),
            Item::Number(_) | Item::Pass => false,
        };
        if is_quoted {
            format!("\"{plain}\"")
        } else {
            quoted(&plain).into_owned()
        }
    }

    /// As [`Item::says`], where nobody knows the cast.
    pub(super) fn named(
        &self,
        name: &dyn Fn(CastId) -> String,
        shown: &dyn Fn(&str) -> String,
    ) -> String {
        match self {
            Item::Person(who) => name(*who),
            Item::Choice(item) => shown(item),
            Item::Number(number) => number.to_string(),
            Item::Text(text) => format!("“{}”", shown(text)),
            Item::Pass => crate::english::capitalized(PASS),
        }
    }
}

impl Answer {
    /// It in notation, without a verb: `Mika > 7`.
    pub fn write(&self, cast: &Cast) -> String {
        joined(self.0.iter().map(|item| item.write(cast)), " > ")
    }

    /// It in one line, each part with its label: `colour: Red, Mika`.
    pub fn says(&self, form: &Form, cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
        let parts = form.by_part(self);
        let parts = parts.filter(|(part, items)| !part.is_extra() || part.price_of(items) > 0);
        let parts =
            parts.map(|(part, items)| part.labelled(&part.answered(items, cast, shown), shown));
        joined(parts, " · ")
    }
}
