//! What Dealer remembers, in one SQLite file: the only room with SQL. One writer; every change is one transaction that is on the disk
//! (WAL, `synchronous=FULL`) before anybody is told of it.

mod audit;
mod backup;
mod drafts;
mod duties;
mod faces;
mod fates;
mod garnets;
mod group;
mod held;
mod locks;
mod matches;
mod outages;
mod outbox;
mod people;
mod practice;
mod presets;
mod privacy;
mod put_back;
mod schema;
mod seasons;
mod settings;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

pub use audit::AuditLine;
use backup::is_between;
pub use backup::{backup, files, restore};
pub use drafts::{Draft, DraftId};
pub use duties::{RoleDuty, RolesOf};
pub use faces::{Face, Portrait};
pub use fates::{Fate, Strike};
pub use garnets::{LedgerLine, Movement, Purse};
pub use group::Failure;
use group::{Group, Mark};
pub use locks::{Bits, Lock, LockedOverwrite};
pub use matches::{MatchId, MatchRow, PastMatch, Person, Stakes};
pub use outages::Outage;
pub use outbox::{EDITS, OutboxId, OutboxRow, PostEdit, PostState, Sent};
pub use people::{Hello, OwnSettings};
pub use presets::{PresetId, SavedPreset};
pub use privacy::Forgotten;
pub use seasons::{CastMember, Season, SeasonId};
pub use settings::{AtStrikeLimit, LoserGarnets, Prize, SeasonSettings};

/// The open database.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    /// None for a database in memory.
    path: Option<PathBuf>,
    /// The disk has failed: what the connection takes for stored may not be.
    doubtful: bool,
    /// What it has left in the log may be found there by whoever opens the database.
    to_write_over: bool,
    group: Group,
    /// What the database says of the newest group once the one that is open is stored.
    mark: Mark,
    /// Held as long as the store is open, so that a second process does not act on the same matches.
    _lock: Option<File>,
}

/// A transaction, or a part of a group's: all of it is stored, or nothing.
pub struct Tx<'a>(&'a Connection);

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(
        "the database {0} is in use by another Dealer; stop that one first, or name another file"
    )]
    InUse(PathBuf),
    #[error(
        "the database {path} cannot be written: {problem}; choose a folder that this user may write to"
    )]
    NotWritable { path: PathBuf, problem: String },
    #[error(
        "the file {0} is not a database of Dealer's, or it is damaged; put a copy back with `dealer restore FILE`, or name another file"
    )]
    NotDatabase(PathBuf),
    #[error(
        "the database {0} was written by a newer Dealer; run that one, or put an older copy back with `dealer restore FILE`"
    )]
    Newer(PathBuf),
    #[error(
        "a copy was being put in the place of the database {0} when that was ended in the middle; type `dealer restore FILE` once more, nothing is lost"
    )]
    Between(PathBuf),
    #[error("the database failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the database gave up what was being written; whoever asked for it has to ask again")]
    GroupLost,
    #[error("it is not known yet whether what was being written is stored: {0}")]
    Unknown(rusqlite::Error),
    #[error("there is no match {0} in the database")]
    NoMatch(MatchId),
    #[error(
        "the journal of match {id} cannot be played: {problem}; put a copy back with `dealer restore FILE`, or report it"
    )]
    Unplayable { id: MatchId, problem: String },
    #[error("a stored value cannot be read: {0}")]
    Json(#[from] serde_json::Error),
}

impl StoreError {
    /// Whether one match or one row alone cannot be read, and the database is well otherwise: nothing else may be held up by it.
    pub fn is_of_one(&self) -> bool {
        matches!(self, StoreError::Unplayable { .. } | StoreError::Json(_))
    }

    /// The sentence as it is right of the local Discord's database, which a command has to be asked for by name.
    pub fn of_local(&self) -> String {
        let said = self.to_string();
        said.replace("`dealer restore FILE`", "`dealer restore --sandbox FILE`")
    }
}

impl Store {
    /// Opens the database, makes it where there is none, and brings it to this version's schema.
    ///
    /// # Errors
    /// [`StoreError::InUse`], [`StoreError::Between`], [`StoreError::NotWritable`], [`StoreError::NotDatabase`] or [`StoreError::Newer`], each a
    /// sentence for whoever started the program.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let not_writable = |problem: String| StoreError::NotWritable {
            path: path.to_owned(),
            problem,
        };
        let lock = lock(path)?;
        if is_between(path) {
            return Err(StoreError::Between(path.to_owned()));
        }
        let opened = Connection::open(path)
            .map_err(StoreError::from)
            .and_then(|db| prepare(db, path));
        let db = opened.map_err(|error| match error {
            StoreError::Sqlite(error) => match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                    StoreError::InUse(path.to_owned())
                }
                _ => not_writable(error.to_string()),
            },
            other => other,
        })?;
        Ok(Store {
            db,
            path: Some(path.to_owned()),
            doubtful: false,
            to_write_over: false,
            group: Group::None,
            mark: Mark::default(),
            _lock: Some(lock),
        })
    }

    /// A database in memory, which forgets everything when it is closed: for tests.
    ///
    /// # Errors
    /// Whatever SQLite says.
    pub fn in_memory() -> Result<Store, StoreError> {
        let db = prepare(Connection::open_in_memory()?, Path::new(":memory:"))?;
        Ok(Store {
            db,
            path: None,
            doubtful: false,
            to_write_over: false,
            group: Group::None,
            mark: Mark::default(),
            _lock: None,
        })
    }

    /// From now on every write fails, or none does any more: how a full or broken disk is tried out.
    ///
    /// # Errors
    /// Whatever SQLite says.
    pub fn refuse_writes(&mut self, refuse: bool) -> Result<(), StoreError> {
        Ok(self.db.pragma_update(None, "query_only", refuse)?)
    }
}

/// Keeps other processes from a database, whose folder is made where there is none.
fn lock(path: &Path) -> Result<File, StoreError> {
    let not_writable = |error: std::io::Error| StoreError::NotWritable {
        path: path.to_owned(),
        problem: error.to_string(),
    };
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder).map_err(not_writable)?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = File::create(PathBuf::from(name)).map_err(not_writable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(not_writable(error)),
    }
}

/// Sets a connection up and brings its database, which the `path` names in what is wrong with it, to this version's schema.
fn prepare(db: Connection, path: &Path) -> Result<Connection, StoreError> {
    set_up(db, path).map_err(|error| match error {
        StoreError::Sqlite(error) => match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => {
                StoreError::NotDatabase(path.to_owned())
            }
            _ => error.into(),
        },
        other => other,
    })
}

fn set_up(mut db: Connection, path: &Path) -> Result<Connection, StoreError> {
    db.busy_timeout(Duration::from_secs(2))?;
    // All that are kept in this room; with rusqlite's own 16 most would be read anew each time.
    db.set_prepared_statement_cache_capacity(256);
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    // A damaged page is found now, not in the middle of a match: a quarter of a second for a million entries.
    let sound: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        tracing::error!("the database is damaged: {sound}");
        return Err(StoreError::NotDatabase(path.to_owned()));
    }
    schema::migrate(&mut db, path)?;
    Ok(db)
}
