//! After a restored backup: the matches whose people still have to be told, and which messages are
//! newer than the backup.

use games::WallMs;
use rusqlite::params;

use super::{MatchId, MessageId, Result, Tx};

/// The most matches or drafts that may have been opened between a backup and its restore. Their
/// numbers, which people know and controls carry, are not reused.
const MAX_LOST: i64 = 10_000;

impl Tx<'_> {
    /// To be called on a restored backup: notes that the people of all open matches have to be
    /// told, with the backup's time: its newest journal entry or heartbeat. Messages from after
    /// that do not count until Dealer starts. Everybody's Discord roles will be checked, since they
    /// may have changed.
    pub(super) fn note_put_back(&self) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO put_back (match, copy_ms) SELECT id, \
                   (SELECT coalesce(max(at_ms), 0) FROM (SELECT at_ms FROM heartbeat UNION ALL SELECT max(at_ms) FROM journal)) \
                   FROM matches WHERE over = 0";
        self.change(sql, [])?;
        for (duties, column, gone) in [
            ("role_duties", "position", 0),
            ("former_role_duties", "account", 1),
        ] {
            let sql = format!(
                "INSERT INTO {duties} (season, {column}) SELECT season, {column} FROM cast_members JOIN seasons ON seasons.id = season \
                 WHERE archived = 0 AND gone = {gone} AND account IS NOT NULL \
                 ON CONFLICT DO UPDATE SET version = version + 1"
            );
            self.change(&sql, [])?;
        }
        let until = "INSERT OR REPLACE INTO lost (id, until_ms) VALUES (1, NULL)";
        self.change(until, [])?;
        for table in ["matches", "drafts"] {
            // SQLite has no counter before the first row.
            let begin = "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE ?1 NOT IN (SELECT name FROM sqlite_sequence)";
            self.change(begin, [table])?;
            let go_on = "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?";
            self.change(go_on, params![MAX_LOST, table])?;
        }
        Ok(())
    }

    /// Called at a start: what Dealer posts from now on counts. Returns whether a backup was
    /// restored since the last start.
    pub fn end_lost(&self, now: WallMs) -> Result<bool> {
        let sql = "UPDATE lost SET until_ms = ? WHERE until_ms IS NULL";
        Ok(self.change(sql, [now.0])? > 0)
    }

    /// Whether a message is from before a restore, and unknown to the backup. That includes private
    /// panels, which no backup has, and which may show something newer.
    pub fn is_lost(&self, message: MessageId, made_at_ms: WallMs) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM lost WHERE until_ms IS NULL OR until_ms > ?)";
        let may_be: bool = self.one(sql, [made_at_ms.0])?;
        Ok(may_be && self.post_of_message(message)?.is_none())
    }

    /// The matches whose people still have to be told, each with when the backup was made.
    pub fn put_back(&self) -> Result<Vec<(MatchId, WallMs)>> {
        let sql = "SELECT match, copy_ms FROM put_back ORDER BY match";
        self.all(sql, [], |row| Ok((row.get(0)?, WallMs(row.get(1)?))))
    }

    /// The people of this match are being told now.
    pub fn drop_put_back(&self, id: MatchId) -> Result<()> {
        self.run("DELETE FROM put_back WHERE match = ?", params![id])
    }
}
