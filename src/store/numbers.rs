//! The numbers of things, each a type of its own, as SQL and sentences have them.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

macro_rules! is_number {
    ($($(#[$about:meta])* $id:ident($number:ty))*) => {$(
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $id(pub $number);

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

is_number! {
    /// Somebody's account on Discord; 0 where it is unknown or forgotten.
    AccountId(u64)
    /// A channel or a thread; 0 for matches that were played elsewhere.
    ChannelId(u64)
    /// A message, wherever it is.
    MessageId(u64)
    /// A role of a server. That of `@everyone` has the number of its server.
    RoleId(u64)
    /// A server of Discord; 0 stands for direct messages.
    ServerId(u64)
    /// A draft's number, which its panel's controls carry.
    DraftId(i64)
    /// What tells a match from all others in the database. People read a `MatchName`.
    MatchId(i64)
    /// A post's number. Its nonce and its attachment's name contain it, and the post's time.
    OutboxId(i64)
    /// A saved preset's number.
    PresetId(i64)
    /// A season's number.
    SeasonId(i64)
}
