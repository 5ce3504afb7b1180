//! Seasons and their casts.

use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::{StoreError, Tx};
use crate::games::Role;

/// A season's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeasonId(pub i64);

/// A season of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    pub id: SeasonId,
    pub guild: u64,
    pub name: String,
    /// Whoever has this role is a host, besides those who manage the server.
    pub host_role: Option<u64>,
}

/// Somebody of a season's cast; their place in the list is their position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastMember {
    pub name: String,
    pub role: Role,
    /// None for a guest.
    pub account: Option<u64>,
    /// The private channel bound to them.
    pub channel: Option<u64>,
    pub garnets: u32,
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Eliminated => "eliminated",
        Role::Dealer => "dealer",
    }
}

fn read_role(word: &str) -> Role {
    match word {
        "player" => Role::Player,
        "dealer" => Role::Dealer,
        _ => Role::Eliminated,
    }
}

impl Tx<'_> {
    /// Stores a season with its cast and makes it the server's current one.
    pub fn add_season(
        &self,
        guild: u64,
        name: &str,
        host_role: Option<u64>,
        cast: &[CastMember],
    ) -> Result<SeasonId, StoreError> {
        self.0.execute(
            "UPDATE seasons SET current = 0 WHERE guild = ?",
            [guild as i64],
        )?;
        self.0.execute(
            "INSERT INTO seasons (guild, name, current, host_role) VALUES (?, ?, 1, ?)",
            params![guild as i64, name, host_role.map(|role| role as i64)],
        )?;
        let id = SeasonId(self.0.last_insert_rowid());
        let mut insert = self.0.prepare_cached(
            "INSERT INTO cast_members (season, position, name, role, account, channel, garnets) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?;
        for (position, member) in cast.iter().enumerate() {
            insert.execute(params![
                id.0,
                position as i64,
                member.name,
                role_word(member.role),
                member.account.map(|account| account as i64),
                member.channel.map(|channel| channel as i64),
                member.garnets
            ])?;
        }
        Ok(id)
    }

    /// The season that a server's new matches belong to.
    pub fn current_season(&self, guild: u64) -> Result<Option<Season>, StoreError> {
        let sql = "SELECT id, name, host_role FROM seasons WHERE guild = ? AND current = 1";
        let season = self.0.query_row(sql, [guild as i64], |row| {
            Ok(Season {
                id: SeasonId(row.get(0)?),
                guild,
                name: row.get(1)?,
                host_role: row.get::<_, Option<i64>>(2)?.map(|role| role as u64),
            })
        });
        Ok(season.optional()?)
    }

    /// A season's cast in its fixed order.
    pub fn season_cast(&self, season: SeasonId) -> Result<Vec<CastMember>, StoreError> {
        let sql = "SELECT name, role, account, channel, garnets FROM cast_members WHERE season = ? ORDER BY position";
        let mut found = self.0.prepare_cached(sql)?;
        let members = found.query_map([season.0], |row| {
            Ok(CastMember {
                name: row.get(0)?,
                role: read_role(&row.get::<_, String>(1)?),
                account: row.get::<_, Option<i64>>(2)?.map(|account| account as u64),
                channel: row.get::<_, Option<i64>>(3)?.map(|channel| channel as u64),
                garnets: row.get(4)?,
            })
        })?;
        members.map(|member| Ok(member?)).collect()
    }
}
