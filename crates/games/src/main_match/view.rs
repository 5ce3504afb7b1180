//! What each audience may see of a main match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::options::{Out, Shown};
use super::round::{Asks, Round, RoundText};
use super::rules::{Happening, MainMatch};
use crate::question::{Answer, Form, Item, Missing, Question, Score, Tally, most};
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
    /// Whether one person reads it. Their message stays as it is while others answer, so it doesn't
    /// say how many have.
    #[serde(default)]
    pub is_own: bool,
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
    /// The same of each part, with its label, if several have such items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub most_by_part: Vec<(String, Vec<Item>)>,
    #[serde(flatten)]
    pub course: Box<Course>,
    #[serde(flatten)]
    pub standings: Box<Standings>,
    /// The round as its host wrote it.
    #[serde(default)]
    pub text: Box<RoundText>,
    /// What the host told the reader in private; for hosts, everybody.
    #[serde(default)]
    pub told: BTreeMap<CastId, Vec<String>>,
    /// The rounds before this one, oldest first.
    #[serde(default)]
    pub earlier_rounds: Vec<EarlierRound>,
}

/// Where a match stands among its rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// The number of this round. (Once there was only one, without a number.)
    #[serde(default = "one")]
    pub round: u32,
    /// How many are planned; None if people have to be out first.
    pub rounds: Option<u32>,
    /// Once so many people are left, the match is to end, if that is planned.
    pub until_left: Option<u32>,
    /// Whether nothing more is planned.
    pub is_done: bool,
    /// Whether the round is closed, and the match isn't over by that.
    pub is_between: bool,
    /// Whether the next round opens without the host.
    pub is_by_itself: bool,
    /// The rules for points in words; empty if the host gives them.
    pub scoring: String,
    /// Whether they are for what is chosen least.
    pub is_for_fewest: bool,
    /// Whether people who are out go on answering.
    pub out_are_asked: bool,
    /// Whether the host says at the end what each choice is worth.
    pub waits_for_worth: bool,
}

fn one() -> u32 {
    1
}

/// What people have got so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standings {
    /// Whether the picture shows them rather than the answers.
    #[serde(rename = "shows_standings")]
    pub are_shown: bool,
    /// Everybody's points, most first, and people who are out last. Empty until somebody has got
    /// anything, or they are shown.
    pub points: Vec<(CastId, i32)>,
    /// The people who are out, first to last.
    pub out: Vec<CastId>,
    pub tokens: Vec<CastId>,
    /// What people have taken, first to last.
    pub takes: Vec<(CastId, String)>,
    /// The people among whom the host has to decide; for hosts alone.
    pub tied: Vec<CastId>,
    /// The points of each round. (A flattened map would read its keys as text.)
    pub by_round: Vec<Vec<(CastId, i32)>>,
}

/// A round before this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierRound {
    pub round: u32,
    pub form: Form,
    /// The reader's own answer, or all of them, if everybody may see those.
    pub answers: BTreeMap<CastId, Answer>,
    /// The people in `answers` whose answer isn't their own.
    pub defaults: Vec<CastId>,
    /// Whether it asked the same question as the round that stands.
    pub is_same: bool,
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
        let is_told = level.is_some_and(|level| level != Shown::Host);
        let parts = round.form.parts.iter().filter(|part| !part.is_more());
        let each = parts.zip(&tallies).filter(|_| is_told);
        let each = each.map(|(part, tally)| (part.label.clone(), most(part, tally)));
        let each: Vec<(String, Vec<Item>)> = each.collect();
        let most = each.first().map_or_else(Vec::new, |(_, most)| most.clone());
        let chosen = each.into_iter().filter(|(_, most)| !most.is_empty());
        let most_by_part: Vec<(String, Vec<Item>)> = chosen.collect();
        let missing = || {
            if closed {
                round.without_own().collect()
            } else {
                round.missing()
            }
        };
        let (answers, defaults) = seen(round, may_see);
        let mut told = game.told.clone();
        told.retain(|who, _| is_host || to == Audience::Cast(*who));
        View {
            outcome: game.outcome,
            question: in_one_line(&round.text.question),
            form: round.form.clone(),
            missing: round.missing.clone(),
            shown: game.options.shown,
            asked: round.asked.clone(),
            named: round.named.clone(),
            answered: round.answered(),
            is_own: matches!(to, Audience::Cast(_)),
            missed: (names || is_host && game.outcome.is_none()).then(missing),
            answers,
            defaults,
            tallies: match level {
                Some(Shown::Names | Shown::Counts) => tallies,
                _ => Vec::new(),
            },
            most,
            most_by_part: several(most_by_part),
            course: Box::new(Course::of(game)),
            standings: Box::new(Standings::of(game, is_host)),
            text: Box::new(round.text.clone()),
            told,
            earlier_rounds: earlier_rounds(game, to),
        }
    }

    /// The form and the answers of a round, if the end shows everybody's. The first round is 0.
    pub(super) fn answers_at_end(&self, at: usize) -> Option<(&Form, &BTreeMap<CastId, Answer>)> {
        let is_shown = self.is_closed() && self.outcome.is_some() && self.missed.is_some();
        let earlier = self.earlier_rounds.get(at);
        let round = earlier.map(|round| (&round.form, &round.answers));
        is_shown.then(|| round.unwrap_or((&self.form, &self.answers)))
    }

    /// The question of the round, with the answers to it in earlier ones.
    pub(super) fn question<'a>(&'a self, cast: &'a Cast) -> Question<'a> {
        let same = self.earlier_rounds.iter().filter(|round| round.is_same);
        Question {
            form: &self.form,
            named: &self.named,
            past: same.map(|round| &round.answers).collect(),
            cast,
        }
    }

    /// The EC and their opponent, if this one person was asked to choose one.
    pub(super) fn death_match(&self) -> Option<BySeat<CastId>> {
        match (&self.asked[..], &self.most[..], &self.form.parts[..]) {
            _ if self.text.asks == Asks::Candidate => None,
            ([ec], [Item::Person(dmo)], [part]) if part.count() == 1 && ec != dmo => {
                Some(BySeat { dmo: *dmo, ec: *ec })
            }
            _ => None,
        }
    }

    /// The EC and their opponent, if that was the question.
    pub(super) fn faces(&self) -> Option<BySeat<CastId>> {
        let is_asked = self.text.asks == Asks::Opponent;
        self.death_match().filter(|_| is_asked)
    }

    /// What everybody learns from the close of the round, in everybody's view.
    pub(super) fn closed(&self) -> impl Iterator<Item = Happening> + use<> {
        let faces = self.faces();
        let faces = faces.map(|seats| Happening::Faces {
            ec: seats.ec,
            dmo: seats.dmo,
        });
        let mut tally = self.tallies.first().into_iter().flatten();
        let times = tally.find(|(item, _)| self.most.contains(item));
        let closed = Happening::Closed {
            answered: self.answered,
            of: self.asked.len() as u32,
            shown: self.shown,
            times: times.map(|(_, count)| *count),
            most: match faces {
                Some(_) => Vec::new(),
                None => self.most.clone(),
            },
            most_by_part: self.most_by_part.clone(),
            round: (!self.is_single()).then_some(self.course.round),
        };
        [closed].into_iter().chain(faces)
    }

    pub(super) fn is_open(&self) -> bool {
        self.outcome.is_none() && !self.course.is_between
    }

    /// Whether the round was closed, and not declared void.
    pub(super) fn is_closed(&self) -> bool {
        self.course.is_between || is_played(self.outcome)
    }

    /// Whether it is the only round of its match.
    pub(super) fn is_single(&self) -> bool {
        self.course.round == 1 && self.course.rounds == Some(1)
    }
}

fn is_played(outcome: Option<Outcome>) -> bool {
    outcome.is_some_and(|end| end.reason == Reason::PLAYED)
}

impl Course {
    fn of(game: &MainMatch) -> Course {
        let has_rules = game.round().is_planned && !game.scoring.is_by_hand();
        let scoring = has_rules.then(|| game.scoring.says(game.options.ties));
        Course {
            round: game.number(),
            rounds: game.plan.rounds,
            until_left: game.plan.until_left,
            is_done: game.is_done(),
            is_between: game.state.is_closed && !is_played(game.outcome),
            is_by_itself: game.follows(),
            scoring: scoring.unwrap_or_default(),
            is_for_fewest: has_rules && game.scoring.is_for_fewest(),
            out_are_asked: game.options.out == Out::Asked,
            waits_for_worth: game.scoring.waits_for_worth() && !game.is_valued,
        }
    }
}

impl Standings {
    pub(super) fn have_points(&self) -> bool {
        self.points.iter().any(|(_, points)| *points != 0)
    }

    fn of(game: &MainMatch, is_host: bool) -> Standings {
        let total = game.total();
        let is_empty = !total.has_any() && !game.shows_standings();
        let players = game.cast.safe_players().filter(|_| !is_empty);
        let points_of = |who: CastId| (who, total.points.get(&who).copied().unwrap_or(0));
        let mut all: Vec<(CastId, i32)> = players.map(points_of).collect();
        // Who was out last comes first among those who are out.
        let out_for = |who: &CastId| total.out.iter().rev().position(|out| out == who);
        all.sort_by_key(|(who, points)| (out_for(who), -points));
        let by_round = game.rounds.iter().filter(|_| !is_empty).map(|round| {
            let total: Score = round.scores().sum();
            total.points.into_iter().collect()
        });
        let tied = is_host.then(|| game.round().tied().to_vec());
        Standings {
            are_shown: game.shows_standings(),
            points: all,
            tied: tied.unwrap_or_default(),
            by_round: by_round.collect(),
            out: total.out,
            tokens: total.tokens,
            takes: total.takes,
        }
    }
}

/// The rounds before the one that stands, with the answers that this reader may know.
fn earlier_rounds(game: &MainMatch, to: Audience) -> Vec<EarlierRound> {
    let all = game.options.shown == Shown::Names || to == Audience::All;
    let may_see = |who: CastId| all || to == Audience::Cast(who);
    let first_same = game.rounds.len() - 1 - game.round().past.len();
    let earlier = game.rounds.iter().enumerate().take(game.rounds.len() - 1);
    let earlier = earlier.map(|(at, round)| {
        let (answers, defaults) = seen(round, may_see);
        EarlierRound {
            round: at as u32 + 1,
            form: round.form.clone(),
            answers,
            defaults,
            is_same: at >= first_same,
        }
    });
    earlier.collect()
}

/// The answers of a round that may be seen, and whose of them isn't their own.
fn seen(round: &Round, by: impl Fn(CastId) -> bool) -> (BTreeMap<CastId, Answer>, Vec<CastId>) {
    let mut answers = round.answers.clone();
    answers.retain(|who, _| by(*who));
    let defaults = round.defaults.iter().copied().filter(|who| by(*who));
    (answers, defaults.collect())
}

/// Nothing, if it is only one.
fn several<T>(all: Vec<T>) -> Vec<T> {
    if all.len() > 1 { all } else { Vec::new() }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
