//! Refusals as types. Their sentences are in `english/refusals.rs` and in each game's `say`.

use serde::{Deserialize, Serialize};

use super::{GameRefusal, GameSetupRefusal, Party, Seat};

/// Why an action was not taken. Shown to the person who tried; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The text is no notation of this game; these are its forms.
    Unreadable {
        forms: Vec<String>,
    },
    /// Nobody of the cast has this name.
    UnknownName(String),
    /// The match is over.
    Over,
    /// This party may not do this now; the match waits for these. Before the match, nobody is
    /// named.
    NotWaitedFor {
        waiting: Vec<Party>,
    },
    /// Only a host may do this.
    HostOnly,
    /// Only somebody in a seat may do this.
    SeatOnly,
    /// This is about somebody in a seat, and the game has none.
    NoSeats,
    /// The host's act needs a `for`.
    WhoseMissing,
    /// This can only be done for oneself.
    NotForOthers,
    /// The clock or the dealer may not do this now.
    NotByChance,
    /// It costs more garnets than they have.
    TooDear {
        price: u32,
        held: u32,
    },
    /// There is no tie to settle (any more).
    NothingToSettle,
    OfGame(GameRefusal),
}

impl Refusal {
    /// [`Refusal::Unreadable`] with these forms.
    pub fn unreadable(forms: &[&str]) -> Refusal {
        Refusal::Unreadable {
            forms: forms.iter().map(|form| (*form).to_owned()).collect(),
        }
    }

    /// [`Refusal::NotWaitedFor`] while the match waits for these seats.
    pub fn not_waited_for(waiting: impl IntoIterator<Item = Seat>) -> Refusal {
        Refusal::NotWaitedFor {
            waiting: waiting.into_iter().map(Party::Seat).collect(),
        }
    }

    /// Whether the text is no notation of the game at all.
    pub fn is_of_notation(&self) -> bool {
        match self {
            Refusal::Unreadable { .. } | Refusal::UnknownName(_) => true,
            Refusal::OfGame(refusal) => refusal.is_of_notation(),
            _ => false,
        }
    }

    /// Whether another spelling of the text might be accepted: it is no notation, or the game's own
    /// rules refuse it.
    pub fn is_of_game(&self) -> bool {
        match self {
            Refusal::Unreadable { .. } | Refusal::UnknownName(_) | Refusal::OfGame(_) => true,
            Refusal::Over
            | Refusal::NotWaitedFor { .. }
            | Refusal::HostOnly
            | Refusal::SeatOnly
            | Refusal::NoSeats
            | Refusal::WhoseMissing
            | Refusal::NotForOthers
            | Refusal::NotByChance
            | Refusal::TooDear { .. }
            | Refusal::NothingToSettle => false,
        }
    }
}

/// Why a match cannot be opened like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    /// A name that is empty, holds a double quote or a control character, or is one of the reserved
    /// words.
    BadName(String),
    NameTwice(String),
    UnknownName(String),
    SeatNotPlayer(String),
    SeatEliminated(String),
    SameSeats(String),
    /// The game has seats and the match none (`needed`), or the other way round.
    Seats {
        needed: bool,
    },
    CastSize {
        least: usize,
        most: usize,
        found: usize,
    },
    /// This game needs a dealer in the cast.
    NoDealer,
    /// An option that the game does not know, or a value that it does not allow, as a sentence.
    Option(String),
    /// Unreadable options, or a time that is not allowed: what is wrong.
    Options {
        problem: String,
    },
    OfGame(GameSetupRefusal),
}

impl From<serde_json::Error> for SetupRefusal {
    fn from(error: serde_json::Error) -> Self {
        SetupRefusal::Options {
            problem: error.to_string(),
        }
    }
}
