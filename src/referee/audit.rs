//! The audit log: what hosts did to a match and what Dealer gave back, in the transaction that does
//! it. No secret of a match is in it.

use serde::{Deserialize, Serialize};

use super::change::Change;
use super::mention;
use super::post::{Letter, Post, To};
use super::rulings::Ruled;
use super::season::Side;
use crate::store::{
    AuditLine, MatchId, MatchRow, Season, SeasonId, SeasonSettings, StoreError, Tx,
};
use games::{CastId, Role};

/// Dealer itself, in the place of a host's account.
pub(super) const DEALER: u64 = 0;

/// What somebody did, in a line of the audit log that says who, when and in which match. Names are
/// as the season has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuditEntry {
    MatchBegun,
    /// Another start is appointed, in milliseconds since the Unix epoch, or none.
    StartMoved {
        to_ms: Option<u64>,
    },
    /// A host waits until then for players who are not there at the start.
    StartWaits {
        until_ms: u64,
    },
    /// The choices before the match are due then.
    ChoicesExtended {
        to_ms: u64,
    },
    Paused,
    PausedWithoutChannel,
    PausedInShutChannel,
    /// Somebody deletes each post that asks.
    PausedForDeleted,
    /// A pause that would have ended by itself lasts until a host ends it.
    PauseHeld,
    Resumed,
    /// Whoever did it hosts the match.
    TookOver,
    HandedOver {
        #[serde(with = "mention")]
        to: u64,
    },
    MatchMoved {
        channel: u64,
    },
    /// So much was given back to everybody after an outage.
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
        channels: Vec<u64>,
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
        account: u64,
    },
    MadeGuest {
        name: String,
    },
    ChannelBound {
        name: String,
        channel: u64,
    },
    ChannelUnbound {
        name: String,
    },
    RoleSet {
        name: String,
        role: Role,
    },
    /// So many from one side to each of these.
    GarnetsMoved {
        amount: u32,
        from: Side,
        to: Vec<Side>,
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
    /// What was written down as a sentence, before it was kept as what it was.
    #[serde(untagged)]
    Text(String),
}

impl AuditEntry {
    /// As a line of the log has it in `said`.
    pub fn read(said: &str) -> AuditEntry {
        serde_json::from_str(said).unwrap_or_else(|_| AuditEntry::Text(said.to_owned()))
    }

    /// What was done, in one word.
    pub fn deed(&self) -> &'static str {
        match self {
            AuditEntry::MatchBegun => "begin",
            AuditEntry::StartMoved { .. } => "start",
            AuditEntry::StartWaits { .. } => "wait",
            AuditEntry::ChoicesExtended { .. } => "extend",
            AuditEntry::Paused
            | AuditEntry::PausedWithoutChannel
            | AuditEntry::PausedInShutChannel
            | AuditEntry::PausedForDeleted => "pause",
            AuditEntry::PauseHeld => "hold",
            AuditEntry::Resumed => "resume",
            AuditEntry::TookOver | AuditEntry::HandedOver { .. } => "host",
            AuditEntry::MatchMoved { .. } => "move",
            AuditEntry::OutageCredited { .. } => "outage",
            AuditEntry::NotePosted { .. } => "clarify",
            AuditEntry::ResultReleased => "release",
            AuditEntry::HandOpened { .. } => "hand",
            AuditEntry::Ruled(ruled) => ruled.ruling.word(),
            AuditEntry::DatabasePutBack { .. } => "restore",
            AuditEntry::SeasonBegun { .. }
            | AuditEntry::SeasonRenamed { .. }
            | AuditEntry::SeasonSwitched { .. }
            | AuditEntry::SeasonArchived { .. }
            | AuditEntry::SeasonTakenOut { .. } => "season",
            AuditEntry::SettingsChanged { .. } => "settings",
            AuditEntry::CastAdded { .. }
            | AuditEntry::CastRemoved { .. }
            | AuditEntry::CastBroughtBack { .. }
            | AuditEntry::CastRenamed { .. }
            | AuditEntry::AccountGiven { .. }
            | AuditEntry::MadeGuest { .. }
            | AuditEntry::ChannelBound { .. }
            | AuditEntry::ChannelUnbound { .. }
            | AuditEntry::RoleSet { .. } => "cast",
            AuditEntry::GarnetsMoved { .. } => "garnets",
            AuditEntry::GarnetsGiven { .. } => "gift",
            AuditEntry::StrikeGiven { .. } | AuditEntry::StrikeTakenBack { .. } => "strike",
            AuditEntry::Text(_) => "",
        }
    }
}

/// A line that is to be written.
pub(super) struct Logged<'a> {
    pub guild: u64,
    pub season: Option<SeasonId>,
    pub match_id: Option<MatchId>,
    /// The account of whoever did it.
    pub by: u64,
    pub entry: AuditEntry,
    /// What they gave as the reason.
    pub reason: &'a str,
    pub at_ms: u64,
}

impl<'a> Logged<'a> {
    /// Of what somebody did to a match.
    pub fn of(row: &MatchRow, by: u64, entry: AuditEntry, reason: &'a str, at_ms: u64) -> Self {
        Logged {
            guild: row.guild,
            season: row.season,
            match_id: Some(row.id),
            by,
            entry,
            reason,
            at_ms,
        }
    }
}

/// Writes a line of a match to the audit log, and posts it to the season's audit channel where
/// there is one.
pub(super) fn write(tx: &Tx, row: &MatchRow, line: Logged) -> Result<(), StoreError> {
    write_in(tx, settings(tx, row)?.audit_channel, line)
}

/// As [`write()`], with the channel where there is one.
pub(super) fn write_in(tx: &Tx, channel: Option<u64>, line: Logged) -> Result<(), StoreError> {
    let (by, match_id, at_ms) = (line.by, line.match_id, line.at_ms);
    let reason = line.reason.to_owned();
    tx.add_audit(&AuditLine {
        guild: line.guild,
        season: line.season,
        match_id,
        by,
        deed: line.entry.deed().to_owned(),
        said: serde_json::to_string(&line.entry)?,
        reason: reason.clone(),
        at_ms,
    })?;
    let Some(channel) = channel else {
        return Ok(());
    };
    let (to, said) = (To::Channel(channel), line.entry);
    let post = Post::Audit { by, said, reason };
    // It follows no entry: a ruling that takes entries back does not take back that there was one.
    let body = serde_json::to_string(&Letter { to, post })?;
    tx.add_post(
        match_id.unwrap_or(MatchId::NONE),
        0,
        to.queue(),
        &body,
        at_ms,
    )?;
    Ok(())
}

/// The settings of a match's season; their defaults where it has none.
pub(super) fn settings(tx: &Tx, row: &MatchRow) -> Result<SeasonSettings, StoreError> {
    let season = row.season.map(|season| tx.season(season)).transpose()?;
    Ok(season
        .flatten()
        .map(|season| season.settings)
        .unwrap_or_default())
}

impl Change<'_> {
    /// Writes down what was done to this match.
    pub fn audit(&self, by: u64, entry: AuditEntry) -> Result<(), StoreError> {
        let row = &self.table.row;
        write(self.tx, row, Logged::of(row, by, entry, "", self.now))
    }
}
