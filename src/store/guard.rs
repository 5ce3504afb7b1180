//! The lock file beside a database, which keeps a second process away. It also notes how the
//! database was left, so that a lost database or log is noticed.

use std::fs::{File, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::backup::{LOG, file_size, with};
use super::{Result, StoreError};

/// The content of the file: no database is known to have been here.
pub(super) const NONE: &str = "";
/// A process uses the database, or used it when it was killed: then the newest changes are in the
/// log.
pub(super) const OPEN: &str = "open  \n";
/// The database was closed.
pub(super) const CLOSED: &str = "closed\n";

/// How often to try for the lock, and how long to wait in between.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(50);

/// The file, locked while this value lives. It is never deleted.
#[derive(Debug)]
pub(super) struct Guard(File);

impl Guard {
    /// Locks other processes out of a database. Creates its folder if there is none.
    ///
    /// # Errors
    /// [`StoreError::InUse`], [`StoreError::NotWritable`], or [`StoreError::Unguarded`] where
    /// somebody has deleted the file.
    pub(super) fn take(path: &Path) -> Result<Guard> {
        let not_writable = |error: std::io::Error| StoreError::NotWritable {
            path: path.to_owned(),
            problem: error.to_string(),
        };
        let folder = path.parent();
        if let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(not_writable)?;
        }
        let name = with(path, ".lock");
        if !name.exists() && with(path, LOG).exists() {
            return Err(StoreError::Unguarded(path.to_owned()));
        }
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(name).map_err(not_writable)?;
        // A process that is just ending, or starting another program, may still hold it.
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Guard(file)),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(not_writable(error)),
            }
        }
        Err(StoreError::InUse(path.to_owned()))
    }

    /// Checks that the database and its log are still as they were left, and that the database has
    /// no second name: under that, another lock file would let a second process in.
    ///
    /// # Errors
    /// [`StoreError::Lost`], [`StoreError::LogLost`] or [`StoreError::Linked`].
    pub(super) fn check(&self, path: &Path) -> Result<()> {
        let mut noted = String::new();
        // An unreadable file says nothing.
        let _ = (&self.0).read_to_string(&mut noted);
        if noted != NONE && file_size(path) == 0 {
            return Err(StoreError::Lost(path.to_owned()));
        }
        if noted == OPEN && !with(path, LOG).exists() {
            return Err(StoreError::LogLost(path.to_owned()));
        }
        #[cfg(unix)]
        if std::fs::metadata(path).is_ok_and(|about| about.nlink() > 1) {
            return Err(StoreError::Linked(path.to_owned()));
        }
        Ok(())
    }

    /// Notes how the database is. If that cannot be written, at worst the next start notices.
    pub(super) fn note(&self, state: &str) {
        let mut file = &self.0;
        let written = file
            .rewind()
            .and_then(|()| file.write_all(state.as_bytes()))
            .and_then(|()| file.set_len(state.len() as u64))
            .and_then(|()| file.sync_data());
        if let Err(error) = written {
            tracing::warn!("can't write the database's lock file: {error}");
        }
    }
}

/// How a database's file begins (SQLite documentation, "Database File Format").
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Checks that a database could be at `path`, and creates nothing.
///
/// # Errors
/// [`StoreError::NotWritable`], or [`StoreError::NotDatabase`] for another kind of file.
pub fn may_exist(path: &Path) -> Result<()> {
    let whole = std::path::absolute(behind_links(path));
    let problem = match &whole {
        Err(error) => error.to_string(),
        Ok(whole) if whole.is_dir() => "it's a folder".to_owned(),
        Ok(whole) => {
            let mut above = whole.ancestors().skip(1);
            match above.find(|above| above.exists()) {
                Some(above) if !above.is_dir() => format!("{} isn't a folder", above.display()),
                Some(above) if !may_write(above) => {
                    format!("this user may not write to {}", above.display())
                }
                _ if whole.exists() && !may_write(whole) => {
                    "this user may not write to it".to_owned()
                }
                _ => {
                    let mut start = Vec::new();
                    let length = File::open(whole)
                        .and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut start));
                    return match length {
                        // SQLite makes a database of an empty file.
                        Ok(1..) if start != MAGIC => Err(StoreError::NotDatabase(path.to_owned())),
                        _ => Ok(()),
                    };
                }
            }
        }
    };
    Err(StoreError::NotWritable {
        path: path.to_owned(),
        problem,
    })
}

fn may_write(path: &Path) -> bool {
    #[cfg(unix)]
    return rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok();
    #[cfg(not(unix))]
    path.metadata()
        .is_ok_and(|about| !about.permissions().readonly())
}

/// The real path of a database, if `path` is a link to it: other files lie beside the real one.
pub(super) fn behind_links(path: &Path) -> PathBuf {
    /// More links than this lead round in a circle.
    const MAX: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX {
        let Ok(to) = path.read_link() else { break };
        path = path.with_file_name("").join(to);
    }
    path
}
