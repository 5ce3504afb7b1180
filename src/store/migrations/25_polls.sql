-- Times that a host offers the two players for the start of a match, one poll a match; the body is
-- JSON, which the referee reads.
CREATE TABLE polls (
    match INTEGER PRIMARY KEY REFERENCES matches,
    body TEXT NOT NULL
) STRICT;
