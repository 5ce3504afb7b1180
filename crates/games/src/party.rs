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
    /// Whose decision it is when nobody else is named: one's own. The clock never decides for
    /// itself.
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

/// Whose decision an entry is: a seat's, a cast member's outside the seats, the host's, or
/// chance's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    Seat(Seat),
    Cast(CastId),
    Host,
    Dealer,
}

/// Who looks at a match, and so what may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Spectators, and everybody in the channel.
    Public,
    Seat(Seat),
    /// A cast member outside the seats.
    Cast(CastId),
    /// A host: who is missing, but no secret.
    Host,
    /// Somebody who sees everything: the record, and everybody once the match is over.
    All,
}
