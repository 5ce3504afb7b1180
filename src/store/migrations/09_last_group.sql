-- After a commit that failed it can be seen whether it is there.

-- How many groups of changes have been stored.
CREATE TABLE last_group (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO last_group (id, number) VALUES (1, 0);
