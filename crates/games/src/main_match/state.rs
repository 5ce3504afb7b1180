//! The rounds of a main match so far, and what people have got in them.

use std::collections::BTreeMap;

use super::plan::Plan;
use super::round::Round;
use crate::CastId;
use crate::question::{Score, Scoring};

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) plan: Plan,
    pub(super) scoring: Scoring,
    /// Never empty. The last one is open, or was the last one to close.
    pub(super) rounds: Vec<Round>,
    /// Whether the last round is closed.
    pub(super) is_closed: bool,
    /// Whether the host has given points, a token, or taken somebody out since it closed.
    pub(super) is_scored: bool,
    /// Whether they have corrected an answer since then.
    pub(super) is_corrected: bool,
    /// Whether the host has said what the choices are worth.
    pub(super) is_valued: bool,
    /// What each person was told in private.
    pub(super) told: BTreeMap<CastId, Vec<String>>,
    /// What the dealer has to draw before anything else.
    pub(super) to_deal: Option<Deal>,
}

/// What the dealer draws next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// One thing for each player: a range of numbers, a list, or targets, as the host typed it.
    Things(String),
    /// This person's answer in the round that is closed.
    Answer(CastId),
}

impl State {
    pub(super) fn new(plan: Plan, scoring: Scoring, first: Round) -> State {
        State {
            plan,
            scoring,
            rounds: vec![first],
            is_closed: false,
            is_scored: false,
            is_corrected: false,
            is_valued: false,
            told: BTreeMap::new(),
            to_deal: None,
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

    /// All that people have got and lost so far, first to last.
    pub(super) fn total(&self) -> Score {
        self.rounds.iter().flat_map(Round::scores).sum()
    }
}
