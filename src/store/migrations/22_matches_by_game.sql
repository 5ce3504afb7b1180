-- The open matches of a game in a server are found without looking at its other open matches.

CREATE INDEX open_by_game ON matches (guild, setup ->> 'game') WHERE over = 0;
