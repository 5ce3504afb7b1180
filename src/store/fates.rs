//! Strikes and changes of roles, each with the journal entry that caused it, so that a rewind can
//! take it back.

use rusqlite::{Row, params};

use super::seasons::{read_role, role_word};
use super::{AccountId, BookedReason, MatchId, Result, RolesOf, SeasonId, Tx};
use games::{Role, WallMs};

/// The journal entry that caused a change in a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    pub match_id: MatchId,
    pub entry: i64,
}

impl Cause {
    /// Reads two columns of a row: the match, and then its entry.
    pub(super) fn read(row: &Row, column: usize) -> rusqlite::Result<Option<Cause>> {
        let (match_id, entry): (Option<MatchId>, _) = (row.get(column)?, row.get(column + 1)?);
        let cause = match_id.zip(entry);
        Ok(cause.map(|(match_id, entry)| Cause { match_id, entry }))
    }
}

/// A mark against somebody of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    pub id: i64,
    /// Their position in the season.
    pub position: u32,
    pub reason: BookedReason,
    /// The account of the host who gave it; None for the referee.
    pub by: Option<AccountId>,
    /// None if a host gave it.
    pub cause: Option<Cause>,
    /// Whether it was taken back.
    pub void: bool,
    /// Whether a host took it back by itself, not by a rewind.
    pub forgiven: bool,
    pub at_ms: WallMs,
}

impl Strike {
    /// Whether a match caused it.
    pub fn is_of(&self, id: MatchId) -> bool {
        self.cause.is_some_and(|cause| cause.match_id == id)
    }
}

/// A change of somebody's role in a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleChange {
    pub id: i64,
    pub position: u32,
    pub was: Role,
    pub became: Role,
}

/// In the column `void`: taken back by a host (1: by a rewind).
const FORGIVEN: i64 = 2;

fn strike(row: &Row) -> rusqlite::Result<Strike> {
    Ok(Strike {
        id: row.get(0)?,
        position: row.get(1)?,
        reason: row.get(2)?,
        by: row.get(3)?,
        cause: Cause::read(row, 4)?,
        void: row.get(6)?,
        forgiven: row.get::<_, i64>(6)? == FORGIVEN,
        at_ms: WallMs(row.get(7)?),
    })
}

impl Tx<'_> {
    /// Gives somebody of a season a strike.
    pub fn add_strike(
        &self,
        season: SeasonId,
        position: u32,
        reason: &BookedReason,
        by: Option<AccountId>,
        cause: Option<Cause>,
        at_ms: WallMs,
    ) -> Result<i64> {
        let (id, entry) = cause.map(|cause| (cause.match_id, cause.entry)).unzip();
        let sql = "INSERT INTO strikes (season, position, match, entry, reason, by, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)";
        let row = params![season, position, id, entry, reason, by, at_ms.0];
        self.insert(sql, row)
    }

    /// A season's strikes, oldest first, including those that were taken back.
    pub fn strikes(&self, season: SeasonId) -> Result<Vec<Strike>> {
        let sql = "SELECT id, position, reason, by, match, entry, void, at_ms FROM strikes WHERE season = ? ORDER BY id";
        self.all(sql, [season], strike)
    }

    /// All strikes of a season but those of open matches, which would tell who failed in secret and
    /// are told at the end.
    pub fn told_strikes(&self, season: SeasonId) -> Result<Vec<Strike>> {
        let open = self.open_matches_of_season(season)?;
        let mut strikes = self.strikes(season)?;
        strikes.retain(|strike| !open.iter().any(|id| strike.is_of(*id)));
        Ok(strikes)
    }

    /// Takes a strike back for a host. Returns whether there was one that stood.
    pub fn forgive_strike(&self, season: SeasonId, id: i64) -> Result<bool> {
        let sql = "UPDATE strikes SET void = ? WHERE id = ? AND season = ? AND void = 0";
        Ok(self.change(sql, params![FORGIVEN, id, season])? > 0)
    }

    /// After a rewind: strikes of the match whose entry `stands` count, the others are taken back.
    /// Strikes that a host forgave stay forgiven. Nobody gets two strikes of one match.
    pub fn set_strikes_by_course(&self, id: MatchId, stands: impl Fn(i64) -> bool) -> Result<()> {
        let sql = "SELECT id, entry FROM strikes WHERE match = ? ORDER BY id";
        let strikes: Vec<(i64, i64)> = self.all(sql, [id], |row| row.try_into())?;
        let back = "UPDATE strikes SET void = 1 WHERE id = ? AND void = 0";
        let again = "UPDATE strikes SET void = 0 WHERE id = ? AND void = 1 AND NOT EXISTS \
            (SELECT 1 FROM strikes AS other WHERE other.match = strikes.match AND other.position = strikes.position AND other.void <> 1)";
        // First take strikes back: after that, another one of the same person may count.
        let (standing, gone): (Vec<_>, Vec<_>) =
            strikes.into_iter().partition(|(_, entry)| stands(*entry));
        for (sql, strikes) in [(back, gone), (again, standing)] {
            for (strike, _) in strikes {
                self.change(sql, [strike])?;
            }
        }
        Ok(())
    }

    /// Changes the role of somebody of the cast, and stores that it was changed.
    pub fn change_role(
        &self,
        season: SeasonId,
        position: u32,
        became: Role,
        by: Option<AccountId>,
        cause: Option<Cause>,
        at_ms: WallMs,
    ) -> Result<()> {
        let sql = "SELECT role FROM cast_members WHERE season = ? AND position = ?";
        let was: String = self.one(sql, params![season, position])?;
        let (id, entry) = cause.map(|cause| (cause.match_id, cause.entry)).unzip();
        let sql = "INSERT INTO fates (season, position, was, became, match, entry, by, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        let became_word = role_word(became);
        self.change(
            sql,
            params![season, position, was, became_word, id, entry, by, at_ms.0],
        )?;
        self.set_role(season, position, became)?;
        let tell = match (by, id) {
            (Some(by), _) => Some(by),
            (None, Some(id)) => self.match_row(id)?.map(|row| row.host),
            (None, None) => None,
        };
        self.owe_roles(season, RolesOf::Member(position), tell)
    }

    /// Takes back all changes of roles by a match's entries from this one on, newest first. Returns
    /// them.
    pub fn void_fates_since(
        &self,
        season: SeasonId,
        id: MatchId,
        entry: i64,
    ) -> Result<Vec<RoleChange>> {
        let sql = "SELECT id, position, was, became FROM fates WHERE match = ? AND entry >= ? AND void = 0 ORDER BY id DESC";
        let fates = self.all(sql, params![id, entry], |row| {
            Ok(RoleChange {
                id: row.get(0)?,
                position: row.get(1)?,
                was: read_role(&row.get::<_, String>(2)?),
                became: read_role(&row.get::<_, String>(3)?),
            })
        })?;
        for fate in &fates {
            // A later change of their role stays.
            let sql = "SELECT EXISTS (SELECT 1 FROM fates WHERE season = ? AND position = ? AND id > ? AND void = 0)";
            let later = params![season, fate.position, fate.id];
            if !self.one(sql, later)? {
                self.set_role(season, fate.position, fate.was)?;
            }
            let host = self.match_row(id)?.map(|row| row.host);
            self.owe_roles(season, RolesOf::Member(fate.position), host)?;
            self.change("UPDATE fates SET void = 1 WHERE id = ?", [fate.id])?;
        }
        Ok(fates)
    }

    /// The entries of a match that eliminated somebody whom a host has made a player again since.
    pub fn eliminations_put_right(
        &self,
        season: SeasonId,
        position: u32,
        id: MatchId,
    ) -> Result<Vec<i64>> {
        let sql = "SELECT entry FROM fates WHERE season = ?1 AND position = ?2 AND match = ?3 AND became = 'eliminated' AND EXISTS \
            (SELECT 1 FROM fates AS later WHERE later.season = ?1 AND later.position = ?2 AND later.id > fates.id \
            AND later.match IS NULL AND later.became = 'player' AND later.void = 0)";
        self.values(sql, params![season, position, id])
    }

    fn set_role(&self, season: SeasonId, position: u32, role: Role) -> Result<()> {
        self.run(
            "UPDATE cast_members SET role = ? WHERE season = ? AND position = ?",
            params![role_word(role), season, position],
        )
    }
}
