-- The third shape: the archive is a second copy of what the journal holds of finished
-- games, and goes on by the name of the last one.
ALTER TABLE sheets ADD COLUMN events BLOB; -- as events.go packs them; empty where the journal had them no more, NULL where it was not asked
ALTER TABLE place ADD COLUMN game TEXT NOT NULL DEFAULT ''; -- that ended with the event
UPDATE place SET game = coalesce((SELECT id FROM games WHERE games.seq = place.seq), '');
