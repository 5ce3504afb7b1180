//! Reasons in a season's ledger and strikes.

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

/// Why garnets were moved, or a strike was given or taken back: what somebody typed, or a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BookedReason {
    /// It is what they began with.
    Beginning {},
    /// They won the match.
    Won {},
    /// Their owner was eliminated; `name` as in the season.
    Eliminated { name: String },
    /// A round of the match of this number gave it.
    Earned { number: Option<u32> },
    /// Their answers in the match of this number cost it.
    Spent { number: Option<u32> },
    /// A host rewound the match of this number. Older rows have its id instead.
    TakenBack { number: Option<u32> },
    /// A host has called the match off.
    CalledOff {},
    /// They made no choice for the match of this number. Older rows have its id instead.
    NothingSubmitted { number: Option<u32> },
    #[serde(untagged)]
    Text(String),
}

impl BookedReason {
    fn read(stored: &str) -> BookedReason {
        serde_json::from_str(stored).unwrap_or_else(|_| BookedReason::Text(stored.to_owned()))
    }
}

impl From<&str> for BookedReason {
    fn from(text: &str) -> BookedReason {
        BookedReason::Text(text.to_owned())
    }
}

/// Text is stored as it is, unless it would be read as something else; a fact as JSON.
impl ToSql for BookedReason {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let stored = match self {
            BookedReason::Text(text) if BookedReason::read(text) == *self => text.clone(),
            reason => serde_json::to_string(reason)
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?,
        };
        Ok(stored.into())
    }
}

impl FromSql for BookedReason {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<BookedReason> {
        value.as_str().map(BookedReason::read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_back_as_written() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let stored = |reason: &BookedReason| -> (String, BookedReason) {
            let (text, back) = ("SELECT CAST(?1 AS TEXT)", "SELECT ?1");
            let text: String = connection
                .query_row(text, [reason], |row| row.get(0))
                .unwrap();
            let back = connection
                .query_row(back, [&text], |row| row.get(0))
                .unwrap();
            (text, back)
        };
        let number = Some(7);
        let name = "Ann".to_owned();
        for (reason, expected) in [
            (BookedReason::Beginning {}, r#"{"beginning":{}}"#),
            (BookedReason::Won {}, r#"{"won":{}}"#),
            (
                BookedReason::Eliminated { name },
                r#"{"eliminated":{"name":"Ann"}}"#,
            ),
            (
                BookedReason::TakenBack { number },
                r#"{"taken_back":{"number":7}}"#,
            ),
            (BookedReason::CalledOff {}, r#"{"called_off":{}}"#),
            (
                BookedReason::NothingSubmitted { number },
                r#"{"nothing_submitted":{"number":7}}"#,
            ),
            ("".into(), ""),
            ("a mistake, said <@7>".into(), "a mistake, said <@7>"),
            ("won".into(), "won"),
            ("7".into(), "7"),
            (r#""won""#.into(), r#""\"won\"""#),
            (r#"{"won":{}}"#.into(), r#""{\"won\":{}}""#),
        ] {
            assert_eq!(stored(&reason), (expected.to_owned(), reason));
        }
        let older = BookedReason::read(r#"{"taken_back":{"match_id":7}}"#);
        assert_eq!(older, BookedReason::TakenBack { number: None });
    }
}
