//! The main match's rules.

use serde::{Deserialize, Serialize};

use super::options::{NextRound, Options, Out, Shown};
use super::round::{Asks, Everybody, Round, RoundText, SetupRefusal, in_order};
use super::state::State;
use super::verbs::WORTH;
use crate::question::{
    Answer, Cost, Fill, Item, Part, Question, Score, Wrong, add, is_choice, worth,
};
use crate::{
    Audience, Author, CastId, Game, MatchOf, Outcome, Party, Reason, Refusal as AnyRefusal,
};

/// What an action brings, or why it isn't legal.
pub(super) type Applied = Result<Vec<Happening>, AnyRefusal>;

/// A main match.
pub type MainMatch = MatchOf<State, Box<Options>>;

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// The next round is open.
    Opened { round: u32 },
    /// How many have answered so far.
    Answered { count: u32, of: u32 },
    Closed {
        answered: u32,
        of: u32,
        shown: Shown,
        /// What was chosen most, if everybody may see it.
        most: Vec<Item>,
        /// The same of each part, with its label, if several have such items.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        most_by_part: Vec<(String, Vec<Item>)>,
        /// How often each of these was chosen, if everybody may see that.
        times: Option<u32>,
        /// Its number, in a match of several rounds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u32>,
    },
    /// These two play the Death Match.
    Faces { ec: CastId, dmo: CastId },
    /// A host has corrected somebody's answer.
    Corrected { who: CastId },
    /// These people were out, and aren't by the corrected answers.
    BackIn { who: Vec<CastId> },
    /// These people take these things of a list.
    Took { each: Vec<(CastId, String)> },
    /// These people got so many points, or lost them.
    Points { each: Vec<(CastId, i32)> },
    /// These people tie, and the host decides.
    Tied { who: Vec<CastId> },
    /// These people have a token now.
    Tokens { who: Vec<CastId> },
    /// These people are out.
    Out { who: Vec<CastId> },
}

impl Happening {
    /// What everybody learns of what a close has given.
    pub(super) fn of_score(score: Score) -> impl Iterator<Item = Happening> {
        let points: Vec<(CastId, i32)> = score.points.into_iter().collect();
        let takes = (!score.takes.is_empty()).then_some(Happening::Took { each: score.takes });
        let points = (!points.is_empty()).then_some(Happening::Points { each: points });
        let tied = (!score.tied.is_empty()).then_some(Happening::Tied { who: score.tied });
        let tokens = (!score.tokens.is_empty()).then_some(Happening::Tokens { who: score.tokens });
        let out = (!score.out.is_empty()).then_some(Happening::Out { who: score.out });
        [takes, points, tied, tokens, out].into_iter().flatten()
    }
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
    /// The choices have their worth already.
    Valued,
    /// Nobody could choose this.
    NoChoice(String),
    /// A name, or something that could be chosen, without its points.
    NoPoints(String),
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

impl MainMatch {
    pub(super) fn question(&self) -> Question<'_> {
        self.round().question(&self.cast)
    }

    pub(super) fn is_open(&self) -> bool {
        self.outcome.is_none() && !self.state.is_closed
    }

    /// Whether points are shown rather than this round's answers: between rounds once the host has
    /// given some, and at the end of several rounds.
    pub(super) fn shows_standings(&self) -> bool {
        let is_end = self.outcome.is_some() && self.number() > 1;
        let has_more = self.total().has_any() || self.options.shown == Shown::Names;
        self.state.is_closed && (self.is_scored || is_end && has_more)
    }

    /// The players who are not out.
    pub(super) fn in_match(&self) -> Vec<CastId> {
        let out = self.total().out;
        let players = self.cast.safe_players();
        players.filter(|who| !out.contains(who)).collect()
    }

    /// Whether the match is to end now, by its plan.
    pub(super) fn is_done(&self) -> bool {
        let is_left = |left: u32| self.in_match().len() <= left as usize;
        self.plan
            .rounds
            .is_some_and(|rounds| self.number() >= rounds)
            || self.plan.until_left.is_some_and(is_left)
    }

    /// Whether the next step comes without the host: the rounds follow by themselves, no tie,
    /// answer or Elimination Candidate waits for the host, and they have changed nothing.
    pub(super) fn follows(&self) -> bool {
        let round = self.round();
        let is_tie = !round.tied().is_empty();
        let lacks_answer = round.missing.waits_for_host() && !round.missing().is_empty();
        let is_candidate = round.text.asks == Asks::Candidate;
        let is_changed = self.is_scored || self.is_corrected;
        let waits = is_tie || lacks_answer || is_candidate || is_changed;
        self.options.next_round == NextRound::ByItself && !waits
    }

    /// Whether somebody is asked now, or may still change their answer.
    pub(super) fn may_answer(&self, who: CastId) -> bool {
        self.is_open() && self.round().may_answer(who)
    }

    pub(super) fn answer(&mut self, by: Author, whose: Party, answer: &Answer) -> Applied {
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
        let keeps = |((part, items), fill): ((&Part, &[Item]), &Fill)| {
            let given = fill.items(part, who);
            given.is_none_or(|given| given == items)
        };
        let is_possible = self.round().form.by_part(answer).zip(fills).all(keeps);
        if !is_possible {
            return Err(AnyRefusal::NotByChance);
        }
        self.question().check(answer, who, fills)?;
        let round = self.round_mut();
        let before = round.answered();
        round.defaults.remove(&who);
        if is_drawn {
            round.defaults.insert(who);
        }
        round.answers.insert(who, answer.clone());
        // A changed answer is not announced.
        let (count, of) = (round.answered(), round.asked.len() as u32);
        let is_new = (count > before).then_some(Happening::Answered { count, of });
        Ok(is_new.into_iter().collect())
    }

    /// Closes the round, and gives people what its rules say. The only round of a match ends it.
    pub(super) fn close_round(&mut self) -> Applied {
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
        self.is_corrected = false;
        if self.plan.rounds == Some(1) && self.number() == 1 {
            self.end(Outcome::nobody(Reason::PLAYED));
        }
        let score = self.score();
        let closed = self.view(Audience::Public).closed();
        Ok(closed.chain(Happening::of_score(score)).collect())
    }

    /// Replaces somebody's answer in a round that is closed, and what the answers gave.
    pub(super) fn correct(&mut self, who: CastId, answer: &Answer) -> Applied {
        self.must_be_closed()?;
        if !self.round().asked.contains(&who) {
            return Err(Refusal::NotAsked.into());
        }
        self.question().check(answer, who, &[])?;
        let round = self.round_mut();
        round.defaults.remove(&who);
        round.answers.insert(who, answer.clone());
        let mut back_in = std::mem::take(&mut round.by_close.out);
        let score = self.score();
        let out = self.total().out;
        back_in.retain(|who| !out.contains(who));
        let back_in = (!back_in.is_empty()).then_some(Happening::BackIn { who: back_in });
        self.is_corrected = true;
        let told = [Happening::Corrected { who }].into_iter();
        let told = told
            .chain(self.view(Audience::Public).closed())
            .chain(back_in);
        Ok(told.chain(Happening::of_score(score)).collect())
    }

    /// Gives people what the closed round's answers give them and cost. If too few would be left in
    /// the match, the host decides.
    fn score(&mut self) -> Score {
        let round = self.round();
        let earlier = &self.rounds[..self.rounds.len() - 1];
        let before: Score = earlier.iter().flat_map(Round::scores).sum();
        let mut players: Vec<CastId> = self.cast.safe_players().collect();
        players.retain(|who| !before.out.contains(who));
        let mut score = if round.is_planned {
            let (question, ties) = (self.question(), self.options.ties);
            let scoring = &self.scoring;
            scoring.score(self.number(), &question, &round.answers, &players, ties)
        } else {
            Score::default()
        };
        let left = players.len() - score.out.len();
        if left < self.plan.until_left.unwrap_or(1) as usize {
            score.tied.append(&mut score.out);
        }
        for (who, price) in round.costs() {
            add(&mut score.garnets, [(who, -(price as i32))]);
        }
        if let Some(Cost::Points(count)) = round.missing.penalty.costs {
            let missed = round.without_own();
            add(&mut score.points, missed.map(|who| (who, -(count as i32))));
        }
        self.round_mut().by_close = score.clone();
        score
    }

    /// The next round: the same question, or another one.
    pub(super) fn next_round(&self, another: Option<&RoundText>) -> Result<Round, SetupRefusal> {
        let named = self.in_match();
        let asked = match self.options.out {
            Out::NotAsked => named.clone(),
            Out::Asked => self.cast.safe_players().collect(),
        };
        let all = Everybody { asked, named };
        match another {
            None => self.round().again(&all, &self.cast),
            Some(text) => Round::read(text, &all, &self.cast),
        }
    }

    /// Opens the next round: the same question, or another one.
    pub(super) fn open_round(&mut self, another: Option<&RoundText>) -> Applied {
        self.must_be_closed()?;
        let next = self.next_round(another).map_err(Refusal::Round)?;
        let is_planned = !self.is_done();
        self.rounds.push(Round { is_planned, ..next });
        self.state.is_closed = false;
        self.prompt += 1;
        let round = self.number();
        Ok(vec![Happening::Opened { round }])
    }

    /// Gives people something, as the host says.
    fn give(&mut self, score: Score) -> Applied {
        let round = self.round_mut();
        round.by_host = [&round.by_host, &score].into_iter().sum();
        self.is_scored = true;
        Ok(Happening::of_score(score).collect())
    }

    pub(super) fn give_points(&mut self, each: &[(CastId, i32)]) -> Applied {
        self.must_play(each.iter().map(|(who, _)| *who))?;
        let mut score = Score::default();
        add(&mut score.points, each.to_vec());
        self.give(score)
    }

    /// Gives points for everything that people chose in the first part, in all rounds of the plan.
    /// Once in a match.
    pub(super) fn give_worth(&mut self, values: &[(String, i32)]) -> Applied {
        self.must_be_closed()?;
        if self.is_valued {
            return Err(Refusal::Valued.into());
        }
        let planned = || self.rounds.iter().filter(|round| round.is_planned);
        let is_item =
            |name: &str| planned().any(|round| is_choice(name, &round.question(&self.cast)));
        if let Some((name, _)) = values.iter().find(|(name, _)| !is_item(name)) {
            return Err(Refusal::NoChoice(name.clone()).into());
        }
        let mut score = Score::default();
        for round in planned() {
            for (who, answer) in &round.answers {
                let points = worth(values, &round.form, answer, &self.cast);
                add(&mut score.points, [(*who, points)]);
            }
        }
        score.points.retain(|_, count| *count != 0);
        if score.points.is_empty() {
            return Err(Refusal::Form(WORTH.to_owned()).into());
        }
        self.is_valued = true;
        self.give(score)
    }

    pub(super) fn take_out(&mut self, who: &[CastId]) -> Applied {
        self.must_be_closed()?;
        let mut in_match = self.in_match();
        for who in who {
            let at = in_match.iter().position(|other| other == who);
            in_match.remove(at.ok_or(Refusal::NotIn(*who))?);
        }
        self.give(Score {
            out: who.to_vec(),
            ..Score::default()
        })
    }

    /// Gives people a token, so that they can't be chosen for the Death Match.
    pub(super) fn give_tokens(&mut self, who: &[CastId]) -> Applied {
        self.must_be_closed()?;
        self.must_play(who.iter().copied())?;
        let held = self.total().tokens;
        let new = who.iter().copied().filter(|who| !held.contains(who));
        self.give(Score {
            tokens: in_order(new),
            ..Score::default()
        })
    }

    /// Tells people something in private.
    pub(super) fn tell(&mut self, each: &[(CastId, String)]) -> Applied {
        self.must_play(each.iter().map(|(who, _)| *who))?;
        for (who, text) in each {
            self.told.entry(*who).or_default().push(text.clone());
        }
        Ok(Vec::new())
    }

    pub(super) fn end_match(&mut self) -> Applied {
        self.must_be_closed()?;
        self.end(Outcome::nobody(Reason::PLAYED));
        Ok(Vec::new())
    }

    fn must_play(&self, mut who: impl Iterator<Item = CastId>) -> Result<(), AnyRefusal> {
        match who.find(|who| !self.cast.is_safe(*who)) {
            Some(who) => Err(Refusal::NotIn(who).into()),
            None => Ok(()),
        }
    }

    pub(super) fn must_be_closed(&self) -> Result<(), AnyRefusal> {
        let is_closed = self.state.is_closed.then_some(());
        is_closed.ok_or_else(|| Refusal::Open.into())
    }
}
