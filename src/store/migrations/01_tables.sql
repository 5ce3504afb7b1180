-- Times are milliseconds since the Unix epoch; ids of accounts, servers and channels are Discord's.

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
