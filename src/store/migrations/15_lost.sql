-- What was posted after a copy of the database was made is known when that has been put back.

-- The last copy that was put back: messages from before this time that are no post of the outbox's count no more. NULL until the first start after it.
CREATE TABLE lost (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    until_ms INTEGER
) STRICT;
