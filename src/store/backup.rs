//! A copy of the database, and one put back in its place.
//!
//! A database that was not closed has its newest changes in a log beside it. SQLite would play that
//! into whatever has the database's name: so a copy is never put beside another's log, and a
//! database that makes room takes its own with it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::OpenFlags;

use super::guard::{self, Guard, behind_links};
use super::{StoreError, Tx, connect, prepare};

/// What SQLite keeps beside a database: its log, and the log's index, which is made again where it
/// is missing.
pub(super) const LOG: &str = "-wal";
const LOG_INDEX: &str = "-shm";

/// What stands behind a database's name in that of the copy that takes its place: while it is made
/// and checked, and then until it is there. As long as there is one of the second name, what has
/// the database's may lack its log, or be nothing.
const MADE: &str = ".restoring";
const READY: &str = ".restored";

/// The files of a database: its own, those that SQLite keeps beside it until it is closed, and what
/// a copy leaves that was being put in its place.
pub(super) fn files(database: &Path) -> Vec<PathBuf> {
    let made = own_files(&with(database, MADE));
    let all = own_files(database).into_iter().chain(made);
    all.chain([with(database, READY)]).collect()
}

fn own_files(database: &Path) -> [PathBuf; 3] {
    ["", LOG, LOG_INDEX].map(|suffix| with(database, suffix))
}

/// Writes a consistent copy of the database at `from` to a new file, also while a bot uses it.
///
/// # Errors
/// A database that cannot be read, or in whose place a copy was being put; or a file that is there
/// already or cannot be written.
pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    let problem = |problem: String| StoreError::NotWritable {
        path: to.to_owned(),
        problem,
    };
    if to.exists() {
        return Err(problem("a file of this name already exists".to_owned()));
    }
    let from = &behind_links(from);
    if is_between(from) {
        // Its newest changes may be beside another name by now.
        return Err(StoreError::Between(from.to_owned()));
    }
    let source = connect(from, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|_| StoreError::NotDatabase(from.to_owned()))?;
    let target = connect(to, OpenFlags::default());
    let mut target = target.map_err(|error| problem(error.to_string()))?;
    let copy = rusqlite::backup::Backup::new(&source, &mut target)?;
    copy.run_to_completion(1_000, Duration::ZERO, None)?;
    Ok(())
}

/// Puts what [`backup`] has written in the place of a database that no process uses. What was there
/// is kept beside it, with its log, under the name that comes back; None where nothing was. The
/// copy itself stays as it is.
///
/// # Errors
/// [`StoreError::InUse`]; a copy that is none, is damaged or is of a newer Dealer; or what cannot
/// be written. The database is as it was then, unless it is the last step of all that fails: that
/// sentence says where it is.
pub fn restore(database: &Path, copy: &Path) -> Result<Option<PathBuf>, StoreError> {
    let database = &behind_links(database);
    let guard = Guard::take(database)?;
    let not_writable = |path: &Path, problem: String| StoreError::NotWritable {
        path: path.to_owned(),
        problem,
    };
    let new = with(database, MADE);
    // Left by one that was ended in the middle.
    remove(&new)?;
    if let Err(error) = is_whole(copy, &new) {
        remove(&new)?;
        return Err(error);
    }
    if file_size(&with(&new, LOG)) > 0 {
        // SQLite says nothing where its log cannot go into it.
        remove(&new)?;
        return Err(not_writable(&new, "the disk may be full".to_owned()));
    }
    let kept = match database.exists() {
        true => Some(free_name(database)),
        false => None,
    };
    let ready = with(database, READY);
    std::fs::rename(&new, &ready).map_err(|error| not_writable(&ready, error.to_string()))?;
    sync_folder(database);
    // Its log first, which must never be beside another database.
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

/// Whether a copy was being put in a database's place when that was ended in the middle.
pub(super) fn is_between(database: &Path) -> bool {
    with(database, READY).exists()
}

/// Copies a copy to a new file, with its log if it has one, and opens that as Dealer would: all of
/// it is there and is of a Dealer that is no newer than this one. Nothing is written beside the
/// copy, which may be where nobody may write.
fn is_whole(copy: &Path, new: &Path) -> Result<(), StoreError> {
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
    // Another program's, or an empty file, would be made a new database of Dealer's.
    if version.map_err(|error| broken(error.into()))? == 0 {
        return Err(StoreError::NotDatabase(copy.to_owned()));
    }
    let db = prepare(db, new).map_err(broken)?;
    // What was done in Discord after the copy was made is not known to it.
    Tx(&db).doubt_controls().map_err(broken)?;
    Tx(&db).note_put_back().map_err(broken)?;
    // Its log goes into it when it is closed.
    db.close().map_err(|(_, error)| broken(error.into()))
}

/// A name beside a database that nothing has: with `.before-restore`, and a number from the second
/// on.
fn free_name(database: &Path) -> PathBuf {
    let first = with(database, ".before-restore");
    let numbered = (2..).map(|number| with(database, &format!(".before-restore-{number}")));
    let mut names = std::iter::once(first.clone()).chain(numbered);
    // A folder has an end.
    names.find(|name| !name.exists()).unwrap_or(first)
}

pub(super) fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Copies a file down to the disk.
fn copy_file(from: &Path, to: &Path) -> Result<(), StoreError> {
    let copied = std::fs::copy(from, to).and_then(|_| File::open(to)?.sync_all());
    copied.map_err(|error| StoreError::NotWritable {
        path: to.to_owned(),
        problem: error.to_string(),
    })
}

/// 0 for one that is not there.
pub(super) fn file_size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |about| about.len())
}

/// The new names in a folder go down to the disk, where the system lets one do that with a folder.
pub(super) fn sync_folder(file: &Path) {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    // What is there is whole either way; this only has it outlast a power cut.
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}

/// Gives a file another name, if it is there.
fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    done(from, std::fs::rename(from, to))
}

/// Deletes a database, if it is there.
fn remove(database: &Path) -> Result<(), StoreError> {
    let files = own_files(database);
    files.iter().try_for_each(|file| remove_one(file))
}

pub(super) fn remove_one(file: &Path) -> Result<(), StoreError> {
    done(file, std::fs::remove_file(file))
}

fn done(file: &Path, done: std::io::Result<()>) -> Result<(), StoreError> {
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
