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
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub form: &'a Form,
    /// The people who may be named.
    pub named: &'a [CastId],
    /// Everybody's answers to this form in earlier rounds, oldest first.
    pub past: &'a [BTreeMap<CastId, Answer>],
    pub cast: &'a Cast,
}

/// What a part is filled with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// Drawn by the dealer.
    Random,
    /// The person themselves.
    Yourself,
    Items(Vec<Item>),
}

impl Fill {
    /// Its items for somebody; None if they are drawn.
    pub fn items(&self, part: &Part, whose: CastId) -> Option<Vec<Item>> {
        match self {
            Fill::Random => None,
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
