//! The numbers of things in the database, each a type of its own, as SQL has them.

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};

use super::{DraftId, MatchId, OutboxId, PresetId, SeasonId};

macro_rules! is_integer_in_sql {
    ($($id:ident)*) => {$(
        impl ToSql for $id {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$id> {
                value.as_i64().map($id)
            }
        }
    )*};
}

is_integer_in_sql! { DraftId MatchId OutboxId PresetId SeasonId }
