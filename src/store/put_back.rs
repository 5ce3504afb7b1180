//! Matches whose people are yet to be told that the database was put back as it was at an earlier time.

use rusqlite::params;

use super::{MatchId, StoreError, Tx};

/// No server opens so many matches between a copy and its putting back.
const LOST_NUMBERS: i64 = 10_000;

impl Tx<'_> {
    /// Of all open matches people are to be told. When the copy was made is seen by the newest that it knows of. What was opened after that, and set up,
    /// has numbers which nothing else gets.
    pub(super) fn note_put_back(&self) -> Result<(), StoreError> {
        let newest = "SELECT coalesce(max(at_ms), 0) FROM (SELECT at_ms FROM heartbeat UNION ALL SELECT max(at_ms) FROM journal)";
        let matches = format!(
            "INSERT OR REPLACE INTO put_back (match, copy_ms) SELECT id, ({newest}) FROM matches WHERE over = 0"
        );
        self.0.execute(&matches, [])?;
        let lost = format!("INSERT INTO lost (from_ms) SELECT ({newest})");
        self.0.execute(&lost, [])?;
        let numbers =
            "UPDATE sqlite_sequence SET seq = seq + ? WHERE name IN ('matches', 'drafts')";
        self.0.execute(numbers, [LOST_NUMBERS])?;
        Ok(())
    }

    /// What is posted from now on is not lost any more.
    pub fn end_lost(&self, now_ms: u64) -> Result<(), StoreError> {
        let sql = "UPDATE lost SET until_ms = ? WHERE until_ms IS NULL";
        self.0.execute(sql, [now_ms as i64])?;
        Ok(())
    }

    /// Whether a time is one between a copy and its putting back.
    pub fn is_lost(&self, at_ms: u64) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM lost WHERE from_ms < ?1 AND ?1 < until_ms)";
        let mut found = self.0.prepare_cached(sql)?;
        Ok(found.query_row([at_ms as i64], |row| row.get(0))?)
    }

    /// The matches whose people are to be told, each with when the copy was made, in milliseconds since the Unix epoch.
    pub fn put_back(&self) -> Result<Vec<(MatchId, u64)>, StoreError> {
        let sql = "SELECT match, copy_ms FROM put_back ORDER BY match";
        let mut found = self.0.prepare_cached(sql)?;
        let matches = found.query_map([], |row| {
            Ok((MatchId(row.get(0)?), row.get::<_, i64>(1)? as u64))
        })?;
        matches.map(|one| Ok(one?)).collect()
    }

    /// Of this match they are being told.
    pub fn drop_put_back(&self, id: MatchId) -> Result<(), StoreError> {
        let sql = "DELETE FROM put_back WHERE match = ?";
        self.0.execute(sql, params![id.0])?;
        Ok(())
    }
}
