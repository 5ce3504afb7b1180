//! Only one process may use a database, and missing parts of it are noticed.

use std::path::{Path, PathBuf};

use dealer::store::{SeasonSettings, ServerId, Store, StoreError};
use rusqlite::Connection;

use crate::{folder, works};

/// A database with a season in a folder of its own, open.
fn kept(name: &str) -> (PathBuf, Store) {
    let database = folder(name).join("dealer.db");
    let mut store = Store::open(&database).unwrap();
    store
        .write(|tx| tx.add_season(ServerId(5), "First", None, &SeasonSettings::default()))
        .unwrap();
    (database, store)
}

/// The files that a killed process leaves, in another folder.
fn killed(name: &str) -> PathBuf {
    let (database, _store) = kept(&format!("{name}-running"));
    let there = folder(name).join("dealer.db");
    for ending in ["", "-wal", "-shm", ".lock"] {
        std::fs::copy(beside(&database, ending), beside(&there, ending)).unwrap();
    }
    there
}

fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn seasons(database: &Path) -> usize {
    let store = Store::open(database).unwrap();
    store.read(|tx| tx.seasons(ServerId(5))).unwrap().len()
}

#[test]
#[cfg(unix)]
fn a_link_does_not_let_a_second_process_in() {
    let (database, store) = kept("link");
    let link = database.with_file_name("link.db");
    std::os::unix::fs::symlink("dealer.db", &link).unwrap();
    let refused = Store::open(&link).unwrap_err();
    assert!(matches!(refused, StoreError::InUse(_)), "{refused}");
    drop(store);
    // The link leads to the same database, and so does a file that replaces it.
    assert_eq!(seasons(&link), 1);
    let copy = database.with_file_name("copy.db");
    dealer::store::backup(&link, &copy).unwrap();
    let kept = dealer::store::restore(&link, &copy).unwrap();
    assert_eq!(kept, Some(beside(&database, ".before-restore")));
    assert!(link.is_symlink() && !database.is_symlink());
    assert_eq!(seasons(&link), 1);
    // A hard link is no link to follow, so it is refused, in use or not.
    let hard = database.with_file_name("hard.db");
    std::fs::hard_link(&database, &hard).unwrap();
    for path in [&hard, &database] {
        let refused = Store::open(path).unwrap_err();
        assert!(matches!(refused, StoreError::Linked(_)), "{refused}");
    }
    std::fs::remove_file(&hard).unwrap();
    assert_eq!(seasons(&database), 1);
    // The same holds before the database exists.
    let link = database.with_file_name("next.db");
    std::os::unix::fs::symlink("new.db", &link).unwrap();
    let _store = Store::open(&link).unwrap();
    let refused = Store::open(&database.with_file_name("new.db")).unwrap_err();
    assert!(matches!(refused, StoreError::InUse(_)), "{refused}");
}

#[test]
fn without_its_lock_file_a_database_in_use_is_refused() {
    let (database, store) = kept("lock");
    std::fs::remove_file(beside(&database, ".lock")).unwrap();
    for _ in 0..2 {
        let refused = Store::open(&database).unwrap_err();
        assert!(matches!(refused, StoreError::Unguarded(_)), "{refused}");
    }
    drop(store);
    // A database that was closed has no log, and nobody uses it.
    assert_eq!(seasons(&database), 1);

    // A copy from elsewhere may be used once somebody confirms that nobody else does.
    let database = killed("lock-copied");
    let lock = beside(&database, ".lock");
    std::fs::remove_file(&lock).unwrap();
    assert!(Store::open(&database).is_err());
    std::fs::write(&lock, "").unwrap();
    assert_eq!(seasons(&database), 1);
}

#[test]
fn an_emptied_or_missing_database_is_not_created_again() {
    for (name, is_killed) in [("emptied", false), ("emptied-killed", true)] {
        let database = if is_killed {
            killed(name)
        } else {
            kept(name).0
        };
        std::fs::write(&database, "").unwrap();
        for _ in 0..2 {
            let refused = Store::open(&database).unwrap_err();
            assert!(matches!(refused, StoreError::Lost(_)), "{refused}");
            let _ = std::fs::remove_file(&database);
        }
        assert!(!database.exists());
        // This is what the message says.
        std::fs::remove_file(beside(&database, ".lock")).unwrap();
        let _ = std::fs::remove_file(beside(&database, "-wal"));
        assert_eq!(seasons(&database), 0);
    }
}

#[test]
fn a_missing_log_is_noticed() {
    let database = killed("log");
    assert_eq!(seasons(&database), 1);
    assert_eq!(seasons(&database), 1);

    let database = killed("log-lost");
    std::fs::rename(beside(&database, "-wal"), beside(&database, "-kept")).unwrap();
    let said = Store::open(&database).unwrap_err().to_string();
    assert!(said.contains("dealer.db-wal is gone"), "{said}");
    // With its log put back, the database is complete.
    std::fs::rename(beside(&database, "-kept"), beside(&database, "-wal")).unwrap();
    assert_eq!(seasons(&database), 1);

    // Like any copy, the database can also continue without its log.
    let (database, mut store) = kept("log-without");
    drop(store);
    store = Store::open(&database).unwrap();
    let other = folder("log-without-killed").join("dealer.db");
    for ending in ["", ".lock"] {
        std::fs::copy(beside(&database, ending), beside(&other, ending)).unwrap();
    }
    drop(store);
    assert!(matches!(Store::open(&other), Err(StoreError::LogLost(_))));
    let toml = "database = 'dealer.db'";
    let at = other.parent().unwrap();
    std::fs::write(at.join("dealer.toml"), toml).unwrap();
    works(at, "restore dealer.db");
    assert_eq!(seasons(&other), 1);
}

#[test]
fn a_database_without_a_table_or_column_is_refused() {
    for (name, lost) in [
        ("table", "DROP TABLE heartbeat"),
        ("column", "ALTER TABLE matches DROP COLUMN positions"),
        ("index", "DROP INDEX deadlines_by_time"),
    ] {
        let (database, store) = kept(&format!("lacks-{name}"));
        drop(store);
        let copy = database.with_file_name("copy.db");
        dealer::store::backup(&database, &copy).unwrap();
        let db = Connection::open(&copy).unwrap();
        db.execute_batch(lost).unwrap();
        db.close().unwrap();
        let refused = dealer::store::restore(&database, &copy).unwrap_err();
        assert!(matches!(&refused, StoreError::NotDatabase(file) if *file == copy));
        assert_eq!(seasons(&database), 1);
        // Nor does Dealer open it.
        let refused = Store::open(&copy).unwrap_err();
        assert!(matches!(refused, StoreError::NotDatabase(_)), "{refused}");
    }
}

#[test]
fn a_path_that_looks_like_an_address_is_a_path() {
    for name in ["file:c.db?mode=memory", ":memory:"] {
        let folder = folder("address");
        let database = folder.join("data/dealer.db");
        drop(Store::open(&database).unwrap());
        works(&folder, &format!("backup {name}"));
        assert!(folder.join(name).exists(), "{name}");
        // It really is the copy.
        works(&folder, &format!("restore {name}"));
        let left = std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(left, 2, "only data/ and the copy are there");
    }
}

#[test]
fn a_database_of_an_older_version_is_kept_before_it_is_migrated() {
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations/version-21.db");
    let folder = folder("older");
    let database = folder.join("dealer.db");
    std::fs::copy(old, &database).unwrap();
    let version = |file: &Path| {
        let db = Connection::open(file).unwrap();
        db.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    drop(Store::open(&database).unwrap());
    let newest = version(&database);
    let kept = folder.join(format!("backups/dealer-before-version-{newest}.db"));
    assert_eq!((version(&kept), newest > 21), (21, true));
    // Once is enough.
    drop(Store::open(&database).unwrap());
    assert_eq!(
        std::fs::read_dir(folder.join("backups")).unwrap().count(),
        1
    );
}
