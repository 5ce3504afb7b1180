//! The rounds of a main match so far, and what people have got in them.

use std::collections::BTreeMap;

use super::plan::Plan;
use super::round::Round;
use crate::CastId;
use crate::question::{Score, Scoring, add};

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
    /// Whether the host has said what the choices are worth.
    pub(super) is_valued: bool,
    /// What the host has told each person in private.
    pub(super) told: BTreeMap<CastId, Vec<String>>,
}

impl State {
    pub(super) fn new(plan: Plan, scoring: Scoring, first: Round) -> State {
        State {
            plan,
            scoring,
            rounds: vec![first],
            is_closed: false,
            is_scored: false,
            is_valued: false,
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

    /// Everybody's points who ever got or lost some.
    pub(super) fn points(&self) -> BTreeMap<CastId, i32> {
        sum(self.scores().map(|score| &score.points))
    }

    /// The garnets that people got or lost.
    pub(super) fn garnets(&self) -> BTreeMap<CastId, i32> {
        sum(self.scores().map(|score| &score.garnets))
    }

    /// The people who are out, first to last.
    pub(super) fn out(&self) -> Vec<CastId> {
        out_in(&self.rounds)
    }

    /// The people with a token, first to last.
    pub(super) fn tokens(&self) -> Vec<CastId> {
        self.scores()
            .flat_map(|score| score.tokens.clone())
            .collect()
    }

    /// What people have taken, first to last.
    pub(super) fn takes(&self) -> Vec<(CastId, String)> {
        self.scores()
            .flat_map(|score| score.takes.clone())
            .collect()
    }

    /// Whether anybody has got points or a token, has taken something, or is out.
    pub(super) fn has_given(&self) -> bool {
        let has_any = |score: &Score| {
            let people = score.out.len() + score.tokens.len() + score.takes.len();
            people > 0 || !score.points.is_empty()
        };
        self.scores().any(has_any)
    }

    fn scores(&self) -> impl Iterator<Item = &Score> {
        self.rounds.iter().flat_map(Round::scores)
    }
}

/// The people who were out in these rounds.
pub(super) fn out_in(rounds: &[Round]) -> Vec<CastId> {
    let scores = rounds.iter().flat_map(Round::scores);
    scores.flat_map(|score| score.out.clone()).collect()
}

/// What people got or lost in all.
pub(super) fn sum<'a>(
    counts: impl Iterator<Item = &'a BTreeMap<CastId, i32>>,
) -> BTreeMap<CastId, i32> {
    let mut sums = BTreeMap::new();
    for counts in counts {
        add(&mut sums, counts.clone());
    }
    sums
}
