//! What a match's host alone is told is missing in a server, or did not come to be.

use serde::{Deserialize, Serialize};

use super::mention;
use super::refusals::OpenRefusal;

/// Something of which a match's host hears.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// A post was lost on the way.
    PostLost,
    /// What asks was posted so many times within a minute, and is deleted again; `live`: in a match
    /// that has begun, which is paused for it.
    DeletedEachTime {
        channel: u64,
        times: usize,
        live: bool,
    },
    /// Discord does not take a post in the match's channel, with this code; 0 for none. `stands`: a
    /// prompt waits, and the clocks with it.
    Unposted {
        channel: u64,
        code: i64,
        stands: bool,
    },
    /// The same where the season's audit log or its announcements go.
    UnpostedElsewhere { channel: u64, code: i64 },
    NotPinned {
        channel: u64,
        /// Whether Dealer may not; else Discord did not do it this time.
        forbidden: bool,
    },
    /// Somebody was replaced in the match, and could not be told so.
    ReplacedUntold {
        #[serde(with = "mention")]
        account: u64,
    },
    /// The channel that is bound to somebody is closed to them.
    BoundUnseen {
        channel: u64,
        #[serde(with = "mention")]
        account: u64,
    },
    /// A copy of the database was put back, and these may have been closed after it was made.
    MayBeClosed { channels: Vec<u64> },
    /// The role that made hosts was deleted.
    HostRoleGone,
    /// Dealer was taken out of this server.
    Removed { guild: u64 },
    /// What was to follow a practice round was not opened.
    NextRefused { why: OpenRefusal },
    /// Dealer may not close the channel while the match is live.
    CannotClose { channel: u64 },
    /// Discord refuses to close it, again and again.
    NotClosedYet { channel: u64 },
    /// Dealer may not open the channel again.
    CannotOpen { channel: u64 },
    /// Discord refuses to open it, again and again.
    NotOpenedYet { channel: u64 },
    /// It is a thread, which has no permissions of its own.
    ThreadStaysOpen { channel: u64 },
    /// Dealer does not see it, and alliances talk there.
    CannotSee { channel: u64 },
    /// Somebody else has changed who may write there while it was closed.
    ChangedMeanwhile { channel: u64 },
    /// What was said, as it was kept before.
    #[serde(rename = "sentence")]
    Text(String),
}
