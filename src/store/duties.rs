//! People whose Discord roles still have to be changed to fit what they are in the season. Written
//! together with the change itself, so that a crash loses none. What to do is read from the season
//! when it is done.

use rusqlite::{Row, params};

use super::{AccountId, Result, SeasonId, Tx};

/// A duty to update somebody's Discord roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleDuty {
    pub season: SeasonId,
    pub whose: RolesOf,
    version: i64,
    /// The host's account to tell if it cannot be done; None once they were told.
    pub tell: Option<AccountId>,
}

impl RoleDuty {
    /// Whether `other` is this duty, not renewed since.
    pub fn is_same(&self, other: &RoleDuty) -> bool {
        let key = |duty: &RoleDuty| (duty.season, duty.whose, duty.version);
        key(self) == key(other)
    }

    /// A nonce that no other duty has, of at most 25 characters.
    pub fn nonce(&self) -> String {
        let person = match self.whose {
            RolesOf::Member(position) => u64::from(position),
            RolesOf::Former(account) => account.0 % 1_000_000_000,
        };
        format!("roles-{}-{person}-{}", self.season.0, self.version)
    }
}

/// Whose roles they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolesOf {
    /// Those of somebody in the cast, by their position.
    Member(u32),
    /// Those of an account that was in the cast before.
    Former(AccountId),
}

impl RolesOf {
    /// The table of such duties, and its column with the position or account.
    fn place(self) -> (&'static str, &'static str) {
        match self {
            RolesOf::Member(_) => ("role_duties", "position"),
            RolesOf::Former(_) => ("former_role_duties", "account"),
        }
    }

    fn key(self) -> u64 {
        match self {
            RolesOf::Member(position) => u64::from(position),
            RolesOf::Former(account) => account.0,
        }
    }
}

impl Tx<'_> {
    /// Adds the duty to update somebody's Discord roles. `tell`: the host to tell if it cannot be
    /// done.
    pub fn owe_roles(
        &self,
        season: SeasonId,
        whose: RolesOf,
        tell: Option<AccountId>,
    ) -> Result<()> {
        let (table, column) = whose.place();
        let sql = format!(
            "INSERT INTO {table} (season, {column}, tell) VALUES (?1, ?2, ?3) \
             ON CONFLICT DO UPDATE SET version = version + 1, tell = ?3, told = 0"
        );
        self.run(&sql, params![season, whose.key(), tell])
    }

    /// Drops the duties for a season's people, so that they keep the roles that they have.
    pub fn leave_roles(&self, season: SeasonId) -> Result<()> {
        self.run("DELETE FROM role_duties WHERE season = ?", [season])
    }

    /// Marks all duties that could not be done for another look, because something has changed.
    pub fn owe_roles_again(&self) -> Result<()> {
        self.change("UPDATE role_duties SET version = version + 1", [])?;
        self.run("UPDATE former_role_duties SET version = version + 1", [])
    }

    /// All duties.
    pub fn role_duties(&self) -> Result<Vec<RoleDuty>> {
        let of = |table: &str, column: &str, whose: fn(&Row) -> rusqlite::Result<RolesOf>| {
            let sql = format!(
                "SELECT season, {column}, version, CASE told WHEN 0 THEN tell END FROM {table} \
                 ORDER BY season, {column}"
            );
            self.all(&sql, [], |row| {
                Ok(RoleDuty {
                    season: row.get(0)?,
                    whose: whose(row)?,
                    version: row.get(2)?,
                    tell: row.get(3)?,
                })
            })
        };
        let mut duties = of("role_duties", "position", |row| {
            Ok(RolesOf::Member(row.get(1)?))
        })?;
        duties.extend(of("former_role_duties", "account", |row| {
            Ok(RolesOf::Former(row.get(1)?))
        })?);
        Ok(duties)
    }

    /// The duty is done, unless it was renewed meanwhile.
    pub fn roles_done(&self, duty: &RoleDuty) -> Result<()> {
        let (table, column) = duty.whose.place();
        let sql = format!("DELETE FROM {table} WHERE season = ? AND {column} = ? AND version = ?");
        self.run(&sql, params![duty.season, duty.whose.key(), duty.version])
    }

    /// The host was told that the duty cannot be done now.
    pub fn roles_told(&self, duty: &RoleDuty) -> Result<()> {
        let (table, column) = duty.whose.place();
        let sql = format!(
            "UPDATE {table} SET told = 1 WHERE season = ? AND {column} = ? AND version = ?"
        );
        self.run(&sql, params![duty.season, duty.whose.key(), duty.version])
    }
}
