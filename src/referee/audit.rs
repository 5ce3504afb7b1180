//! The audit log: what hosts did to a match and what Dealer gave back, in the transaction that does
//! it. No secret of a match is in it.

use serde::{Deserialize, Serialize};

use super::mention;
use super::ruling::Ruled;
use super::season::PurseOwner;
use crate::store::{AccountId, ChannelId, Season};
use games::{CastId, Role, WallMs};

/// Dealer itself, in the place of a host's account.
pub(super) const DEALER: AccountId = AccountId(0);

/// What somebody did: one line of the audit log. The line itself says who, when and in which match.
/// Names are as the season has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuditEntry {
    MatchBegun,
    /// Another start was set, or none.
    StartMoved {
        to_ms: Option<WallMs>,
    },
    /// These times were offered to the players for the start.
    TimesOffered {
        times: Vec<WallMs>,
    },
    /// A host waits until then for players who are not there.
    StartWaits {
        until_ms: WallMs,
    },
    /// The choices before the match are due at this time.
    ChoicesExtended {
        to_ms: WallMs,
    },
    Paused,
    PausedWithoutChannel,
    PausedInShutChannel,
    /// Paused because somebody deletes each post that asks.
    PausedForDeleted,
    /// A pause that would have ended by itself lasts until a host ends it.
    PauseHeld,
    Resumed,
    /// The person who did it hosts the match.
    TookOver,
    HandedOver {
        #[serde(with = "mention")]
        to: AccountId,
    },
    MatchMoved {
        channel: ChannelId,
    },
    /// So much time was given back to everybody after an outage.
    OutageCredited {
        ms: u64,
    },
    NotePosted {
        text: String,
    },
    ResultReleased,
    /// A host has opened this person's hand, to act for them.
    HandOpened {
        who: CastId,
    },
    Ruled(Box<Ruled>),
    /// A copy of the database was put back, and these channels may have been closed since.
    DatabasePutBack {
        channels: Vec<ChannelId>,
    },
    SeasonBegun {
        name: String,
    },
    SeasonRenamed {
        from: String,
        to: String,
    },
    /// It is the current one from now on.
    SeasonSwitched {
        name: String,
    },
    SeasonArchived {
        name: String,
    },
    SeasonTakenOut {
        name: String,
    },
    SettingsChanged {
        before: Box<Season>,
        after: Box<Season>,
    },
    CastAdded {
        names: Vec<String>,
    },
    CastRemoved {
        name: String,
    },
    CastBroughtBack {
        name: String,
    },
    CastRenamed {
        from: String,
        to: String,
    },
    AccountGiven {
        name: String,
        #[serde(with = "mention")]
        account: AccountId,
    },
    MadeGuest {
        name: String,
    },
    ChannelBound {
        name: String,
        channel: ChannelId,
    },
    ChannelUnbound {
        name: String,
    },
    RoleSet {
        name: String,
        role: Role,
    },
    /// So many garnets went from one side to each of these people.
    GarnetsMoved {
        amount: u32,
        from: PurseOwner,
        to: Vec<PurseOwner>,
    },
    /// A player gave garnets of their own.
    GarnetsGiven {
        amount: u32,
        from: String,
        to: String,
    },
    StrikeGiven {
        name: String,
        eliminated: bool,
    },
    StrikeTakenBack {
        name: String,
        strike: i64,
    },
    /// A sentence, from before entries were stored as facts.
    #[serde(untagged)]
    Text(String),
}

impl AuditEntry {
    /// Reads the column `said` of the log.
    pub fn read(said: &str) -> AuditEntry {
        serde_json::from_str(said).unwrap_or_else(|_| AuditEntry::Text(said.to_owned()))
    }
}
