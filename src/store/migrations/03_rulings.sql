-- Posts that a ruling has taken back. `closed`: 1 when a post's controls are off, 2 when they are to be switched off, 3 when it is to be marked as
-- taken back, 4 when that mark is to be taken away, 5 when it is to be looked at whether they are on it at all.

ALTER TABLE outbox ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outbox_to_edit ON outbox (match) WHERE closed > 1;
