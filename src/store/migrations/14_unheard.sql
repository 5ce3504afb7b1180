-- What was typed while Dealer was away is looked for until it has been found of everybody.

-- Since when words may not have been heard; a row goes when they have all been looked for.
CREATE TABLE unheard (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    since_ms INTEGER NOT NULL
) STRICT;
