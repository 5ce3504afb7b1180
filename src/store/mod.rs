//! What Dealer remembers, in one SQLite file: the only room with SQL. One writer; every change is
//! one transaction that is on the disk (WAL, `synchronous=FULL`) before anybody is told of it.

mod audit;
mod backup;
mod backups;
mod drafts;
mod duties;
mod events;
mod faces;
mod fates;
mod garnets;
mod group;
mod guard;
mod health;
mod held;
mod locks;
mod matches;
mod numbers;
mod outages;
mod outbox;
mod people;
mod polls;
mod practice;
mod presets;
mod privacy;
mod put_back;
mod query;
mod reason;
mod schema;
mod seasons;
mod settings;

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

pub use audit::AuditLine;
pub use backup::{backup, restore};
use backup::{files, is_between, remove_one, sync_folder};
pub use backups::{Backups, LITTLE_SPACE, free_bytes};
pub use duties::{RoleDuty, RolesOf};
pub use events::ScheduledEvent;
pub use faces::{Face, Portrait};
pub use fates::{Cause, Strike};
pub use garnets::{LedgerLine, Movement, Purse};
pub use group::Failure;
use group::{Group, Mark};
use guard::Guard;
pub use guard::may_exist;
pub use health::health;
pub use locks::{Bits, Lock, LockedOverwrite};
pub use matches::{MatchName, MatchRow, PastMatch, Person, Stakes};
pub use numbers::{
    AccountId, ChannelId, DraftId, MatchId, MessageId, OutboxId, PresetId, RoleId, SeasonId,
    ServerId,
};
pub use outages::Shard;
pub use outbox::{EDITS, OutboxRow, PostEdit, PostState, Sent};
pub use people::{Hello, OwnSettings};
pub use presets::SavedPreset;
pub use privacy::{FORGOTTEN, ForgottenCounts};
pub use reason::BookedReason;
pub use seasons::{CastMember, Season};
pub use settings::{AtStrikeLimit, LoserGarnets, Prize, SeasonSettings};

/// The open database.
#[derive(Debug)]
pub struct Store {
    db: RefCell<Connection>,
    /// None for a database in memory.
    path: Option<PathBuf>,
    /// The disk has failed: the connection may believe things stored that are not.
    doubtful: Cell<bool>,
    /// The failed commit may have left something in the log that the next process would find.
    to_write_over: Cell<bool>,
    is_full: Cell<bool>,
    group: Cell<Group>,
    /// The mark that the database has once the open group is stored.
    mark: Mark,
    /// Keeps a second process from acting on the same matches. None for a database in memory.
    guard: Option<Guard>,
}

/// A transaction, or a part of a group's: all of it is stored, or none of it.
pub struct Tx<'a>(&'a Connection);

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(
        "the database {0} is in use by another Dealer; stop that one first, or name another file"
    )]
    InUse(PathBuf),
    #[error(
        "can't write the database {path}: {problem}; choose a folder that this user may write to"
    )]
    NotWritable { path: PathBuf, problem: String },
    #[error(
        "the file {0} isn't a database of Dealer's, or it's damaged; restore a backup with `dealer \
         restore FILE`, or name another file"
    )]
    NotDatabase(PathBuf),
    #[error(
        "the database {0} was written by a newer version of Dealer; run that version, or restore \
         an older backup with `dealer restore FILE`"
    )]
    Newer(PathBuf),
    #[error(
        "the database {0} is from a trial version of Dealer, which this one can't read; name \
         another file to start a new database"
    )]
    Older(PathBuf),
    #[error(
        "the database {0} is empty or gone, though Dealer had one there; \
         restore a backup with `dealer restore FILE`, or delete {0}.lock to start a new one"
    )]
    Lost(PathBuf),
    #[error(
        "the database {0} was not closed, and its log {0}-wal is gone with the newest changes; \
         bring that file back, or go on without it: `dealer restore FILE`, where FILE is a backup \
         or the database itself"
    )]
    LogLost(PathBuf),
    #[error(
        "the database {0} has a log, but {0}.lock is gone: another Dealer may be using it; \
         if none is, create an empty file {0}.lock"
    )]
    Unguarded(PathBuf),
    #[error(
        "the database {0} has a second name (a hard link), under which another Dealer could use \
         it; delete one of the two names"
    )]
    Linked(PathBuf),
    #[error("restoring {0} was interrupted; nothing is lost, so type `dealer restore FILE` again")]
    Between(PathBuf),
    #[error("the database failed: {0}")]
    Sqlite(rusqlite::Error),
    #[error("the database lost what was being written; try again")]
    GroupLost,
    #[error("it isn't known yet whether the last write is stored: {0}")]
    Unknown(rusqlite::Error),
    #[error("there is no match {0} in the database")]
    NoMatch(MatchId),
    #[error(
        "can't replay the journal of match {id}: {problem}; restore a backup with `dealer restore \
         FILE`, or report it"
    )]
    Unplayable { id: MatchId, problem: String },
    #[error("can't read a stored value: {0}")]
    Json(#[from] serde_json::Error),
}

/// What a read or a write of the store gives.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

impl StoreError {
    /// Whether only one match or one row cannot be read, so that it must not hold up anything else.
    pub fn is_of_one(&self) -> bool {
        matches!(self, StoreError::Unplayable { .. } | StoreError::Json(_))
    }

    /// The sentence for the local Discord's database, which commands only use with `--sandbox`.
    pub fn of_local(&self) -> String {
        let sentence = self.to_string();
        sentence.replace("`dealer restore FILE`", "`dealer restore --sandbox FILE`")
    }
}

impl Store {
    /// Opens the database, creates it if there is none, and migrates it to this version's schema.
    ///
    /// # Errors
    /// [`StoreError::InUse`], [`StoreError::Between`], [`StoreError::NotWritable`],
    /// [`StoreError::NotDatabase`], [`StoreError::Older`], [`StoreError::Newer`] or that something
    /// of it is lost, each a
    /// sentence for the person who started the program.
    pub fn open(path: &Path) -> Result<Store> {
        let path = guard::behind_links(path);
        let guard = Guard::take(&path)?;
        if is_between(&path) {
            return Err(StoreError::Between(path));
        }
        guard.check(&path)?;
        Store::guarded(path, guard)
    }

    /// Deletes the database that is there, even a damaged one, and makes a new one. Also returns
    /// the deleted files.
    ///
    /// # Errors
    /// [`StoreError::InUse`] or [`StoreError::NotWritable`].
    pub fn open_new(path: &Path) -> Result<(Store, Vec<PathBuf>)> {
        let path = guard::behind_links(path);
        let guard = Guard::take(&path)?;
        guard.note(guard::NONE);
        let mut deleted = files(&path);
        deleted.retain(|file| file.exists());
        deleted.iter().try_for_each(|file| remove_one(file))?;
        Ok((Store::guarded(path, guard)?, deleted))
    }

    fn guarded(path: PathBuf, guard: Guard) -> Result<Store> {
        let opened = connect(&path, OpenFlags::default())
            .map_err(StoreError::from)
            .and_then(|db| {
                if let Some(version) = schema::newer_version(&db) {
                    let kept = backups::before_migration(&path, version)?;
                    tracing::info!(
                        "the database of an older version is kept: {}",
                        kept.display()
                    );
                }
                prepare(db, &path)
            });
        let db = opened.map_err(|error| match error {
            StoreError::Sqlite(error) => match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                    StoreError::InUse(path.clone())
                }
                _ => StoreError::NotWritable {
                    path: path.clone(),
                    problem: error.to_string(),
                },
            },
            other => other,
        })?;
        // The log's name is on the disk before anything relies on it.
        sync_folder(&path);
        guard.note(guard::OPEN);
        Ok(Store::of(db, Some(path), Some(guard)))
    }

    fn of(db: Connection, path: Option<PathBuf>, guard: Option<Guard>) -> Store {
        Store {
            db: RefCell::new(db),
            path,
            doubtful: Cell::new(false),
            to_write_over: Cell::new(false),
            is_full: Cell::new(false),
            group: Cell::new(Group::None),
            mark: Mark::default(),
            guard,
        }
    }

    /// A database in memory, for tests.
    ///
    /// # Errors
    /// Whatever SQLite says.
    pub fn in_memory() -> Result<Store> {
        let db = prepare(Connection::open_in_memory()?, Path::new(":memory:"))?;
        Ok(Store::of(db, None, None))
    }

    /// For tests of a full or broken disk: makes every write fail from now on, or work again.
    ///
    /// # Errors
    /// Whatever SQLite says.
    pub fn refuse_writes(&self, refuse: bool) -> Result<()> {
        Ok(self.db.borrow().pragma_update(None, "query_only", refuse)?)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Before closing the connection deletes the log.
        self.note(guard::CLOSED);
    }
}

/// Opens a file by its path. SQLite itself would read some paths as addresses, such as
/// `file:x?mode=memory`, and `:memory:` as no file at all.
fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    match std::path::absolute(path) {
        Ok(whole) => Connection::open_with_flags(whole, flags),
        Err(_) => Err(rusqlite::Error::InvalidPath(path.to_owned())),
    }
}

/// Sets a connection up and migrates its database to this version's schema. `path` is only for
/// errors.
fn prepare(db: Connection, path: &Path) -> Result<Connection> {
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

fn set_up(mut db: Connection, path: &Path) -> Result<Connection> {
    db.busy_timeout(Duration::from_secs(2))?;
    // Room for all statements of this folder; with rusqlite's default of 16, most would be compiled
    // again.
    db.set_prepared_statement_cache_capacity(256);
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    // Finds a damaged page now, not in the middle of a match. A million entries take a quarter of a
    // second.
    let sound: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        tracing::error!("the database is damaged: {sound}");
        return Err(StoreError::NotDatabase(path.to_owned()));
    }
    schema::migrate(&mut db, path)?;
    Ok(db)
}
