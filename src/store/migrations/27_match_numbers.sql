-- People number the matches of a season from 1; those of no season count together in their server.
-- Practices and rehearsals have no number.
ALTER TABLE matches ADD COLUMN number INTEGER;
UPDATE matches SET number = counted.number FROM (
    SELECT id, row_number() OVER (PARTITION BY guild, season ORDER BY id) AS number FROM matches
    WHERE NOT coalesce(setup ->> 'practice', 0) AND NOT coalesce(setup ->> 'rehearsal', 0)
) AS counted WHERE counted.id = matches.id;
CREATE INDEX matches_by_number ON matches (guild, season, number);
