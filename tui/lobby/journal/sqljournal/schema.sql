-- The first shape of the store. Numbers of events and revisions of values are drawn
-- from one counter; times are nanoseconds since 1970.
--
-- Each index holds all columns: so every row lies in the file twice, on different
-- pages, and one damaged page loses none. An index by game needs these pages anyway.
CREATE TABLE events (
	seq    INTEGER PRIMARY KEY,
	game   TEXT NOT NULL,
	no     INTEGER NOT NULL, -- within the game, from 1
	at     INTEGER NOT NULL,
	data   BLOB NOT NULL,
	before BLOB NOT NULL,    -- link of the event before
	link   BLOB NOT NULL     -- check sum over before and all the rest
);
CREATE UNIQUE INDEX events_by_game ON events (game, no, at, data, before, link);

-- One row for each key that ever had a value.
CREATE TABLE items (
	rev    INTEGER PRIMARY KEY,
	bucket TEXT NOT NULL,
	name   TEXT NOT NULL,
	at     INTEGER NOT NULL,
	gone   INTEGER NOT NULL, -- deleted; the row stays, so that an older copy is known to be old
	data   BLOB NOT NULL,
	link   BLOB NOT NULL     -- check sum over all the rest
);
CREATE UNIQUE INDEX items_by_name ON items (bucket, name, at, gone, data, link);

-- Events that stood behind a gap in their game when the store was repaired.
CREATE TABLE strays (
	seq  INTEGER PRIMARY KEY,
	game TEXT NOT NULL,
	no   INTEGER NOT NULL,
	at   INTEGER NOT NULL,
	data BLOB NOT NULL
);
