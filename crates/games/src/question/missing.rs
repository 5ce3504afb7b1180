//! What happens to people who don't answer.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::ask::{Fill, Question};
use super::form::split;
use super::part::{Kind, Part};
use super::wrong::{Wrong, code};
use crate::CastId;
use crate::english::{count_of, garnets};
use crate::notation::number;

/// What people who don't answer get instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// A fill for each part; empty if they get nothing.
    pub fills: Vec<Fill>,
    #[serde(flatten)]
    pub penalty: Penalty,
}

/// What else happens to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Penalty {
    /// Whether they get a strike.
    pub strike: bool,
    /// What it costs them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Cost>,
}

/// What people without an answer lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// As far as they have them.
    Garnets(u32),
    Points(u32),
}

/// The largest cost.
const MAX_COST: u32 = 99;

/// Why it can't be set like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingError {
    /// It isn't possible yet.
    Later(String),
    /// It has another number of parts than the form.
    Parts { needed: u32, found: u32 },
    /// A text that is drawn.
    DrawnText,
    /// Oneself, in a part that has no people.
    NotPeople(String),
    /// Oneself, several times in one answer.
    Repeated,
    /// It is no answer to this part, for this reason.
    Answer { typed: String, why: Wrong },
}

impl Missing {
    /// What a host set without the penalty at its end, and that.
    pub fn split_penalty(typed: &str) -> (&str, Penalty) {
        let typed = typed.trim();
        let (rest, last) = typed.rsplit_once(',').unwrap_or((typed, ""));
        let penalty = Penalty {
            strike: last.trim().eq_ignore_ascii_case("strike"),
            costs: Cost::read(last),
        };
        if penalty == Penalty::default() {
            (typed, penalty)
        } else {
            (rest.trim(), penalty)
        }
    }

    /// Reads what a host set.
    ///
    /// # Errors
    /// What can't be read, and what works.
    pub fn read(typed: &str, question: &Question<'_>) -> Result<Missing, MissingError> {
        let (typed, penalty) = Missing::split_penalty(typed);
        let parts = &question.form.parts;
        let words = split(typed, '/');
        let is = |word: &str| matches!(&words[..], [one] if one.eq_ignore_ascii_case(word));
        let needed = parts.iter().filter(|part| !part.is_extra()).count();
        let fills = if is("nothing") {
            Vec::new()
        } else if is("random") || is("yourself") || words.len() == needed {
            // A word alone stands for every part; nobody buys anything.
            let mut words = words.iter().cycle();
            let each = parts.iter().map(|part| match part.price {
                Some(_) => Ok(Fill::Items(part.unsaid())),
                None => fill(words.next().unwrap_or(&""), part, question),
            });
            each.collect::<Result<_, _>>()?
        } else {
            return Err(MissingError::Parts {
                needed: needed as u32,
                found: words.len() as u32,
            });
        };
        Ok(Missing { fills, penalty })
    }

    /// Whether the dealer draws for people who are missing.
    pub fn draws(&self) -> bool {
        self.fills.contains(&Fill::Random)
    }

    /// The answer of somebody who is missing, if nothing of it is drawn.
    pub fn answer(&self, question: &Question<'_>, whose: CastId) -> Option<Answer> {
        let each = self.fills.iter().zip(&question.form.parts);
        let items: Option<Vec<_>> = each.map(|(fill, part)| fill.items(part, whose)).collect();
        let answer = Answer(items?.concat());
        (!answer.0.is_empty()).then_some(answer)
    }
}

impl Penalty {
    /// It in words, behind what else counts for `who`, a plural or “you”.
    pub fn says(self, who: &str) -> String {
        match self.costs {
            Some(cost) => format!(", and {who} lose {}", cost.says()),
            None if self.strike => format!(", and {who} get a strike"),
            None => String::new(),
        }
    }
}

impl Cost {
    /// Reads `-2 garnets` or `-1 point`.
    fn read(text: &str) -> Option<Cost> {
        let costs = text.trim().strip_prefix(['-', '−'])?;
        let (count, unit) = costs.trim_start().split_once(' ')?;
        let count = number(count).filter(|count| (1..=MAX_COST).contains(count))?;
        match unit.trim().to_lowercase().as_str() {
            "garnet" | "garnets" => Some(Cost::Garnets(count)),
            "point" | "points" => Some(Cost::Points(count)),
            _ => None,
        }
    }

    /// It in words: `2 garnets`.
    fn says(self) -> String {
        match self {
            Cost::Garnets(count) => garnets(count),
            Cost::Points(count) => count_of(count as usize, "point", "points"),
        }
    }
}

fn fill(word: &str, part: &Part, question: &Question<'_>) -> Result<Fill, MissingError> {
    if word.eq_ignore_ascii_case("random") {
        let is_text = part.kind == Kind::Text;
        return if is_text {
            Err(MissingError::DrawnText)
        } else {
            Ok(Fill::Random)
        };
    }
    if word.eq_ignore_ascii_case("host") {
        return Err(MissingError::Later(word.to_owned()));
    }
    if word.eq_ignore_ascii_case("yourself") {
        let has_people = matches!(part.kind, Kind::People(_));
        let named = MissingError::NotPeople(part.kind.word());
        if question.form.all_different || part.count() > 1 && !part.repeats {
            return Err(MissingError::Repeated);
        }
        return has_people.then_some(Fill::Yourself).ok_or(named);
    }
    let items = question
        .part(part, word)
        .map_err(|why| MissingError::Answer {
            typed: word.to_owned(),
            why,
        })?;
    Ok(Fill::Items(items))
}

impl MissingError {
    pub fn say(&self, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            MissingError::Later(word) => format!(
                "{} can't be set for missing answers yet. Try `nothing`, `random` or `nothing, \
                 strike`.",
                code(word)
            ),
            MissingError::Parts { needed, found } => format!(
                "An answer has {}, but the one for missing players has {found}. Write ` / ` \
                 between the parts, or `nothing` or `random` alone.",
                count_of(*needed as usize, "part", "parts")
            ),
            MissingError::DrawnText => "Own words can't be drawn at random. Set words for missing \
                                        players, or `nothing`."
                .to_owned(),
            MissingError::NotPeople(kind) => format!(
                "`yourself` needs a person, but this question asks for {}. Try `random`.",
                code(kind)
            ),
            MissingError::Repeated => "`yourself` would name a player several times. Add the rule \
                                       `repeats`, or try `random`."
                .to_owned(),
            MissingError::Answer { typed, why } => format!(
                "Missing players can't get {}. {} You can also set `nothing` or `random`.",
                code(typed),
                // It names nobody.
                why.say(&|_| String::new(), shown)
            ),
        }
    }
}
