-- Options and times that the hosts of a server take at one stroke.

CREATE TABLE presets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    -- As records write it.
    game TEXT NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE,
    -- As JSON.
    body TEXT NOT NULL,
    UNIQUE (guild, game, name)
) STRICT;
