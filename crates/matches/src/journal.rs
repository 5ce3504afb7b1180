//! The journal: everything that ever happened to a match, append-only. What a record holds is its
//! projection: the acts that stand (`rewind`).

use serde::{Deserialize, Serialize};

use games::{Author, CastId, Party, Seat};

/// An entry of a match's journal. `id` is the store's, never reused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub id: i64,
    /// When it was written, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// Match time when it was written, for the record.
    pub match_ms: u64,
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
        made_at_ms: u64,
    },
    /// A seat's time was up; what the game does about it follows as acts of the clock.
    TimeUp {
        seat: Seat,
    },
    /// A prompt's post was created, and its clocks run from there.
    Shown {
        prompt: u32,
        at_ms: u64,
    },
    /// The time for the choices before the match is up.
    PreparationOver,
    /// A player is there for the start.
    Ready {
        seat: Seat,
    },
    /// A player who was ready is not after all.
    NotReady {
        seat: Seat,
    },
    /// Live prompts may open.
    Started {
        by: Starter,
        /// What everybody of the cast holds now, in its order; none where that is what they had
        /// when the match was opened.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        garnets: Vec<u32>,
    },
    /// The appointed start is another one, or none any more.
    StartMoved {
        to_ms: Option<u64>,
    },
    /// The appointed start came and a host waits for who is missing: they look again at this time.
    Waits {
        until_ms: u64,
    },
    /// So much more time for the choices before the match.
    Extended {
        by_ms: u64,
    },
    /// So much less time for the choices before the match.
    Shortened {
        by_ms: u64,
    },
    /// Time stands still; when `until_ms` is set, no longer than that.
    Paused {
        by: Pauser,
        until_ms: Option<u64>,
    },
    Resumed,
    /// The bot could not have received an action from one time to another; nobody pays for it.
    Outage {
        from_ms: u64,
        to_ms: u64,
    },
    /// A player asks for a pause of both; it comes when the other asks too while the same prompt is
    /// open.
    PauseWished {
        seat: Seat,
    },
    /// A player would go on before a pause that both asked for is over.
    ResumeWished {
        seat: Seat,
    },
    /// A host took back everything from the entry `before` on. `since_ms` is when that one was
    /// written: the time since is nobody's.
    Rewound {
        before: i64,
        since_ms: u64,
    },
    /// Another account acts for somebody of the cast, and has agreed to nothing yet; which, the
    /// match's people say.
    Substituted {
        who: CastId,
    },
    /// More or less time for a seat, by a host: reserve, or base time where the open prompt has no
    /// reserve.
    Time {
        seat: Seat,
        delta_ms: i64,
    },
    /// Something was said once and is not to be said again.
    Noted {
        note: Note,
    },
}

impl Event {
    /// Whether the match itself is as before: bookkeeping of posts, warnings and outages.
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
    /// Dealer was taken out of the server.
    Removed,
    /// The match's channel is gone, and it has no other yet.
    ChannelGone,
    /// The match's channel is there, and cannot be used: it is locked, say, or a player does not
    /// see it.
    ChannelShut,
    /// What asks in the match is deleted each time that it is posted.
    Deleted,
    /// The two players together.
    Players,
    /// Two timeouts of this seat in a row.
    Timeouts(Seat),
    /// This seat is late, and what that costs next is the last that it has: then the game goes on
    /// without it.
    LastPrice(Seat),
    /// The time of both seats was up at once, in a match in which the later one would have won by
    /// it.
    BothLate,
}

/// What is said once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// Both players were asked to press Ready.
    CheckIn,
    /// The appointed start came and somebody was missing.
    NoShow,
    /// Who has not chosen was reminded, at half time and before the deadline.
    HalfTime,
    LastCall,
    /// A seat's base time is used up and its reserve runs.
    ReserveRuns {
        prompt: u32,
        seat: Seat,
    },
    /// A seat has a minute left in all.
    LastMinute {
        prompt: u32,
        seat: Seat,
    },
    /// A seat has no time left, and being late begins to cost.
    Overtime {
        prompt: u32,
        seat: Seat,
    },
    /// This account, a host's, has opened the hand of somebody who is asked this, to act for them.
    HandOpened {
        prompt: u32,
        whose: Party,
        host: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a start with which everybody has the garnets of the opening, none are written.
    #[test]
    fn a_start_is_read_as_it_was_written() {
        let text = r#"{"started":{"by":"ready"}}"#;
        let event = Event::Started {
            by: Starter::Ready,
            garnets: Vec::new(),
        };
        assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
    }
}
