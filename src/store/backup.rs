//! Backs the database up, and restores a backup.
//!
//! A database that was not closed has its newest changes in a log beside it. SQLite would apply
//! that log to any database of the same name. So a backup is never put beside another database's
//! log, and the database that it replaces is moved together with its own.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::OpenFlags;

use super::guard::{self, Guard, behind_links};
use super::{Result, StoreError, Tx, connect, prepare};

/// What SQLite keeps beside a database: its log, and the log's index, which it can make again.
pub(super) const LOG: &str = "-wal";
const LOG_INDEX: &str = "-shm";

/// Suffixes of the file that will replace a database: while it is made and checked, and then until
/// it is in place. While a file with the second suffix exists, the database may lack its log, or be
/// missing.
const MADE: &str = ".restoring";
const READY: &str = ".restored";

/// All files of a database: its own, those that SQLite keeps beside it until it is closed, and what
/// an interrupted restore leaves.
pub(super) fn files(database: &Path) -> Vec<PathBuf> {
    let made = own_files(&with(database, MADE));
    let all = own_files(database).into_iter().chain(made);
    all.chain([with(database, READY)]).collect()
}

fn own_files(database: &Path) -> [PathBuf; 3] {
    ["", LOG, LOG_INDEX].map(|suffix| with(database, suffix))
}

/// Writes a consistent copy of the database at `from` to a new file, even while a bot uses it.
///
/// # Errors
/// A database that cannot be read, or whose restore was interrupted; a file that exists already or
/// cannot be written.
pub fn backup(from: &Path, to: &Path) -> Result<()> {
    let problem = |problem: String| StoreError::NotWritable {
        path: to.to_owned(),
        problem,
    };
    if to.exists() {
        return Err(problem("a file of this name already exists".to_owned()));
    }
    let from = &behind_links(from);
    if is_between(from) {
        // Its newest changes may lie beside another name.
        return Err(StoreError::Between(from.to_owned()));
    }
    let source = connect(from, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|_| StoreError::NotDatabase(from.to_owned()))?;
    let mut target =
        connect(to, OpenFlags::default()).map_err(|error| problem(error.to_string()))?;
    let copy = rusqlite::backup::Backup::new(&source, &mut target)?;
    copy.run_to_completion(1_000, Duration::ZERO, None)?;
    Ok(())
}

/// Replaces a database that no process uses with a file from [`backup`]. The old database is kept
/// beside it, with its log; returns its new name, None if there was none. The backup itself is not
/// changed.
///
/// # Errors
/// [`StoreError::InUse`]; a file that is no backup, is damaged or is of a newer Dealer; or a file
/// that cannot be written. The database is unchanged then, unless the very last step fails: that
/// error says where the old one is.
pub fn restore(database: &Path, copy: &Path) -> Result<Option<PathBuf>> {
    let database = &behind_links(database);
    let guard = Guard::take(database)?;
    let not_writable = |path: &Path, problem: String| StoreError::NotWritable {
        path: path.to_owned(),
        problem,
    };
    let new = with(database, MADE);
    // Left by a restore that was interrupted.
    remove(&new)?;
    if let Err(error) = is_whole(copy, &new) {
        remove(&new)?;
        return Err(error);
    }
    if file_size(&with(&new, LOG)) > 0 {
        // SQLite does not report it when the log cannot be merged.
        remove(&new)?;
        return Err(not_writable(&new, "the disk may be full".to_owned()));
    }
    let kept = if database.exists() {
        Some(free_name(&with(database, ".before-restore")))
    } else {
        None
    };
    let ready = with(database, READY);
    std::fs::rename(&new, &ready).map_err(|error| not_writable(&ready, error.to_string()))?;
    sync_folder(database);
    // The log first: it must never lie beside another database.
    let [own, log, index] = own_files(database);
    if let Some(kept) = &kept {
        rename(&log, &with(kept, LOG))?;
    }
    remove_one(&log)?;
    remove_one(&index)?;
    if let Some(kept) = &kept {
        rename(&own, kept)?;
    }
    guard.note(guard::CLOSED);
    let placed = std::fs::rename(&ready, &own);
    placed.map_err(|error| not_writable(&own, format!("{error}; it is {}", ready.display())))?;
    sync_folder(database);
    Ok(kept)
}

/// Whether a restore of this database was interrupted.
pub(super) fn is_between(database: &Path) -> bool {
    with(database, READY).exists()
}

/// Copies a backup to a new file, with its log if it has one, and opens that as Dealer would: it
/// has to be complete and not of a newer Dealer. Nothing is written beside the backup, since its
/// folder may be read-only.
fn is_whole(copy: &Path, new: &Path) -> Result<()> {
    let broken = |error: StoreError| match error {
        StoreError::Sqlite(error) => match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => {
                StoreError::NotDatabase(copy.to_owned())
            }
            _ => StoreError::Sqlite(error),
        },
        StoreError::NotDatabase(_) => StoreError::NotDatabase(copy.to_owned()),
        StoreError::Newer(_) => StoreError::Newer(copy.to_owned()),
        StoreError::Older(_) => StoreError::Older(copy.to_owned()),
        other => other,
    };
    copy_file(copy, new)?;
    if with(copy, LOG).exists() {
        copy_file(&with(copy, LOG), &with(new, LOG))?;
    }
    let db = connect(new, OpenFlags::default())?;
    let version = db.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    // Otherwise another program's database, or an empty file, would become a new one of Dealer.
    if version.map_err(|error| broken(error.into()))? == 0 {
        return Err(StoreError::NotDatabase(copy.to_owned()));
    }
    let db = prepare(db, new).map_err(broken)?;
    // The backup does not know what happened in Discord after it was made.
    Tx(&db).doubt_controls().map_err(broken)?;
    Tx(&db).note_put_back().map_err(broken)?;
    // Closing merges the log.
    db.close().map_err(|(_, error)| broken(error.into()))
}

/// This name if it is free, otherwise with a number behind it.
pub(super) fn free_name(first: &Path) -> PathBuf {
    let numbered = (2..).map(|number| with(first, &format!("-{number}")));
    let mut names = std::iter::once(first.to_owned()).chain(numbered);
    // A folder has finitely many files, so a name is found.
    names
        .find(|name| !name.exists())
        .unwrap_or(first.to_owned())
}

pub(super) fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Copies a file, and waits until it is on the disk.
fn copy_file(from: &Path, to: &Path) -> Result<()> {
    let copied = std::fs::copy(from, to).and_then(|_| File::open(to)?.sync_all());
    copied.map_err(|error| StoreError::NotWritable {
        path: to.to_owned(),
        problem: error.to_string(),
    })
}

/// The size of a file in bytes; 0 if it does not exist.
pub(super) fn file_size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |about| about.len())
}

/// Makes new names in a file's folder reach the disk, where the system allows that.
pub(super) fn sync_folder(file: &Path) {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    // An error does no harm: this only makes the names survive a power cut.
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}

/// Renames a file, if it exists.
fn rename(from: &Path, to: &Path) -> Result<()> {
    done(from, std::fs::rename(from, to))
}

/// Deletes a database and its files, if it exists.
pub(super) fn remove(database: &Path) -> Result<()> {
    let files = own_files(database);
    files.iter().try_for_each(|file| remove_one(file))
}

pub(super) fn remove_one(file: &Path) -> Result<()> {
    done(file, std::fs::remove_file(file))
}

fn done(file: &Path, done: std::io::Result<()>) -> Result<()> {
    match done {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(StoreError::NotWritable {
                path: file.to_owned(),
                problem: error.to_string(),
            })
        }
        _ => Ok(()),
    }
}
