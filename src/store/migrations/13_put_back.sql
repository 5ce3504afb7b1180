-- When a copy of the database has been put back, people are told once.

-- The open matches whose people are yet to be told, with when the copy was made.
CREATE TABLE put_back (
    match INTEGER PRIMARY KEY REFERENCES matches,
    copy_ms INTEGER NOT NULL
) STRICT;
