//! Who writes an entry, whose decision it is, and who looks at a match.

use serde::{Deserialize, Serialize};

use super::{CastId, Seat};

/// Who wrote an entry: the record's `by`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Author {
    Seat(Seat),
    Cast(CastId),
    Host,
    Clock,
    Dealer,
}

impl Author {
    /// The author's own party, whose decision it is if nobody else is named. None for the clock,
    /// which always acts for somebody else.
    pub fn own_party(self) -> Option<Party> {
        match self {
            Author::Seat(seat) => Some(Party::Seat(seat)),
            Author::Cast(id) => Some(Party::Cast(id)),
            Author::Host => Some(Party::Host),
            Author::Dealer => Some(Party::Dealer),
            Author::Clock => None,
        }
    }
}

/// Whose decision an entry is: a player's, another cast member's, the host's, or (`Dealer`) that of
/// chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    Seat(Seat),
    Cast(CastId),
    Host,
    Dealer,
}

/// Who looks at a match: decides what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Spectators, and everybody in the channel.
    Public,
    Seat(Seat),
    /// A cast member outside the seats.
    Cast(CastId),
    /// A host: sees who is missing, but no secret.
    Host,
    /// Sees everything: the record, and everybody once the match is over.
    All,
}
