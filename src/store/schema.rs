//! The tables. They begin with `migrations/base.sql`, and each later version is an SQL file beside
//! it. A released migration is never changed.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use super::{Result, StoreError};

/// The version that the base describes. Numbers go on from it, so the versions before it are empty.
const BASE: usize = 21;
/// The migrations since the base, in order.
const SINCE: [&str; 6] = [
    include_str!("migrations/22_matches_by_game.sql"),
    include_str!("migrations/23_outage_of_a_server.sql"),
    include_str!("migrations/24_pauses_are_no_rulings.sql"),
    include_str!("migrations/25_polls.sql"),
    include_str!("migrations/26_scheduled_events.sql"),
    include_str!("migrations/27_match_numbers.sql"),
];

/// The newest version, if the database is of an older one that can be migrated.
pub fn newer_version(db: &Connection) -> Option<usize> {
    let newest = BASE + SINCE.len();
    let version = db.query_row("PRAGMA user_version", [], |row| row.get(0));
    version
        .is_ok_and(|version: usize| (BASE..newest).contains(&version))
        .then_some(newest)
}

/// Migrates the database to the newest version. `path` is only for errors.
///
/// # Errors
/// [`StoreError::Newer`] if this version does not know the database's version,
/// [`StoreError::Older`] if it is from before the base, [`StoreError::NotDatabase`] if it lacks
/// something that its own version has, or what SQLite says.
pub fn migrate(db: &mut Connection, path: &Path) -> Result<()> {
    use rusqlite_migration::Error;
    let of_path = |error| match error {
        Error::MigrationDefinition(_) | Error::SpecifiedSchemaVersion(_) => {
            StoreError::Newer(path.to_owned())
        }
        Error::RusqliteError { err, .. } => StoreError::Sqlite(err),
        error => StoreError::Sqlite(rusqlite::Error::ToSqlConversionFailure(Box::new(error))),
    };
    let number: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let version = usize::try_from(number).map_err(|_| StoreError::NotDatabase(path.to_owned()))?;
    if (1..BASE).contains(&version) {
        return Err(StoreError::Older(path.to_owned()));
    }
    let mut whole = Connection::open_in_memory()?;
    migrations()
        .to_version(&mut whole, version)
        .map_err(of_path)?;
    if let Some(part) = parts(&whole)?.difference(&parts(db)?).next() {
        tracing::error!("the database is missing the {part}");
        return Err(StoreError::NotDatabase(path.to_owned()));
    }
    migrations().to_latest(db).map_err(of_path)
}

/// The names of a database's tables with their columns, and of its indexes and triggers.
fn parts(db: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    // SQLite's own parts are called `sqlite_…`.
    let sql = "SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' \
               UNION ALL SELECT 'column ' || t.name || '.' || c.name \
               FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'";
    let mut parts = db.prepare(sql)?;
    parts.query_map([], |row| row.get(0))?.collect()
}

fn migrations() -> Migrations<'static> {
    let mut steps = vec![M::up(include_str!("migrations/base.sql"))];
    steps.extend((1..BASE).map(|_| M::up("")));
    steps.extend(SINCE.map(M::up));
    Migrations::new(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database of version 21, made by the migrations up to it, with rows in every table.
    const VERSION_21: &[u8] = include_bytes!("migrations/version-21.db");

    /// A copy of it for a test to change.
    fn version_21(test: &str) -> Connection {
        let name = format!("dealer-version-21-{}-{test}.db", std::process::id());
        let file = std::env::temp_dir().join(name);
        std::fs::write(&file, VERSION_21).unwrap();
        let mut db = Connection::open_in_memory().unwrap();
        db.restore("main", &file, None::<fn(_)>).unwrap();
        std::fs::remove_file(&file).unwrap();
        db
    }

    fn texts(db: &Connection, sql: &str) -> Vec<String> {
        let mut statement = db.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// What SQLite says about every table: its columns, indexes and references.
    fn tables(db: &Connection) -> Vec<String> {
        let columns = "SELECT t.name || '.' || c.cid || ' ' || c.name || ' ' || c.type || ' ' ||
                c.\"notnull\" || ' ' || coalesce(c.dflt_value, '-') || ' ' || c.pk || ' ' || t.wr || t.strict
            FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c ORDER BY t.name, c.cid";
        let indexes = "SELECT t.name || ' ' || i.\"unique\" || i.origin || i.partial || ' ' ||
                (SELECT group_concat(coalesce(name, '?')) FROM pragma_index_info(i.name)) || ' ' ||
                coalesce((SELECT substr(sql, instr(sql, 'WHERE')) FROM sqlite_schema
                    WHERE name = i.name AND i.partial), '')
            FROM pragma_table_list t JOIN pragma_index_list(t.name) i ORDER BY 1";
        let references = "SELECT t.name || ' ' || f.\"from\" || ' ' || f.\"table\" || ' ' || coalesce(f.\"to\", '-')
            FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f ORDER BY 1";
        let counted = "SELECT 'counted ' || name FROM sqlite_schema
            WHERE sql LIKE '%AUTOINCREMENT%' ORDER BY 1";
        let checked = "SELECT name || ' ' || (length(sql) - length(replace(sql, 'CHECK', '')))
            FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%CHECK%' ORDER BY 1";
        [columns, indexes, references, counted, checked]
            .iter()
            .flat_map(|sql| texts(db, sql))
            .collect()
    }

    #[test]
    fn the_migrations_are_valid() {
        assert_eq!(migrations().validate(), Ok(()));
    }

    #[test]
    fn the_base_has_the_tables_of_version_21() {
        let mut db = Connection::open_in_memory().unwrap();
        migrations().to_version(&mut db, BASE).unwrap();
        assert_eq!(tables(&db), tables(&version_21("tables")));
    }

    #[test]
    fn a_database_of_version_21_opens_and_works() {
        let mut db = version_21("goes-on");
        let rows = |db: &Connection| {
            let names =
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
            let count = |table: String| {
                let count = format!("SELECT count(*) || ' {table}' FROM {table}");
                texts(db, &count).remove(0)
            };
            texts(db, names).into_iter().map(count).collect::<Vec<_>>()
        };
        let before = rows(&db);
        assert!(
            before.iter().all(|row| !row.starts_with("0 ")),
            "{before:?}"
        );
        migrate(&mut db, Path::new(":memory:")).unwrap();
        let after = rows(&db);
        for row in before {
            assert!(after.contains(&row), "{row}");
        }
        // The second is a rehearsal.
        let numbers = texts(
            &db,
            "SELECT id || ' ' || coalesce(number, '-') FROM matches ORDER BY id",
        );
        assert_eq!(numbers, ["7 1", "8 -"]);
        assert_eq!(texts(&db, "PRAGMA integrity_check"), ["ok"]);
        assert_eq!(
            texts(&db, "SELECT \"table\" FROM pragma_foreign_key_check"),
            [""; 0]
        );
    }

    /// A pause used to be a ruling too. Now it reads as one by `/match pause`.
    #[test]
    fn a_pause_stored_as_a_ruling_reads_as_a_pause() {
        let mut db = version_21("pauses");
        let ruled = r#"{"ruled":{"ruling":"pause","point":null,"told":[],"effects":["paused"]}}"#;
        let logged = "INSERT INTO audit (guild, by, deed, said, reason, at_ms) VALUES (1, 2, 'pause', ?1, 'x', 3)";
        let posted = "INSERT INTO outbox (queue, body, created_at_ms) VALUES (10, ?1, 4000)";
        let post = |said: &str| {
            format!(
                r#"{{"to":{{"channel":5}},"post":{{"audit":{{"by":2,"said":{said},"reason":"x"}}}}}}"#
            )
        };
        db.execute(logged, [ruled]).unwrap();
        let log = db.last_insert_rowid();
        db.execute(posted, [post(ruled)]).unwrap();
        let row = db.last_insert_rowid();
        migrate(&mut db, Path::new(":memory:")).unwrap();
        let said = format!("SELECT said FROM audit WHERE id = {log}");
        assert_eq!(texts(&db, &said), [r#""paused""#]);
        let body = format!("SELECT body FROM outbox WHERE id = {row}");
        assert_eq!(texts(&db, &body), [post(r#""paused""#)]);
    }

    #[test]
    fn a_database_from_before_the_base_is_refused() {
        for version in [1, BASE - 1] {
            let mut db = Connection::open_in_memory().unwrap();
            db.pragma_update(None, "user_version", version).unwrap();
            let refused = migrate(&mut db, Path::new("old.db")).unwrap_err();
            assert!(matches!(refused, StoreError::Older(_)), "{refused}");
        }
    }

    #[test]
    fn numbers_of_entries_and_posts_continue_from_the_newest() {
        let mut db = version_21("counts");
        migrate(&mut db, Path::new(":memory:")).unwrap();
        for (sql, expected) in [
            (
                "INSERT INTO outbox (queue, body, created_at_ms) VALUES (10, '{}', 4000)",
                6,
            ),
            (
                "INSERT INTO journal (match, at_ms, match_ms, event) VALUES (7, 0, 0, '{}')",
                4,
            ),
        ] {
            db.execute_batch(sql).unwrap();
            assert_eq!(db.last_insert_rowid(), expected, "{sql}");
        }
    }
}
