-- An action touches fewer pages: its entry and its post count on from the newest ones instead of keeping a count, and its post is in one index of two,
-- that of posts that wait or that of a match's others. Only the words of the tables change (SQLite documentation, "ALTER TABLE", "Making Other Kinds
-- Of Table Schema Changes"), so that this takes no longer when there are a million entries; the index is made anew, in less than half a second for 300,000 posts.

-- The numbers of posts that are gone are not given again.
INSERT INTO outbox (id, queue, body, state, created_at_ms) SELECT seq, 0, '{}', 'void', 0 FROM sqlite_sequence
    WHERE name = 'outbox' AND seq > (SELECT coalesce(max(id), 0) FROM outbox);
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'INTEGER PRIMARY KEY AUTOINCREMENT', 'INTEGER PRIMARY KEY') WHERE type = 'table' AND name IN ('journal', 'outbox');
PRAGMA writable_schema = RESET;
DELETE FROM sqlite_sequence WHERE name IN ('journal', 'outbox');
DROP INDEX outbox_by_match;
CREATE INDEX outbox_by_match ON outbox (match, id) WHERE state <> 'pending';
