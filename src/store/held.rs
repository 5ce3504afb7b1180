//! Results on hold, until a host releases them.

use rusqlite::params;

use super::{MatchId, Result, SeasonId, ServerId, Tx};

impl Tx<'_> {
    /// Stores the letters to post when a match's result is released, replacing those stored before.
    pub fn hold_result(&self, id: MatchId, entry: i64, body: &str) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO held_results (match, entry, body) VALUES (?, ?, ?)";
        self.run(sql, params![id, entry, body])
    }

    /// The journal entry of a result that waits, and the letters to post with it.
    pub fn held_result(&self, id: MatchId) -> Result<Option<(i64, String)>> {
        let sql = "SELECT entry, body FROM held_results WHERE match = ?";
        self.first(sql, [id], |row| row.try_into())
    }

    /// Whether a season has a result that waits.
    pub fn holds_results(&self, season: SeasonId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM held_results JOIN matches ON matches.id = match WHERE season = ?)";
        self.one(sql, [season])
    }

    /// The matches of a season whose result waits.
    pub fn held_matches(&self, season: SeasonId) -> Result<Vec<MatchId>> {
        let sql = "SELECT match FROM held_results JOIN matches ON matches.id = match WHERE season = ? ORDER BY match";
        self.values(sql, [season])
    }

    /// The matches of a server whose result waits.
    pub fn held_matches_in(&self, guild: ServerId) -> Result<Vec<MatchId>> {
        let sql = "SELECT match FROM held_results JOIN matches ON matches.id = match WHERE guild = ? ORDER BY match";
        self.values(sql, [guild])
    }

    /// A season's matches that are open or whose result waits.
    pub fn undecided_matches(&self, season: SeasonId) -> Result<Vec<MatchId>> {
        let sql = "SELECT id FROM matches WHERE season = ? AND (over = 0 OR id IN (SELECT match FROM held_results)) ORDER BY id";
        self.values(sql, [season])
    }

    /// A result does not wait any more, so roles that would have given it away can be changed now.
    pub fn drop_held_result(&self, id: MatchId) -> Result<()> {
        let sql = "DELETE FROM held_results WHERE match = ?";
        match self.change(sql, [id])? {
            0 => Ok(()),
            _ => self.owe_roles_again(),
        }
    }
}
