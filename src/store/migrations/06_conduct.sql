-- What the conduct around matches needs.

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
