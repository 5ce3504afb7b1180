-- What somebody has put together before a match and not handed in counts when the time is up.

-- What is taken for the owner then, in notation, where what they have put together is whole.
ALTER TABLE drafts ADD COLUMN act TEXT;
