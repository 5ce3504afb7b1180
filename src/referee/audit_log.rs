//! Writes lines of the audit log, in the same transaction as what they tell.

use games::WallMs;

use super::audit::AuditEntry;
use super::change::MatchChange;
use super::post::{Letter, Post, Recipient};
use crate::store::{
    AccountId, AuditLine, ChannelId, MatchId, MatchRow, Result, SeasonId, SeasonSettings, ServerId,
    Tx,
};

/// A line to write.
pub(super) struct NewAuditLine<'a> {
    pub guild: ServerId,
    pub season: Option<SeasonId>,
    pub match_id: Option<MatchId>,
    /// The account of the person who did it.
    pub by: AccountId,
    pub entry: AuditEntry,
    /// What they gave as the reason.
    pub reason: &'a str,
    pub at_ms: WallMs,
}

impl<'a> NewAuditLine<'a> {
    /// A line about what somebody did to a match.
    pub fn of(
        row: &MatchRow,
        by: AccountId,
        entry: AuditEntry,
        reason: &'a str,
        at_ms: WallMs,
    ) -> Self {
        NewAuditLine {
            // No server's log has what was done to a practice in a direct message.
            guild: row.guild.unwrap_or_default(),
            season: row.season,
            match_id: Some(row.id),
            by,
            entry,
            reason,
            at_ms,
        }
    }
}

/// Writes a line of a match to the audit log, and posts it to the season's audit channel if there
/// is one.
pub(super) fn write(tx: &Tx, row: &MatchRow, line: NewAuditLine) -> Result<()> {
    write_in(tx, settings(tx, row)?.audit_channel, line)
}

/// As [`write()`], with that channel, if there is one.
pub(super) fn write_in(tx: &Tx, channel: Option<ChannelId>, line: NewAuditLine) -> Result<()> {
    let (by, match_id, at_ms) = (line.by, line.match_id, line.at_ms);
    let reason = line.reason.to_owned();
    tx.add_audit(&AuditLine {
        guild: line.guild,
        season: line.season,
        match_id,
        by,
        is_gift: matches!(line.entry, AuditEntry::GarnetsGiven { .. }),
        said: serde_json::to_string(&line.entry)?,
        reason: reason.clone(),
        at_ms,
    })?;
    let Some(channel) = channel else {
        return Ok(());
    };
    let (to, said) = (Recipient::Channel(channel), line.entry);
    let post = Post::Audit { by, said, reason };
    // It belongs to no entry, so that a rewind does not take it back: the ruling did happen.
    Letter { to, post }.send(tx, match_id, None, at_ms)?;
    Ok(())
}

/// The settings of a match's season; the defaults if it has none.
pub(super) fn settings(tx: &Tx, row: &MatchRow) -> Result<SeasonSettings> {
    let season = row.season.map(|season| tx.season(season)).transpose()?;
    Ok(season
        .flatten()
        .map(|season| season.settings)
        .unwrap_or_default())
}

impl MatchChange<'_> {
    /// Writes down what was done to this match.
    pub fn audit(&self, by: AccountId, entry: AuditEntry) -> Result<()> {
        let row = &self.table.row;
        write(self.tx, row, NewAuditLine::of(row, by, entry, "", self.now))
    }
}
