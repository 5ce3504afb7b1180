//! What is to be known of a database that was put back as it was at an earlier time: whose people
//! are yet to be told, and what was posted after that time.

use rusqlite::params;

use super::{MatchId, StoreError, Tx};

/// So many matches or drafts are opened between a copy and its being put back at most: their
/// numbers, which people know and controls have, are not given again.
const MOST_LOST: i64 = 10_000;

impl Tx<'_> {
    /// Of all open matches people are to be told. When the copy was made is seen by the newest that
    /// it knows of. What was posted since counts no more, until it is known when Dealer goes on.
    /// Discord roles may have been given and taken since then: everybody's are to be looked at.
    pub(super) fn note_put_back(&self) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO put_back (match, copy_ms) SELECT id, \
                   (SELECT coalesce(max(at_ms), 0) FROM (SELECT at_ms FROM heartbeat UNION ALL SELECT max(at_ms) FROM journal)) \
                   FROM matches WHERE over = 0";
        self.0.execute(sql, [])?;
        for (duties, column, gone) in [
            ("role_duties", "position", 0),
            ("former_role_duties", "account", 1),
        ] {
            let sql = format!(
                "INSERT INTO {duties} (season, {column}) SELECT season, {column} FROM cast_members JOIN seasons ON seasons.id = season \
                 WHERE archived = 0 AND gone = {gone} AND account IS NOT NULL \
                 ON CONFLICT DO UPDATE SET version = version + 1"
            );
            self.0.execute(&sql, [])?;
        }
        let until = "INSERT OR REPLACE INTO lost (id, until_ms) VALUES (1, NULL)";
        self.0.execute(until, [])?;
        for table in ["matches", "drafts"] {
            // Where there has been none yet there is no count.
            let begin = "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE ?1 NOT IN (SELECT name FROM sqlite_sequence)";
            self.0.execute(begin, [table])?;
            let go_on = "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?";
            self.0.execute(go_on, params![MOST_LOST, table])?;
        }
        Ok(())
    }

    /// Dealer goes on with a copy that was put back, if one was since it last did: what it posts
    /// from now on counts. Whether that is so.
    pub fn end_lost(&self, now: u64) -> Result<bool, StoreError> {
        let sql = "UPDATE lost SET until_ms = ? WHERE until_ms IS NULL";
        Ok(self.0.execute(sql, [now as i64])? > 0)
    }

    /// Whether a message, which was created then, is from before a copy was put back that knows
    /// nothing of it. One that somebody called for alone is in no copy, and may have been brought
    /// up to date after that was made.
    pub fn is_lost(&self, message: u64, made_at_ms: u64) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM lost WHERE until_ms IS NULL OR until_ms > ?)";
        let mut found = self.0.prepare_cached(sql)?;
        let may_be: bool = found.query_row([made_at_ms as i64], |row| row.get(0))?;
        Ok(may_be && self.post_of_message(message)?.is_none())
    }

    /// The matches whose people are to be told, each with when the copy was made, in milliseconds
    /// since the Unix epoch.
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
