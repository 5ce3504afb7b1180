//! How many rounds a main match has, and how long they last, as hosts write it: `6 x 24h`.

use crate::english::{count_of, short_duration};
use crate::stretch_ms;

/// The rounds of a main match. It is to end after so many, or once so few people are left.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub rounds: Option<u32>,
    pub until_left: Option<u32>,
    /// How long each round lasts, in seconds: one length for all, or one each. Empty: the match's
    /// own time.
    lengths_s: Vec<u32>,
    /// Time to talk that the first round has on top, in seconds.
    talk_s: u32,
}

/// The most rounds that can be planned.
const MAX_ROUNDS: u32 = 30;
/// The longest round, and the longest time to talk: four weeks.
const MAX_LENGTH_S: u32 = 28 * 24 * 60 * 60;

impl Plan {
    /// Reads a plan. None if it is none.
    pub fn read(text: &str) -> Option<Plan> {
        let lower = text.trim().to_lowercase().replace(" rounds of ", " x ");
        let (rounds, talk_s) = match lower.split_once(" after ") {
            Some((rounds, talk)) => (rounds.trim(), seconds(talk)?),
            None => (&*lower, 0),
        };
        let (rounds, until_left, lengths_s) = if let Some(until) = rounds.strip_prefix("until ") {
            let (left, lengths_s) = match until.split_once(',') {
                Some((left, length)) => (left, vec![seconds(length)?]),
                None => (until, Vec::new()),
            };
            let left = left.trim().strip_suffix("left")?.trim_end();
            let left = left.strip_suffix("are").or(left.strip_suffix("is"))?;
            (None, Some(count(left)?), lengths_s)
        } else if let Some((rounds, length)) = rounds.split_once(['x', '×']) {
            (Some(count(rounds)?), None, vec![seconds(length)?])
        } else if let Some(rounds) = count(rounds) {
            (Some(rounds), None, Vec::new())
        } else {
            let lengths = rounds.split(',').map(seconds);
            let lengths: Vec<u32> = lengths.collect::<Option<_>>()?;
            (Some(lengths.len() as u32), None, lengths)
        };
        let fits = lengths_s.len() <= MAX_ROUNDS as usize && (talk_s == 0 || !lengths_s.is_empty());
        fits.then_some(Plan {
            rounds,
            until_left,
            lengths_s,
            talk_s,
        })
    }

    /// How long a round lasts, in seconds; None: as long as the match's own time.
    pub fn length_s(&self, round: u32) -> Option<u32> {
        let at = round.saturating_sub(1) as usize;
        let length_s = self.lengths_s.get(at).or(self.lengths_s.last())?;
        let talk_s = if round == 1 { self.talk_s } else { 0 };
        Some(length_s + talk_s)
    }

    /// It in words: `6 rounds of 24 h`.
    pub fn says(&self) -> String {
        let lengths: Vec<String> = self.lengths_s.iter().map(|s| length(*s)).collect();
        let lengths = match &lengths[..] {
            [] => String::new(),
            [one] => format!(" of {one}"),
            each => format!(": {}", each.join(", ")),
        };
        let rounds = self
            .rounds
            .map(|rounds| count_of(rounds as usize, "round", "rounds"));
        let mut said = rounds.unwrap_or_else(|| "rounds".to_owned()) + &lengths;
        match self.until_left {
            None => {}
            Some(1) => said.push_str(" until 1 is left"),
            Some(left) => said.push_str(&format!(" until {left} are left")),
        }
        if self.talk_s > 0 {
            said.push_str(&format!(", {} more in the first", length(self.talk_s)));
        }
        said
    }
}

fn length(seconds: u32) -> String {
    short_duration(u64::from(seconds) * 1000)
}

fn count(text: &str) -> Option<u32> {
    let count = crate::notation::number(text.trim())?;
    (1..=MAX_ROUNDS).contains(&count).then_some(count)
}

/// A length of time like `24h`, `7 min` or `1h 30m`, in seconds.
fn seconds(text: &str) -> Option<u32> {
    let ms = stretch_ms(text)?;
    let seconds = u32::try_from(ms / 1000).ok()?;
    let fits = ms % 1000 == 0 && seconds <= MAX_LENGTH_S;
    fits.then_some(seconds)
}
