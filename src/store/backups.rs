//! Backups that Dealer makes by itself, in a folder beside the database.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use games::WallMs;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rusqlite::OpenFlags;

use super::backup::{backup, free_name, remove, sync_folder, with};
use super::{Result, StoreError, connect};

/// With less free space than this on the disk, somebody has to make room: bytes.
pub const LITTLE_SPACE: u64 = 200_000_000;

/// Where backups are kept, how often one is made, and how many stay.
#[derive(Debug)]
pub struct Backups {
    database: PathBuf,
    /// None: none is made.
    pub every: Option<Duration>,
    keep: usize,
    /// [`LITTLE_SPACE`], but for tests.
    pub little: u64,
    /// Why the last attempt failed; None if it didn't.
    failed: Mutex<Option<String>>,
}

/// When a backup was made, in its name. In UTC, so that names sort by time.
const TIME: &str = "%Y-%m-%d-%H%M%S";
const ENDING: &str = ".db";
/// The end of the name of a copy that isn't checked yet.
const UNCHECKED: &str = ".unchecked";

impl Backups {
    pub fn new(database: &Path, every: Option<Duration>, keep: usize) -> Backups {
        Backups {
            database: database.to_owned(),
            every,
            keep,
            little: LITTLE_SPACE,
            failed: Mutex::default(),
        }
    }

    /// When the newest backup was made; None if there's none.
    pub fn newest_ms(&self) -> Option<WallMs> {
        self.kept().into_iter().map(|(made_ms, _)| made_ms).max()
    }

    /// When the next backup is due; None if none is made.
    pub fn due_ms(&self) -> Option<WallMs> {
        let every = u64::try_from(self.every?.as_millis()).unwrap_or(u64::MAX);
        let newest = self.newest_ms();
        Some(newest.map_or_else(WallMs::default, |newest| newest + every))
    }

    /// How many bytes are free where the database is, if that is little.
    pub fn little_space(&self) -> Option<u64> {
        free_bytes(&self.database).filter(|free| *free < self.little)
    }

    /// Why the last attempt failed; None if it didn't.
    pub fn failed(&self) -> Option<String> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.clone()
    }

    /// Makes a backup while a bot uses the database, opens it to check that it is whole, and
    /// deletes the oldest ones beyond those that stay.
    ///
    /// # Errors
    /// The database can't be read, or the backup can't be written or isn't whole.
    pub fn make(&self, now_ms: WallMs) -> Result<PathBuf> {
        let backup = self.try_to_make(now_ms);
        let why = backup.as_ref().err().map(|error| match error {
            StoreError::NotWritable { problem, .. } => problem.clone(),
            error => error.to_string(),
        });
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = why;
        backup
    }

    fn try_to_make(&self, now_ms: WallMs) -> Result<PathBuf> {
        let ms = i64::try_from(now_ms.0).unwrap_or_default();
        let now = Timestamp::from_millisecond(ms).unwrap_or_default();
        let new = named(&self.database, &now.strftime(TIME).to_string());
        make_folder(&new)?;
        write_checked(&self.database, &new)?;
        let mut backups = self.kept();
        backups.sort_unstable();
        for (_, oldest) in backups.iter().rev().skip(self.keep) {
            remove(oldest)?;
        }
        Ok(new)
    }

    /// All backups that were made by themselves, and when.
    fn kept(&self) -> Vec<(WallMs, PathBuf)> {
        let folder = folder(&self.database);
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let before = format!("{}-", stem(&self.database));
        let backup = |path: PathBuf| {
            let name = path.file_name()?.to_str()?;
            let written = name.strip_prefix(&before)?.strip_suffix(ENDING)?;
            let time = DateTime::strptime(TIME, written).ok()?;
            let made_at = time.to_zoned(TimeZone::UTC).ok()?.timestamp();
            Some((WallMs(made_at.as_millisecond().try_into().ok()?), path))
        };
        files.filter_map(|file| backup(file.path())).collect()
    }
}

/// How many bytes are free where a file is, or is to be, if the system tells.
pub fn free_bytes(file: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let file = std::path::absolute(file).ok()?;
        let there = file.ancestors().find(|folder| folder.is_dir())?;
        let disk = rustix::fs::statvfs(there).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}

/// Keeps the database as it is before it becomes one of a newer version, which an older Dealer
/// can't open any more.
///
/// # Errors
/// The database can't be read, or the copy can't be written or isn't whole. Then the database
/// should stay as it is.
pub(super) fn before_migration(database: &Path, version: usize) -> Result<PathBuf> {
    let copy = free_name(&named(database, &format!("before-version-{version}")));
    make_folder(&copy)?;
    write_checked(database, &copy)?;
    Ok(copy)
}

/// A name in the folder of backups, such as `backups/dealer-2026-11-29-190000.db`.
fn named(database: &Path, what: &str) -> PathBuf {
    folder(database).join(format!("{}-{what}{ENDING}", stem(database)))
}

fn folder(database: &Path) -> PathBuf {
    database.with_file_name("backups")
}

fn stem(database: &Path) -> String {
    let stem = database.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn make_folder(file: &Path) -> Result<()> {
    let folder = file.parent().unwrap_or(file);
    std::fs::create_dir_all(folder).map_err(|error| not_writable(folder, error))
}

fn not_writable(path: &Path, error: io::Error) -> StoreError {
    StoreError::NotWritable {
        path: path.to_owned(),
        problem: error.to_string(),
    }
}

/// Writes a backup that has its name only once it is whole.
fn write_checked(database: &Path, new: &Path) -> Result<()> {
    let unchecked = with(new, UNCHECKED);
    // Left by an attempt that was interrupted.
    remove(&unchecked)?;
    let written = backup(database, &unchecked).and_then(|()| check(&unchecked));
    if written.is_err() {
        remove(&unchecked)?;
    }
    written?;
    std::fs::rename(&unchecked, new).map_err(|error| not_writable(new, error))?;
    sync_folder(new);
    Ok(())
}

/// Opens a backup and reads every page of it.
fn check(copy: &Path) -> Result<()> {
    let db = connect(copy, OpenFlags::default())?;
    let sound: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    db.close().map_err(|(_, error)| error)?;
    if sound == "ok" {
        Ok(())
    } else {
        Err(StoreError::NotDatabase(copy.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::*;

    /// A folder of its own with a database, and the database's name.
    fn database(test: &str) -> (Store, PathBuf) {
        let folder = format!("dealer-backups-{}-{test}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        let path = folder.join("dealer.db");
        (Store::open(&path).unwrap(), path)
    }

    #[test]
    fn a_backup_is_made_each_day_and_the_newest_stay() {
        const DAY_MS: u64 = 86_400_000;
        let (mut store, path) = database("daily");
        let backups = Backups::new(&path, Some(Duration::from_secs(86_400)), 2);
        assert_eq!(
            (backups.newest_ms(), backups.due_ms()),
            (None, Some(WallMs(0)))
        );
        let folder = path.with_file_name("backups");
        for day in 1..=3 {
            store.write(|tx| tx.beat(WallMs(day))).unwrap();
            let made = backups.make(WallMs(day * DAY_MS)).unwrap();
            assert_eq!(
                made,
                folder.join(format!("dealer-1970-01-0{}-000000.db", day + 1))
            );
            assert_eq!(backups.due_ms(), Some(WallMs((day + 1) * DAY_MS)));
            let copy = Store::open(&made).unwrap();
            assert_eq!(copy.read(|tx| tx.last_beat()).unwrap(), Some(WallMs(day)));
        }
        // Files of other names are nobody's business.
        std::fs::write(folder.join("dealer-mine.db"), "").unwrap();
        backups.make(WallMs(4 * DAY_MS)).unwrap();
        let days: Vec<u64> = backups
            .kept()
            .iter()
            .map(|(made, _)| made.0 / DAY_MS)
            .collect();
        assert_eq!(days.len(), 2);
        assert!(days.contains(&3) && days.contains(&4), "{days:?}");
        assert!(folder.join("dealer-mine.db").exists());
    }

    #[test]
    fn a_failed_backup_says_why_and_leaves_nothing() {
        let (_store, path) = database("failed");
        let backups = Backups::new(&path, None, 1);
        let folder = path.with_file_name("backups");
        // A file stands where the folder should be.
        std::fs::write(&folder, "").unwrap();
        assert!(matches!(
            backups.make(WallMs(0)),
            Err(StoreError::NotWritable { .. })
        ));
        assert!(backups.failed().is_some());
        std::fs::remove_file(&folder).unwrap();
        backups.make(WallMs(0)).unwrap();
        assert_eq!((backups.failed(), backups.due_ms()), (None, None));
    }
}
