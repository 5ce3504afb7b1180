-- An outage may be of one server alone, which Discord says is unavailable; NULL: of all.
ALTER TABLE outages ADD COLUMN guild INTEGER;
