//! What Dealer remembers, in one SQLite file: the only room with SQL. One writer; every change is one transaction that is on the disk
//! (WAL, `synchronous=FULL`) before anybody is told of it.

mod audit;
mod drafts;
mod duties;
mod fates;
mod garnets;
mod held;
mod locks;
mod matches;
mod outages;
mod outbox;
mod people;
mod practice;
mod privacy;
mod schema;
mod seasons;
mod settings;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use audit::AuditLine;
pub use drafts::{Draft, DraftId};
pub use duties::RoleDuty;
pub use fates::{Fate, Strike};
pub use garnets::{LedgerLine, Movement, Purse};
pub use locks::{Bits, Lock, LockedOverwrite};
pub use matches::{MatchId, MatchRow, PastMatch, Person, Stakes};
pub use outages::Outage;
pub use outbox::{OutboxId, OutboxRow, PostState, Sent};
pub use people::{Hello, OwnSettings};
pub use privacy::Forgotten;
pub use seasons::{CastMember, Season, SeasonId};
pub use settings::{AtStrikeLimit, LoserGarnets, SeasonSettings};

/// The open database.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    /// None for a database in memory.
    path: Option<PathBuf>,
    /// A commit has failed: what the connection takes for stored may not be.
    doubtful: bool,
    /// What it has left in the log may be found there by whoever opens the database.
    to_write_over: bool,
    group: Group,
    /// The number of the group that is open.
    number: i64,
    /// Held as long as the store is open, so that a second process does not act on the same matches.
    _lock: Option<File>,
}

/// What is to go to the disk together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// Each for itself.
    None,
    /// A group in which nothing has been written yet.
    Waiting,
    /// A group with its transaction.
    Open,
}

const NEXT_GROUP: &str = "UPDATE last_group SET number = number + 1";

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
        "the file {0} is not a database of Dealer's, or it is damaged; restore a backup or name another file"
    )]
    NotDatabase(PathBuf),
    #[error(
        "the database {0} was written by a newer Dealer; run that one, or restore an older backup"
    )]
    Newer(PathBuf),
    #[error("the database failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the database gave up what was being written; whoever asked for it has to ask again")]
    GroupLost,
    #[error("it is not known yet whether what was being written is stored: {0}")]
    Unknown(rusqlite::Error),
    #[error("there is no match {0} in the database")]
    NoMatch(MatchId),
    #[error(
        "the journal of match {id} cannot be played: {problem}; restore a backup, or report it"
    )]
    Unplayable { id: MatchId, problem: String },
    #[error("a stored value cannot be read: {0}")]
    Json(#[from] serde_json::Error),
}

impl Store {
    /// Opens the database, makes it where there is none, and brings it to this version's schema.
    ///
    /// # Errors
    /// [`StoreError::InUse`], [`StoreError::NotWritable`], [`StoreError::NotDatabase`] or [`StoreError::Newer`], each a sentence for whoever
    /// started the program.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let not_writable = |problem: String| StoreError::NotWritable {
            path: path.to_owned(),
            problem,
        };
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder).map_err(|error| not_writable(error.to_string()))?;
        }
        let lock = lock(path)?;
        let opened = Connection::open(path)
            .map_err(StoreError::from)
            .and_then(prepare);
        let db = opened.map_err(|error| match error {
            StoreError::Sqlite(error) => match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => {
                    StoreError::NotDatabase(path.to_owned())
                }
                Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                    StoreError::InUse(path.to_owned())
                }
                _ => not_writable(error.to_string()),
            },
            StoreError::Newer(_) => StoreError::Newer(path.to_owned()),
            StoreError::NotDatabase(_) => StoreError::NotDatabase(path.to_owned()),
            other => other,
        })?;
        Ok(Store {
            db,
            path: Some(path.to_owned()),
            doubtful: false,
            to_write_over: false,
            group: Group::None,
            number: 0,
            _lock: Some(lock),
        })
    }

    /// A database in memory, which forgets everything when it is closed: for tests.
    ///
    /// # Errors
    /// Whatever SQLite says.
    pub fn in_memory() -> Result<Store, StoreError> {
        let db = prepare(Connection::open_in_memory()?)?;
        Ok(Store {
            db,
            path: None,
            doubtful: false,
            to_write_over: false,
            group: Group::None,
            number: 0,
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

    /// Takes back what is open of a group, as SQLite does by itself when the disk is full, say.
    ///
    /// # Errors
    /// Whatever SQLite says.
    pub fn lose_group(&mut self) -> Result<(), StoreError> {
        match self.db.is_autocommit() {
            true => Ok(()),
            false => Ok(self.db.execute_batch("ROLLBACK")?),
        }
    }

    /// From here on until [`Store::end_group`], everything that is written goes to the disk together.
    pub fn begin_group(&mut self) {
        self.group = Group::Waiting;
    }

    /// Puts on the disk what was written since [`Store::begin_group`].
    ///
    /// # Errors
    /// What SQLite says of the commit: nothing of the group is stored then, and nothing of it comes back. [`StoreError::Unknown`] while the disk is
    /// so broken that nobody can know.
    pub fn end_group(&mut self) -> Result<(), StoreError> {
        if std::mem::replace(&mut self.group, Group::None) != Group::Open {
            return Ok(());
        }
        if self.db.is_autocommit() {
            self.doubtful = true;
            return Err(StoreError::GroupLost);
        }
        let Err(error) = self.db.execute_batch("COMMIT") else {
            return Ok(());
        };
        self.doubtful = true;
        // Some failures have taken it back already.
        let _ = self.db.execute_batch("ROLLBACK");
        self.find_out(error)
    }

    /// Whether a group is stored whose commit has failed. It is when only what comes after a commit failed. Else its last page may be on the disk all
    /// the same, where whoever opens the database would find it: until it is written over, by this connection, nobody can know.
    fn find_out(&mut self, error: rusqlite::Error) -> Result<(), StoreError> {
        let number = self.number;
        if self.last_group().is_ok_and(|last| last >= number) {
            return Ok(());
        }
        self.to_write_over = true;
        match self.write_over().and_then(|()| self.last_group()) {
            // Counting the group that was written over it.
            Ok(last) if last > number => Ok(()),
            Ok(_) => Err(error.into()),
            Err(problem) => {
                tracing::error!("a commit that failed cannot be written over yet: {problem}");
                Err(StoreError::Unknown(error))
            }
        }
    }

    fn write_over(&mut self) -> Result<(), StoreError> {
        if self.to_write_over {
            self.db.execute_batch(NEXT_GROUP)?;
            self.to_write_over = false;
        }
        Ok(())
    }

    fn last_group(&self) -> Result<i64, StoreError> {
        let mut found = self.db.prepare_cached("SELECT number FROM last_group")?;
        Ok(found.query_row([], |row| row.get(0))?)
    }

    /// After a commit that failed, what is left of it is written over, and the database is closed and opened anew: what comes then is written over what
    /// the disk has, not over what it may have lost. As long as that does not succeed, nothing is read or written.
    fn open_anew(&mut self) -> Result<(), StoreError> {
        let Some(path) = self.path.as_ref().filter(|_| self.doubtful) else {
            return self.write_over();
        };
        let path = path.clone();
        self.write_over()?;
        tracing::warn!("a commit has failed; the database is opened anew");
        drop(std::mem::replace(
            &mut self.db,
            Connection::open_in_memory()?,
        ));
        self.db = prepare(Connection::open(&path)?)?;
        self.doubtful = false;
        Ok(())
    }

    /// Does all of it in one transaction, or nothing when it fails. In a group it is a part that fails or stands by itself, and is on the disk when
    /// the group is.
    ///
    /// # Errors
    /// Those of `work`, or what SQLite says of the commit.
    pub fn write<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.group != Group::None {
            return self.part(work);
        }
        self.begin_group();
        let value = self.part(work);
        if value.is_err() {
            self.drop_group()?;
        }
        self.end_group()?;
        value
    }

    fn part<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx) -> Result<T, E>,
    ) -> Result<T, E> {
        self.join_group()?;
        let part = self.db.savepoint().map_err(StoreError::from)?;
        let value = work(&Tx(&part))?;
        part.commit().map_err(StoreError::from)?;
        Ok(value)
    }

    /// Leaves a group of which nothing is to be stored.
    fn drop_group(&mut self) -> Result<(), StoreError> {
        if std::mem::replace(&mut self.group, Group::None) == Group::Open {
            self.doubtful |= self.db.is_autocommit();
            self.lose_group()?;
        }
        Ok(())
    }

    /// Begins the group's transaction with the first that is written in it.
    fn join_group(&mut self) -> Result<(), StoreError> {
        match self.group {
            Group::Waiting => {
                self.open_anew()?;
                self.db.execute_batch("BEGIN IMMEDIATE")?;
                let counted = self.count_group();
                if counted.is_err() {
                    // The group may go on without this part.
                    let _ = self.db.execute_batch("ROLLBACK");
                }
                self.number = counted?;
                self.group = Group::Open;
            }
            // After a full disk, say, SQLite takes back the whole transaction: what follows must not be stored without what went before.
            Group::Open if self.db.is_autocommit() => return Err(StoreError::GroupLost),
            _ => {}
        }
        Ok(())
    }

    fn count_group(&self) -> Result<i64, StoreError> {
        self.db.prepare_cached(NEXT_GROUP)?.execute([])?;
        self.last_group()
    }

    /// Reads in one transaction, so that all of it is of one moment.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn read<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.group == Group::Open {
            self.join_group()?;
            return work(&Tx(&self.db));
        }
        self.open_anew()?;
        let begun = self
            .db
            .transaction_with_behavior(TransactionBehavior::Deferred);
        let whole = begun.map_err(StoreError::from)?;
        work(&Tx(&whole))
    }
}

/// Writes a consistent copy of the database at `from` to a new file, also while a bot uses it.
///
/// # Errors
/// A database that cannot be read, or a file that is there already or cannot be written.
pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    let problem = |problem: String| StoreError::NotWritable {
        path: to.to_owned(),
        problem,
    };
    if to.exists() {
        return Err(problem("there is a file of this name already".to_owned()));
    }
    let source = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|_| StoreError::NotDatabase(from.to_owned()))?;
    let mut target = Connection::open(to).map_err(|error| problem(error.to_string()))?;
    let copy = rusqlite::backup::Backup::new(&source, &mut target)?;
    copy.run_to_completion(1_000, Duration::ZERO, None)?;
    Ok(())
}

fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = File::create(PathBuf::from(name)).map_err(|error| StoreError::NotWritable {
        path: path.to_owned(),
        problem: error.to_string(),
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(StoreError::NotWritable {
            path: path.to_owned(),
            problem: error.to_string(),
        }),
    }
}

fn prepare(mut db: Connection) -> Result<Connection, StoreError> {
    db.busy_timeout(Duration::from_secs(2))?;
    // All that are kept in this room; with rusqlite's own 16 most would be read anew each time.
    db.set_prepared_statement_cache_capacity(256);
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    // A damaged page is found now, not in the middle of a match: 0.14 s for a million entries.
    let sound: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        tracing::error!("the database is damaged: {sound}");
        return Err(StoreError::NotDatabase(PathBuf::new()));
    }
    schema::migrate(&mut db)?;
    Ok(db)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beats(store: &mut Store, at_ms: u64) -> Result<(), StoreError> {
        store.write(|tx| tx.beat(at_ms))
    }

    fn last_beat(store: &mut Store) -> Option<u64> {
        store.read(|tx| tx.last_beat()).unwrap()
    }

    #[test]
    fn a_part_of_a_group_fails_by_itself() {
        let mut store = Store::in_memory().unwrap();
        store.begin_group();
        beats(&mut store, 1).unwrap();
        let failed = store.write(|tx| {
            tx.beat(2)?;
            Err::<(), _>(StoreError::NoMatch(MatchId(7)))
        });
        assert!(matches!(failed, Err(StoreError::NoMatch(_))));
        assert_eq!(last_beat(&mut store), Some(1));
        store.end_group().unwrap();
        assert_eq!(last_beat(&mut store), Some(1));
    }

    #[test]
    fn nothing_of_a_lost_group_is_stored() {
        let mut store = Store::in_memory().unwrap();
        beats(&mut store, 1).unwrap();
        store.begin_group();
        beats(&mut store, 2).unwrap();
        store.lose_group().unwrap();
        // What comes after it in the group must not be stored without what came before.
        assert!(matches!(beats(&mut store, 3), Err(StoreError::GroupLost)));
        assert!(matches!(store.end_group(), Err(StoreError::GroupLost)));
        assert_eq!(last_beat(&mut store), Some(1));
        beats(&mut store, 4).unwrap();
        assert_eq!(last_beat(&mut store), Some(4));
    }

    #[test]
    fn a_group_in_which_nothing_is_written_needs_no_transaction() {
        let mut store = Store::in_memory().unwrap();
        store.begin_group();
        assert_eq!(last_beat(&mut store), None);
        store.end_group().unwrap();
    }
}
