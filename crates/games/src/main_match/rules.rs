//! The main match's rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::options::{Options, Shown};
use super::plan::{Plan, PlanEnd};
use super::round::{Round, RoundText, SetupRefusal};
use crate::question::{Answer, Cost, Item, Part, Question, Wrong};
use crate::{
    Author, CastId, Happening as AnyHappening, MatchOf, Outcome, Party, Reason,
    Refusal as AnyRefusal,
};

/// A main match.
pub type MainMatch = MatchOf<State, Options>;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) plan: Plan,
    /// Never empty. The last one is open, or was the last one to close.
    pub(super) rounds: Vec<Round>,
    /// Whether the last round is closed.
    pub(super) is_closed: bool,
    /// Whether somebody got points or is out since the last round closed.
    pub(super) is_scored: bool,
    pub(super) points: BTreeMap<CastId, i32>,
    /// The people who are out, first to last.
    pub(super) out: Vec<CastId>,
    /// What the host has told each person in private.
    pub(super) told: BTreeMap<CastId, Vec<String>>,
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
        /// Its number, in a match of several rounds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u32>,
    },
    /// These people got so many points, or lost them.
    Points { each: Vec<(CastId, i32)> },
    /// These people are out.
    Out { who: Vec<CastId> },
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
    /// The round is closed.
    Closed,
    /// The round is open, and has to be closed first.
    Open,
    /// This person isn't in the match, or is out.
    NotIn(CastId),
    /// Nobody can be asked in such a round.
    Round(SetupRefusal),
    /// What a host typed for this verb can't be read.
    Form(String),
    /// It can't be told: it is empty, or too long.
    TextLength,
}

impl From<Wrong> for AnyRefusal {
    fn from(wrong: Wrong) -> AnyRefusal {
        match wrong {
            Wrong::Unreadable => AnyRefusal::unreadable(super::verbs::FORMS),
            Wrong::Unknown(name) => AnyRefusal::UnknownName(name),
            wrong => Refusal::Answer(wrong).into(),
        }
    }
}

impl State {
    pub(super) fn new(plan: Plan, first: Round) -> State {
        State {
            plan,
            rounds: vec![first],
            is_closed: false,
            is_scored: false,
            points: BTreeMap::new(),
            out: Vec::new(),
            told: BTreeMap::new(),
        }
    }

    /// The round that is open, or was the last one to close.
    pub(super) fn round(&self) -> &Round {
        // There is always one.
        &self.rounds[self.rounds.len() - 1]
    }

    pub(super) fn round_mut(&mut self) -> &mut Round {
        let last = self.rounds.len() - 1;
        &mut self.rounds[last]
    }

    /// Its number; the first is 1.
    pub(super) fn number(&self) -> u32 {
        self.rounds.len() as u32
    }
}

impl MainMatch {
    pub(super) fn question(&self) -> Question<'_> {
        self.round().question(&self.cast)
    }

    pub(super) fn is_open(&self) -> bool {
        self.outcome.is_none() && !self.state.is_closed
    }

    /// Whether points are shown rather than answers: between rounds once some were given, and at
    /// the end of several rounds.
    pub(super) fn shows_standings(&self) -> bool {
        let is_end = self.outcome.is_some() && self.number() > 1;
        self.state.is_closed && (self.is_scored || is_end && !self.points.is_empty())
    }

    /// The players who are not out.
    pub(super) fn in_match(&self) -> Vec<CastId> {
        let mut who: Vec<CastId> = self.cast.safe_players().collect();
        who.retain(|who| !self.out.contains(who));
        who
    }

    /// Whether the match is to end now, by its plan.
    pub(super) fn is_done(&self) -> bool {
        match self.plan.end {
            PlanEnd::Rounds(rounds) => self.number() >= rounds,
            PlanEnd::Left(left) => self.in_match().len() <= left as usize,
        }
    }

    /// Whether somebody is asked now, or may still change their answer.
    pub(super) fn may_answer(&self, who: CastId) -> bool {
        self.is_open() && self.round().may_answer(who)
    }

    pub(super) fn answer(
        &mut self,
        by: Author,
        whose: Party,
        answer: &Answer,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let who = match whose {
            Party::Cast(who) if self.round().asked.contains(&who) => who,
            _ => return Err(Refusal::NotAsked.into()),
        };
        if self.state.is_closed {
            return Err(Refusal::Closed.into());
        }
        // A host may correct a final answer.
        if by != Author::Host && !self.may_answer(who) {
            return Err(Refusal::Final.into());
        }
        let is_drawn = by == Author::Dealer;
        let fills = if is_drawn {
            &self.round().missing.fills[..]
        } else {
            &[]
        };
        let keeps = |(at, (part, items)): (usize, (&Part, &[Item]))| {
            let given = fills.get(at).and_then(|fill| fill.items(part, who));
            given.is_none_or(|given| given == items)
        };
        let is_possible = self.round().form.by_part(answer).enumerate().all(keeps);
        if !is_possible {
            return Err(AnyRefusal::NotByChance);
        }
        self.question().check(answer, who, fills)?;
        let round = self.round_mut();
        let before = round.answered();
        round.defaults.retain(|other| *other != who);
        if is_drawn {
            round.defaults.push(who);
        }
        round.answers.insert(who, answer.clone());
        // A changed answer is not announced.
        let (count, of) = (round.answered(), round.asked.len() as u32);
        let is_new = count > before;
        Ok(is_new
            .then(|| Happening::Answered { count, of }.into())
            .into_iter()
            .collect())
    }

    /// Closes the round. The only round of a match ends it. Returns the points that people lose
    /// who have no answer of their own.
    pub(super) fn close_round(&mut self) -> Result<Vec<(CastId, i32)>, AnyRefusal> {
        if self.state.is_closed {
            return Err(Refusal::Closed.into());
        }
        let missing = self.round().missing();
        if self.round().missing.draws() && !missing.is_empty() {
            return Err(Refusal::StillMissing(missing).into());
        }
        let cast = self.cast.clone();
        self.round_mut().fill_in(&cast);
        self.state.is_closed = true;
        self.is_scored = false;
        let missed = self.round().missed.iter();
        let lost = match self.round().missing.penalty.costs {
            Some(Cost::Points(count)) => missed.map(|who| (*who, -(count as i32))).collect(),
            _ => Vec::new(),
        };
        self.add_points(&lost);
        if self.plan.planned() == Some(1) && self.number() == 1 {
            self.end(Outcome::nobody(Reason::PLAYED));
        }
        Ok(lost)
    }

    fn add_points(&mut self, each: &[(CastId, i32)]) {
        for (who, points) in each {
            *self.points.entry(*who).or_default() += points;
        }
    }

    /// Opens the next round: the same question, or another one.
    pub(super) fn open_round(
        &mut self,
        another: Option<&RoundText>,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        self.must_be_closed()?;
        let in_match = self.in_match();
        let next = match another {
            None => self.round().again(&in_match, &self.cast),
            Some(text) => {
                let named = &self.options.named;
                Round::read(text, named, &in_match, &self.cast)
            }
        };
        self.rounds.push(next.map_err(Refusal::Round)?);
        self.state.is_closed = false;
        self.prompt += 1;
        Ok(Vec::new())
    }

    pub(super) fn give_points(
        &mut self,
        each: &[(CastId, i32)],
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let is_player = |who: CastId| self.cast.is_safe(who);
        if let Some((who, _)) = each.iter().find(|(who, _)| !is_player(*who)) {
            return Err(Refusal::NotIn(*who).into());
        }
        self.add_points(each);
        self.is_scored = true;
        let each = each.to_vec();
        Ok(vec![Happening::Points { each }.into()])
    }

    pub(super) fn take_out(&mut self, who: &[CastId]) -> Result<Vec<AnyHappening>, AnyRefusal> {
        self.must_be_closed()?;
        let mut out = self.out.clone();
        for who in who {
            if !self.cast.is_safe(*who) || out.contains(who) {
                return Err(Refusal::NotIn(*who).into());
            }
            out.push(*who);
        }
        self.out = out;
        self.is_scored = true;
        let who = who.to_vec();
        Ok(vec![Happening::Out { who }.into()])
    }

    /// Tells people something in private.
    pub(super) fn tell(
        &mut self,
        each: &[(CastId, String)],
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        if let Some((who, _)) = each.iter().find(|(who, _)| !self.cast.is_safe(*who)) {
            return Err(Refusal::NotIn(*who).into());
        }
        for (who, text) in each {
            self.told.entry(*who).or_default().push(text.clone());
        }
        Ok(Vec::new())
    }

    pub(super) fn end_match(&mut self) -> Result<Vec<AnyHappening>, AnyRefusal> {
        self.must_be_closed()?;
        self.end(Outcome::nobody(Reason::PLAYED));
        Ok(Vec::new())
    }

    fn must_be_closed(&self) -> Result<(), AnyRefusal> {
        if self.state.is_closed {
            Ok(())
        } else {
            Err(Refusal::Open.into())
        }
    }
}
