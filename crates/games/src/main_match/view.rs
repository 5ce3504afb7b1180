//! What each audience may see of a main match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::options::Shown;
use super::round::{Round, RoundText};
use super::rules::{Happening, MainMatch};
use crate::question::{Answer, Form, Item, Missing, Question, Tally, most};
use crate::{Audience, BySeat, Cast, CastId, Outcome, Reason};

/// What one reader may see. An answer is only in it if this reader may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub outcome: Option<Outcome>,
    pub question: String,
    pub form: Form,
    pub missing: Missing,
    pub shown: Shown,
    pub asked: Vec<CastId>,
    pub named: Vec<CastId>,
    /// How many have given an answer of their own.
    pub answered: u32,
    /// The people without an answer of their own: for hosts, and for people who may see names.
    pub missed: Option<Vec<CastId>>,
    /// The reader's own answer, or all of them.
    pub answers: BTreeMap<CastId, Answer>,
    /// The people in `answers` whose answer isn't their own.
    pub defaults: Vec<CastId>,
    /// Once it is closed: how often everything was chosen, part by part, if this reader may know.
    pub tallies: Vec<Tally>,
    /// Once it is closed: what was chosen most in the first part, if this reader may know.
    pub most: Vec<Item>,
    /// The number of this round, and how many are planned; None if people have to be out first.
    #[serde(default = "first")]
    pub round: u32,
    #[serde(default)]
    pub rounds: Option<u32>,
    /// Once so many people are left, the match is to end, if that is planned.
    #[serde(default)]
    pub until_left: Option<u32>,
    /// Whether nothing more is planned.
    #[serde(default)]
    pub is_done: bool,
    /// The round as its host wrote it.
    #[serde(default)]
    pub text: Box<RoundText>,
    /// Whether the round is closed, and the match isn't over by that.
    #[serde(default)]
    pub is_between: bool,
    /// Whether the picture shows the points rather than the answers.
    #[serde(default)]
    pub shows_standings: bool,
    /// Everybody's points, most first, and people who are out last. Empty while nobody has points
    /// or is out.
    #[serde(default)]
    pub points: Vec<(CastId, i32)>,
    /// The people who are out, first to last.
    #[serde(default)]
    pub out: Vec<CastId>,
    /// What the host told the reader in private; for hosts, everybody.
    #[serde(default)]
    pub told: BTreeMap<CastId, Vec<String>>,
    /// The reader's own answers of earlier rounds with this question, oldest first.
    #[serde(default)]
    pub past: Vec<BTreeMap<CastId, Answer>>,
    /// The reader's own answers of all earlier rounds, oldest first.
    #[serde(default)]
    pub earlier: Vec<EarlierAnswer>,
}

/// Somebody's own answer of an earlier round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierAnswer {
    pub round: u32,
    pub form: Form,
    pub answer: Answer,
    /// Whether it isn't their own: it was drawn, or filled in.
    pub is_default: bool,
}

/// The round of a view from before there were several.
fn first() -> u32 {
    1
}

impl View {
    pub(super) fn of(game: &MainMatch, to: Audience) -> View {
        let (round, closed) = (game.round(), game.state.is_closed);
        let is_host = matches!(to, Audience::Host | Audience::All);
        let level = match to {
            _ if !closed => None,
            Audience::Host | Audience::All => Some(Shown::Names),
            _ => Some(game.options.shown),
        };
        let names = level == Some(Shown::Names) || to == Audience::All;
        let may_see = |who: CastId| names || to == Audience::Cast(who);
        let tallies = game.question().tallies(round.answers.values());
        let most = match level {
            None | Some(Shown::Host) => Vec::new(),
            Some(_) => most(&game.question(), &tallies[0]),
        };
        let missed = if closed {
            round.missed.clone()
        } else {
            round.missing()
        };
        let own = |(at, earlier): (usize, &Round)| {
            let Audience::Cast(who) = to else { return None };
            Some(EarlierAnswer {
                round: at as u32 + 1,
                form: earlier.form.clone(),
                answer: earlier.answers.get(&who)?.clone(),
                is_default: earlier.defaults.contains(&who),
            })
        };
        let earlier = game.rounds.iter().enumerate();
        let mut earlier: Vec<EarlierAnswer> = earlier.filter_map(own).collect();
        earlier.retain(|earlier| earlier.round < game.number());
        let answers = round.answers.iter().filter(|(who, _)| may_see(**who));
        let defaults = round.defaults.iter().copied().filter(|who| may_see(*who));
        let own_only = |past: &BTreeMap<CastId, Answer>| {
            let own = past.iter().filter(|(who, _)| to == Audience::Cast(**who));
            own.map(|(who, answer)| (*who, answer.clone())).collect()
        };
        let told = game.told.iter();
        let told = told.filter(|(who, _)| is_host || to == Audience::Cast(**who));
        View {
            outcome: game.outcome,
            question: in_one_line(&round.text.question),
            form: round.form.clone(),
            missing: round.missing.clone(),
            shown: game.options.shown,
            asked: round.asked.clone(),
            named: round.named.clone(),
            answered: round.answered(),
            missed: (names || is_host && game.outcome.is_none()).then_some(missed),
            answers: answers
                .map(|(who, answer)| (*who, answer.clone()))
                .collect(),
            defaults: defaults.collect(),
            tallies: match level {
                Some(Shown::Names | Shown::Counts) => tallies,
                _ => Vec::new(),
            },
            most,
            round: game.number(),
            rounds: game.plan.planned(),
            until_left: game.plan.until_left(),
            is_done: game.is_done(),
            text: Box::new(round.text.clone()),
            is_between: closed && !is_played(game.outcome),
            shows_standings: game.shows_standings(),
            points: standings(game),
            out: game.out.clone(),
            told: told.map(|(who, told)| (*who, told.clone())).collect(),
            past: round.past.iter().map(own_only).collect(),
            earlier,
        }
    }

    pub(super) fn question<'a>(&'a self, cast: &'a Cast) -> Question<'a> {
        Question {
            form: &self.form,
            named: &self.named,
            past: &self.past,
            cast,
        }
    }

    /// The EC and their opponent, if this one person was asked to choose one.
    pub(super) fn death_match(&self) -> Option<BySeat<CastId>> {
        match (&self.asked[..], &self.most[..], &self.form.parts[..]) {
            ([ec], [Item::Person(dmo)], [part]) if part.count() == 1 && ec != dmo => {
                Some(BySeat { dmo: *dmo, ec: *ec })
            }
            _ => None,
        }
    }

    /// What everybody learns from the close of the round, in everybody's view.
    pub(super) fn closed(&self) -> Happening {
        let mut tally = self.tallies.first().into_iter().flatten();
        let times = tally.find(|(item, _)| self.most.contains(item));
        Happening::Closed {
            answered: self.answered,
            of: self.asked.len() as u32,
            shown: self.shown,
            times: times.map(|(_, count)| *count),
            most: self.most.clone(),
            round: (!self.is_single()).then_some(self.round),
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.outcome.is_none() && !self.is_between
    }

    /// Whether the round was closed, and not declared void.
    pub(super) fn is_closed(&self) -> bool {
        self.is_between || is_played(self.outcome)
    }

    /// Whether it is the only round of its match.
    pub(super) fn is_single(&self) -> bool {
        self.round == 1 && self.rounds == Some(1)
    }
}

fn is_played(outcome: Option<Outcome>) -> bool {
    outcome.is_some_and(|end| end.reason == Reason::PLAYED)
}

/// Everybody's points, most first, and people who are out last. Empty while nobody has points or
/// is out.
fn standings(game: &MainMatch) -> Vec<(CastId, i32)> {
    if game.points.is_empty() && game.out.is_empty() {
        return Vec::new();
    }
    let points = |who: &CastId| game.points.get(who).copied().unwrap_or(0);
    let mut all: Vec<(CastId, i32)> = game
        .cast
        .safe_players()
        .map(|who| (who, points(&who)))
        .collect();
    all.sort_by_key(|(who, points)| (game.out.contains(who), -points));
    all
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
