//! What may be answered: checks, choices, all possible answers and random ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Item};
use super::part::{Form, Kind, Part};
use super::wrong::Wrong;
use crate::{Cast, CastId, Dice};

/// The most possible answers that are listed.
const MAX_LISTED_ANSWERS: usize = 400;

/// A form put to people of a cast.
#[derive(Clone)]
pub struct Question<'a> {
    pub form: &'a Form,
    /// The people who may be named.
    pub named: &'a [CastId],
    /// Everybody's answers to this form in earlier rounds, oldest first.
    pub past: Vec<&'a BTreeMap<CastId, Answer>>,
    pub cast: &'a Cast,
}

/// What a part is filled with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// Drawn by the dealer.
    Random,
    /// The host fills it in, once the round is closed.
    Host,
    /// The person themselves.
    Yourself,
    Items(Vec<Item>),
}

impl Fill {
    /// Its items for somebody; None if they are still to come.
    pub fn items(&self, part: &Part, whose: CastId) -> Option<Vec<Item>> {
        match self {
            Fill::Random | Fill::Host => None,
            Fill::Yourself => Some(vec![Item::Person(whose); part.count()]),
            Fill::Items(items) => Some(items.clone()),
        }
    }
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
            let given = fills.get(at).and_then(|fill| fill.items(part, whose));
            if given.is_none() {
                self.may(items, at, whose)?;
            }
            for (place, item) in items.iter().enumerate() {
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
            before += items.len();
        }
        Ok(())
    }

    /// Whether somebody may answer this in a part, whatever else they answer.
    fn may(&self, items: &[Item], at: usize, whose: CastId) -> Result<(), Wrong> {
        let given: Vec<&Item> = items.iter().filter(|item| **item != Item::Pass).collect();
        if let Some(left) = self.left(at, whose).filter(|left| given.len() > *left) {
            return Err(Wrong::UsedUp { left });
        }
        let last = self.last(at, whose);
        for item in given {
            if *item == Item::Person(whose) && !self.form.parts[at].yourself {
                return Err(Wrong::Yourself);
            }
            let is_unnamed = matches!(item, Item::Person(who) if !self.named.contains(who));
            if is_unnamed || last.contains(item) {
                let left = self.choices(at, whose).unwrap_or_default();
                if !left.contains(item) {
                    let item = item.clone();
                    return Err(Wrong::NotNow { item, left });
                }
            }
        }
        Ok(())
    }

    /// How many answers somebody has left in a part, if they are limited in all rounds.
    fn left(&self, at: usize, whose: CastId) -> Option<usize> {
        let in_all = self.form.parts[at].in_all? as usize;
        let given = self.past.iter().filter_map(|round| round.get(&whose));
        let items = given.filter_map(|answer| self.form.by_part(answer).nth(at));
        let used = items.flat_map(|(_, items)| items);
        let used = used.filter(|item| **item != Item::Pass).count();
        Some(in_all.saturating_sub(used))
    }

    /// What somebody may not answer again in a part.
    fn last(&self, at: usize, whose: CastId) -> Vec<Item> {
        let last = self.past.last().and_then(|round| round.get(&whose));
        let last = last.filter(|_| self.form.parts[at].not_last).into_iter();
        let items = last.flat_map(|answer| self.form.counted(answer, at));
        items.filter(|item| **item != Item::Pass).cloned().collect()
    }

    /// What somebody may choose in a part; None if it is too much to list. If too little would be
    /// left without their last answer, they may choose it again.
    pub fn choices(&self, at: usize, whose: CastId) -> Option<Vec<Item>> {
        let part = &self.form.parts[at];
        let mut items: Vec<Item> = match part.kind {
            _ if self.left(at, whose) == Some(0) => Vec::new(),
            Kind::Of(ref choices) => choices.items.iter().cloned().map(Item::Choice).collect(),
            Kind::People(_) => {
                let may = |who: &&CastId| part.yourself || **who != whose;
                let who = self.named.iter().filter(may);
                who.copied().map(Item::Person).collect()
            }
            Kind::Number { least, most } | Kind::Amounts { least, most, .. }
                if (most - least) as usize <= MAX_LISTED_ANSWERS =>
            {
                (least..=most).map(Item::Number).collect()
            }
            Kind::Number { .. } | Kind::Amounts { .. } | Kind::Text => return None,
        };
        let last = self.last(at, whose);
        let is_other = |item: &Item| !last.contains(item);
        let needed = if part.repeats { 1 } else { part.count() };
        if items.iter().filter(|item| is_other(item)).count() >= needed {
            items.retain(is_other);
        }
        items.extend(part.pass.then_some(Item::Pass));
        Some(items)
    }

    /// The beginning of an answer with each item that may come next, which is of this part; None if
    /// that is too much to list.
    fn next(
        &self,
        begun: &Answer,
        at: usize,
        whose: CastId,
        fills: &[Fill],
    ) -> Option<Vec<Answer>> {
        let choices = self.choices(at, whose)?.into_iter();
        let longer = choices.map(|item| Answer([&begun.0[..], &[item]].concat()));
        let possible = longer.filter(|longer| self.check(longer, whose, fills).is_ok());
        Some(possible.collect())
    }

    /// Every answer that somebody may give; None if there are too many to list.
    pub fn answers(&self, whose: CastId) -> Option<Vec<Answer>> {
        let mut all = vec![Answer(Vec::new())];
        for (at, part) in self.form.slots() {
            let mut longer = Vec::new();
            for begun in &all {
                longer.extend(self.next(begun, at, whose, &[])?);
                if part.is_more() || longer.len() > MAX_LISTED_ANSWERS {
                    return None;
                }
            }
            all = longer;
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
            for _ in 0..dice.between(part.least_count() as u32, part.count() as u32) {
                match self.next(&answer, at, whose, fills) {
                    Some(longer) => answer = dice.pick(&longer)?.clone(),
                    None => answer.0.push(made_up(part, dice)),
                }
            }
        }
        // What is given may be drawn in an earlier part already.
        self.check(&answer, whose, fills).is_ok().then_some(answer)
    }
}

/// One of very many numbers, or a text of random play.
fn made_up(part: &Part, dice: &mut Dice) -> Item {
    const TEXTS: [&str; 4] = ["amber", "we never saw it", "7", "Zoë's gull"];
    match part.kind {
        Kind::Number { least, most } | Kind::Amounts { least, most, .. } => {
            let drawn = dice.between(least, most + u32::from(part.pass));
            if drawn > most {
                Item::Pass
            } else {
                Item::Number(drawn)
            }
        }
        _ if part.pass && dice.one_in(4) => Item::Pass,
        _ => Item::Text(TEXTS[dice.below(TEXTS.len())].to_owned()),
    }
}
