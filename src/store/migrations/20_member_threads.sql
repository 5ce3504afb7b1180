-- Whose direct messages are closed hears of what is of the season alone in one private thread.

CREATE TABLE member_threads (
    season INTEGER NOT NULL REFERENCES seasons,
    -- The channel that it was opened for, below which it is.
    channel INTEGER NOT NULL,
    account INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    PRIMARY KEY (season, channel, account)
) STRICT, WITHOUT ROWID;
