//! Troubles that only a match's host is told: what is missing in a server, or did not work.

use crate::store::{AccountId, ChannelId, ServerId};
use serde::{Deserialize, Serialize};

use super::mention;
use super::refusals::OpenRefusal;

/// Something that a match's host is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// A post was lost on the way.
    PostLost,
    /// The current prompt or card was posted so many times within a minute, and was deleted each
    /// time. `live`: the match has begun, and is paused for it.
    DeletedEachTime {
        channel: ChannelId,
        times: usize,
        live: bool,
    },
    /// Discord refuses a post in the match's channel, with this code; 0 for none. `stands`: it is a
    /// prompt, so the clocks are stopped.
    Unposted {
        channel: ChannelId,
        code: i64,
        stands: bool,
    },
    /// The same where the season's audit log or its announcements go.
    UnpostedElsewhere { channel: ChannelId, code: i64 },
    NotPinned {
        channel: ChannelId,
        /// Whether Dealer lacks the permission; if not, Discord failed this time.
        forbidden: bool,
    },
    /// Somebody was replaced in the match and could not be told.
    ReplacedUntold {
        #[serde(with = "mention")]
        account: AccountId,
    },
    /// Somebody cannot see the channel that is bound to them.
    BoundUnseen {
        channel: ChannelId,
        #[serde(with = "mention")]
        account: AccountId,
    },
    /// A backup was restored, and these channels may have been closed after it was made.
    MayBeClosed { channels: Vec<ChannelId> },
    /// The season's host role was deleted.
    HostRoleGone,
    /// Dealer was removed from this server.
    Removed { guild: ServerId },
    /// The match after a practice round could not be opened.
    NextRefused { why: OpenRefusal },
    /// Dealer may not close the channel while the match is live.
    CannotClose { channel: ChannelId },
    /// Discord has refused to close the channel again and again.
    NotClosedYet { channel: ChannelId },
    /// Dealer may not open the channel again.
    CannotOpen { channel: ChannelId },
    /// Discord has refused to open the channel again and again.
    NotOpenedYet { channel: ChannelId },
    /// The channel is a thread, which has no permissions of its own, so it stays open.
    ThreadStaysOpen { channel: ChannelId },
    /// Dealer cannot see an alliance channel that it should close.
    CannotSee { channel: ChannelId },
    /// Somebody else changed who may write in the channel while it was closed.
    ChangedMeanwhile { channel: ChannelId },
    /// A sentence, from before troubles were stored as facts.
    #[serde(rename = "sentence")]
    Text(String),
}
