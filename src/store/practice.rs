//! The match to open after a practice round, as JSON that the referee reads; and how well the
//! computer last played against somebody.

use rusqlite::params;

use super::query::Json;
use super::{AccountId, MatchId, SeasonId, StoreError, Tx};
use games::Level;

impl Tx<'_> {
    /// The level of the computer in an account's last practice against it.
    pub fn last_level(&self, account: AccountId) -> Result<Option<Level>, StoreError> {
        let sql = "SELECT setup -> '$.level' AS level FROM people JOIN matches ON matches.id = match \
                   WHERE account = ? AND level NOT NULL AND setup ->> 'practice' = 1 \
                   ORDER BY match DESC LIMIT 1";
        let level = self.value(sql, [account])?;
        Ok(level.map(|Json(level)| level))
    }

    /// Stores what to open after a practice round.
    pub fn set_next(&self, round: MatchId, body: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO practice_rounds (match, next) VALUES (?, ?)";
        self.run(sql, params![round.0, body])
    }

    /// Takes out what to open after a match; None if there is nothing (any more).
    pub fn take_next(&self, round: MatchId) -> Result<Option<String>, StoreError> {
        let sql = "DELETE FROM practice_rounds WHERE match = ? RETURNING next";
        self.value(sql, [round.0])
    }

    /// The practice rounds with a following match in this season.
    pub fn rounds_before_matches_of(&self, season: SeasonId) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT match FROM practice_rounds WHERE json_extract(next, '$.season') = ? ORDER BY match";
        self.values(sql, [season])
    }
}
