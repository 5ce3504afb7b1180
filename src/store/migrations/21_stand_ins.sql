-- Whose the part of a substitute was is known where no season says whose it is.

-- The account that acted for them when the match was opened, where another one has come since; 0 for nobody's.
ALTER TABLE people ADD COLUMN whose INTEGER;
