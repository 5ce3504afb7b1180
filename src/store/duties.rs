//! People whose Discord roles are yet to be brought in line with what they are in the season. Written with the change itself, so that it is
//! done also after a crash; what is to be done is read from the season when it is done.

use rusqlite::params;

use super::{SeasonId, StoreError, Tx};

/// Somebody's Discord roles are to be brought in line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleDuty {
    pub season: SeasonId,
    pub position: u32,
    version: i64,
    /// The account of the host who is told when it cannot be done, until they were.
    pub tell: Option<u64>,
}

impl Tx<'_> {
    /// Somebody's Discord roles are to be brought in line. `tell`: the host who is told when that cannot be done.
    pub fn owe_roles(
        &self,
        season: SeasonId,
        position: u32,
        tell: Option<u64>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO role_duties (season, position, tell) VALUES (?1, ?2, ?3) \
                   ON CONFLICT DO UPDATE SET version = version + 1, tell = ?3, told = 0";
        let tell = tell.map(|tell| tell as i64);
        self.0.execute(sql, params![season.0, position, tell])?;
        Ok(())
    }

    /// Everything that is to be done.
    pub fn role_duties(&self) -> Result<Vec<RoleDuty>, StoreError> {
        let sql = "SELECT season, position, version, CASE told WHEN 0 THEN tell END FROM role_duties \
                   ORDER BY season, position";
        let mut found = self.0.prepare_cached(sql)?;
        let duties = found.query_map([], |row| {
            Ok(RoleDuty {
                season: SeasonId(row.get(0)?),
                position: row.get(1)?,
                version: row.get(2)?,
                tell: row.get::<_, Option<i64>>(3)?.map(|tell| tell as u64),
            })
        })?;
        duties.map(|duty| Ok(duty?)).collect()
    }

    /// It is done, unless it has come up again meanwhile.
    pub fn roles_done(&self, duty: &RoleDuty) -> Result<(), StoreError> {
        let sql = "DELETE FROM role_duties WHERE season = ? AND position = ? AND version = ?";
        self.0
            .execute(sql, params![duty.season.0, duty.position, duty.version])?;
        Ok(())
    }

    /// The host was told that it cannot be done now.
    pub fn roles_told(&self, duty: &RoleDuty) -> Result<(), StoreError> {
        let sql =
            "UPDATE role_duties SET told = 1 WHERE season = ? AND position = ? AND version = ?";
        self.0
            .execute(sql, params![duty.season.0, duty.position, duty.version])?;
        Ok(())
    }
}
