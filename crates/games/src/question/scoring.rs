//! Points by a rule: what the answers of a round give people.

mod say;

use std::collections::BTreeMap;
use std::iter::Sum;

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Item};
use super::ask::Question;
use super::form::ends_of;
use super::part::{Form, Kind};
use super::wrong::code;
use crate::notation::{number, pieces};
use crate::{Cast, CastId};

/// The rules of a match; none if its host gives all points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scoring(Vec<Rule>);

/// A rule, and the rounds that it holds for: from one to another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    rounds: (u32, u32),
    gives: Gives,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Gives {
    /// To the people who were chosen most or fewest, so many places; of a list, to those who chose
    /// that.
    Most(usize, Vec<Effect>),
    Fewest(usize, Vec<Effect>),
    /// To each person by how often they were chosen, or by the number that they answered: the
    /// first case that holds.
    ByVotes(Cases),
    ByNumber(Cases),
    /// The same by those numbers that only one person has.
    Unique(Cases),
    /// One person gets each item and pays their amount: the highest, above 0. If several have the
    /// highest amount, nobody gets the item.
    Takes,
    /// To each the values of what they chose. Empty: the host says them at the end.
    Worth(Vec<(String, i32)>),
}

type Cases = Vec<(Case, Vec<Effect>)>;

/// A case of a count: how often somebody was chosen, or the number that they answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Count(u32),
    Odd,
    /// Above 0.
    Even,
    /// No other is higher.
    Highest,
    Lowest,
    Else,
}

/// What somebody gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Out,
    Token,
    Points(Amount),
    Garnets(Amount),
}

/// How many; None: as many as the count.
type Amount = Option<i32>;

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

impl Score {
    /// Whether anybody has got points or a token, has taken something, or is out.
    pub fn has_any(&self) -> bool {
        let people = self.out.len() + self.tokens.len() + self.takes.len();
        people > 0 || !self.points.is_empty()
    }
}

impl<'a> Sum<&'a Score> for Score {
    /// All of them together. A tie is one round's alone.
    fn sum<I: Iterator<Item = &'a Score>>(scores: I) -> Score {
        let mut all = Score::default();
        for score in scores {
            add(&mut all.points, score.points.clone());
            add(&mut all.garnets, score.garnets.clone());
            all.out.extend(&score.out);
            all.tokens.extend(&score.tokens);
            all.takes.extend_from_slice(&score.takes);
        }
        all
    }
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
        Ok(Scoring(lines.map(Rule::read).collect::<Result<_, _>>()?))
    }

    /// Checks that each rule suits what is answered.
    ///
    /// # Errors
    /// The first kind of answer that a rule needs and the form doesn't have.
    pub fn check(&self, form: &Form) -> Result<(), ScoringError> {
        match self.0.iter().find_map(|rule| rule.gives.lacks(form)) {
            Some(needed) => Err(ScoringError::Unfit(needed.to_owned())),
            None => Ok(()),
        }
    }

    /// Whether it is good to be chosen least, and no rule is for the most.
    pub fn is_for_fewest(&self) -> bool {
        let mut rules = self.0.iter();
        rules.all(|rule| matches!(rule.gives, Gives::Fewest(..))) && !self.is_by_hand()
    }

    pub fn is_by_hand(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the host says at the end what each choice is worth.
    pub fn waits_for_worth(&self) -> bool {
        self.0
            .iter()
            .any(|rule| rule.gives == Gives::Worth(Vec::new()))
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
            players,
            ties,
            score: Score::default(),
        };
        for rule in &self.0 {
            let (from, to) = rule.rounds;
            let holds = (from..=to).contains(&round);
            if holds && rule.gives.lacks(question.form).is_none() {
                given.by(&rule.gives);
            }
        }
        given.score
    }
}

/// Adds to what people have.
pub fn add(counts: &mut BTreeMap<CastId, i32>, more: impl IntoIterator<Item = (CastId, i32)>) {
    for (who, count) in more {
        *counts.entry(who).or_default() += count;
    }
}

/// What each answer is worth if its choices in the first part are worth this.
pub fn worth(values: &[(String, i32)], form: &Form, answer: &Answer, cast: &Cast) -> i32 {
    let is = |name: &str, item: &Item| item.plain(cast).to_lowercase() == name.to_lowercase();
    let value = |item: &Item| values.iter().find(|(name, _)| is(name, item));
    let items = form.counted(answer, 0).filter_map(value);
    items.map(|(_, points)| points).sum()
}

/// Whether something of this name can be chosen in the first part.
pub fn is_choice(name: &str, question: &Question<'_>) -> bool {
    let is = |choice: &str| choice.to_lowercase() == name.to_lowercase();
    match &question.form.parts[0].kind {
        Kind::Of(choices) => choices.items.iter().any(|item| is(item)),
        Kind::People(_) => question
            .named
            .iter()
            .any(|who| is(question.cast.name(*who))),
        _ => false,
    }
}

/// All amounts of an answer in the first part together.
pub fn amounts(form: &Form, answer: &Answer) -> u32 {
    form.counted(answer, 0).filter_map(number_of).sum()
}

fn number_of(item: &Item) -> Option<u32> {
    match item {
        Item::Number(number) => Some(*number),
        _ => None,
    }
}

/// A score in the making.
struct Given<'a> {
    question: &'a Question<'a>,
    answers: &'a BTreeMap<CastId, Answer>,
    players: &'a [CastId],
    ties: Ties,
    score: Score,
}

/// People, and how often they or their choice were chosen, or the number that they answered.
type Counted = (Vec<CastId>, u32);

impl Given<'_> {
    fn by(&mut self, gives: &Gives) {
        match gives {
            Gives::Most(places, effects) => self.by_place(true, *places, effects),
            Gives::Fewest(places, effects) => self.by_place(false, *places, effects),
            Gives::ByVotes(cases) | Gives::ByNumber(cases) | Gives::Unique(cases) => {
                let mut all = self.counted();
                if matches!(gives, Gives::Unique(_)) {
                    all.retain(|(who, _)| who.len() == 1);
                }
                for (who, count) in &all {
                    let case = cases.iter().find(|(case, _)| case.holds(*count, &all));
                    if let Some((_, effects)) = case {
                        self.give(who, effects, *count);
                    }
                }
            }
            Gives::Takes => self.take(),
            Gives::Worth(values) => {
                for (who, answer) in self.answers {
                    let points = worth(values, self.question.form, answer, self.question.cast);
                    self.give(&[*who], &[Effect::Points(Some(points))], 0);
                }
            }
        }
    }

    /// Everything that counts: each person who can be chosen, or each choice and number with those
    /// who answered it.
    fn counted(&self) -> Vec<Counted> {
        let form = self.question.form;
        let tally = self.question.tallies(self.answers.values()).swap_remove(0);
        if matches!(form.parts[0].kind, Kind::People(_)) {
            let found = |who: &CastId| tally.iter().find(|(item, _)| *item == Item::Person(*who));
            let votes = |who: &CastId| found(who).map_or(0, |(_, count)| *count);
            let named = self.question.named.iter();
            let named = named.filter(|who| self.players.contains(who));
            return named.map(|who| (vec![*who], votes(who))).collect();
        }
        let chose = |item: &Item| {
            let chose = self.answers.iter();
            let chose = chose.filter(|(_, answer)| form.counted(answer, 0).any(|one| one == item));
            chose.map(|(who, _)| *who).collect()
        };
        let counted = tally.iter().filter(|(item, _)| *item != Item::Pass);
        let counted = counted.map(|(item, count)| (chose(item), number_of(item).unwrap_or(*count)));
        counted.collect()
    }

    fn by_place(&mut self, is_most: bool, places: usize, effects: &[Effect]) {
        let mut all = self.counted();
        // Nobody is chosen most without a vote.
        all.retain(|(_, votes)| !is_most || *votes > 0);
        let place = |votes: u32| if is_most { u32::MAX - votes } else { votes };
        all.sort_by_key(|(_, votes)| place(*votes));
        for (who, votes) in &all {
            let before = all.partition_point(|(_, other)| place(*other) < place(*votes));
            let through = all.partition_point(|(_, other)| place(*other) <= place(*votes));
            let ties = through > places;
            match self.ties {
                _ if before >= places => {}
                Ties::Host if ties => self.score.tied.extend(who),
                Ties::Nobody if ties => {}
                _ => self.give(who, effects, *votes),
            }
        }
    }

    fn take(&mut self) {
        let items = self.question.form.parts[0].items().iter();
        for (at, item) in items.enumerate() {
            let bid = |answer: &Answer| answer.0.get(at).and_then(number_of).unwrap_or(0);
            let mut bids = vec![(0, CastId(0))];
            bids.extend(self.answers.iter().map(|(who, answer)| (bid(answer), *who)));
            bids.sort_unstable();
            if let [.., (next, _), (most, who)] = bids[..]
                && most > next
            {
                let pays = Effect::Garnets(Some(-(most as i32)));
                self.give(&[who], &[pays], 0);
                self.score.takes.push((who, item.clone()));
            }
        }
    }

    fn give(&mut self, who: &[CastId], effects: &[Effect], count: u32) {
        let score = &mut self.score;
        for who in who {
            let given = |amount: &Amount| {
                let amount = amount.unwrap_or(count as i32);
                (amount != 0).then_some((*who, amount))
            };
            for effect in effects {
                match effect {
                    Effect::Out => score.out.extend((!score.out.contains(who)).then_some(*who)),
                    Effect::Token => score
                        .tokens
                        .extend((!score.tokens.contains(who)).then_some(*who)),
                    Effect::Points(amount) => add(&mut score.points, given(amount)),
                    Effect::Garnets(amount) => add(&mut score.garnets, given(amount)),
                }
            }
        }
    }
}

impl Gives {
    /// What the first part of a form would have to be; None if it suits.
    fn lacks(&self, form: &Form) -> Option<&'static str> {
        match (self, &form.parts[0].kind) {
            (
                Gives::Most(..) | Gives::Fewest(..) | Gives::Worth(_),
                Kind::People(_) | Kind::Of(_),
            )
            | (Gives::ByVotes(_), Kind::People(_))
            | (Gives::ByNumber(_) | Gives::Unique(_), Kind::Number { .. })
            | (Gives::Takes, Kind::Amounts { .. }) => None,
            (Gives::ByVotes(_), _) => Some("`person`"),
            (Gives::ByNumber(_) | Gives::Unique(_), _) => Some("`number 1-100`"),
            (Gives::Takes, _) => Some("`amounts 0-10 of Red, Blue`"),
            _ => Some("`person` or `one of Red, Blue`"),
        }
    }
}

impl Case {
    fn holds(self, count: u32, all: &[Counted]) -> bool {
        match self {
            Case::Count(other) => count == other,
            Case::Odd => !count.is_multiple_of(2),
            Case::Even => count > 0 && count.is_multiple_of(2),
            Case::Highest => all.iter().all(|(_, other)| *other <= count),
            Case::Lowest => all.iter().all(|(_, other)| *other >= count),
            Case::Else => true,
        }
    }

    fn read(word: &str) -> Option<Case> {
        match word {
            "odd" => Some(Case::Odd),
            "even" => Some(Case::Even),
            "else" => Some(Case::Else),
            "highest" => Some(Case::Highest),
            "lowest" => Some(Case::Lowest),
            count => number(count).map(Case::Count),
        }
    }
}

impl Rule {
    fn read(line: &str) -> Result<Rule, ScoringError> {
        let lower = line.trim().to_lowercase();
        let wrong = || ScoringError::Rule(line.trim().to_owned());
        let (rounds, rule) = match lower.strip_prefix("rounds ") {
            Some(rest) => {
                let (rounds, rule) = rest.split_once(':').ok_or_else(wrong)?;
                (ends_of(rounds).ok_or_else(wrong)?, rule.trim())
            }
            None => ((1, u32::MAX), &*lower),
        };
        let gives = Gives::read(rule)?.ok_or_else(wrong)?;
        Ok(Rule { rounds, gives })
    }
}

impl Gives {
    /// Reads a rule in lower case. None if it isn't one.
    fn read(rule: &str) -> Result<Option<Gives>, ScoringError> {
        if let Some(cases) = rule.strip_prefix("own number") {
            let mut cases = match cases.trim_start_matches(',') {
                "" => Vec::new(),
                cases => cases_of(cases)?,
            };
            cases.push((Case::Else, vec![Effect::Points(None)]));
            return Ok(Some(Gives::ByNumber(cases)));
        }
        let (head, tail) = rule.split_once([':', '=']).unwrap_or((rule, ""));
        let words: Vec<&str> = head.split_whitespace().collect();
        Ok(match (&words[..], tail.trim()) {
            (["most", places @ ..], effects) => by_place(Gives::Most, places, effects)?,
            (["fewest", places @ ..], effects) => by_place(Gives::Fewest, places, effects)?,
            (["by", "votes"], cases) => Some(Gives::ByVotes(cases_of(cases)?)),
            (["unique", word @ ("highest" | "lowest")], effects) => {
                let effects = effects_of(effects)?;
                Case::read(word).map(|case| Gives::Unique(vec![(case, effects)]))
            }
            (["unique", "highest", "takes,", "pays"], _) => Some(Gives::Takes),
            (["worth"], "at the end") => Some(Gives::Worth(Vec::new())),
            (["worth"], values) => {
                let values = pieces(values, |c| c == ',').map(value);
                values.collect::<Option<_>>().map(Gives::Worth)
            }
            _ => None,
        })
    }
}

/// Reads what stands after `most` and `fewest`: `2: out`.
fn by_place(
    gives: fn(usize, Vec<Effect>) -> Gives,
    places: &[&str],
    effects: &str,
) -> Result<Option<Gives>, ScoringError> {
    let places = match places {
        [] => Some(1),
        places => number(&places.join(" ")).filter(|places| *places > 0),
    };
    let effects = effects_of(effects)?;
    Ok(places.map(|places| gives(places as usize, effects)))
}

/// Reads `1 = 5 points; even = token`.
fn cases_of(text: &str) -> Result<Cases, ScoringError> {
    let cases = text.split([',', ';']).map(|text| {
        let wrong = || ScoringError::Rule(text.trim().to_owned());
        let (case, effects) = text.split_once([':', '=']).ok_or_else(wrong)?;
        let case = Case::read(case.trim()).ok_or_else(wrong)?;
        Ok((case, effects_of(effects)?))
    });
    cases.collect()
}

/// Reads `token + 2 points + votes garnets`.
fn effects_of(text: &str) -> Result<Vec<Effect>, ScoringError> {
    let signless = text.trim().trim_start_matches('+');
    let effects = signless.split('+').map(str::trim);
    let effects = effects.map(|effect| {
        let wrong = || ScoringError::Effect(effect.to_owned());
        Effect::read(effect).ok_or_else(wrong)
    });
    effects.collect()
}

impl Effect {
    fn read(text: &str) -> Option<Effect> {
        match text {
            "out" => return Some(Effect::Out),
            "token" => return Some(Effect::Token),
            "0" | "nothing" => return Some(Effect::Points(Some(0))),
            _ => {}
        }
        let (count, unit) = text.split_once(' ')?;
        let amount = match count {
            "votes" => None,
            count => Some(signed(count).filter(|count| *count != 0)?),
        };
        match unit.trim() {
            "point" | "points" => Some(Effect::Points(amount)),
            "garnet" | "garnets" => Some(Effect::Garnets(amount)),
            _ => None,
        }
    }
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

#[cfg(test)]
mod tests;
