//! The file beside a database that keeps a second process from it. It also says what was there when
//! the database was last used, so that a database or a log that was lost since is noticed.

use std::fs::{File, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::StoreError;
use super::backup::{LOG, file_size, with};

/// What stands in the file: no database was here that is known of.
pub(super) const NONE: &str = "";
/// A process has the database, or had it when it was killed: then its newest changes are in its
/// log.
pub(super) const OPEN: &str = "open  \n";
/// The database was closed.
pub(super) const CLOSED: &str = "closed\n";

/// How often the lock is tried for, and how long between.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(50);

/// The file, locked as long as this is kept. It is never deleted.
#[derive(Debug)]
pub(super) struct Guard(File);

impl Guard {
    /// Keeps other processes from a database, whose folder is made where there is none.
    ///
    /// # Errors
    /// [`StoreError::InUse`], [`StoreError::NotWritable`], or [`StoreError::Unguarded`] where
    /// somebody has deleted the file.
    pub(super) fn take(path: &Path) -> Result<Guard, StoreError> {
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
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(name).map_err(not_writable)?;
        // A process that has just ended, or is about to start another program, may hold it still.
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Guard(file)),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(not_writable(error)),
            }
        }
        Err(StoreError::InUse(path.to_owned()))
    }

    /// Whether what was there when the database was last used is there still.
    ///
    /// # Errors
    /// [`StoreError::Lost`] or [`StoreError::LogLost`].
    pub(super) fn check(&self, path: &Path) -> Result<(), StoreError> {
        let mut noted = String::new();
        // One that cannot be read says nothing.
        let _ = (&self.0).read_to_string(&mut noted);
        if noted != NONE && file_size(path) == 0 {
            return Err(StoreError::Lost(path.to_owned()));
        }
        if noted == OPEN && !with(path, LOG).exists() {
            return Err(StoreError::LogLost(path.to_owned()));
        }
        Ok(())
    }

    /// Writes down how the database is. Where the disk does not take that, it is found out at the
    /// next start at worst.
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

/// The database's own path, where a path is a link to it: what is kept beside it is beside the
/// database, whatever the link is called.
pub(super) fn behind_links(path: &Path) -> PathBuf {
    /// Links that lead round in a circle lead to no file.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        let Ok(to) = path.read_link() else { break };
        path = path.with_file_name("").join(to);
    }
    path
}
