-- Outages are noted once, and given back in each match when it is looked at.

-- Times in which nobody's action could have been received.
CREATE TABLE outages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    -- When it was noted.
    at_ms INTEGER NOT NULL
) STRICT;
-- The last outage that the match's journal has, or that was before the match.
ALTER TABLE matches ADD COLUMN outage INTEGER NOT NULL DEFAULT 0;
