//! What people have settled for themselves, and whether they can be reached in private.

use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::{StoreError, Tx};

/// Somebody's own settings. Stored as JSON; what is left out has its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnSettings {
    /// Ask back before a move that cannot be taken back.
    pub confirm_moves: bool,
    /// Boards in words beside every picture that they alone see.
    pub text_boards: bool,
}

impl Default for OwnSettings {
    fn default() -> OwnSettings {
        OwnSettings {
            confirm_moves: true,
            text_boards: false,
        }
    }
}

/// What came of saying hello to somebody in private.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hello {
    Sent,
    /// They cannot be written to.
    Closed,
    /// They have pressed its button.
    Confirmed,
}

impl Hello {
    fn word(self) -> &'static str {
        match self {
            Hello::Sent => "sent",
            Hello::Closed => "closed",
            Hello::Confirmed => "confirmed",
        }
    }

    fn read(word: &str) -> Hello {
        match word {
            "confirmed" => Hello::Confirmed,
            "closed" => Hello::Closed,
            _ => Hello::Sent,
        }
    }
}

impl Tx<'_> {
    pub fn own_settings(&self, account: u64) -> Result<OwnSettings, StoreError> {
        let sql = "SELECT settings FROM people_settings WHERE account = ?";
        let mut found = self.0.prepare_cached(sql)?;
        let found = found.query_row([account as i64], |row| row.get::<_, String>(0));
        Ok(match found.optional()? {
            Some(settings) => serde_json::from_str(&settings)?,
            None => OwnSettings::default(),
        })
    }

    pub fn set_own_settings(&self, account: u64, settings: OwnSettings) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO people_settings (account, settings) VALUES (?, ?)";
        let settings = serde_json::to_string(&settings)?;
        self.0.execute(sql, params![account as i64, settings])?;
        Ok(())
    }

    /// What came of saying hello to somebody of a server; None where nobody has.
    pub fn hello(&self, guild: u64, account: u64) -> Result<Option<Hello>, StoreError> {
        let sql = "SELECT state FROM hellos WHERE guild = ? AND account = ?";
        let of = params![guild as i64, account as i64];
        let found = self
            .0
            .query_row(sql, of, |row| row.get::<_, String>(0))
            .optional()?;
        Ok(found.map(|word| Hello::read(&word)))
    }

    /// Notes what came of saying hello to somebody of a server; nothing of who has confirmed it.
    pub fn note_hello(
        &self,
        guild: u64,
        account: u64,
        hello: Hello,
        at_ms: u64,
    ) -> Result<(), StoreError> {
        match self.hello(guild, account)? {
            // They may have been quicker.
            Some(Hello::Confirmed) => Ok(()),
            _ => self.set_hello(guild, account, hello, at_ms),
        }
    }

    pub fn set_hello(
        &self,
        guild: u64,
        account: u64,
        hello: Hello,
        at_ms: u64,
    ) -> Result<(), StoreError> {
        let sql =
            "INSERT OR REPLACE INTO hellos (guild, account, state, at_ms) VALUES (?, ?, ?, ?)";
        self.0.execute(
            sql,
            params![guild as i64, account as i64, hello.word(), at_ms as i64],
        )?;
        Ok(())
    }
}
