//! What each audience may see of a main match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::options::Shown;
use super::rules::MainMatch;
use crate::question::{Answer, Form, Item, Missing, Question, Tally, most};
use crate::{Audience, BySeat, Cast, CastId, Outcome};

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
}

impl View {
    pub(super) fn of(game: &MainMatch, to: Audience) -> View {
        let closed = game.is_closed();
        let is_host = matches!(to, Audience::Host | Audience::All);
        let level = match to {
            _ if !closed => None,
            Audience::Host | Audience::All => Some(Shown::Names),
            _ => Some(game.options.shown),
        };
        let names = level == Some(Shown::Names) || to == Audience::All;
        let may_see = |who: CastId| names || to == Audience::Cast(who);
        let tallies = game.question().tallies(game.answers.values());
        let most = match level {
            None | Some(Shown::Host) => Vec::new(),
            Some(_) => most(&game.question(), &tallies[0]),
        };
        let missed = if closed {
            game.missed.clone()
        } else {
            game.missing()
        };
        let answers = game.answers.iter().filter(|(who, _)| may_see(**who));
        let defaults = game.defaults.iter().copied().filter(|who| may_see(*who));
        View {
            outcome: game.outcome,
            question: in_one_line(&game.options.question),
            form: game.form.clone(),
            missing: game.missing_rule().clone(),
            shown: game.options.shown,
            asked: game.asked.clone(),
            named: game.named.clone(),
            answered: game.answered(),
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
        }
    }

    pub(super) fn question<'a>(&'a self, cast: &'a Cast) -> Question<'a> {
        Question {
            form: &self.form,
            named: &self.named,
            past: &[],
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

    /// Whether it was closed, and not declared void.
    pub(super) fn is_closed(&self) -> bool {
        self.outcome
            .is_some_and(|end| end.reason == crate::Reason::PLAYED)
    }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
