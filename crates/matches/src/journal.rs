//! The journal: everything that ever happened to a match. Entries are only added. The record has
//! its acts that were not taken back (`rewind.rs`).

use super::clock::MatchMs;
use serde::{Deserialize, Serialize};

use games::{Author, CastId, Party, Seat, WallMs};

/// An entry of a match's journal. `id` is the store's, never reused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub id: i64,
    /// When it was written.
    pub at_ms: WallMs,
    /// Match time when it was written, for the record.
    pub match_ms: MatchMs,
    pub event: Event,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// An action that was taken, in notation. `made_at_ms` is when the person made it (rulebook,
    /// "Clocks").
    Act {
        by: Author,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whose: Option<Party>,
        act: String,
        made_at_ms: WallMs,
    },
    /// A seat's time was up. The game's answer follows as acts of the clock.
    TimeUp {
        seat: Seat,
    },
    /// A prompt's post was created, and its clocks run from then.
    Shown {
        prompt: u32,
        at_ms: WallMs,
    },
    /// The time for the choices before the match is up.
    PreparationOver,
    /// A player pressed Ready.
    Ready {
        seat: Seat,
    },
    /// A player took their Ready back.
    NotReady {
        seat: Seat,
    },
    /// The match has started.
    Started {
        by: Starter,
        /// How many garnets each of the cast has now, in its order. Empty if they are the same as
        /// when the match was opened.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        garnets: Vec<u32>,
    },
    /// The scheduled start was moved or (None) taken away.
    StartMoved {
        to_ms: Option<WallMs>,
    },
    /// After the scheduled start, a host waits for missing people until this time.
    Waits {
        until_ms: WallMs,
    },
    /// The choices before the match got so much more time.
    Extended {
        by_ms: u64,
    },
    /// The choices before the match got so much less time.
    Shortened {
        by_ms: u64,
    },
    /// Time is stopped, at most until `until_ms` if that is set.
    Paused {
        by: Pauser,
        until_ms: Option<WallMs>,
    },
    Resumed,
    /// Dealer could not have received actions between these times; nobody loses time by it.
    Outage {
        from_ms: WallMs,
        to_ms: WallMs,
    },
    /// A player asks for a pause. It begins when the other asks too while the same prompt is open.
    PauseWished {
        seat: Seat,
    },
    /// A player asks to end a pause early that both had asked for.
    ResumeWished {
        seat: Seat,
    },
    /// A host took back everything from the entry `before` on. `since_ms` is when that one was
    /// written: the time since then is given back.
    Rewound {
        before: i64,
        since_ms: WallMs,
    },
    /// Another account acts for somebody of the cast (the match's people say which). It has not
    /// agreed to anything yet.
    Substituted {
        who: CastId,
    },
    /// A host gave a seat time or took some: reserve, or base time if the open prompt has no
    /// reserve.
    Time {
        seat: Seat,
        delta_ms: i64,
    },
    /// Something was said that is said only once.
    Noted {
        note: Note,
    },
}

impl Event {
    /// Whether it is mere bookkeeping (posts, warnings, outages) that leaves the match as it was.
    pub fn is_bookkeeping(&self) -> bool {
        matches!(
            self,
            Event::Shown { .. } | Event::Noted { .. } | Event::Outage { .. }
        )
    }
}

/// Who started a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    Host,
    /// Both players pressed Ready.
    Ready,
}

/// Who paused a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pauser {
    Host,
    /// Dealer was removed from the server.
    Removed,
    /// The match's channel was deleted, and it has no other yet.
    ChannelGone,
    /// The match's channel exists but cannot be used: it is locked, say, or a player does not see
    /// it.
    ChannelShut,
    /// Somebody deletes the current prompt each time that it is posted.
    Deleted,
    /// The two players together.
    Players,
    /// Two timeouts of this seat in a row.
    Timeouts(Seat),
    /// This seat is late and would pay its last chip next; after that the clock decides for it.
    LastPrice(Seat),
    /// The time of both seats was up at once, in a match where each timeout is a forfeit.
    BothLate,
}

/// Something that is said only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// Both players were asked to press Ready.
    CheckIn,
    /// The scheduled start came and somebody was missing.
    NoShow,
    /// People who had not chosen were reminded: at half time, or (`LastCall`) before the deadline.
    HalfTime,
    LastCall,
    /// A seat's base time is used up and its reserve runs.
    ReserveRuns {
        prompt: u32,
        seat: Seat,
    },
    /// A seat was called because its time was nearly up.
    LastMinute {
        prompt: u32,
        seat: Seat,
    },
    /// A seat has no time left, and from then on being late costs.
    Overtime {
        prompt: u32,
        seat: Seat,
    },
    /// This host has opened somebody's hand for this prompt, to act for them.
    HandOpened {
        prompt: u32,
        whose: Party,
        host: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If everybody has the garnets of the opening, a start doesn't write them.
    #[test]
    fn a_start_is_read_back_as_written() {
        let text = r#"{"started":{"by":"ready"}}"#;
        let event = Event::Started {
            by: Starter::Ready,
            garnets: Vec::new(),
        };
        assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
    }
}
