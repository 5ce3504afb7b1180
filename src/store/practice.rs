//! The match to open after a practice round, as JSON that the referee reads; and how well the
//! computer last played against somebody.

use rusqlite::params;

use super::query::Json;
use super::{AccountId, ChannelId, MatchId, Result, SeasonId, Tx};
use games::{CastId, GameId, Level, Outcome, WallMs};
use matches::Setup;

impl Tx<'_> {
    /// The level of the computer in an account's last practice against it.
    pub fn last_level(&self, account: AccountId) -> Result<Option<Level>> {
        let sql = "SELECT setup -> '$.level' AS level FROM people JOIN matches ON matches.id = match \
                   WHERE account = ? AND level NOT NULL AND setup ->> 'practice' = 1 \
                   ORDER BY match DESC LIMIT 1";
        let level = self.value(sql, [account])?;
        Ok(level.map(|Json(level)| level))
    }

    /// Whether a match is open in a channel, or ended there at this moment or later.
    pub fn is_played_in_since(&self, channel: ChannelId, since: WallMs) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM matches \
                   WHERE channel = ? AND (over = 0 OR over_at_ms >= ?))";
        let found = self.value(sql, params![channel, since.0])?;
        Ok(found.unwrap_or(false))
    }

    /// How many practices of a game an account has won against the computer at this level, and how
    /// many have been won or lost. One that was given up before it started is neither.
    pub fn practices_won(
        &self,
        account: AccountId,
        game: GameId,
        level: Level,
    ) -> Result<(usize, usize)> {
        let sql = "SELECT setup, result, position FROM people JOIN matches ON matches.id = match \
                   WHERE account = ? AND setup ->> 'practice' = 1 AND setup -> '$.game' = ? \
                   AND setup -> '$.level' = ? AND result ->> 'winner' NOT NULL \
                   AND EXISTS (SELECT 1 FROM journal \
                   WHERE journal.match = matches.id AND event -> '$.started' NOT NULL)";
        let won = self.all(sql, params![account, Json(game), Json(level)], |row| {
            let (Json(setup), Json(outcome)): (Json<Setup>, Json<Outcome>) =
                (row.get(0)?, row.get(1)?);
            Ok(setup.cast.seat_of(CastId(row.get(2)?)) == outcome.winner)
        })?;
        Ok((won.iter().filter(|won| **won).count(), won.len()))
    }

    /// Stores what to open after a practice round.
    pub fn set_next(&self, round: MatchId, body: &str) -> Result<()> {
        let sql = "INSERT INTO practice_rounds (match, next) VALUES (?, ?)";
        self.run(sql, params![round.0, body])
    }

    /// Whether another match opens after this one.
    pub fn has_next(&self, round: MatchId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM practice_rounds WHERE match = ?)";
        Ok(self.value(sql, [round.0])?.unwrap_or(false))
    }

    /// Takes out what to open after a match; None if there is nothing (any more).
    pub fn take_next(&self, round: MatchId) -> Result<Option<String>> {
        let sql = "DELETE FROM practice_rounds WHERE match = ? RETURNING next";
        self.value(sql, [round.0])
    }

    /// The practice rounds with a following match in this season.
    pub fn rounds_before_matches_of(&self, season: SeasonId) -> Result<Vec<MatchId>> {
        let sql = "SELECT match FROM practice_rounds WHERE json_extract(next, '$.season') = ? ORDER BY match";
        self.values(sql, [season])
    }
}
