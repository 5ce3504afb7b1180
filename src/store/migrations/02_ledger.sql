-- Seasons with a ledger, strikes that can be taken back, what became of people, stakes and results of matches, and what hosts ruled.

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
