//! What is legal in a match, and the offers that follow from it for buttons, menus and completion.

use super::notation::number;
use super::{CastId, Dice, Game, GameAction, MatchOf, Offer, Party};

/// What is legal for a party now.
pub enum Legal<Action> {
    /// One of these; nothing if there are none.
    Listed(Vec<Action>),
    /// A whole number up to this one.
    UpTo(u32, fn(u32) -> Action),
    /// All of these people, in an order of one's own.
    Ordering(Vec<CastId>, fn(Vec<CastId>) -> Action),
    /// More than can be listed: these, and others that the game's rules accept.
    Among(Vec<Action>),
}

/// How many numbers are offered at most.
const MAX_NUMBERS: u32 = 200;

impl<Action: Clone> Legal<Action> {
    /// One of them at random, each equally likely. None if there are none, or more than can be
    /// listed.
    pub fn pick(self, dice: &mut Dice) -> Option<Action> {
        match self {
            Legal::Listed(actions) => dice.pick(&actions).cloned(),
            Legal::UpTo(most, act) => Some(act(dice.between(0, most))),
            Legal::Ordering(mut people, act) => {
                dice.shuffle(&mut people);
                Some(act(people))
            }
            Legal::Among(_) => None,
        }
    }

    /// The actions of a list, or some of those that may continue a notation in lower case.
    pub fn some(self, prefix: &str) -> Vec<Action> {
        match self {
            Legal::Listed(actions) | Legal::Among(actions) => actions,
            Legal::UpTo(most, act) => numbers(most, prefix).into_iter().map(act).collect(),
            Legal::Ordering(..) => Vec::new(),
        }
    }
}

impl<State, Options> MatchOf<State, Options>
where
    Self: Game,
{
    /// What a party is offered now, for buttons, menus and completion: actions whose notation
    /// starts with `prefix` (without regard to case), all if it is empty; some hundreds at most.
    pub fn offers(&self, whose: Party, prefix: &str) -> Vec<Offer> {
        let prefix = prefix.to_lowercase();
        let mut offers = match self.legal(whose) {
            Legal::Ordering(people, act) => self.orderings(people, act, &prefix),
            legal => {
                let offered = self.offered(legal, whose, &prefix).into_iter();
                let offer = |action: <Self as Game>::Action| Offer {
                    act: action.write(&self.cast),
                    label: action.label(&self.cast),
                };
                offered.map(offer).collect()
            }
        };
        offers.retain(|offer| offer.act.to_lowercase().starts_with(&prefix));
        offers
    }

    /// Orderings that continue the prefix, one for each of those who can come next. The rest follow
    /// in cast order.
    fn orderings(
        &self,
        mut left: Vec<CastId>,
        act: fn(Vec<CastId>) -> <Self as Game>::Action,
        prefix: &str,
    ) -> Vec<Offer> {
        let mut first: Vec<CastId> = Vec::new();
        let with = |first: &[CastId], next: CastId| {
            let all = first.iter().copied().chain([next]);
            act(all.collect()).write(&self.cast)
        };
        while let Some(at) = left.iter().position(|next| {
            let begun = with(&first, *next).to_lowercase();
            prefix.starts_with(&(begun + " > "))
        }) {
            first.push(left.remove(at));
        }
        let offer = |next: &CastId| {
            let rest = left.iter().filter(|other| *other != next);
            let whole = first.iter().chain([next]).chain(rest).copied();
            Offer {
                act: act(whole.collect()).write(&self.cast),
                label: format!("{}. {}", first.len() + 1, self.cast.name(*next)),
            }
        };
        left.iter().map(offer).collect()
    }
}

/// Numbers up to `most`: those that continue the number at the end of a text, else the smallest.
fn numbers(most: u32, text: &str) -> Vec<u32> {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let Some(start) = number(digits) else {
        return (0..=most.min(MAX_NUMBERS - 1)).collect();
    };
    // The number itself, then those with one more digit, then with two: 7, 70 to 79, 700 to 799.
    let mut numbers = Vec::new();
    let (mut first, mut width) = (u64::from(start), 1u64);
    while first <= u64::from(most) && numbers.len() < MAX_NUMBERS as usize {
        let end = (first + width - 1).min(u64::from(most));
        // Both ends are at most `most`, a u32.
        numbers.extend((first as u32..=end as u32).take(MAX_NUMBERS as usize));
        if start == 0 {
            break;
        }
        (first, width) = (first * 10, width * 10);
    }
    numbers
}
