//! Seasons and their casts.

use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use super::query::Json;
use super::{
    AccountId, BookedReason, ChannelId, Movement, Purse, Result, RoleId, SeasonId, SeasonSettings,
    ServerId, Tx,
};
use games::{Role, WallMs};

/// A season of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    pub id: SeasonId,
    pub guild: ServerId,
    pub name: String,
    /// People who have this Discord role are hosts, besides those who manage the server.
    pub host_role: Option<RoleId>,
    pub settings: SeasonSettings,
    /// Whether new matches of the server belong to it.
    pub current: bool,
    /// It is archived: it can only be looked at.
    pub archived: bool,
}

/// Somebody of a season's cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastMember {
    /// Their place in the cast, which nobody else ever gets.
    pub position: u32,
    pub name: String,
    pub role: Role,
    /// None for a guest.
    pub account: Option<AccountId>,
    /// The private channel bound to them.
    pub channel: Option<ChannelId>,
    pub garnets: u32,
}

pub(super) fn role_word(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Eliminated => "eliminated",
        Role::Dealer => "dealer",
    }
}

pub(super) fn read_role(word: &str) -> Role {
    match word {
        "player" => Role::Player,
        "dealer" => Role::Dealer,
        _ => Role::Eliminated,
    }
}

const SEASON_COLUMNS: &str = "id, guild, name, host_role, settings, current, archived";

fn season(row: &Row) -> rusqlite::Result<Season> {
    let Json(settings) = row.get(4)?;
    Ok(Season {
        id: row.get(0)?,
        guild: row.get(1)?,
        name: row.get(2)?,
        host_role: row.get(3)?,
        settings,
        current: row.get(5)?,
        archived: row.get(6)?,
    })
}

fn cast_member(row: &Row) -> rusqlite::Result<CastMember> {
    Ok(CastMember {
        position: row.get(0)?,
        name: row.get(1)?,
        role: read_role(&row.get::<_, String>(2)?),
        account: row.get(3)?,
        channel: row.get(4)?,
        garnets: super::garnets::held(row, 5)?,
    })
}

const EVERYBODY: &str = "SELECT position, name, role, account, channel, garnets, gone FROM cast_members WHERE season = ?";

fn present_or_gone(row: &Row) -> rusqlite::Result<(CastMember, bool)> {
    Ok((cast_member(row)?, row.get(6)?))
}

impl Tx<'_> {
    /// Stores a season without a cast and makes it the server's current one.
    pub fn add_season(
        &self,
        guild: ServerId,
        name: &str,
        host_role: Option<RoleId>,
        settings: &SeasonSettings,
    ) -> Result<SeasonId> {
        self.change("UPDATE seasons SET current = 0 WHERE guild = ?", [guild])?;
        let sql = "INSERT INTO seasons (guild, name, current, host_role, settings) \
                   VALUES (?, ?, 1, ?, ?)";
        let row = params![guild, name, host_role, Json(settings)];
        self.insert(sql, row).map(SeasonId)
    }

    /// Adds somebody to the end of a season's cast; the given position is ignored. Their garnets
    /// come from outside. Returns their position.
    pub fn add_cast_member(
        &self,
        season: SeasonId,
        member: &CastMember,
        by: Option<AccountId>,
        at_ms: WallMs,
    ) -> Result<u32> {
        let sql = "INSERT INTO cast_members (season, position, name, role, account, channel, garnets) \
                   SELECT ?1, coalesce(max(position) + 1, 0), ?2, ?3, ?4, ?5, 0 FROM cast_members WHERE season = ?1 \
                   RETURNING position";
        let role = role_word(member.role);
        let row = params![season, member.name, role, member.account, member.channel];
        let position = self.one(sql, row)?;
        if member.garnets > 0 {
            let movement = Movement {
                from: Purse::Nobody,
                to: Purse::Member(position),
                amount: member.garnets,
                reason: BookedReason::Beginning {},
                by,
                cause: None,
            };
            self.move_garnets(season, &movement, at_ms)?;
        }
        Ok(position)
    }

    /// Stores a season's changeable parts: name, host role, settings, and whether it is archived.
    pub fn set_season(&self, season: &Season) -> Result<()> {
        self.run(
            "UPDATE seasons SET name = ?, host_role = ?, settings = ?, archived = ? WHERE id = ?",
            params![
                season.name,
                season.host_role,
                Json(&season.settings),
                season.archived,
                season.id
            ],
        )
    }

    /// Makes a season the server's current one; None: no season is.
    pub fn set_current_season(&self, guild: ServerId, season: Option<SeasonId>) -> Result<()> {
        self.change("UPDATE seasons SET current = 0 WHERE guild = ?", [guild])?;
        if let Some(season) = season {
            self.change(
                "UPDATE seasons SET current = 1 WHERE guild = ? AND id = ?",
                params![guild, season],
            )?;
        }
        Ok(())
    }

    /// The season that a server's new matches belong to.
    pub fn current_season(&self, guild: ServerId) -> Result<Option<Season>> {
        let sql = format!("SELECT {SEASON_COLUMNS} FROM seasons WHERE guild = ? AND current = 1");
        self.first(&sql, [guild], season)
    }

    /// The server's current season; without one, the newest.
    pub fn season_before(&self, guild: ServerId) -> Result<Option<Season>> {
        let sql = format!(
            "SELECT {SEASON_COLUMNS} FROM seasons WHERE guild = ? ORDER BY current DESC, id DESC LIMIT 1"
        );
        self.first(&sql, [guild], season)
    }

    /// The host role: that of the given season, otherwise of the server's current season, otherwise
    /// of its newest.
    pub fn host_role(&self, guild: ServerId, season: Option<SeasonId>) -> Result<Option<RoleId>> {
        let season = match season {
            Some(id) => self.season(id)?,
            None => self.season_before(guild)?,
        };
        Ok(season.and_then(|season| season.host_role))
    }

    /// A season; None if there is none with that number.
    pub fn season(&self, id: SeasonId) -> Result<Option<Season>> {
        let sql = format!("SELECT {SEASON_COLUMNS} FROM seasons WHERE id = ?");
        self.first(&sql, [id], season)
    }

    /// All seasons of a server, newest first.
    pub fn seasons(&self, guild: ServerId) -> Result<Vec<Season>> {
        let sql = format!("SELECT {SEASON_COLUMNS} FROM seasons WHERE guild = ? ORDER BY id DESC");
        self.all(&sql, [guild], season)
    }

    /// The seasons of all servers that are not archived.
    pub fn seasons_going_on(&self) -> Result<Vec<Season>> {
        let sql = format!("SELECT {SEASON_COLUMNS} FROM seasons WHERE archived = 0 ORDER BY id");
        self.all(&sql, [], season)
    }

    /// A season's cast in its fixed order, without those who have left it.
    pub fn season_cast(&self, season: SeasonId) -> Result<Vec<CastMember>> {
        let mut cast = self.everybody(season)?;
        cast.retain(|(_, gone)| !gone);
        Ok(cast.into_iter().map(|(member, _)| member).collect())
    }

    /// Whether an account is in the cast of a season of a server.
    pub fn is_of_a_cast(&self, guild: ServerId, account: AccountId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM cast_members JOIN seasons ON seasons.id = season \
                   WHERE guild = ? AND account = ? AND gone = 0)";
        self.one(sql, params![guild, account])
    }

    /// Everybody who is or was in a season's cast, and whether they have left.
    pub fn everybody(&self, season: SeasonId) -> Result<Vec<(CastMember, bool)>> {
        let sql = format!("{EVERYBODY} ORDER BY position");
        self.all(&sql, [season], present_or_gone)
    }

    /// The person at this position of a season's cast, and whether they have left.
    pub fn member_at(&self, season: SeasonId, position: u32) -> Result<Option<(CastMember, bool)>> {
        let sql = format!("{EVERYBODY} AND position = ?");
        self.first(&sql, params![season, position], present_or_gone)
    }

    /// Stores the name, account and bound channel of somebody of a cast.
    pub fn set_name_account_channel(
        &self,
        season: SeasonId,
        position: u32,
        name: &str,
        account: Option<AccountId>,
        channel: Option<ChannelId>,
    ) -> Result<()> {
        self.run(
            "UPDATE cast_members SET name = ?, account = ?, channel = ? WHERE season = ? AND position = ?",
            params![
                name,
                account,
                channel,
                season,
                position
            ])
    }

    /// Takes somebody out of a season's cast, or back into it. Nobody is ever deleted.
    pub fn set_gone(&self, season: SeasonId, position: u32, gone: bool) -> Result<()> {
        self.run(
            "UPDATE cast_members SET gone = ? WHERE season = ? AND position = ?",
            params![gone, season, position],
        )
    }
}
