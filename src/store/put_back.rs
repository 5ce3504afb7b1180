//! Matches whose people are yet to be told that the database was put back as it was at an earlier time.

use rusqlite::params;

use super::{MatchId, StoreError, Tx};

impl Tx<'_> {
    /// Of all open matches people are to be told. When the copy was made is seen by the newest that it knows of.
    pub(super) fn note_put_back(&self) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO put_back (match, copy_ms) SELECT id, \
                   (SELECT coalesce(max(at_ms), 0) FROM (SELECT at_ms FROM heartbeat UNION ALL SELECT max(at_ms) FROM journal)) \
                   FROM matches WHERE over = 0";
        self.0.execute(sql, [])?;
        Ok(())
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
