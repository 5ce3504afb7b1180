-- All tables, as of version 21: this is where databases begin. Times are milliseconds since the
-- Unix epoch; ids of accounts, servers and channels are Discord's.

CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- The one that new matches of the server belong to.
    current INTEGER NOT NULL,
    host_role INTEGER,
    -- What the season's hosts have set, as JSON; what is left out has its default.
    settings TEXT NOT NULL DEFAULT '{}',
    -- Garnets that nobody has.
    bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0),
    archived INTEGER NOT NULL DEFAULT 0
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
    -- People who have left keep their position, so that what is written of them stays true.
    gone INTEGER NOT NULL DEFAULT 0,
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
    over INTEGER NOT NULL DEFAULT 0,
    -- The season's position of each of the match's cast, as a JSON array with nulls; empty where
    -- they are the same.
    positions TEXT NOT NULL DEFAULT '[]',
    stakes TEXT NOT NULL DEFAULT 'nothing'
        CHECK (stakes IN ('nothing', 'elimination', 'best_of_three')),
    over_at_ms INTEGER,
    -- As the record has it.
    result TEXT,
    -- The last outage that the match's journal has, or that was before the match.
    outage INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX open_match ON matches (channel) WHERE over = 0;
CREATE INDEX matches_by_season ON matches (season, id) WHERE season IS NOT NULL;
-- The open rehearsals are found without looking at the other open matches.
CREATE INDEX open_rehearsals ON matches (id) WHERE over = 0 AND setup ->> 'rehearsal' = 1;

-- Which account acts for a cast member in a match; a guest has no row.
CREATE TABLE people (
    match INTEGER NOT NULL REFERENCES matches,
    position INTEGER NOT NULL,
    account INTEGER NOT NULL,
    -- Where this person can be reached in private: a bound channel, and the way that worked.
    bound INTEGER,
    way INTEGER,
    -- The account that acted for them when the match was opened, where another one has come since;
    -- 0 for nobody's.
    whose INTEGER,
    PRIMARY KEY (match, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX people_by_account ON people (account);

-- An entry counts on from the newest one: nothing keeps a count, so that an action touches fewer
-- pages. The same holds for posts.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    at_ms INTEGER NOT NULL,
    match_ms INTEGER NOT NULL,
    event TEXT NOT NULL
) STRICT;
CREATE INDEX journal_by_match ON journal (match, id);

-- An interaction that has been taken, with what was answered, so that the same one twice changes
-- nothing and is answered the same.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    answer TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE deadlines (
    match INTEGER PRIMARY KEY REFERENCES matches,
    due_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX deadlines_by_time ON deadlines (due_ms);

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    -- Null for a post of no match; the journal entry that a match's post followed.
    match INTEGER REFERENCES matches,
    entry INTEGER NOT NULL DEFAULT 0,
    -- The post's channel, or the account of the person it is for: posts of one queue go out in
    -- order.
    queue INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'void', 'failed')),
    created_at_ms INTEGER NOT NULL,
    channel INTEGER,
    message INTEGER,
    -- 0: its controls are alive. 1: they are off, or there are none. 2: they are to be switched off.
    -- 3: it is to be marked as taken back. 4: that mark is to be taken away. 5: its controls are to
    -- be looked at.
    closed INTEGER NOT NULL DEFAULT 0,
    taken_back INTEGER NOT NULL DEFAULT 0
) STRICT;
-- A post that waits is in one index of these two, and any other in the other one.
CREATE INDEX outbox_pending ON outbox (queue, id) WHERE state = 'pending';
CREATE INDEX outbox_by_match ON outbox (match, id) WHERE state <> 'pending';
CREATE INDEX outbox_by_message ON outbox (message) WHERE message IS NOT NULL;
CREATE INDEX outbox_to_edit ON outbox (match) WHERE closed > 1;

-- Panels that somebody has not finished.
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL,
    -- For a panel of a match: which, and what was asked.
    match INTEGER REFERENCES matches,
    prompt INTEGER,
    body TEXT NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    -- What counts for the owner when the time is up, in notation, where the draft is whole.
    act TEXT
) STRICT;
CREATE UNIQUE INDEX panel_draft ON drafts (match, owner) WHERE match IS NOT NULL;

-- When the process was last known to be up.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at_ms INTEGER NOT NULL
) STRICT;

-- How many groups of changes have been stored: after a commit that failed it can be seen whether
-- it is there.
CREATE TABLE last_group (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO last_group (id, number) VALUES (1, 0);

-- Times in which nobody's action could have been received. They are noted once, and given back in
-- each match when it is looked at.
CREATE TABLE outages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    -- When it was noted.
    at_ms INTEGER NOT NULL
) STRICT;

-- Since when words may not have been heard; a row goes when they have all been looked for.
CREATE TABLE unheard (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    since_ms INTEGER NOT NULL
) STRICT;

-- After a copy of the database has been put back: the open matches whose people are yet to be told,
-- with when the copy was made.
CREATE TABLE put_back (
    match INTEGER PRIMARY KEY REFERENCES matches,
    copy_ms INTEGER NOT NULL
) STRICT;

-- The last copy that was put back: messages from before this time that are no post of the outbox's
-- no longer count. NULL until the first start after it.
CREATE TABLE lost (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    until_ms INTEGER
) STRICT;

-- Garnets that moved. A purse is a position of the cast, -1 the bank, null nobody's. Lines are only
-- ever added: what is taken back is moved back.
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

CREATE TABLE strikes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    season INTEGER NOT NULL,
    position INTEGER NOT NULL,
    match INTEGER REFERENCES matches,
    reason TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    by INTEGER,
    entry INTEGER REFERENCES journal,
    void INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (season, position) REFERENCES cast_members
) STRICT;

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

-- The match that is opened when a practice round is over.
CREATE TABLE practice_rounds (
    match INTEGER PRIMARY KEY REFERENCES matches,
    next TEXT NOT NULL
) STRICT;

-- Results that wait until a host releases them: the letters with which they are told.
CREATE TABLE held_results (
    match INTEGER PRIMARY KEY REFERENCES matches,
    entry INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- People whose Discord roles are yet to be brought in line with what they are in the season.
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

-- Accounts that have left a cast (replaced, taken out or forgotten), whose Discord roles are yet to
-- be taken back.
CREATE TABLE former_role_duties (
    season INTEGER NOT NULL REFERENCES seasons,
    account INTEGER NOT NULL,
    -- Like in role_duties.
    version INTEGER NOT NULL DEFAULT 1,
    tell INTEGER,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (season, account)
) STRICT, WITHOUT ROWID;

-- While a match is live some may not write in a channel.
CREATE TABLE locked_channels (
    match INTEGER NOT NULL REFERENCES matches,
    channel INTEGER NOT NULL,
    -- Whether Dealer was refused, and leaves the channel as it is.
    refused INTEGER NOT NULL DEFAULT 0,
    -- The accounts of the players and the host role for whom it was closed, in order, with commas;
    -- empty where that was not noted.
    closed_for TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match, channel)
) STRICT, WITHOUT ROWID;

-- What an exception of the channel was before Dealer changed it (null: there was none), and what
-- Dealer made of it; written before the change, so that it can be put back after a crash too.
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

-- What people have set for themselves, as JSON; what is left out has its default.
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

-- The pictures of the whole cast, from when the first picture of the match was drawn: people look
-- the same until it ends. Without account and hash for a generated face.
CREATE TABLE faces (
    match INTEGER NOT NULL REFERENCES matches,
    position INTEGER NOT NULL,
    account INTEGER,
    -- Discord's name for the picture.
    hash TEXT,
    PRIMARY KEY (match, position)
) STRICT, WITHOUT ROWID;

-- Options and times that the hosts of a server have saved under a name.
CREATE TABLE presets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    -- Like in records.
    game TEXT NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE,
    -- As JSON.
    body TEXT NOT NULL,
    UNIQUE (guild, game, name)
) STRICT;

-- One private thread for somebody with closed direct messages, for what is of the season alone.
CREATE TABLE member_threads (
    season INTEGER NOT NULL REFERENCES seasons,
    -- The channel below which the thread is.
    channel INTEGER NOT NULL,
    account INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    PRIMARY KEY (season, channel, account)
) STRICT, WITHOUT ROWID;
