//! What happens to people who don't answer.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::ask::{Fill, Question};
use super::form::amount_of;
use super::part::{Kind, Part};
use super::wrong::{Wrong, code};
use crate::CastId;
use crate::english::{count_of, garnets};
use crate::notation::pieces;

/// What stands for a part that the host fills in.
pub const HOST: &str = "host";

/// What people who don't answer get instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// Why it can't be set like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingError {
    /// It has another number of parts than the form.
    Parts { needed: usize, found: usize },
    /// A text that is drawn.
    DrawnText,
    /// Oneself, in a part that has no people, or several times in an answer that mustn't repeat.
    Yourself,
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
        let is_none = penalty == Penalty::default();
        (if is_none { typed } else { rest.trim() }, penalty)
    }

    /// Reads what a host set.
    ///
    /// # Errors
    /// What can't be read, and what works.
    pub fn read(typed: &str, question: &Question<'_>) -> Result<Missing, MissingError> {
        let (typed, penalty) = Missing::split_penalty(typed);
        let parts = &question.form.parts;
        let words: Vec<&str> = pieces(typed, |c| c == '/').map(str::trim).collect();
        let is = |word: &str| matches!(&words[..], [one] if one.eq_ignore_ascii_case(word));
        let needed = parts.iter().filter(|part| !part.is_extra()).count();
        let fills = if is("nothing") {
            Vec::new()
        } else if ["random", "yourself", HOST].into_iter().any(is) || words.len() == needed {
            // A word alone stands for every part; nobody buys anything.
            let mut words = words.iter().cycle();
            let each = parts.iter().map(|part| match part.price {
                Some(_) => Ok(Fill::Items(part.unsaid())),
                None => fill(words.next().unwrap_or(&""), part, question),
            });
            each.collect::<Result<_, _>>()?
        } else {
            return Err(MissingError::Parts {
                needed,
                found: words.len(),
            });
        };
        Ok(Missing { fills, penalty })
    }

    /// Whether the dealer draws for people who are missing.
    pub fn draws(&self) -> bool {
        self.fills.contains(&Fill::Random) && !self.waits_for_host()
    }

    /// Whether they have no answer before the host gives them one.
    pub fn waits_for_host(&self) -> bool {
        self.fills.contains(&Fill::Host)
    }

    /// The answer of somebody who is missing, if all of it is set.
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
        let costs = text.trim().to_lowercase();
        let costs = costs.strip_prefix(['-', '−'])?;
        let garnets = amount_of(costs, "garnet").map(Cost::Garnets);
        garnets.or_else(|| amount_of(costs, "point").map(Cost::Points))
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
    let is_person = matches!(part.kind, Kind::People(_)) && !question.form.all_different;
    match word.to_lowercase().as_str() {
        "random" if part.kind == Kind::Text => Err(MissingError::DrawnText),
        "random" => Ok(Fill::Random),
        HOST => Ok(Fill::Host),
        "yourself" if is_person && (part.count() == 1 || part.repeats) => Ok(Fill::Yourself),
        "yourself" => Err(MissingError::Yourself),
        _ => {
            let typed = word.to_owned();
            let items = question.part(part, word).map(Fill::Items);
            items.map_err(|why| MissingError::Answer { typed, why })
        }
    }
}

impl MissingError {
    pub fn say(&self, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            MissingError::Parts { needed, found } => format!(
                "An answer has {}, but the one for missing players has {found}. Write ` / ` \
                 between the parts, or `nothing` or `random` alone.",
                count_of(*needed, "part", "parts")
            ),
            MissingError::DrawnText => "Own words can't be drawn at random. Set words for missing \
                                        players, or `nothing`."
                .to_owned(),
            MissingError::Yourself => "`yourself` needs a person, with the rule `repeats` if \
                                       there are several, and without `all different`. Try \
                                       `random`."
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
