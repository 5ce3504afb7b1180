//! The numbers of things, each a type of its own, as SQL and sentences have them.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

use super::{DraftId, MatchId, OutboxId, PresetId, SeasonId};

macro_rules! is_snowflake {
    ($($(#[$about:meta])* $id:ident)*) => {$(
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $id(pub u64);
    )*};
}

is_snowflake! {
    /// Somebody's account on Discord; 0 where it is unknown or forgotten.
    AccountId
    /// A server of Discord; 0 stands for direct messages.
    ServerId
}

macro_rules! is_number {
    ($($id:ident)*) => {$(
        impl ToSql for $id {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$id> {
                FromSql::column_result(value).map($id)
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $id {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<$id, ParseIntError> {
                text.parse().map($id)
            }
        }
    )*};
}

is_number! { AccountId DraftId MatchId OutboxId PresetId SeasonId ServerId }
