//! Points by a rule: what the answers of a round give people.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Item};
use super::ask::Question;
use super::form::split;
use super::part::{Form, Kind};
use super::tally::Tally;
use super::wrong::code;
use crate::notation::number;
use crate::{Cast, CastId};

#[cfg(test)]
mod tests;

/// The rules of a match; none if its host gives all points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scoring(Vec<Rule>);

/// A rule, and the rounds that it holds for: from one to another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    rounds: Option<(u32, u32)>,
    gives: Gives,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Gives {
    /// To the people who were chosen most or fewest, so many places; of a list, to those who chose
    /// that.
    ByPlace {
        is_most: bool,
        places: usize,
        effects: Effects,
    },
    /// To each person by how often they were chosen: the first case that holds.
    ByVotes(Vec<(Votes, Effects)>),
    /// To each the number that they answered, but for those with the highest or lowest one.
    OwnNumber {
        highest: Option<Effects>,
        lowest: Option<Effects>,
    },
    /// To whoever alone has the highest or lowest number of those that only one has.
    Unique { is_highest: bool, effects: Effects },
    /// Each item goes to whoever alone has the highest amount for it, above 0, and pays that.
    Takes,
    /// To each the values of what they chose. Empty: the host says them at the end.
    Worth(Vec<(String, i32)>),
}

/// A case of how often somebody was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Votes {
    Count(u32),
    Odd,
    /// Above 0.
    Even,
    Else,
}

/// What somebody gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Effects {
    is_out: bool,
    token: bool,
    points: i32,
    garnets: i32,
    /// So many more for each vote.
    points_a_vote: i32,
    garnets_a_vote: i32,
}

/// Who gets what if more people tie for a place than it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ties {
    #[default]
    All,
    Nobody,
    Host,
}

/// What people have got and lost in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub points: BTreeMap<CastId, i32>,
    pub garnets: BTreeMap<CastId, i32>,
    pub out: Vec<CastId>,
    pub tokens: Vec<CastId>,
    pub takes: Vec<(CastId, String)>,
    /// The people among whom the host decides.
    pub tied: Vec<CastId>,
}

/// Why points can't be given like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoringError {
    /// This isn't a rule.
    Rule(String),
    /// Nobody can get this.
    Effect(String),
    /// The rule needs another kind of answer.
    Unfit(String),
}

/// What leaves all points to the host.
pub const BY_HAND: &str = "by hand";
/// The most points and garnets at once.
const MAX_GIVEN: u32 = 9_999;

impl Scoring {
    /// Reads what a host typed: a rule in each line.
    ///
    /// ```
    /// use games::question::{Scoring, ScoringError};
    ///
    /// assert!(Scoring::read("most: out\nfewest 2: 1 point + token").is_ok());
    /// let wrong = ScoringError::Effect("outt".to_owned());
    /// assert_eq!(Scoring::read("most: outt"), Err(wrong));
    /// ```
    ///
    /// # Errors
    /// The first thing that can't be read.
    pub fn read(text: &str) -> Result<Scoring, ScoringError> {
        if text.trim().eq_ignore_ascii_case(BY_HAND) {
            return Ok(Scoring::default());
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let rules: Vec<Rule> = lines.map(Rule::read).collect::<Result<_, _>>()?;
        if rules.is_empty() {
            return Err(ScoringError::Rule(text.to_owned()));
        }
        Ok(Scoring(rules))
    }

    /// Checks that each rule suits what is answered.
    ///
    /// # Errors
    /// The first kind of answer that a rule needs and the form doesn't have.
    pub fn check(&self, form: &Form) -> Result<(), ScoringError> {
        let unfit = self.0.iter().find(|rule| !rule.gives.fits(form));
        unfit.map_or(Ok(()), |rule| {
            Err(ScoringError::Unfit(rule.gives.needs().to_owned()))
        })
    }

    pub fn is_by_hand(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the host says at the end what each choice is worth.
    pub fn waits_for_worth(&self) -> bool {
        let waits = |rule: &Rule| rule.gives == Gives::Worth(Vec::new());
        self.0.iter().any(waits)
    }

    /// Whether people pay the amounts with which they take something.
    pub fn takes(&self) -> bool {
        self.0.iter().any(|rule| rule.gives == Gives::Takes)
    }

    /// What the answers of a round give. `players`: those who may get something, in the cast's
    /// order.
    pub fn score(
        &self,
        round: u32,
        question: &Question<'_>,
        answers: &BTreeMap<CastId, Answer>,
        players: &[CastId],
        ties: Ties,
    ) -> Score {
        let mut given = Given {
            question,
            answers,
            tally: question.tallies(answers.values()).swap_remove(0),
            players,
            ties,
            score: Score::default(),
        };
        for rule in &self.0 {
            let holds = rule
                .rounds
                .is_none_or(|(from, to)| (from..=to).contains(&round));
            if holds && rule.gives.fits(question.form) {
                given.by(&rule.gives);
            }
        }
        given.score
    }
}

impl Score {
    /// Gives the same people more.
    pub fn add(&mut self, more: Score) {
        for (mine, more) in [
            (&mut self.points, more.points),
            (&mut self.garnets, more.garnets),
        ] {
            for (who, count) in more {
                *mine.entry(who).or_default() += count;
            }
        }
        self.out.extend(more.out);
        self.tokens.extend(more.tokens);
        self.takes.extend(more.takes);
        self.tied.extend(more.tied);
    }
}

/// What each answer is worth if its choices in the first part are worth this.
pub fn worth(values: &[(String, i32)], form: &Form, answer: &Answer, cast: &Cast) -> i32 {
    let is = |name: &str, item: &Item| item.plain(cast).to_lowercase() == name.to_lowercase();
    let value = |item: &Item| values.iter().find(|(name, _)| is(name, item));
    let items = form.counted(answer, 0).filter_map(value);
    items.map(|(_, points)| points).sum()
}

/// All amounts of an answer in the first part together.
pub fn amounts(form: &Form, answer: &Answer) -> u32 {
    let first = form.counted(answer, 0).map(|item| match item {
        Item::Number(amount) => *amount,
        _ => 0,
    });
    first.sum()
}

/// A score in the making.
struct Given<'a> {
    question: &'a Question<'a>,
    answers: &'a BTreeMap<CastId, Answer>,
    /// Of the first part.
    tally: Tally,
    players: &'a [CastId],
    ties: Ties,
    score: Score,
}

impl Given<'_> {
    fn by(&mut self, gives: &Gives) {
        match gives {
            Gives::ByPlace {
                is_most,
                places,
                effects,
            } => self.by_place(*is_most, *places, *effects),
            Gives::ByVotes(cases) => {
                for (who, votes) in self.chosen() {
                    let case = cases.iter().find(|(case, _)| case.holds(votes));
                    if let Some((_, effects)) = case {
                        self.give(&who, *effects, votes);
                    }
                }
            }
            Gives::OwnNumber { highest, lowest } => {
                let numbers = self.numbers();
                let all = || numbers.iter().map(|(_, number)| *number);
                let extremes = [(highest, all().max()), (lowest, all().min())];
                for (who, number) in &numbers {
                    let extreme = extremes.iter().find(|(_, end)| *end == Some(*number));
                    let instead = extreme.and_then(|(effects, _)| **effects);
                    self.give(&[*who], instead.unwrap_or(Effects::of_points(*number)), 0);
                }
            }
            Gives::Unique {
                is_highest,
                effects,
            } => {
                let numbers = self.numbers();
                let is_single =
                    |number: u32| numbers.iter().filter(|(_, other)| *other == number).count() == 1;
                let alone = numbers.iter().filter(|(_, number)| is_single(*number));
                let first = if *is_highest {
                    alone.max_by_key(|(_, number)| *number)
                } else {
                    alone.min_by_key(|(_, number)| *number)
                };
                if let Some((who, _)) = first {
                    self.give(&[*who], *effects, 0);
                }
            }
            Gives::Takes => self.take(),
            Gives::Worth(values) => {
                for (who, answer) in self.answers {
                    let points = worth(values, self.question.form, answer, self.question.cast);
                    if points != 0 {
                        *self.score.points.entry(*who).or_default() += points;
                    }
                }
            }
        }
    }

    /// Everything that can be chosen, and how often it was: each person, or those who chose
    /// something of a list.
    fn chosen(&self) -> Vec<(Vec<CastId>, u32)> {
        let form = self.question.form;
        if matches!(form.parts[0].kind, Kind::People(_)) {
            let times = |who: CastId| {
                let counted = self.tally.iter();
                let counted = counted.filter(|(item, _)| *item == Item::Person(who));
                counted.map(|(_, count)| count).sum()
            };
            let named = self.question.named.iter();
            let named = named.filter(|who| self.players.contains(who));
            return named.map(|who| (vec![*who], times(*who))).collect();
        }
        let chose = |item: &Item| {
            let chose = self.answers.iter();
            let chose = chose.filter(|(_, answer)| form.counted(answer, 0).any(|one| one == item));
            chose.map(|(who, _)| *who).collect()
        };
        let counted = self.tally.iter().filter(|(item, _)| *item != Item::Pass);
        counted.map(|(item, count)| (chose(item), *count)).collect()
    }

    fn by_place(&mut self, is_most: bool, places: usize, effects: Effects) {
        let mut all = self.chosen();
        // Nobody is chosen most without a vote.
        all.retain(|(_, votes)| !is_most || *votes > 0);
        let place = |votes: u32| if is_most { u32::MAX - votes } else { votes };
        all.sort_by_key(|(_, votes)| place(*votes));
        let at = |index: usize| all.get(index).map(|(_, votes)| place(*votes));
        let (last, next) = (at(places - 1), at(places));
        for (who, votes) in &all {
            let ties = next == last && last == Some(place(*votes));
            match self.ties {
                _ if last.is_some_and(|last| place(*votes) > last) => {}
                Ties::Host if ties => self.score.tied.extend(who),
                Ties::Nobody if ties => {}
                _ => self.give(who, effects, *votes),
            }
        }
    }

    fn take(&mut self) {
        let form = self.question.form;
        let Some(Kind::Amounts { items, .. }) = form.parts.first().map(|part| &part.kind) else {
            return;
        };
        for (at, item) in items.iter().enumerate() {
            let bid = |answer: &Answer| match answer.0.get(at) {
                Some(Item::Number(amount)) => *amount,
                _ => 0,
            };
            let bids = || self.answers.iter().map(|(who, answer)| (*who, bid(answer)));
            let most = bids().map(|(_, bid)| bid).max().unwrap_or(0);
            let best: Vec<CastId> = bids()
                .filter(|(_, bid)| *bid == most && most > 0)
                .map(|(who, _)| who)
                .collect();
            if let [who] = best[..] {
                *self.score.garnets.entry(who).or_default() -= most as i32;
                self.score.takes.push((who, item.clone()));
            }
        }
    }

    /// The number that each has answered in the first part.
    fn numbers(&self) -> Vec<(CastId, u32)> {
        let number = |(who, answer): (&CastId, &Answer)| match answer.0.first() {
            Some(Item::Number(number)) => Some((*who, *number)),
            _ => None,
        };
        self.answers.iter().filter_map(number).collect()
    }

    fn give(&mut self, who: &[CastId], effects: Effects, votes: u32) {
        let votes = votes as i32;
        let points = effects.points + effects.points_a_vote * votes;
        let garnets = effects.garnets + effects.garnets_a_vote * votes;
        for who in who.iter().filter(|who| self.players.contains(who)) {
            let score = &mut self.score;
            if points != 0 {
                *score.points.entry(*who).or_default() += points;
            }
            if garnets != 0 {
                *score.garnets.entry(*who).or_default() += garnets;
            }
            if effects.is_out && !score.out.contains(who) {
                score.out.push(*who);
            }
            if effects.token && !score.tokens.contains(who) {
                score.tokens.push(*who);
            }
        }
    }
}

impl Gives {
    fn fits(&self, form: &Form) -> bool {
        let kind = &form.parts[0].kind;
        match self {
            Gives::ByPlace { .. } | Gives::Worth(_) => form.parts[0].is_chosen(),
            Gives::ByVotes(_) => matches!(kind, Kind::People(_)),
            Gives::OwnNumber { .. } | Gives::Unique { .. } => matches!(kind, Kind::Number { .. }),
            Gives::Takes => matches!(kind, Kind::Amounts { .. }),
        }
    }

    /// What the first part has to be.
    fn needs(&self) -> &'static str {
        match self {
            Gives::ByPlace { .. } | Gives::Worth(_) => "`person` or `one of Red, Blue`",
            Gives::ByVotes(_) => "`person`",
            Gives::OwnNumber { .. } | Gives::Unique { .. } => "`number 1-100`",
            Gives::Takes => "`amounts 0-10 of Red, Blue`",
        }
    }
}

impl Votes {
    fn holds(self, votes: u32) -> bool {
        match self {
            Votes::Count(count) => votes == count,
            Votes::Odd => !votes.is_multiple_of(2),
            Votes::Even => votes > 0 && votes.is_multiple_of(2),
            Votes::Else => true,
        }
    }

    fn read(text: &str) -> Option<Votes> {
        match text {
            "odd" => Some(Votes::Odd),
            "even" => Some(Votes::Even),
            "else" => Some(Votes::Else),
            count => number(count).map(Votes::Count),
        }
    }
}

impl Rule {
    fn read(line: &str) -> Result<Rule, ScoringError> {
        let lower = line.trim().to_lowercase();
        let wrong = || ScoringError::Rule(line.trim().to_owned());
        let (rounds, rest) = match lower.strip_prefix("rounds ") {
            Some(rest) => {
                let (rounds, rest) = rest.split_once(':').ok_or_else(wrong)?;
                let (from, to) = rounds.split_once(['-', '–']).ok_or_else(wrong)?;
                let ends = number(from.trim()).zip(number(to.trim()));
                (Some(ends.ok_or_else(wrong)?), rest.trim())
            }
            None => (None, &*lower),
        };
        let gives = Gives::read(rest, line)?.ok_or_else(wrong)?;
        Ok(Rule { rounds, gives })
    }
}

impl Gives {
    /// Reads a rule in lower case; `line` is as it was typed. None if it isn't one.
    fn read(rule: &str, line: &str) -> Result<Option<Gives>, ScoringError> {
        if let Some(instead) = rule.strip_prefix("own number") {
            return own_number(instead);
        }
        let (head, tail) = rule.split_once([':', '=']).unwrap_or((rule, ""));
        let tail = tail.trim();
        let words: Vec<&str> = head.split_whitespace().collect();
        Ok(Some(match words[..] {
            [word @ ("most" | "fewest"), ref count @ ..] => {
                let places = match count {
                    [] => 1,
                    [count] => number(count).filter(|count| *count > 0).unwrap_or(0) as usize,
                    _ => 0,
                };
                if places == 0 {
                    return Ok(None);
                }
                Gives::ByPlace {
                    is_most: word == "most",
                    places,
                    effects: Effects::read(tail)?,
                }
            }
            ["by", "votes"] => {
                let cases = tail.split(';').map(|case| {
                    let (votes, effects) = case.split_once('=').unwrap_or((case, ""));
                    let wrong = || ScoringError::Rule(case.trim().to_owned());
                    let votes = Votes::read(votes.trim()).ok_or_else(wrong)?;
                    Ok((votes, Effects::read(effects)?))
                });
                Gives::ByVotes(cases.collect::<Result<_, _>>()?)
            }
            ["unique", word @ ("lowest" | "highest")] => Gives::Unique {
                is_highest: word == "highest",
                effects: Effects::read(tail)?,
            },
            ["unique", "highest", "takes,", "pays"] => Gives::Takes,
            ["worth"] if tail == "at the end" => Gives::Worth(Vec::new()),
            ["worth"] => {
                // Names keep their capitals.
                let values = line.split_once(':').map_or("", |(_, values)| values);
                let each = split(values, ',');
                let each = each.iter().map(|one| value(one));
                match each.collect() {
                    Some(values) => Gives::Worth(values),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        }))
    }
}

/// Reads what stands after `own number`: `, highest: 0, lowest: -1 point`.
fn own_number(instead: &str) -> Result<Option<Gives>, ScoringError> {
    let (mut highest, mut lowest) = (None, None);
    let parts = instead.split(',').map(str::trim);
    for part in parts.filter(|part| !part.is_empty()) {
        match part.split_once(':') {
            Some(("highest", effects)) => highest = Some(Effects::read(effects)?),
            Some(("lowest", effects)) => lowest = Some(Effects::read(effects)?),
            _ => return Ok(None),
        }
    }
    Ok(Some(Gives::OwnNumber { highest, lowest }))
}

/// Reads what something is worth: `Ana 3`.
pub fn value(text: &str) -> Option<(String, i32)> {
    let (name, points) = text.trim().rsplit_once([' ', ':', '='])?;
    let name = name.trim_end_matches([' ', ':', '=']).trim_matches('"');
    Some((name.to_owned(), signed(points)?))
}

/// Reads a number with its sign: `3`, `+3`, `-1`.
pub fn signed(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let count = number(digits.trim()).filter(|count| *count <= MAX_GIVEN)?;
    Some(sign * count as i32)
}

impl Effects {
    fn of_points(points: u32) -> Effects {
        Effects {
            points: points as i32,
            ..Effects::default()
        }
    }

    /// Reads `token + 2 points + votes garnets`.
    fn read(text: &str) -> Result<Effects, ScoringError> {
        let mut effects = Effects::default();
        for effect in text.split('+').map(str::trim) {
            let wrong = || ScoringError::Effect(effect.to_owned());
            let (count, unit) = effect.split_once(' ').unwrap_or(("", effect));
            let votes = i32::from(count == "votes");
            let given = if votes > 0 {
                0
            } else {
                signed(count).unwrap_or(0)
            };
            match unit.trim() {
                "out" if count.is_empty() => effects.is_out = true,
                "token" if count.is_empty() => effects.token = true,
                "point" | "points" if votes + given != 0 => {
                    effects.points += given;
                    effects.points_a_vote += votes;
                }
                "garnet" | "garnets" if votes + given != 0 => {
                    effects.garnets += given;
                    effects.garnets_a_vote += votes;
                }
                "0" | "nothing" if count.is_empty() => {}
                _ => return Err(wrong()),
            }
        }
        Ok(effects)
    }
}

impl ScoringError {
    pub fn say(&self) -> String {
        match self {
            ScoringError::Rule(line) => format!(
                "{} isn't a rule for points. Try `most: out`, `fewest: 1 point`, `own number`, \
                 `unique lowest: 1 point`, `unique highest takes, pays`, `by votes: even = token; \
                 else = 1 point`, `worth: Red 3, Blue 1`, or `by hand`.",
                code(line)
            ),
            ScoringError::Effect(text) => format!(
                "Nobody can get {}. Try `out`, `token`, `2 points`, `1 garnet`, `votes points` or \
                 `nothing`, with `+` between them.",
                code(text)
            ),
            ScoringError::Unfit(needs) => {
                format!("This rule for points needs {needs} in the first line of the answers.")
            }
        }
    }
}
