//! The audit log: what hosts did to a match and what Dealer gave back, in the transaction that does
//! it. No secret of a match is in it.

use super::change::Change;
use super::post::{Letter, Post, To};
use crate::store::{AuditLine, MatchId, MatchRow, SeasonSettings, StoreError, Tx};

/// Dealer itself, in the place of a host's account.
pub(super) const DEALER: u64 = 0;

/// Writes a line to the audit log, and posts it to the season's audit channel where there is one.
pub(super) fn write(tx: &Tx, row: &MatchRow, line: AuditLine) -> Result<(), StoreError> {
    write_in(tx, settings(tx, row)?.audit_channel, line)
}

/// As [`write()`], with the channel where there is one.
pub(super) fn write_in(tx: &Tx, channel: Option<u64>, line: AuditLine) -> Result<(), StoreError> {
    tx.add_audit(&line)?;
    let Some(channel) = channel else {
        return Ok(());
    };
    let to = To::Channel(channel);
    let letter = Letter {
        to,
        post: Post::Audit {
            by: line.by,
            said: line.said,
            reason: line.reason,
        },
    };
    // It follows no entry: a ruling that takes entries back does not take back that there was one.
    let body = serde_json::to_string(&letter)?;
    let id = line.match_id.unwrap_or(MatchId::NONE);
    tx.add_post(id, 0, to.queue(), &body, line.at_ms)?;
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
    /// Writes down what was done to this match: `deed` in one word, `said` as a sentence.
    pub fn audit(&self, by: u64, deed: &str, said: String, reason: &str) -> Result<(), StoreError> {
        write(self.tx, &self.table.row, self.line(by, deed, said, reason))
    }

    fn line(&self, by: u64, deed: &str, said: String, reason: &str) -> AuditLine {
        AuditLine {
            guild: self.table.row.guild,
            season: self.table.row.season,
            match_id: Some(self.table.row.id),
            by,
            deed: deed.to_owned(),
            said,
            reason: reason.to_owned(),
            at_ms: self.now,
        }
    }
}
