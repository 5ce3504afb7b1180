-- What a season has not set goes by the game now: seasons from before keep what was the default then.

UPDATE seasons SET settings = json_insert(settings, '$.loser_garnets', 'bank', '$.winner_bonus', 0);
