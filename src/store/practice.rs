//! The match to open after a practice round, as JSON that the referee reads.

use rusqlite::{OptionalExtension, params};

use super::{MatchId, SeasonId, StoreError, Tx};

impl Tx<'_> {
    /// Stores what to open after a practice round.
    pub fn set_next(&self, round: MatchId, body: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO practice_rounds (match, next) VALUES (?, ?)";
        self.0.execute(sql, params![round.0, body])?;
        Ok(())
    }

    /// Takes out what to open after a match; None if there is nothing (any more).
    pub fn take_next(&self, round: MatchId) -> Result<Option<String>, StoreError> {
        let sql = "DELETE FROM practice_rounds WHERE match = ? RETURNING next";
        let next = self.0.query_row(sql, [round.0], |row| row.get(0));
        Ok(next.optional()?)
    }

    /// The practice rounds with a following match in this season.
    pub fn rounds_before_matches_of(&self, season: SeasonId) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT match FROM practice_rounds WHERE json_extract(next, '$.season') = ? ORDER BY match";
        let mut found = self.0.prepare_cached(sql)?;
        let rounds = found.query_map([season], |row| row.get(0))?;
        rounds.map(|round| Ok(round?)).collect()
    }
}
