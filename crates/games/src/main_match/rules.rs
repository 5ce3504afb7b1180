//! The main match's rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::options::{Options, Setup, Shown};
use crate::question::{Answer, Form, Item, Missing, Part, Question, Wrong, most};
use crate::{
    Author, CastId, Happening as AnyHappening, MatchOf, Outcome, Party, Reason,
    Refusal as AnyRefusal,
};

/// A main match.
pub type MainMatch = MatchOf<State, Options>;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) form: Form,
    pub(super) missing: Missing,
    pub(super) asked: Vec<CastId>,
    pub(super) named: Vec<CastId>,
    /// Once it is closed, also what missing people got.
    pub(super) answers: BTreeMap<CastId, Answer>,
    /// The people whose answer isn't their own: the dealer drew it, or the close filled it in.
    pub(super) defaults: Vec<CastId>,
    /// The people without an answer of their own when it closed.
    pub(super) missed: Vec<CastId>,
}

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// How many have answered so far.
    Answered { count: u32, of: u32 },
    Closed {
        answered: u32,
        of: u32,
        shown: Shown,
        /// What was chosen most, if everybody may see it.
        most: Vec<Item>,
        /// How often each of these was chosen, if everybody may see that.
        times: Option<u32>,
    },
}

/// Why an action of a main match is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// This person isn't asked.
    NotAsked,
    /// Their answer is final.
    Final,
    Answer(Wrong),
    /// These people have not answered, and the dealer has drawn nothing for them.
    StillMissing(Vec<CastId>),
}

impl From<Wrong> for AnyRefusal {
    fn from(wrong: Wrong) -> AnyRefusal {
        match wrong {
            Wrong::Unreadable => AnyRefusal::unreadable(super::notation::FORMS),
            Wrong::Unknown(name) => AnyRefusal::UnknownName(name),
            wrong => Refusal::Answer(wrong).into(),
        }
    }
}

impl State {
    pub(super) fn new(setup: Setup) -> State {
        State {
            form: setup.form,
            missing: setup.missing,
            asked: setup.asked,
            named: setup.named,
            answers: BTreeMap::new(),
            defaults: Vec::new(),
            missed: Vec::new(),
        }
    }
}

impl MainMatch {
    pub(super) fn question(&self) -> Question<'_> {
        Question {
            form: &self.form,
            named: &self.named,
            past: &[],
            cast: &self.cast,
        }
    }

    /// Whether it was closed, and not declared void.
    pub(super) fn is_closed(&self) -> bool {
        self.outcome.is_some_and(|end| end.reason == Reason::PLAYED)
    }

    pub(super) fn missing(&self) -> Vec<CastId> {
        let is_missing = |who: &CastId| !self.answers.contains_key(who);
        self.asked.iter().copied().filter(is_missing).collect()
    }

    /// How many have given an answer of their own.
    pub(super) fn answered(&self) -> u32 {
        (self.answers.len() - self.defaults.len()) as u32
    }

    /// Whether somebody is asked now, or may still change their answer.
    pub(super) fn may_answer(&self, who: CastId) -> bool {
        let is_own = || self.answers.contains_key(&who) && !self.defaults.contains(&who);
        self.outcome.is_none() && self.asked.contains(&who) && !(self.form.is_final && is_own())
    }

    pub(super) fn answer(
        &mut self,
        by: Author,
        whose: Party,
        answer: &Answer,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let who = match whose {
            Party::Cast(who) if self.asked.contains(&who) => who,
            _ => return Err(Refusal::NotAsked.into()),
        };
        // A host may correct a final answer.
        if by != Author::Host && !self.may_answer(who) {
            return Err(Refusal::Final.into());
        }
        let is_drawn = by == Author::Dealer;
        let fills = if is_drawn {
            &self.missing.fills[..]
        } else {
            &[]
        };
        let keeps = |(at, (part, items)): (usize, (&Part, &[Item]))| {
            let given = fills.get(at).and_then(|fill| fill.items(part, who));
            given.is_none_or(|given| given == items)
        };
        let is_possible = self.form.by_part(answer).enumerate().all(keeps);
        if !is_possible {
            return Err(AnyRefusal::NotByChance);
        }
        self.question().check(answer, who, fills)?;
        let counted = self.answered();
        self.defaults.retain(|other| *other != who);
        if is_drawn {
            self.defaults.push(who);
        }
        self.answers.insert(who, answer.clone());
        // A changed answer is not announced.
        let (count, of) = (self.answered(), self.asked.len() as u32);
        let is_new = count > counted;
        Ok(is_new
            .then(|| Happening::Answered { count, of }.into())
            .into_iter()
            .collect())
    }

    pub(super) fn close_question(&mut self, whose: Party) -> Result<Vec<AnyHappening>, AnyRefusal> {
        if whose != Party::Host {
            return Err(AnyRefusal::HostOnly);
        }
        let missing = self.missing();
        if self.state.missing.draws() && !missing.is_empty() {
            return Err(Refusal::StillMissing(missing).into());
        }
        self.missed = [&missing[..], &self.defaults].concat();
        self.missed.sort_unstable();
        let answered = self.answered();
        for who in missing {
            if let Some(answer) = self.state.missing.answer(&self.question(), who) {
                self.answers.insert(who, answer);
                self.defaults.push(who);
            }
        }
        self.defaults.sort_unstable();
        self.end(Outcome::nobody(Reason::PLAYED));
        let shown = self.options.shown;
        let tallies = self.question().tallies(self.answers.values());
        let mut most = most(&self.question(), &tallies[0]);
        if shown == Shown::Host {
            most.clear();
        }
        let times = tallies[0].iter().find(|(item, _)| most.contains(item));
        let times = times
            .map(|(_, count)| *count)
            .filter(|_| shown != Shown::Outcome);
        let of = self.asked.len() as u32;
        let closed = Happening::Closed {
            answered,
            of,
            shown,
            most,
            times,
        };
        Ok(vec![closed.into()])
    }
}
