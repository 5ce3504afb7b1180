-- The match that is opened when a practice round is over.
CREATE TABLE practice_rounds (
    match INTEGER PRIMARY KEY REFERENCES matches,
    next TEXT NOT NULL
) STRICT;
