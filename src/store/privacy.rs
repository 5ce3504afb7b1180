//! Forgetting an account.

use rusqlite::params;

use super::{StoreError, Tx};

/// What was known of an account and is not any more, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// People of seasons' casts, who are guests now.
    pub seasons: usize,
    /// People of matches that are over.
    pub matches: usize,
    pub drafts: usize,
    /// What was written to them in private.
    pub letters: usize,
}

impl Tx<'_> {
    /// Takes an account and its private channels out of every cast and match, and away its panels and what was written to it. What hosts did stays in
    /// the audit log with who did it.
    pub fn forget_account(&self, account: u64) -> Result<Forgotten, StoreError> {
        let account = account as i64;
        let of = |sql: &str| self.0.execute(sql, params![account]);
        Ok(Forgotten {
            seasons: of(
                "UPDATE cast_members SET account = NULL, channel = NULL WHERE account = ?",
            )?,
            matches: of("DELETE FROM people WHERE account = ?")?,
            drafts: of("DELETE FROM drafts WHERE owner = ?")?,
            letters: of("DELETE FROM outbox WHERE queue = ?")?,
        })
    }
}
