//! What answers come to. Nothing here depends on who answered what.

use super::{Answer, Choices, Item, Kind, Part, Question};

/// How often each thing was chosen in a part, most first. Items of a list that nobody chose are in
/// it too, and of amounts it has the sums.
pub type Tally = Vec<(Item, u32)>;

impl Question<'_> {
    /// The tally of each part.
    pub fn tallies<'a>(&self, answers: impl Iterator<Item = &'a Answer> + Clone) -> Vec<Tally> {
        let parts = self.form.parts.iter().enumerate();
        parts
            .map(|(at, part)| {
                let given = answers.clone().flat_map(|answer| {
                    let of_part = self.form.by_part(answer).nth(at);
                    of_part.map_or(&[][..], |(_, items)| items)
                });
                let mut tally: Tally = match &part.kind {
                    Kind::Of(Choices { items, .. }) | Kind::Amounts { items, .. } => items
                        .iter()
                        .map(|item| (Item::Choice(item.clone()), 0))
                        .collect(),
                    _ => Vec::new(),
                };
                let listed = tally.len();
                let places = (0..part.count()).cycle();
                for (place, item) in places.zip(given) {
                    let amount = match (&part.kind, item) {
                        (Kind::Amounts { .. }, Item::Number(amount)) => Some(*amount),
                        _ => None,
                    };
                    let counted = tally.iter().position(|(counted, _)| counted == item);
                    match (amount, counted) {
                        (Some(amount), _) => tally[place].1 += amount,
                        (None, Some(at)) => tally[at].1 += 1,
                        (None, None) => tally.push((item.clone(), 1)),
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

/// What was chosen most, if it is a list or people: all that tie, without passes. Empty otherwise.
pub fn most(question: &Question<'_>, tally: &Tally) -> Vec<Item> {
    let first = question.form.parts.first();
    let counts = first.is_some_and(Part::is_chosen);
    let chosen = || {
        tally
            .iter()
            .filter(|(item, _)| counts && *item != Item::Pass)
    };
    let most = chosen().map(|(_, count)| *count).max().unwrap_or(0);
    let most = chosen().filter(|(_, count)| *count == most && most > 0);
    most.map(|(item, _)| item.clone()).collect()
}
