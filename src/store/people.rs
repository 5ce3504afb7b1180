//! People's own settings, and whether private messages reach them.

use games::WallMs;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::query::Json;
use super::{AccountId, Result, ServerId, Tx};

/// Somebody's own settings. Stored as JSON; fields that are missing there have their default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnSettings {
    /// Ask for confirmation before a move that could lose the match.
    pub confirm_moves: bool,
    /// Boards in words beside every picture that only they see.
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

/// The outcome of saying hello to somebody in private.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hello {
    Sent,
    /// Private messages do not reach them.
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
    pub fn own_settings(&self, account: AccountId) -> Result<OwnSettings> {
        let sql = "SELECT settings FROM people_settings WHERE account = ?";
        let settings = self.value(sql, [account])?;
        Ok(settings.map_or_else(OwnSettings::default, |Json(settings)| settings))
    }

    pub fn set_own_settings(&self, account: AccountId, settings: OwnSettings) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO people_settings (account, settings) VALUES (?, ?)";
        self.run(sql, params![account, Json(settings)])
    }

    /// The outcome of saying hello to somebody of a server; None if nobody has.
    pub fn hello(&self, guild: ServerId, account: AccountId) -> Result<Option<Hello>> {
        let sql = "SELECT state FROM hellos WHERE guild = ? AND account = ?";
        let word: Option<String> = self.value(sql, params![guild, account])?;
        Ok(word.map(|word| Hello::read(&word)))
    }

    /// Stores the outcome of saying hello to somebody of a server, unless they have confirmed it
    /// already.
    pub fn note_hello(
        &self,
        guild: ServerId,
        account: AccountId,
        hello: Hello,
        at_ms: WallMs,
    ) -> Result<()> {
        match self.hello(guild, account)? {
            // They may have pressed the button before this was noted.
            Some(Hello::Confirmed) => Ok(()),
            _ => self.set_hello(guild, account, hello, at_ms),
        }
    }

    pub fn set_hello(
        &self,
        guild: ServerId,
        account: AccountId,
        hello: Hello,
        at_ms: WallMs,
    ) -> Result<()> {
        let sql =
            "INSERT OR REPLACE INTO hellos (guild, account, state, at_ms) VALUES (?, ?, ?, ?)";
        self.run(sql, params![guild, account, hello.word(), at_ms.0])
    }
}
