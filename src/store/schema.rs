//! The tables, version by version: a file of SQL each. A migration that has been released is never changed.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use super::StoreError;

/// Brings the database, which is in the file `path`, to the newest version.
///
/// # Errors
/// [`StoreError::Newer`] for one from a version that this one does not know;
/// [`StoreError::NotDatabase`] where something is missing that its own version has; or what SQLite
/// says.
pub fn migrate(db: &mut Connection, path: &Path) -> Result<(), StoreError> {
    use rusqlite_migration::Error;
    let of_path = |error| match error {
        Error::MigrationDefinition(_) | Error::SpecifiedSchemaVersion(_) => {
            StoreError::Newer(path.to_owned())
        }
        Error::RusqliteError { err, .. } => StoreError::Sqlite(err),
        error => StoreError::Sqlite(rusqlite::Error::ToSqlConversionFailure(Box::new(error))),
    };
    let version: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let version = usize::try_from(version).map_err(|_| StoreError::NotDatabase(path.to_owned()))?;
    let mut whole = Connection::open_in_memory()?;
    migrations()
        .to_version(&mut whole, version)
        .map_err(of_path)?;
    if let Some(part) = parts(&whole)?.difference(&parts(db)?).next() {
        tracing::error!("the database lacks the {part}");
        return Err(StoreError::NotDatabase(path.to_owned()));
    }
    migrations().to_latest(db).map_err(of_path)
}

/// The tables of a database with their columns, and what belongs to them, by their names.
fn parts(db: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    // What SQLite makes by itself is called `sqlite_…`.
    let sql = "SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' \
               UNION ALL SELECT 'column ' || t.name || '.' || c.name \
               FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'";
    let mut parts = db.prepare(sql)?;
    parts.query_map([], |row| row.get(0))?.collect()
}

fn migrations() -> Migrations<'static> {
    Migrations::new(vec![
        M::up(include_str!("migrations/01_tables.sql")),
        M::up(include_str!("migrations/02_ledger.sql")),
        M::up(include_str!("migrations/03_rulings.sql")),
        M::up(include_str!("migrations/04_practice_rounds.sql")),
        M::up(include_str!("migrations/05_role_duties.sql")),
        M::up(include_str!("migrations/06_conduct.sql")),
        M::up(include_str!("migrations/07_outages.sql")),
        M::up(include_str!("migrations/08_locked_for.sql")),
        M::up(include_str!("migrations/09_last_group.sql")),
        M::up(include_str!("migrations/10_stakes_by_game.sql")),
        M::up(include_str!("migrations/11_former_role_duties.sql")),
        M::up(include_str!("migrations/12_fewer_pages.sql")),
        M::up(include_str!("migrations/13_put_back.sql")),
        M::up(include_str!("migrations/14_unheard.sql")),
        M::up(include_str!("migrations/15_lost.sql")),
        M::up(include_str!("migrations/16_faces.sql")),
        M::up(include_str!("migrations/17_drafted_acts.sql")),
        M::up(include_str!("migrations/18_presets.sql")),
        M::up(include_str!("migrations/19_rehearsals.sql")),
        M::up(include_str!("migrations/20_member_threads.sql")),
        M::up(include_str!("migrations/21_stand_ins.sql")),
        M::up(include_str!("migrations/22_matches_by_game.sql")),
        M::up(include_str!("migrations/23_outage_of_a_server.sql")),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_migrations_are_valid() {
        assert_eq!(migrations().validate(), Ok(()));
    }

    /// Rows that a database of each version may have, in every table that it has more than the version before. Two people, one with three garnets; a match.
    const ROWS: [&str; 23] = [
        "INSERT INTO seasons (id, guild, name, current, host_role) VALUES (1, 5, 'First', 1, NULL);
        INSERT INTO cast_members (season, position, name, role, account, channel, garnets)
            VALUES (1, 0, 'Ann', 'player', 10, NULL, 3), (1, 1, 'Bo', 'dealer', NULL, NULL, 0);
        INSERT INTO matches (id, guild, channel, season, host, setup, opened_at_ms) VALUES (7, 5, 6, 1, 9, '{}', 1000);
        INSERT INTO people (match, position, account, bound, way) VALUES (7, 0, 10, NULL, 66);
        INSERT INTO journal (id, match, at_ms, match_ms, event) VALUES (3, 7, 1000, 0, '{}');
        INSERT INTO interactions (id, answer, at_ms) VALUES (1, '{}', 1000);
        INSERT INTO strikes (season, position, match, reason, at_ms) VALUES (1, 0, 7, 'late', 2000);
        INSERT INTO deadlines (match, due_ms) VALUES (7, 9000);
        INSERT INTO outbox (id, match, queue, body, state, created_at_ms, channel, message) VALUES (4, 7, 6, '{}', 'sent', 1000, 6, 77);
        INSERT INTO drafts (owner, match, prompt, body, updated_at_ms) VALUES (10, 7, 16, '{}', 1000);
        INSERT INTO heartbeat (id, at_ms) VALUES (1, 1000);",
        "INSERT INTO ledger (season, source, target, amount, reason, by, match, entry, at_ms) VALUES (1, 0, -1, 2, 'gift', 10, 7, 3, 2000);
        INSERT INTO ledger (season, source, target, amount, reason, match, entry, undoes, at_ms) VALUES (1, -1, 0, 2, 'back', 7, 3, last_insert_rowid(), 2500);
        INSERT INTO fates (season, position, was, became, match, entry, at_ms) VALUES (1, 0, 'player', 'eliminated', 7, 3, 2000);
        INSERT INTO audit (guild, season, match, by, deed, said, reason, at_ms) VALUES (5, 1, 7, 9, 'void', 'it is void', '', 2000);",
        "UPDATE outbox SET taken_back = 1, closed = 3 WHERE id = 4;",
        "INSERT INTO practice_rounds (match, next) VALUES (7, '{}');",
        "INSERT INTO role_duties (season, position, tell) VALUES (1, 0, 9);",
        "INSERT INTO held_results (match, entry, body) VALUES (7, 3, '[]');
        INSERT INTO locked_channels (match, channel) VALUES (7, 6);
        INSERT INTO locked_overwrites (match, channel, target, is_member, allow, deny) VALUES (7, 6, 5, 0, 0, 2048);
        INSERT INTO people_settings (account, settings) VALUES (10, '{}');
        INSERT INTO hellos (guild, account, state, at_ms) VALUES (5, 10, 'sent', 1000);",
        "INSERT INTO outages (id, from_ms, to_ms, at_ms) VALUES (2, 1000, 2000, 2000); UPDATE matches SET outage = 2;",
        "UPDATE locked_channels SET closed_for = '10,9';",
        "UPDATE last_group SET number = 5;",
        "INSERT INTO seasons (id, guild, name, current, settings) VALUES (2, 5, 'Second', 0, '{\"loser_garnets\": null}');",
        "INSERT INTO former_role_duties (season, account, tell) VALUES (1, 11, 9);",
        "INSERT INTO outbox (match, entry, queue, body, created_at_ms) VALUES (7, 3, 6, '{}', 3000);",
        "INSERT INTO put_back (match, copy_ms) VALUES (7, 2000);",
        "INSERT INTO unheard (since_ms) VALUES (1500);",
        "INSERT INTO lost (id, until_ms) VALUES (1, 2500);",
        "INSERT INTO faces (match, position, account, hash) VALUES (7, 0, 10, 'ab'), (7, 1, NULL, NULL);",
        "UPDATE drafts SET act = 'rank Ann' WHERE owner = 10;",
        "INSERT INTO presets (id, guild, game, name, body) VALUES (3, 5, 'gridlock', 'Evenings', '{}');",
        "INSERT INTO matches (id, guild, channel, host, setup, opened_at_ms, stakes) VALUES (8, 5, 60, 9, '{\"rehearsal\":true}', 1000, 'elimination');",
        "INSERT INTO member_threads (season, channel, account, thread) VALUES (1, 6, 10, 67);",
        "UPDATE people SET whose = 11;",
        "INSERT INTO matches (id, guild, channel, host, setup, opened_at_ms, stakes) VALUES (9, 5, 61, 9, '{\"game\":\"gridlock\"}', 1000, 'elimination');",
        "INSERT INTO outages (id, guild, from_ms, to_ms, at_ms) VALUES (5, 5, 3000, 4000, 4000);",
    ];

    /// What is there of each version's rows when its database has been brought to the newest one.
    const KEPT: [&[(&str, i64)]; 23] = [
        &[
            ("SELECT amount FROM ledger WHERE id = 1 AND target = 0", 3),
            (
                "SELECT message FROM outbox WHERE id = 4 AND match = 7 AND entry = 0",
                77,
            ),
            ("SELECT count(*) FROM strikes WHERE void = 0", 1),
            (
                "SELECT count(*) FROM matches WHERE stakes = 'nothing' AND over = 0",
                1,
            ),
            ("SELECT count(*) FROM cast_members WHERE gone = 0", 2),
            ("SELECT garnets FROM cast_members WHERE name = 'Ann'", 3),
            ("SELECT way FROM people", 66),
            ("SELECT match FROM journal WHERE id = 3", 7),
            ("SELECT at_ms FROM interactions", 1000),
            ("SELECT due_ms FROM deadlines", 9000),
            ("SELECT owner FROM drafts WHERE prompt = 16", 10),
            ("SELECT at_ms FROM heartbeat", 1000),
            ("SELECT count(*) FROM last_group", 1),
            (
                "SELECT count(*) FROM seasons WHERE id = 1 AND settings ->> 'loser_garnets' = 'bank'",
                1,
            ),
            (
                "SELECT settings ->> 'winner_bonus' FROM seasons WHERE id = 1",
                0,
            ),
        ],
        &[
            ("SELECT count(*) FROM ledger", 3),
            ("SELECT count(*) FROM ledger WHERE undoes IS NOT NULL", 1),
            ("SELECT entry FROM fates WHERE void = 0", 3),
            ("SELECT by FROM audit", 9),
        ],
        &[("SELECT closed FROM outbox WHERE taken_back = 1", 3)],
        &[("SELECT match FROM practice_rounds", 7)],
        &[("SELECT tell FROM role_duties WHERE told = 0", 9)],
        &[
            ("SELECT entry FROM held_results", 3),
            ("SELECT count(*) FROM locked_channels WHERE refused = 0", 1),
            ("SELECT deny FROM locked_overwrites", 2048),
            ("SELECT count(*) FROM people_settings", 1),
            ("SELECT count(*) FROM hellos WHERE state = 'sent'", 1),
        ],
        &[
            ("SELECT to_ms FROM outages WHERE id = 2", 2000),
            ("SELECT outage FROM matches", 2),
        ],
        &[(
            "SELECT count(*) FROM locked_channels WHERE closed_for = '10,9'",
            1,
        )],
        &[("SELECT number FROM last_group", 5)],
        &[(
            "SELECT count(*) FROM seasons WHERE id = 2 AND settings ->> 'loser_garnets' IS NULL",
            1,
        )],
        &[("SELECT account FROM former_role_duties WHERE tell = 9", 11)],
        &[("SELECT id FROM outbox WHERE state = 'pending'", 5)],
        &[("SELECT copy_ms FROM put_back WHERE match = 7", 2000)],
        &[("SELECT since_ms FROM unheard", 1500)],
        &[("SELECT until_ms FROM lost", 2500)],
        &[("SELECT account FROM faces WHERE hash = 'ab'", 10)],
        &[("SELECT prompt FROM drafts WHERE act = 'rank Ann'", 16)],
        &[("SELECT id FROM presets WHERE name = 'evenings'", 3)],
        &[(
            "SELECT id FROM matches WHERE over = 0 AND setup ->> 'rehearsal' = 1",
            8,
        )],
        &[("SELECT thread FROM member_threads", 67)],
        &[("SELECT account FROM people WHERE whose = 11", 10)],
        &[(
            "SELECT id FROM matches WHERE guild = 5 AND over = 0 AND setup ->> 'game' = 'gridlock'",
            9,
        )],
        &[
            ("SELECT guild FROM outages WHERE id = 5", 5),
            (
                "SELECT count(*) FROM outages WHERE id = 2 AND guild IS NOT NULL",
                0,
            ),
        ],
    ];

    #[test]
    fn rows_of_every_earlier_version_are_carried_over() {
        for versions in 1..=ROWS.len() {
            let mut db = Connection::open_in_memory().unwrap();
            for (version, rows) in ROWS[..versions].iter().enumerate() {
                migrations().to_version(&mut db, version + 1).unwrap();
                db.execute_batch(rows).unwrap();
            }
            migrate(&mut db, Path::new(":memory:")).unwrap();
            let one = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
            for (sql, value) in KEPT[..versions].iter().copied().flatten() {
                assert_eq!(one(sql), *value, "from version {versions}: {sql}");
            }
            assert_eq!(one("SELECT count(*) FROM pragma_foreign_key_check"), 0);
            let sound = "SELECT integrity_check = 'ok' FROM pragma_integrity_check";
            assert_eq!(one(sound), 1, "from version {versions}");
            assert_eq!(
                one("PRAGMA user_version"),
                ROWS.len() as i64,
                "each version has its rows here"
            );
        }
    }

    #[test]
    fn entries_and_posts_count_on_from_the_newest_there_has_been() {
        let mut db = Connection::open_in_memory().unwrap();
        for (version, rows) in ROWS[..11].iter().enumerate() {
            migrations().to_version(&mut db, version + 1).unwrap();
            db.execute_batch(rows).unwrap();
        }
        let post = "INSERT INTO outbox (queue, body, created_at_ms) VALUES (10, '{}', 4000)";
        db.execute_batch(&format!(
            "{post}; {post}; DELETE FROM outbox WHERE queue = 10"
        ))
        .unwrap();
        migrate(&mut db, Path::new(":memory:")).unwrap();
        db.execute_batch(post).unwrap();
        assert_eq!(db.last_insert_rowid(), 7);
        db.execute_batch(
            "INSERT INTO journal (match, at_ms, match_ms, event) VALUES (7, 0, 0, '{}')",
        )
        .unwrap();
        assert_eq!(db.last_insert_rowid(), 4);
        let counts = "SELECT count(*) FROM sqlite_sequence WHERE name IN ('journal', 'outbox')";
        let counts: i64 = db.query_row(counts, [], |row| row.get(0)).unwrap();
        assert_eq!(counts, 0);
    }
}
