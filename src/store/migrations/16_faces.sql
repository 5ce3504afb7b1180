-- Whoever acts for somebody of a match, and whatever picture they get: in that match they look as they did at first.

-- Of the whole cast, once a picture of the match was drawn; without account and hash for a generated face.
CREATE TABLE faces (
    match INTEGER NOT NULL REFERENCES matches,
    position INTEGER NOT NULL,
    account INTEGER,
    -- Discord's name for the picture.
    hash TEXT,
    PRIMARY KEY (match, position)
) STRICT, WITHOUT ROWID;
