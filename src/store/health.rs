//! What a database says about the bot that uses it.

use std::path::Path;

use games::WallMs;
use rusqlite::OpenFlags;

use super::{Result, StoreError, Tx, connect};

/// How the bot that uses a database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Health {
    /// When Discord's last sign of life was stored; None if there was none.
    pub heard_ms: Option<WallMs>,
    /// Posts that wait to be sent.
    pub waiting: u64,
    /// The first deadline of a match.
    pub due_ms: Option<WallMs>,
}

/// Reads a database beside the bot that uses it.
///
/// # Errors
/// [`StoreError::NotDatabase`] for a file that isn't one of Dealer's, or what SQLite says.
pub fn health(database: &Path) -> Result<Health> {
    let not_one = |_| StoreError::NotDatabase(database.to_owned());
    let db = connect(database, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(not_one)?;
    let tx = Tx(&db);
    let due_ms: Option<u64> = tx.one("SELECT min(due_ms) FROM deadlines", [])?;
    Ok(Health {
        heard_ms: tx.last_beat()?,
        waiting: tx.one("SELECT count(*) FROM outbox WHERE state = 'pending'", [])?,
        due_ms: due_ms.map(WallMs),
    })
}
