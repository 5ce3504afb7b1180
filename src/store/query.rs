//! What queries find, and JSON as a value of SQL.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, Params, Row, ToSql};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Result, StoreError, Tx};

/// A value that is stored as JSON.
pub(super) struct Json<T>(pub T);

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Json<T>> {
        match serde_json::from_str(value.as_str()?) {
            Ok(value) => Ok(Json(value)),
            Err(error) => Err(FromSqlError::other(error)),
        }
    }
}

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match serde_json::to_string(&self.0) {
            Ok(json) => Ok(json.into()),
            Err(error) => Err(rusqlite::Error::ToSqlConversionFailure(error.into())),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::Error::FromSqlConversionFailure;
        match error {
            FromSqlConversionFailure(column, kind, why) => match why.downcast() {
                Ok(json) => StoreError::Json(*json),
                Err(why) => StoreError::Sqlite(FromSqlConversionFailure(column, kind, why)),
            },
            error => StoreError::Sqlite(error),
        }
    }
}

/// The statements are compiled once and kept.
impl Tx<'_> {
    /// All rows that a query finds, as `read` reads them.
    pub(super) fn all<T>(
        &self,
        sql: &str,
        of: impl Params,
        read: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let mut statement = self.0.prepare_cached(sql)?;
        let rows = statement.query_map(of, read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The first row that a query finds, if it finds one.
    pub(super) fn first<T>(
        &self,
        sql: &str,
        of: impl Params,
        read: impl FnOnce(&Row) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        let mut statement = self.0.prepare_cached(sql)?;
        Ok(statement.query_row(of, read).optional()?)
    }

    /// The values of a query with one column.
    pub(super) fn values<T: FromSql>(&self, sql: &str, of: impl Params) -> Result<Vec<T>> {
        self.all(sql, of, |row| row.get(0))
    }

    /// The value of the first row of a query with one column, if it finds one.
    pub(super) fn value<T: FromSql>(&self, sql: &str, of: impl Params) -> Result<Option<T>> {
        self.first(sql, of, |row| row.get(0))
    }

    /// The value of a query that always finds one row with one column.
    pub(super) fn one<T: FromSql>(&self, sql: &str, of: impl Params) -> Result<T> {
        let mut statement = self.0.prepare_cached(sql)?;
        Ok(statement.query_row(of, |row| row.get(0))?)
    }

    /// How many rows a statement has changed.
    pub(super) fn change(&self, sql: &str, of: impl Params) -> Result<usize> {
        Ok(self.0.prepare_cached(sql)?.execute(of)?)
    }

    /// Runs a statement where it doesn't matter how many rows it changes.
    pub(super) fn run(&self, sql: &str, of: impl Params) -> Result<()> {
        self.change(sql, of).map(drop)
    }

    /// The number of the row that a statement has inserted.
    pub(super) fn insert(&self, sql: &str, of: impl Params) -> Result<i64> {
        Ok(self.0.prepare_cached(sql)?.insert(of)?)
    }
}
