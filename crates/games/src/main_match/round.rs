//! One round of a main match: a question, and what people answered.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::names::is_seen;
use crate::question::{
    Answer, Cost, Form, FormError, Missing, MissingError, Question, Score, ScoringError,
};
use crate::{Cast, CastId, Dice, Role};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    /// It as the host wrote it.
    pub(super) text: RoundText,
    pub(super) form: Form,
    pub(super) missing: Missing,
    pub(super) asked: Vec<CastId>,
    pub(super) named: Vec<CastId>,
    /// Once it is closed, also what missing people got.
    pub(super) answers: BTreeMap<CastId, Answer>,
    /// The people whose answer isn't their own: the dealer drew it, or the close filled it in.
    pub(super) defaults: BTreeSet<CastId>,
    /// The answers of earlier rounds with the same question, oldest first.
    pub(super) past: Vec<BTreeMap<CastId, Answer>>,
    /// Whether it is one of the plan's rounds, and not a further one.
    pub(super) is_planned: bool,
    /// What people got and lost by its close.
    pub(super) by_close: Score,
    /// What they got and lost by acts of the host.
    pub(super) by_host: Score,
}

/// A round as a host writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundText {
    /// The question itself.
    pub question: String,
    /// What may be answered ([`Form::read`]), and what missing people get ([`Missing::read`]).
    pub answers: String,
    pub missing: String,
    /// The names of the people who are asked, and of those who may be named; empty: everybody in
    /// the match.
    pub asked: Vec<String>,
    #[serde(default)]
    pub named: Vec<String>,
    #[serde(default)]
    pub asks: Asks,
}

/// The people who are in a round, if its text names nobody.
pub(super) struct Everybody {
    pub(super) asked: Vec<CastId>,
    pub(super) named: Vec<CastId>,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    #[default]
    Anything,
    /// Who becomes the Elimination Candidate.
    Candidate,
    /// Whom they face in the Death Match.
    Opponent,
}

/// Why a main match can't be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    Form(FormError),
    Missing(MissingError),
    Scoring(ScoringError),
    /// The text for the rounds that isn't one.
    Plan(String),
    /// The host is to add answers after the round that ends the match.
    NoLaterHost,
    /// Nobody of the cast has this name.
    Unknown(String),
    /// The words of a question are missing, or too many.
    Question,
    /// Somebody who can't be asked.
    NotPlaying(String),
    /// There is no player.
    NobodyAsked,
    /// Somebody has too few people to name.
    TooFew,
}

/// The most characters of a question.
pub(super) const MAX_QUESTION: usize = 300;

impl Round {
    /// Reads a round. Somebody who isn't in the match any more can be named in its text, such as an
    /// Elimination Candidate.
    ///
    /// # Errors
    /// What can't be read, or can't be asked of them.
    pub(super) fn read(
        text: &RoundText,
        all: &Everybody,
        cast: &Cast,
    ) -> Result<Round, SetupRefusal> {
        if !is_seen(&text.question) || text.question.chars().count() > MAX_QUESTION {
            return Err(SetupRefusal::Question);
        }
        let form = Form::read(&text.answers).map_err(SetupRefusal::Form)?;
        let people = |names: &[String], all: &[CastId]| match found(names, cast) {
            Ok(found) if found.is_empty() => Ok(all.to_vec()),
            found => found.map_err(SetupRefusal::Unknown),
        };
        let asked = people(&text.asked, &all.asked)?;
        let named = people(&text.named, &all.named)?;
        if let Some(who) = asked.iter().find(|who| cast.role(**who) != Role::Player) {
            return Err(SetupRefusal::NotPlaying(cast.name(*who).to_owned()));
        }
        let mut round = Round {
            text: text.clone(),
            form,
            asked,
            named,
            is_planned: true,
            ..Round::default()
        };
        let missing = Missing::read(&text.missing, &round.question(cast));
        round.missing = missing.map_err(SetupRefusal::Missing)?;
        round.checked(cast)
    }

    /// The same question again, in the next round, without players who aren't in it any more.
    ///
    /// # Errors
    /// Nobody can be asked it any more, or somebody has too few people to choose from.
    pub(super) fn again(&self, all: &Everybody, cast: &Cast) -> Result<Round, SetupRefusal> {
        let mut next = self.clone();
        next.past.push(std::mem::take(&mut next.answers));
        next.defaults.clear();
        next.by_close = Score::default();
        next.by_host = Score::default();
        let is_in = |who: &CastId, all: &[CastId]| !cast.is_safe(*who) || all.contains(who);
        next.asked.retain(|who| is_in(who, &all.asked));
        next.named.retain(|who| is_in(who, &all.named));
        next.checked(cast)
    }

    /// # Errors
    /// Nobody is asked, or somebody has no possible answer.
    fn checked(self, cast: &Cast) -> Result<Round, SetupRefusal> {
        if self.asked.is_empty() {
            return Err(SetupRefusal::NobodyAsked);
        }
        let question = self.question(cast);
        for who in &self.asked {
            for fills in [&[], &self.missing.fills[..]] {
                let possible = question.sample(*who, fills, &mut Dice::new(0));
                possible.ok_or(SetupRefusal::TooFew)?;
            }
        }
        Ok(self)
    }

    /// All that people got and lost in it.
    pub(super) fn scores(&self) -> impl Iterator<Item = &Score> {
        [&self.by_close, &self.by_host].into_iter()
    }

    /// The people among whom the host has to decide: nobody, once one of them is out or has a
    /// token.
    pub(super) fn tied(&self) -> &[CastId] {
        let tied = &self.by_close.tied;
        let mut decided = self.by_host.out.iter().chain(&self.by_host.tokens);
        let is_decided = decided.any(|who| tied.contains(who));
        if is_decided { &[] } else { tied }
    }

    pub(super) fn question<'a>(&'a self, cast: &'a Cast) -> Question<'a> {
        Question {
            form: &self.form,
            named: &self.named,
            past: self.past.iter().collect(),
            cast,
        }
    }

    pub(super) fn missing(&self) -> Vec<CastId> {
        let is_missing = |who: &CastId| !self.answers.contains_key(who);
        self.asked.iter().copied().filter(is_missing).collect()
    }

    /// How many have given an answer of their own.
    pub(super) fn answered(&self) -> u32 {
        (self.answers.len() - self.defaults.len()) as u32
    }

    fn has_own(&self, who: CastId) -> bool {
        self.answers.contains_key(&who) && !self.defaults.contains(&who)
    }

    /// The people without an answer of their own.
    pub(super) fn without_own(&self) -> impl Iterator<Item = CastId> {
        self.asked.iter().copied().filter(|who| !self.has_own(*who))
    }

    /// Whether somebody is asked while it is open, or may still change their answer.
    pub(super) fn may_answer(&self, who: CastId) -> bool {
        self.asked.contains(&who) && !(self.form.is_final && self.has_own(who))
    }

    /// What everybody's answer costs, or that they have none.
    pub(super) fn costs(&self) -> Vec<(CastId, u32)> {
        let answers = self.answers.iter();
        let answers = answers.map(|(who, answer)| (*who, self.form.price(answer)));
        let penalty = match self.missing.penalty.costs {
            Some(Cost::Garnets(count)) => count,
            _ => 0,
        };
        let all = answers.chain(self.without_own().map(|who| (who, penalty)));
        all.filter(|(_, price)| *price > 0).collect()
    }

    /// Gives people without an answer what is set for that.
    pub(super) fn fill_in(&mut self, cast: &Cast) {
        for who in self.missing() {
            if let Some(answer) = self.missing.answer(&self.question(cast), who) {
                self.answers.insert(who, answer);
                self.defaults.insert(who);
            }
        }
    }
}

/// The people with these names, in the cast's order. The error is a name of nobody.
pub(super) fn found(names: &[String], cast: &Cast) -> Result<Vec<CastId>, String> {
    let each = names.iter();
    let each = each.map(|name| cast.find(name).ok_or_else(|| name.clone()));
    let who: Vec<CastId> = each.collect::<Result<_, _>>()?;
    Ok(in_order(who))
}

/// People in the cast's order, each once.
pub(super) fn in_order(who: impl IntoIterator<Item = CastId>) -> Vec<CastId> {
    let who: BTreeSet<CastId> = who.into_iter().collect();
    who.into_iter().collect()
}

pub(super) fn names_of(who: &[CastId], cast: &Cast) -> Vec<String> {
    who.iter().map(|who| cast.name(*who).to_owned()).collect()
}
