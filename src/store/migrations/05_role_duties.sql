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
