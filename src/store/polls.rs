//! Times that are offered for the start of a match, as JSON that the referee reads.

use rusqlite::{OptionalExtension, params};

use super::{MatchId, StoreError, Tx};

impl Tx<'_> {
    /// Stores the poll of a match, replacing the one before.
    pub fn set_poll(&self, id: MatchId, body: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO polls (match, body) VALUES (?, ?)";
        self.0.execute(sql, params![id, body])?;
        Ok(())
    }

    /// The poll of a match, if there is one.
    pub fn poll(&self, id: MatchId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM polls WHERE match = ?";
        let mut found = self.0.prepare_cached(sql)?;
        Ok(found.query_row([id], |row| row.get(0)).optional()?)
    }

    /// Deletes the poll of a match.
    pub fn drop_poll(&self, id: MatchId) -> Result<(), StoreError> {
        self.0.execute("DELETE FROM polls WHERE match = ?", [id])?;
        Ok(())
    }
}
