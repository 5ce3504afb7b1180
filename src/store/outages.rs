//! Outages: stored once for all matches, and given back in each when it is next used.

use games::WallMs;
use rusqlite::params;

use super::{MatchId, Result, ServerId, Tx};

/// One of the bot's connections, by its number from 0. It gets the events of a part of the servers,
/// and the first one those of direct messages (Discord documentation, "Gateway", "Sharding").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    pub number: u32,
    /// How many connections there are, at least one.
    pub of: u32,
}

impl Shard {
    /// A small bot's only connection.
    pub const ONLY: Shard = Shard { number: 0, of: 1 };

    /// Whether it gets the events of a server; 0: of direct messages.
    pub fn has(self, guild: ServerId) -> bool {
        (guild.0 >> 22) % u64::from(self.of) == u64::from(self.number)
    }
}

/// A time in which Dealer could not have received actions, in all servers or in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Later ones have higher numbers.
    pub id: i64,
    /// In this server only (0: in direct messages); None: in all.
    pub guild: Option<ServerId>,
    pub from_ms: WallMs,
    pub to_ms: WallMs,
    /// When it was noted.
    pub at_ms: WallMs,
}

impl Tx<'_> {
    /// Stores an outage from one time to another, in one server or (None) in all.
    pub fn add_outage(
        &self,
        guild: Option<ServerId>,
        from_ms: WallMs,
        to_ms: WallMs,
        at_ms: WallMs,
    ) -> Result<()> {
        let sql = "INSERT INTO outages (guild, from_ms, to_ms, at_ms) VALUES (?, ?, ?, ?)";
        self.run(sql, params![guild, from_ms.0, to_ms.0, at_ms.0])
    }

    /// The number of the last outage; 0 if there was none.
    pub fn last_outage(&self) -> Result<i64> {
        self.one("SELECT coalesce(max(id), 0) FROM outages", [])
    }

    /// The outages after one, oldest first.
    pub fn outages_after(&self, id: i64) -> Result<Vec<Outage>> {
        let sql = "SELECT id, from_ms, to_ms, at_ms, guild FROM outages WHERE id > ? ORDER BY id";
        self.all(sql, [id], |row| {
            Ok(Outage {
                id: row.get(0)?,
                from_ms: WallMs(row.get(1)?),
                to_ms: WallMs(row.get(2)?),
                at_ms: WallMs(row.get(3)?),
                guild: row.get(4)?,
            })
        })
    }

    /// Stores that messages may have been missed since then. Returns the number of that note; later
    /// ones have higher numbers.
    pub fn note_unheard(&self, since_ms: WallMs) -> Result<i64> {
        self.insert("INSERT INTO unheard (since_ms) VALUES (?)", [since_ms.0])
    }

    /// The earliest time since when messages may have been missed; None if there is no note.
    pub fn unheard_since(&self) -> Result<Option<WallMs>> {
        let sql = "SELECT min(since_ms) FROM unheard";
        Ok(self.one::<Option<u64>>(sql, [])?.map(WallMs))
    }

    /// Drops the notes up to this number: the search for missed messages is finished.
    pub fn drop_unheard(&self, up_to: i64) -> Result<()> {
        self.run("DELETE FROM unheard WHERE id <= ?", [up_to])
    }

    /// The last outage that a match has got back, or that was before the match.
    pub fn outage_of(&self, id: MatchId) -> Result<i64> {
        self.one("SELECT outage FROM matches WHERE id = ?", [id])
    }

    /// Stores that a match has got back the outages up to this one.
    pub fn set_outage_of(&self, id: MatchId, outage: i64) -> Result<()> {
        self.run(
            "UPDATE matches SET outage = ? WHERE id = ?",
            params![outage, id],
        )
    }

    /// The first open match with a higher number than `after` that has not got back all outages up
    /// to `outage`.
    pub fn next_without_outage(&self, after: MatchId, outage: i64) -> Result<Option<MatchId>> {
        let sql =
            "SELECT id FROM matches WHERE over = 0 AND outage < ? AND id > ? ORDER BY id LIMIT 1";
        self.value(sql, params![outage, after])
    }
}
