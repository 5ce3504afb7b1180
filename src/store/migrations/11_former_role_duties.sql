-- Accounts that are nobody's in a cast any more (replaced, taken out or forgotten), whose Discord roles are yet to be taken back.

CREATE TABLE former_role_duties (
    season INTEGER NOT NULL REFERENCES seasons,
    account INTEGER NOT NULL,
    -- As in role_duties.
    version INTEGER NOT NULL DEFAULT 1,
    tell INTEGER,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (season, account)
) STRICT, WITHOUT ROWID;
