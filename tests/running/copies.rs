//! Copies of the database: making and restoring them.

use std::path::Path;

use dealer::store::{SeasonSettings, ServerId, Store};

use crate::{folder, refuses, works};

#[test]
fn a_copy_is_made_while_the_database_is_in_use() {
    let folder = folder("backup");
    let mut store = Store::open(&folder.join("data/dealer.db")).unwrap();
    add_season(&mut store, "First");
    works(&folder, "backup copy.db");
    let copy = Store::open(&folder.join("copy.db")).unwrap();
    let season = copy
        .read(|tx| tx.current_season(ServerId(5)))
        .unwrap()
        .unwrap();
    assert_eq!(season.name, "First");

    // The local Discord's copy must be asked for by name. The message says how.
    let folder = crate::folder("backup-local");
    Store::open(&folder.join("data/local-discord.db")).unwrap();
    refuses(
        &folder,
        "backup copy.db",
        2,
        "use `dealer backup --sandbox`",
    );
    works(&folder, "backup --sandbox copy.db");
    let said = works(&folder, "restore --sandbox copy.db");
    assert!(said.starts_with("data/local-discord.db is restored"));
}

/// What a killed process leaves.
const FILES: [&str; 4] = [
    "dealer.db",
    "dealer.db-wal",
    "dealer.db-shm",
    "dealer.db.lock",
];

#[test]
fn a_copy_is_restored_after_a_kill() {
    let running = folder("restored-from");
    let mut store = Store::open(&running.join("data/dealer.db")).unwrap();
    add_season(&mut store, "First");
    works(&running, "backup copy.db");
    add_season(&mut store, "Second");
    // A copy never replaces a database in use.
    refuses(
        &running,
        "restore copy.db",
        2,
        "is in use by another Dealer",
    );

    // A killed process leaves the database and a log with its newest changes.
    let folder = folder("restored");
    std::fs::create_dir(folder.join("data")).unwrap();
    for file in FILES {
        let from = running.join("data").join(file);
        std::fs::copy(from, folder.join("data").join(file)).unwrap();
    }
    std::fs::copy(running.join("copy.db"), folder.join("copy.db")).unwrap();
    let database = folder.join("data/dealer.db");

    // A file that isn't a copy changes nothing.
    std::fs::write(folder.join("empty.db"), "").unwrap();
    let mut torn = std::fs::read(folder.join("copy.db")).unwrap();
    let middle = torn.len() / 2;
    torn[middle..].fill(0xa5);
    std::fs::write(folder.join("torn.db"), torn).unwrap();
    for (copy, code, says) in [
        ("no.db", 2, "there's no backup no.db"),
        ("dealer.toml", 2, "there's no backup dealer.toml"),
        ("empty.db", 1, "empty.db isn't a backup of"),
        ("torn.db", 1, "or it's damaged"),
    ] {
        refuses(&folder, &format!("restore {copy}"), code, says);
        let left = std::fs::read_dir(folder.join("data")).unwrap();
        let left = left.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut left: Vec<String> = left.filter(|name| !name.ends_with(".lock")).collect();
        left.sort();
        let all = ["dealer.db", "dealer.db-shm", "dealer.db-wal"];
        assert_eq!(left, all, "{copy}");
    }

    let said = works(&folder, "restore copy.db");
    let kept = folder.join("data/dealer.db.before-restore");
    assert!(said.contains("data/dealer.db.before-restore"), "{said}");
    // Without a token it may be a copy of the local Discord.
    assert!(said.contains("`dealer restore --sandbox FILE`"), "{said}");
    assert_eq!(seasons(&database), ["First"]);
    // The old database is still there, with everything from its log.
    assert_eq!(seasons(&kept), ["Second", "First"]);
    // If the restore stops between any two steps, the result doesn't count as complete and isn't
    // started over. The same command finishes it.
    for lost in [&["dealer.db-wal"][..], &["dealer.db-wal", "dealer.db"]] {
        let folder = crate::folder("restored-between");
        std::fs::create_dir(folder.join("data")).unwrap();
        for file in FILES {
            let to = if lost.contains(&file) {
                file.replace("dealer.db", "dealer.db.before-restore")
            } else {
                file.to_owned()
            };
            let from = running.join("data").join(file);
            std::fs::copy(from, folder.join("data").join(to)).unwrap();
        }
        let (copy, data) = (running.join("copy.db"), folder.join("data"));
        std::fs::copy(&copy, folder.join("copy.db")).unwrap();
        std::fs::copy(&copy, data.join("dealer.db.restored")).unwrap();
        let refused = Store::open(&data.join("dealer.db"))
            .unwrap_err()
            .to_string();
        assert!(refused.contains("`dealer restore FILE` again"), "{refused}");
        let half = dealer::store::backup(&data.join("dealer.db"), &folder.join("half.db"));
        assert_eq!(half.unwrap_err().to_string(), refused);
        assert!(!folder.join("half.db").exists());
        works(&folder, "restore copy.db");
        assert_eq!(seasons(&data.join("dealer.db")), ["First"]);
        let kept = data.join("dealer.db.before-restore");
        assert_eq!(seasons(&kept), ["Second", "First"]);
    }
    // The database can be used and restored again. The copy hasn't changed.
    add_season(&mut Store::open(&database).unwrap(), "Third");
    works(&folder, "restore copy.db");
    assert_eq!(seasons(&database), ["First"]);
    let kept = folder.join("data/dealer.db.before-restore-2");
    assert_eq!(seasons(&kept), ["Third", "First"]);

    // A restore works even if the database is lost.
    std::fs::remove_dir_all(folder.join("data")).unwrap();
    works(&folder, "restore copy.db");
    assert_eq!(seasons(&database), ["First"]);
}

fn add_season(store: &mut Store, name: &str) {
    let settings = SeasonSettings::default();
    store
        .write(|tx| tx.add_season(ServerId(5), name, None, &settings))
        .unwrap();
}

/// The names of a database's seasons, newest first.
fn seasons(database: &Path) -> Vec<String> {
    // The kept database has a log but no lock file. Nobody uses it here.
    std::fs::File::options()
        .create(true)
        .append(true)
        .open(format!("{}.lock", database.display()))
        .unwrap();
    let store = Store::open(database).unwrap();
    let seasons = store.read(|tx| tx.seasons(ServerId(5))).unwrap();
    seasons.into_iter().map(|season| season.name).collect()
}
