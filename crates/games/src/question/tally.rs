//! What answers come to. Nothing here depends on who answered what.

use super::answer::{Answer, Item};
use super::ask::Question;
use super::part::{Kind, Part};

/// How often each thing was chosen in a part, most first. Items of a list that nobody chose are in
/// it too, and of amounts it has the sums.
pub type Tally = Vec<(Item, u32)>;

impl Question<'_> {
    /// The tally of each part. Further items of the first part's kind are in its tally.
    pub fn tallies<'a>(&self, answers: impl Iterator<Item = &'a Answer> + Clone) -> Vec<Tally> {
        let parts = self.form.parts.iter().enumerate();
        parts
            .filter(|(_, part)| !part.is_more())
            .map(|(at, part)| {
                let given = answers.clone();
                let given = given.flat_map(|answer| self.form.counted(answer, at));
                let items = part.items().iter().cloned();
                let mut tally: Tally = items.map(|item| (Item::Choice(item), 0)).collect();
                let listed = tally.len();
                let places = (0..part.count()).cycle();
                for (place, item) in places.zip(given) {
                    let counted = tally.iter().position(|(counted, _)| counted == item);
                    match (item, counted) {
                        (Item::Number(amount), None) if place < listed => tally[place].1 += amount,
                        (_, Some(at)) => tally[at].1 += 1,
                        (_, None) => tally.push((item.clone(), 1)),
                    }
                }
                // Whose answer was first must not show. A list keeps its order among equals.
                tally[listed..].sort();
                if !matches!(part.kind, Kind::Number { .. }) {
                    tally.sort_by_key(|(item, count)| (*item == Item::Pass, u32::MAX - count));
                }
                tally
            })
            .collect()
    }
}

/// What was chosen most in a part, if it is a list or people: all that tie, without passes. Empty
/// otherwise.
pub fn most(part: &Part, tally: &Tally) -> Vec<Item> {
    let is_chosen = part.is_chosen();
    let counts = |(item, count): &&(Item, u32)| is_chosen && *item != Item::Pass && *count > 0;
    let chosen = tally.iter().filter(counts);
    let most = chosen.clone().map(|(_, count)| *count).max();
    let all = chosen.filter(|(_, count)| Some(*count) == most);
    all.map(|(item, _)| item.clone()).collect()
}
