-- A channel that was closed for other people than those who play now is closed anew.

-- The accounts of the players and the host role for whom it was closed, in order, with commas; empty where that was not noted.
ALTER TABLE locked_channels ADD COLUMN closed_for TEXT NOT NULL DEFAULT '';
