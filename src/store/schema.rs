//! The tables, version by version. A migration that has been released is never changed.

use std::path::Path;

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use super::StoreError;

/// Brings the database, which is in the file `path`, to the newest version.
///
/// # Errors
/// [`StoreError::Newer`] for one from a version that this one does not know; or what SQLite says.
pub fn migrate(db: &mut Connection, path: &Path) -> Result<(), StoreError> {
    match migrations().to_latest(db) {
        Ok(()) => Ok(()),
        Err(rusqlite_migration::Error::MigrationDefinition(_)) => {
            Err(StoreError::Newer(path.to_owned()))
        }
        Err(rusqlite_migration::Error::RusqliteError { err, .. }) => Err(StoreError::Sqlite(err)),
        Err(error) => {
            let error = Box::new(error);
            Err(StoreError::Sqlite(rusqlite::Error::ToSqlConversionFailure(
                error,
            )))
        }
    }
}

fn migrations() -> Migrations<'static> {
    Migrations::new(vec![
        M::up(VERSION_1),
        M::up(VERSION_2),
        M::up(RULINGS),
        M::up(PRACTICE_ROUNDS),
        M::up(ROLE_DUTIES),
        M::up(CONDUCT),
        M::up(OUTAGES),
        M::up(LOCKED_FOR),
        M::up(LAST_GROUP),
        M::up(STAKES_BY_GAME),
        M::up(FORMER_ROLE_DUTIES),
        M::up(FEWER_PAGES),
        M::up(PUT_BACK),
        M::up(UNHEARD),
        M::up(LOST),
        M::up(FACES),
        M::up(DRAFTED_ACTS),
        M::up(PRESETS),
        M::up(REHEARSALS),
        M::up(MEMBER_THREADS),
    ])
}

/// Times are milliseconds since the Unix epoch; ids of accounts, servers and channels are Discord's.
const VERSION_1: &str = "
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- The one that new matches of the server belong to.
    current INTEGER NOT NULL,
    host_role INTEGER
) STRICT;
CREATE UNIQUE INDEX current_season ON seasons (guild) WHERE current = 1;

CREATE TABLE cast_members (
    season INTEGER NOT NULL REFERENCES seasons,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    account INTEGER,
    -- The private channel bound to this member, if any.
    channel INTEGER,
    garnets INTEGER NOT NULL CHECK (garnets >= 0),
    PRIMARY KEY (season, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    season INTEGER REFERENCES seasons,
    host INTEGER NOT NULL,
    setup TEXT NOT NULL,
    opened_at_ms INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX open_match ON matches (channel) WHERE over = 0;

-- Whose account acts for a cast member in a match; a guest has no row.
CREATE TABLE people (
    match INTEGER NOT NULL REFERENCES matches,
    position INTEGER NOT NULL,
    account INTEGER NOT NULL,
    -- Where this person can be reached in private: a bound channel, and the one that was found open when they were written to.
    bound INTEGER,
    way INTEGER,
    PRIMARY KEY (match, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX people_by_account ON people (account);

CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES matches,
    at_ms INTEGER NOT NULL,
    match_ms INTEGER NOT NULL,
    event TEXT NOT NULL
) STRICT;
CREATE INDEX journal_by_match ON journal (match, id);

-- An interaction that has been taken, with what was answered, so that the same one twice changes nothing and is answered the same.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    answer TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE strikes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    season INTEGER NOT NULL,
    position INTEGER NOT NULL,
    match INTEGER REFERENCES matches,
    reason TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    FOREIGN KEY (season, position) REFERENCES cast_members
) STRICT;

CREATE TABLE deadlines (
    match INTEGER PRIMARY KEY REFERENCES matches,
    due_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX deadlines_by_time ON deadlines (due_ms);

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES matches,
    -- The channel that the post belongs to, or the account of the person whom it is for: posts of one queue go out in order.
    queue INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'void', 'failed')),
    created_at_ms INTEGER NOT NULL,
    channel INTEGER,
    message INTEGER,
    -- 0: its controls are alive; 2: they are to be switched off; 1: they are off, or there are none.
    closed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX outbox_pending ON outbox (queue, id) WHERE state = 'pending';
CREATE INDEX outbox_by_match ON outbox (match, id);
CREATE INDEX outbox_by_message ON outbox (message) WHERE message IS NOT NULL;

-- Panels that somebody has not finished.
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL,
    -- For a panel of a match: which, and what was asked.
    match INTEGER REFERENCES matches,
    prompt INTEGER,
    body TEXT NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX panel_draft ON drafts (match, owner) WHERE match IS NOT NULL;

-- When the process was last known to be up.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at_ms INTEGER NOT NULL
) STRICT;
";

/// Seasons with a ledger, strikes that can be taken back, what became of people, stakes and results of matches, and what hosts ruled.
const VERSION_2: &str = "
-- What the season's hosts have set, as JSON; what is left out has its default.
ALTER TABLE seasons ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
-- Garnets that nobody has.
ALTER TABLE seasons ADD COLUMN bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0);
ALTER TABLE seasons ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;

-- Whoever has left the cast keeps their position, so that what is written of them stays true.
ALTER TABLE cast_members ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;

-- The season's position of each of the match's cast, as a JSON array with nulls; empty where they are the same.
ALTER TABLE matches ADD COLUMN positions TEXT NOT NULL DEFAULT '[]';
ALTER TABLE matches ADD COLUMN stakes TEXT NOT NULL DEFAULT 'nothing' CHECK (stakes IN ('nothing', 'elimination', 'best_of_three'));
ALTER TABLE matches ADD COLUMN over_at_ms INTEGER;
-- As the record has it.
ALTER TABLE matches ADD COLUMN result TEXT;
CREATE INDEX matches_by_season ON matches (season, id) WHERE season IS NOT NULL;

-- Garnets that moved. A purse is a position of the cast, -1 the bank, null nobody's. Lines are only ever added: what is taken back is moved back.
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    season INTEGER NOT NULL REFERENCES seasons,
    source INTEGER,
    target INTEGER,
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    -- The account that moved them; null for the referee.
    by INTEGER,
    -- The journal entry that brought it about.
    match INTEGER REFERENCES matches,
    entry INTEGER REFERENCES journal,
    -- The line that this one takes back.
    undoes INTEGER UNIQUE REFERENCES ledger,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_by_season ON ledger (season, id);
INSERT INTO ledger (season, source, target, amount, reason, at_ms)
    SELECT season, NULL, position, garnets, 'the beginning', 0 FROM cast_members WHERE garnets > 0 ORDER BY season, position;

ALTER TABLE strikes ADD COLUMN by INTEGER;
ALTER TABLE strikes ADD COLUMN entry INTEGER REFERENCES journal;
ALTER TABLE strikes ADD COLUMN void INTEGER NOT NULL DEFAULT 0;

-- Who became what by which journal entry: eliminations.
CREATE TABLE fates (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    season INTEGER NOT NULL,
    position INTEGER NOT NULL,
    was TEXT NOT NULL,
    became TEXT NOT NULL,
    match INTEGER REFERENCES matches,
    entry INTEGER REFERENCES journal,
    by INTEGER,
    void INTEGER NOT NULL DEFAULT 0,
    at_ms INTEGER NOT NULL,
    FOREIGN KEY (season, position) REFERENCES cast_members
) STRICT;

-- What hosts did, for those who ask later.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    season INTEGER REFERENCES seasons,
    match INTEGER REFERENCES matches,
    by INTEGER NOT NULL,
    deed TEXT NOT NULL,
    said TEXT NOT NULL,
    reason TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_by_guild ON audit (guild, id);

-- A post need not be a match's; one that is knows the journal entry that it followed.
CREATE TABLE outbox_2 (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER REFERENCES matches,
    entry INTEGER NOT NULL DEFAULT 0,
    queue INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'void', 'failed')),
    created_at_ms INTEGER NOT NULL,
    channel INTEGER,
    message INTEGER,
    closed INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO outbox_2 (id, match, queue, body, state, created_at_ms, channel, message, closed)
    SELECT id, match, queue, body, state, created_at_ms, channel, message, closed FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_2 RENAME TO outbox;
CREATE INDEX outbox_pending ON outbox (queue, id) WHERE state = 'pending';
CREATE INDEX outbox_by_match ON outbox (match, id);
CREATE INDEX outbox_by_message ON outbox (message) WHERE message IS NOT NULL;
";

/// Posts that a ruling has taken back. `closed`: 1 when a post's controls are off, 2 when they are to be switched off, 3 when it is to be marked as
/// taken back, 4 when that mark is to be taken away, 5 when it is to be looked at whether they are on it at all.
const RULINGS: &str = "
ALTER TABLE outbox ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outbox_to_edit ON outbox (match) WHERE closed > 1;
";

/// What the conduct around matches needs.
const CONDUCT: &str = "
-- Results that wait until a host releases them: the letters with which they are told.
CREATE TABLE held_results (
    match INTEGER PRIMARY KEY REFERENCES matches,
    entry INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- While a match is live some may not write in a channel. What an exception of the channel was before Dealer changed it (null: there was none),
-- and what Dealer made of it; written before the change, so that it can be put back after a crash too.
CREATE TABLE locked_channels (
    match INTEGER NOT NULL REFERENCES matches,
    channel INTEGER NOT NULL,
    -- Whether Dealer was refused, and leaves the channel as it is.
    refused INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, channel)
) STRICT, WITHOUT ROWID;
CREATE TABLE locked_overwrites (
    match INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    -- A role or an account.
    target INTEGER NOT NULL,
    is_member INTEGER NOT NULL,
    allow_before INTEGER,
    deny_before INTEGER,
    allow INTEGER NOT NULL,
    deny INTEGER NOT NULL,
    PRIMARY KEY (match, channel, target),
    FOREIGN KEY (match, channel) REFERENCES locked_channels
) STRICT, WITHOUT ROWID;

-- What people have settled for themselves, as JSON; what is left out has its default.
CREATE TABLE people_settings (
    account INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

-- Who of a server was said hello to in private: sent, closed to it, or confirmed by them.
CREATE TABLE hellos (
    guild INTEGER NOT NULL,
    account INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sent', 'closed', 'confirmed')),
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (guild, account)
) STRICT, WITHOUT ROWID;
";

const PRACTICE_ROUNDS: &str = "
-- The match that is opened when a practice round is over.
CREATE TABLE practice_rounds (
    match INTEGER PRIMARY KEY REFERENCES matches,
    next TEXT NOT NULL
) STRICT;
";

/// People whose Discord roles are yet to be brought in line with what they are in the season.
const ROLE_DUTIES: &str = "
CREATE TABLE role_duties (
    season INTEGER NOT NULL,
    position INTEGER NOT NULL,
    -- Grows with every change, so that a duty which comes up again while it is done is done again.
    version INTEGER NOT NULL DEFAULT 1,
    -- The host's account that is told when it cannot be done, and whether it was told.
    tell INTEGER,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (season, position),
    FOREIGN KEY (season, position) REFERENCES cast_members
) STRICT, WITHOUT ROWID;
";

/// Outages are noted once, and given back in each match when it is looked at.
const OUTAGES: &str = "
-- Times in which nobody's action could have been received.
CREATE TABLE outages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    -- When it was noted.
    at_ms INTEGER NOT NULL
) STRICT;
-- The last outage that the match's journal has, or that was before the match.
ALTER TABLE matches ADD COLUMN outage INTEGER NOT NULL DEFAULT 0;
";

/// A channel that was closed for other people than those who play now is closed anew.
const LOCKED_FOR: &str = "
-- The accounts of the players and the host role for whom it was closed, in order, with commas; empty where that was not noted.
ALTER TABLE locked_channels ADD COLUMN closed_for TEXT NOT NULL DEFAULT '';
";

/// After a commit that failed it can be seen whether it is there.
const LAST_GROUP: &str = "
-- How many groups of changes have been stored.
CREATE TABLE last_group (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO last_group (id, number) VALUES (1, 0);
";

/// What a season has not set goes by the game now: seasons from before keep what was the default then.
const STAKES_BY_GAME: &str = "
UPDATE seasons SET settings = json_insert(settings, '$.loser_garnets', 'bank', '$.winner_bonus', 0);
";

/// Accounts that are nobody's in a cast any more (replaced, taken out or forgotten), whose Discord roles are yet to be taken back.
const FORMER_ROLE_DUTIES: &str = "
CREATE TABLE former_role_duties (
    season INTEGER NOT NULL REFERENCES seasons,
    account INTEGER NOT NULL,
    -- As in role_duties.
    version INTEGER NOT NULL DEFAULT 1,
    tell INTEGER,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (season, account)
) STRICT, WITHOUT ROWID;
";

/// An action touches fewer pages: its entry and its post count on from the newest ones instead of keeping a count, and its post is in one index of two,
/// that of posts that wait or that of a match's others. Only the words of the tables change (SQLite documentation, "ALTER TABLE", "Making Other Kinds
/// Of Table Schema Changes"), so that this takes no longer
/// when there are a million entries; the index is made anew, in less than half a second for 300,000 posts.
const FEWER_PAGES: &str = "
-- The numbers of posts that are gone are not given again.
INSERT INTO outbox (id, queue, body, state, created_at_ms) SELECT seq, 0, '{}', 'void', 0 FROM sqlite_sequence
    WHERE name = 'outbox' AND seq > (SELECT coalesce(max(id), 0) FROM outbox);
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'INTEGER PRIMARY KEY AUTOINCREMENT', 'INTEGER PRIMARY KEY') WHERE type = 'table' AND name IN ('journal', 'outbox');
PRAGMA writable_schema = RESET;
DELETE FROM sqlite_sequence WHERE name IN ('journal', 'outbox');
DROP INDEX outbox_by_match;
CREATE INDEX outbox_by_match ON outbox (match, id) WHERE state <> 'pending';
";

/// When a copy of the database has been put back, people are told once.
const PUT_BACK: &str = "
-- The open matches whose people are yet to be told, with when the copy was made.
CREATE TABLE put_back (
    match INTEGER PRIMARY KEY REFERENCES matches,
    copy_ms INTEGER NOT NULL
) STRICT;
";

/// What was typed while Dealer was away is looked for until it has been found of everybody.
const UNHEARD: &str = "
-- Since when words may not have been heard; a row goes when they have all been looked for.
CREATE TABLE unheard (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    since_ms INTEGER NOT NULL
) STRICT;
";

/// What was posted after a copy of the database was made is known when that has been put back.
const LOST: &str = "
-- The last copy that was put back: messages from before this time that are no post of the outbox's count no more. NULL until the first start after it.
CREATE TABLE lost (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    until_ms INTEGER
) STRICT;
";

/// Whoever acts for somebody of a match, and whatever picture they get: in that match they look as they did at first.
const FACES: &str = "
-- Of the whole cast, once a picture of the match was drawn; without account and hash for a generated face.
CREATE TABLE faces (
    match INTEGER NOT NULL REFERENCES matches,
    position INTEGER NOT NULL,
    account INTEGER,
    -- Discord's name for the picture.
    hash TEXT,
    PRIMARY KEY (match, position)
) STRICT, WITHOUT ROWID;
";

/// What somebody has put together before a match and not handed in counts when the time is up.
const DRAFTED_ACTS: &str = "
-- What is taken for the owner then, in notation, where what they have put together is whole.
ALTER TABLE drafts ADD COLUMN act TEXT;
";

/// Options and times that the hosts of a server take at one stroke.
const PRESETS: &str = "
CREATE TABLE presets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    -- As records write it.
    game TEXT NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE,
    -- As JSON.
    body TEXT NOT NULL,
    UNIQUE (guild, game, name)
) STRICT;
";

/// The open rehearsals are found without looking at the other open matches.
const REHEARSALS: &str = "
CREATE INDEX open_rehearsals ON matches (id) WHERE over = 0 AND setup ->> 'rehearsal' = 1;
";

/// Whose direct messages are closed hears of what is of the season alone in one private thread.
const MEMBER_THREADS: &str = "
CREATE TABLE member_threads (
    season INTEGER NOT NULL REFERENCES seasons,
    -- The channel that it was opened for, below which it is.
    channel INTEGER NOT NULL,
    account INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    PRIMARY KEY (season, channel, account)
) STRICT, WITHOUT ROWID;
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_migrations_are_valid() {
        assert_eq!(migrations().validate(), Ok(()));
    }

    /// Rows that a database of each version may have, in every table that it has more than the version before. Two people, one with three garnets; a match.
    const ROWS: [&str; 20] = [
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
    ];

    /// What is there of each version's rows when its database has been brought to the newest one.
    const KEPT: [&[(&str, i64)]; 20] = [
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
