//! What a host leaves to chance: one thing for each player, told in private, or somebody's answer.

use super::notation::Action;
use super::options::names_in;
use super::round::SetupRefusal;
use super::rules::{Applied, MainMatch, Refusal};
use super::verbs::TELL;
use crate::question::{Answer, Kind, MissingError, ends_of};
use crate::{CastId, Dice, Refusal as AnyRefusal};

/// Deals each player another one, so that all of them make one circle.
const TARGETS: &str = "targets";
/// The most different numbers.
const MAX_NUMBERS: usize = 1_000;

/// What the dealer draws next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deal {
    /// One thing for each player, as the host typed it.
    Things(String),
    /// This person's answer in the round that is closed.
    Answer(CastId),
}

impl MainMatch {
    /// What the dealer does, if a host has left something to chance.
    pub(super) fn dealers_act(&self, dice: &mut Dice) -> Option<Action> {
        match self.to_deal.as_ref()? {
            Deal::Things(what) => self.dealt(what, dice).map(Action::Tell),
            Deal::Answer(who) => {
                let drawn = self.question().sample(*who, &[], dice);
                drawn.map(|answer| Action::Correct(*who, answer))
            }
        }
    }

    /// Has the dealer deal out the numbers of a range, the things of a list, or targets.
    pub(super) fn deal(&mut self, what: &str) -> Applied {
        if self.dealt(what, &mut Dice::new(0)).is_none() {
            return Err(Refusal::Form(TELL.to_owned()).into());
        }
        self.to_deal = Some(Deal::Things(what.to_owned()));
        Ok(Vec::new())
    }

    /// What the dealer tells each player. If there are fewer things than players, they come several
    /// times.
    fn dealt(&self, what: &str, dice: &mut Dice) -> Option<Vec<(CastId, String)>> {
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
        if !matches!(self.to_deal, Some(Deal::Things(_))) || told != self.in_match() {
            return Err(AnyRefusal::NotByChance);
        }
        self.to_deal = None;
        self.tell(each)
    }
    /// Has the dealer draw somebody's answer in the round that is closed.
    pub(super) fn draw_answer(&mut self, who: CastId) -> Applied {
        self.must_be_closed()?;
        if !self.round().asked.contains(&who) {
            return Err(Refusal::NotAsked.into());
        }
        if self.has_own_words() {
            let refusal = SetupRefusal::Missing(MissingError::DrawnText);
            return Err(Refusal::Round(refusal).into());
        }
        self.to_deal = Some(Deal::Answer(who));
        Ok(Vec::new())
    }

    /// Whether an answer has a text, which can't be drawn.
    pub(super) fn has_own_words(&self) -> bool {
        let mut parts = self.round().form.parts.iter();
        parts.any(|part| part.kind == Kind::Text)
    }

    /// Puts the drawn answer in the place of theirs.
    pub(super) fn correct_drawn(&mut self, who: CastId, answer: &Answer) -> Applied {
        if self.to_deal != Some(Deal::Answer(who)) {
            return Err(AnyRefusal::NotByChance);
        }
        self.to_deal = None;
        self.correct(who, answer)
    }
}
