//! How a match ends.

use serde::{Deserialize, Serialize};

use super::Seat;

/// The end of a match: the record's `result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// None when the match is void, or a tie that is left to the host.
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

    /// Whether the host is to settle it: nobody won, and it was not declared void.
    pub fn is_tie(&self) -> bool {
        self.winner.is_none() && self.reason != Reason::Void
    }
}

/// Why a match ended, by the words that each game's page lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    // Every game
    Resign,
    Forfeit,
    Void,
    Settled,
    // Gridlock
    Points,
    Gridlocked,
    // Roundabout
    Home,
    Turns,
    // Short Circuit
    Circuit,
    Solved,
    Impossible,
    // Crossfire
    Goals,
    Stuck,
    // DM Invitational
    Delivered,
    Letters,
    Dealers,
    Ranking,
    Garnets,
    Tie,
}
