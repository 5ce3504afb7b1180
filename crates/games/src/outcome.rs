//! How a match ends.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{GameId, Seat};

/// The end of a match: the record's `result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// None if the match is void, a tie that the host has to decide, or one without seats.
    pub winner: Option<Seat>,
    pub reason: Reason,
}

impl Outcome {
    pub fn won(winner: Seat, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    pub fn nobody(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// Whether it is a tie that the host has to decide: nobody won a match that has a winner.
    pub fn is_tie(&self) -> bool {
        self.winner.is_none() && ![Reason::VOID, Reason::PLAYED].contains(&self.reason)
    }
}

/// Why a match ended: the word in records, and the end of a sentence that names the winner. A
/// game's own reasons are its [`Catalogue::reasons`](super::Catalogue::reasons).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(&'static (&'static str, &'static str));

impl Reason {
    pub const RESIGN: Reason = Reason::new(&("resign", "by resignation"));
    pub const FORFEIT: Reason = Reason::new(&("forfeit", "by forfeit"));
    pub const VOID: Reason = Reason::new(&("void", "declared void"));
    /// The end of a match without seats, which nobody wins.
    pub const PLAYED: Reason = Reason::new(&("played", "played to its end"));
    pub const SETTLED: Reason = Reason::new(&("settled", "by the host's decision"));

    /// The reasons that any game's match can have.
    pub const GENERAL: &'static [Reason] = &[
        Reason::RESIGN,
        Reason::FORFEIT,
        Reason::VOID,
        Reason::SETTLED,
    ];

    /// Makes a reason from its word and the sentence's end, in which `{loser}` stands for the
    /// loser's name.
    pub const fn new(of: &'static (&'static str, &'static str)) -> Reason {
        Reason(of)
    }

    pub const fn word(self) -> &'static str {
        self.0.0
    }

    pub const fn says(self) -> &'static str {
        self.0.1
    }

    /// All reasons of all games.
    fn all() -> impl Iterator<Item = &'static Reason> {
        let of_games = GameId::ALL.iter().flat_map(|game| game.catalogue().reasons);
        Reason::GENERAL.iter().chain(of_games)
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = Cow::<str>::deserialize(deserializer)?;
        let found = Reason::all().find(|reason| reason.word() == word);
        found.copied().ok_or_else(|| {
            let known: Vec<String> = Reason::all()
                .map(|one| format!("`{}`", one.word()))
                .collect();
            let known = known.join(", ");
            D::Error::custom(format!("unknown variant `{word}`, expected one of {known}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_by_its_word_alone() {
        for reason in Reason::all() {
            let written = serde_json::to_string(reason).unwrap();
            assert_eq!(written, format!("\"{}\"", reason.word()));
            assert_eq!(serde_json::from_str::<Reason>(&written).unwrap(), *reason);
        }
        let wrong = serde_json::from_str::<Reason>("\"luck\"")
            .unwrap_err()
            .to_string();
        assert!(
            wrong.starts_with("unknown variant `luck`, expected one of `resign`, `"),
            "{wrong}"
        );
        assert!(serde_json::from_str::<Reason>("{\"void\":null}").is_err());
    }
}
