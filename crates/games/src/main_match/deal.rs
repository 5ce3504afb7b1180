//! What a host has dealt out at random: each player is told one thing in private.

use super::options::names_in;
use super::rules::{Applied, MainMatch, Refusal};
use super::verbs::TELL;
use crate::question::ends_of;
use crate::{CastId, Dice, Refusal as AnyRefusal};

/// Deals each player another one, so that all of them make one circle.
const TARGETS: &str = "targets";
/// The most different numbers.
const MAX_NUMBERS: usize = 1_000;

impl MainMatch {
    /// Has the dealer deal out the numbers of a range, the things of a list, or targets.
    pub(super) fn deal(&mut self, what: &str) -> Applied {
        if self.dealt(what, &mut Dice::new(0)).is_none() {
            return Err(Refusal::Form(TELL.to_owned()).into());
        }
        self.to_deal = Some(what.to_owned());
        Ok(Vec::new())
    }

    /// What the dealer tells each player. If there are fewer things than players, they come several
    /// times.
    pub(super) fn dealt(&self, what: &str, dice: &mut Dice) -> Option<Vec<(CastId, String)>> {
        let mut who = self.in_match();
        dice.shuffle(&mut who);
        let mut things: Vec<String> = if what.eq_ignore_ascii_case(TARGETS) {
            let targets = who.iter().cycle().skip(1);
            let told = targets.map(|who| format!("your target is {}", self.cast.name(*who)));
            return Some(who.iter().copied().zip(told).collect());
        } else if let Some((least, most)) = ends_of(what) {
            let numbers = (least..=most).take(MAX_NUMBERS);
            numbers.map(|number| number.to_string()).collect()
        } else {
            names_in(what)
        };
        dice.shuffle(&mut things);
        let things_again = things.iter().cloned().cycle();
        (things.len() > 1).then(|| who.into_iter().zip(things_again).collect())
    }

    /// Tells people what the dealer has dealt them.
    pub(super) fn tell_dealt(&mut self, each: &[(CastId, String)]) -> Applied {
        let mut told: Vec<CastId> = each.iter().map(|(who, _)| *who).collect();
        told.sort_unstable();
        if told != self.in_match() {
            return Err(AnyRefusal::NotByChance);
        }
        self.to_deal = None;
        self.tell(each)
    }
}
