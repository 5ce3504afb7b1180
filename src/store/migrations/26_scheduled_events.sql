-- The scheduled events of servers that tell of starts: what Discord was told last, and how long.
CREATE TABLE scheduled_events (
    match INTEGER PRIMARY KEY REFERENCES matches,
    event INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    starts_ms INTEGER NOT NULL,
    -- The match has begun, and the event was told so.
    begun INTEGER NOT NULL DEFAULT 0
) STRICT;
