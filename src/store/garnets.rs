//! The ledger of garnets. Lines are only ever added, and what somebody has is their sum.

use games::WallMs;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use super::{AccountId, BookedReason, Cause, MatchId, Result, SeasonId, Tx};

/// A place where garnets are, come from or go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purse {
    /// Somebody of the cast, by their position in the season.
    Member(u32),
    Bank,
    /// Outside the season: garnets enter it from here and leave it to here.
    Nobody,
}

/// Garnets that move from one purse to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    pub from: Purse,
    pub to: Purse,
    /// At least 1.
    pub amount: u32,
    pub reason: BookedReason,
    /// The account that moved them; None for the referee.
    pub by: Option<AccountId>,
    /// None if a host moved them.
    pub cause: Option<Cause>,
}

/// A line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    pub id: i64,
    pub movement: Movement,
    /// The line that this one takes back.
    pub undoes: Option<i64>,
    pub at_ms: WallMs,
}

const BANK: i64 = -1;

impl Purse {
    fn number(self) -> Option<i64> {
        match self {
            Purse::Member(position) => Some(position.into()),
            Purse::Bank => Some(BANK),
            Purse::Nobody => None,
        }
    }

    fn read(number: Option<i64>) -> Purse {
        match number.map(u32::try_from) {
            Some(Ok(position)) => Purse::Member(position),
            // Only the bank's number is negative.
            Some(Err(_)) => Purse::Bank,
            None => Purse::Nobody,
        }
    }
}

const COLUMNS: &str = "id, source, target, amount, reason, by, match, entry, undoes, at_ms";

fn line(row: &Row) -> rusqlite::Result<LedgerLine> {
    Ok(LedgerLine {
        id: row.get(0)?,
        movement: Movement {
            from: Purse::read(row.get(1)?),
            to: Purse::read(row.get(2)?),
            amount: row.get(3)?,
            reason: row.get(4)?,
            by: row.get(5)?,
            cause: Cause::read(row, 6)?,
        },
        undoes: row.get(8)?,
        at_ms: WallMs(row.get(9)?),
    })
}

/// Reads a count of garnets from a row. Single movements are limited, but the sum of many is not:
/// it is cut at the largest number.
pub(super) fn held(row: &Row, column: usize) -> rusqlite::Result<u32> {
    let held: i64 = row.get(column)?;
    Ok(u32::try_from(held).unwrap_or(u32::MAX))
}

impl Tx<'_> {
    /// How many garnets a purse holds; [`Purse::Nobody`] has no end of them.
    pub fn purse(&self, season: SeasonId, purse: Purse) -> Result<u32> {
        let held = match purse {
            Purse::Member(position) => {
                let sql = "SELECT garnets FROM cast_members WHERE season = ? AND position = ?";
                self.first(sql, params![season, position], |row| held(row, 0))?
            }
            Purse::Bank => {
                let sql = "SELECT bank FROM seasons WHERE id = ?";
                self.first(sql, [season], |row| held(row, 0))?
            }
            Purse::Nobody => Some(u32::MAX),
        };
        Ok(held.unwrap_or_default())
    }

    /// Moves garnets and adds the line, whose number it returns. None, with nothing moved, if there
    /// are not enough. Outside the season there are always enough.
    pub fn move_garnets(
        &self,
        season: SeasonId,
        movement: &Movement,
        at_ms: WallMs,
    ) -> Result<Option<i64>> {
        self.add_line(season, movement, None, at_ms)
    }

    /// Moves a line's garnets back, and returns the new line's number. None, with nothing moved, if
    /// they are not there any more.
    pub fn undo_line(
        &self,
        season: SeasonId,
        line: &LedgerLine,
        by: Option<AccountId>,
        reason: BookedReason,
        at_ms: WallMs,
    ) -> Result<Option<i64>> {
        let back = Movement {
            from: line.movement.to,
            to: line.movement.from,
            reason,
            by,
            ..line.movement.clone()
        };
        self.add_line(season, &back, Some(line.id), at_ms)
    }

    /// A season's ledger, newest first.
    pub fn ledger(&self, season: SeasonId, most: u32) -> Result<Vec<LedgerLine>> {
        let sql = format!("SELECT {COLUMNS} FROM ledger WHERE season = ? ORDER BY id DESC LIMIT ?");
        self.all(&sql, params![season, most], line)
    }

    /// The lines caused by a match's entries from this one on that are not taken back, newest
    /// first.
    pub fn lines_since(&self, id: MatchId, entry: i64) -> Result<Vec<LedgerLine>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM ledger WHERE match = ? AND entry >= ? AND undoes IS NULL \
             AND id NOT IN (SELECT undoes FROM ledger WHERE undoes IS NOT NULL) ORDER BY id DESC"
        );
        self.all(&sql, params![id, entry], line)
    }

    fn add_line(
        &self,
        season: SeasonId,
        movement: &Movement,
        undoes: Option<i64>,
        at_ms: WallMs,
    ) -> Result<Option<i64>> {
        if self.purse(season, movement.from)? < movement.amount {
            return Ok(None);
        }
        let amount = i64::from(movement.amount);
        self.change_purse(season, movement.from, -amount)?;
        self.change_purse(season, movement.to, amount)?;
        let sql = "INSERT INTO ledger (season, source, target, amount, reason, by, match, entry, undoes, at_ms) \
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let cause = movement.cause;
        let row = params![
            season,
            movement.from.number(),
            movement.to.number(),
            movement.amount,
            movement.reason,
            movement.by,
            cause.map(|cause| cause.match_id),
            cause.map(|cause| cause.entry),
            undoes,
            at_ms.0
        ];
        self.insert(sql, row).map(Some)
    }

    fn change_purse(&self, season: SeasonId, purse: Purse, by: i64) -> Result<()> {
        match purse {
            Purse::Member(position) => self.change(
                "UPDATE cast_members SET garnets = garnets + ? WHERE season = ? AND position = ?",
                params![by, season, position],
            ),
            Purse::Bank => self.change(
                "UPDATE seasons SET bank = bank + ? WHERE id = ?",
                params![by, season],
            ),
            Purse::Nobody => Ok(0),
        }?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{CastMember, SeasonSettings, ServerId, Store, StoreError};
    use games::Role;

    #[test]
    fn even_too_many_garnets_are_read() {
        let mut store = Store::in_memory().unwrap();
        let outcome = store.write(|tx| {
            let season = tx.add_season(ServerId(1), "First", None, &SeasonSettings::default())?;
            let ann = CastMember {
                position: 0,
                name: "Ann".to_owned(),
                role: Role::Player,
                account: None,
                channel: None,
                garnets: 0,
            };
            let ann = Purse::Member(tx.add_cast_member(season, &ann, None, WallMs(1))?);
            for to in [Purse::Bank, ann] {
                let spoils = Movement {
                    from: Purse::Nobody,
                    to,
                    amount: 1_000_000_000,
                    reason: "".into(),
                    by: None,
                    cause: None,
                };
                for _ in 0..5 {
                    tx.move_garnets(season, &spoils, WallMs(1))?;
                }
                assert_eq!(tx.purse(season, to)?, u32::MAX);
                // The ledger counts it all the same.
                let back = Movement {
                    from: to,
                    to: Purse::Nobody,
                    ..spoils
                };
                tx.move_garnets(season, &back, WallMs(1))?;
                assert_eq!(tx.purse(season, to)?, 4_000_000_000);
            }
            assert_eq!(tx.season_cast(season)?[0].garnets, 4_000_000_000);
            Ok::<_, StoreError>(())
        });
        outcome.unwrap();
    }
}
