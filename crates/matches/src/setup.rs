//! What a match is opened with.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::quiet::QuietHours;
use games::{AnyGame, Cast, GameId, GivenOptions, Level, SetupRefusal, WallMs};

/// What happens to people who are late; a host may set it for a match (rulebook, "Clocks").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lateness {
    /// How many seconds after a deadline an action that was made in time may still arrive; at most
    /// [`Lateness::MAX_GRACE_S`].
    pub grace_s: u32,
    /// Whether two timeouts of one seat in a row pause the match and call the host.
    pub pause_after_two_timeouts: bool,
}

impl Lateness {
    pub const MAX_GRACE_S: u32 = 60;
    /// How long the pause after two timeouts in a row lasts at most (rulebook, "Clocks").
    pub const LONGEST_PAUSE_MS: u64 = 10 * 60 * 1000;
}

impl Default for Lateness {
    fn default() -> Self {
        Lateness {
            grace_s: 2,
            pause_after_two_timeouts: true,
        }
    }
}

/// What a match is opened with. It never changes, with two exceptions: the journal moves the
/// scheduled start, and sets the garnets at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    pub game: GameId,
    /// Complete, as the record has them.
    pub options: GivenOptions,
    pub times: Times,
    pub cast: Arc<Cast>,
    /// The scheduled start.
    pub start_at_ms: Option<WallMs>,
    pub grace_ms: u64,
    /// Whether two timeouts of one seat in a row pause the match and call the host.
    pub pause_after_two_timeouts: bool,
    /// Hours in which nobody is reminded of a choice before the match.
    pub quiet: Option<QuietHours>,
    /// Whether hosts who do not play in it may read secret choices. People are told so from the
    /// beginning, and it does not change.
    pub hosts_see: bool,
    /// Whether it counts for nothing.
    pub practice: bool,
    /// When the choices before the match are due, if that was set as a point in time. Then it
    /// counts, not the game's time for them. The journal can move it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices_due_ms: Option<WallMs>,
    /// Whether it is a rehearsal: the computer plays everybody without an account, and the match
    /// counts for nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rehearsal: bool,
    /// How well the computer plays, where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
}

/// A match's clocks, in seconds by their names (`base_move_s`, `reserve_s`, …).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Times(BTreeMap<String, u32>);

impl Setup {
    /// Opens the match.
    ///
    /// # Errors
    /// Options or a cast with which the game cannot be played.
    pub fn open(&self) -> Result<AnyGame, SetupRefusal> {
        self.game.open(&self.options, &self.cast)
    }

    /// Whether two people play it against each other. If not, the whole cast answers its rounds.
    pub fn has_seats(&self) -> bool {
        self.cast.seats().is_some()
    }

    /// What happens to people who are late.
    pub fn lateness(&self) -> Lateness {
        Lateness {
            // At most a minute.
            grace_s: (self.grace_ms / 1000) as u32,
            pause_after_two_timeouts: self.pause_after_two_timeouts,
        }
    }
}

impl Times {
    /// The longest time that a host may set: four weeks.
    pub const MAX_S: u32 = 28 * 24 * 60 * 60;

    /// A game's default times.
    pub fn defaults(game: GameId) -> Times {
        let mut times = BTreeMap::new();
        for time in game.catalogue().times {
            times.insert(time.key.to_owned(), time.default_s);
        }
        Times(times)
    }

    /// Sets one of the game's times, in seconds.
    ///
    /// # Errors
    /// [`SetupRefusal::Options`] if the game has no such time, or if it is longer than four weeks
    /// or zero. Only the reserve may be zero.
    pub fn set(&mut self, key: &str, seconds: u32) -> Result<(), SetupRefusal> {
        let least = u32::from(key != "reserve_s");
        if seconds < least || seconds > Self::MAX_S {
            let most = Self::MAX_S;
            let problem = format!("{key} must be {least} to {most} seconds");
            return Err(SetupRefusal::Options { problem });
        }
        let known: Vec<&str> = self.0.keys().map(String::as_str).collect();
        let problem = format!(
            "there is no time called {key}; this game has {}",
            known.join(", ")
        );
        match self.0.get_mut(key) {
            Some(time) => *time = seconds,
            None => return Err(SetupRefusal::Options { problem }),
        }
        Ok(())
    }

    /// A time in milliseconds; 0 if the game does not have it.
    pub fn ms(&self, key: &str) -> u64 {
        u64::from(self.0.get(key).copied().unwrap_or_default()) * 1000
    }

    /// All times in alphabetical order, in seconds.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.0.iter().map(|(key, seconds)| (key.as_str(), *seconds))
    }
}
