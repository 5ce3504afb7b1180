//! Times that are offered for the start of a match, as JSON that the referee reads.

use rusqlite::params;

use super::{MatchId, Result, Tx};

impl Tx<'_> {
    /// Stores the poll of a match, replacing the one before.
    pub fn set_poll(&self, id: MatchId, body: &str) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO polls (match, body) VALUES (?, ?)";
        self.run(sql, params![id, body])
    }

    /// The poll of a match, if there is one.
    pub fn poll(&self, id: MatchId) -> Result<Option<String>> {
        self.value("SELECT body FROM polls WHERE match = ?", [id])
    }

    /// Deletes the poll of a match.
    pub fn drop_poll(&self, id: MatchId) -> Result<()> {
        self.run("DELETE FROM polls WHERE match = ?", [id])
    }
}
