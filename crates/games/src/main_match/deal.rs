//! What a host leaves to chance: one thing for each player, told in private, or somebody's answer.

use super::notation::Action;
use super::options::names_in;
use super::round::SetupRefusal;
use super::rules::{Applied, MainMatch, Refusal};
use super::state::Deal;
use super::verbs::TELL;
use crate::question::{Kind, MissingError, ends_of};
use crate::{CastId, Dice, Refusal as AnyRefusal};

/// Deals each player another one, so that all of them make one circle.
const TARGETS: &str = "targets";
/// The most different numbers.
const MAX_NUMBERS: usize = 1_000;

impl MainMatch {
    /// Leaves it to the dealer.
    pub(super) fn deal(&mut self, what: &Deal) -> Applied {
        if let Deal::Answer(who) = what {
            self.must_be_closed()?;
            if !self.round().asked.contains(who) {
                return Err(Refusal::NotAsked.into());
            }
            if self.has_own_words() {
                let refusal = SetupRefusal::Missing(MissingError::DrawnText);
                return Err(Refusal::Round(refusal).into());
            }
        }
        if self.drawn(what, &mut Dice::new(0)).is_none() {
            return Err(Refusal::Form(TELL.to_owned()).into());
        }
        self.to_deal = Some(what.clone());
        Ok(Vec::new())
    }

    /// Whether an answer has a text, which can't be drawn.
    pub(super) fn has_own_words(&self) -> bool {
        let mut parts = self.round().form.parts.iter();
        parts.any(|part| part.kind == Kind::Text)
    }

    /// What the dealer writes, at random.
    pub(super) fn drawn(&self, what: &Deal, dice: &mut Dice) -> Option<Action> {
        match what {
            Deal::Things(what) => self.dealt(what, dice).map(Action::Tell),
            Deal::Answer(who) => {
                let drawn = self.question().sample(*who, &[], dice);
                drawn.map(|answer| Action::Correct(*who, answer))
            }
        }
    }

    /// A thing for each player. If there are too few, they come several times.
    fn dealt(&self, what: &str, dice: &mut Dice) -> Option<Vec<(CastId, String)>> {
        let mut who = self.in_match();
        dice.shuffle(&mut who);
        let mut things: Vec<String> = if what.eq_ignore_ascii_case(TARGETS) {
            let targets = who.iter().cycle().skip(1);
            let told = targets.map(|who| format!("your target is {}", self.cast.name(*who)));
            return Some(who.iter().copied().zip(told).collect());
        } else if let Some((least, most)) = ends_of(what) {
            let numbers = (least..=most).take(MAX_NUMBERS);
            numbers
                .map(|number| format!("your number is {number}"))
                .collect()
        } else {
            names_in(what)
        };
        dice.shuffle(&mut things);
        let things_again = things.iter().cloned().cycle();
        (things.len() > 1).then(|| who.into_iter().zip(things_again).collect())
    }

    /// Takes what the dealer has drawn.
    pub(super) fn take_drawn(&mut self, action: &Action) -> Applied {
        match (self.to_deal.take(), action) {
            (Some(Deal::Answer(who)), Action::Correct(other, answer)) if who == *other => {
                self.correct(who, answer)
            }
            (Some(Deal::Things(_)), Action::Tell(each)) if self.is_for_all(each) => self.tell(each),
            (to_deal, _) => {
                self.to_deal = to_deal;
                Err(AnyRefusal::NotByChance)
            }
        }
    }

    /// Whether each player in the match is told one thing.
    fn is_for_all(&self, each: &[(CastId, String)]) -> bool {
        let mut told: Vec<CastId> = each.iter().map(|(who, _)| *who).collect();
        told.sort_unstable();
        told == self.in_match()
    }
}
