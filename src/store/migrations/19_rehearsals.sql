-- The open rehearsals are found without looking at the other open matches.

CREATE INDEX open_rehearsals ON matches (id) WHERE over = 0 AND setup ->> 'rehearsal' = 1;
