-- The first shape of the archive. Times are milliseconds since 1970, UTC;
-- seq is the number in the journal of the event that ended the game.
CREATE TABLE place (
	only INTEGER PRIMARY KEY CHECK (only = 1),
	seq  INTEGER NOT NULL -- of the last game that was taken in
);
INSERT INTO place VALUES (1, 0);

CREATE TABLE games (
	seq        INTEGER PRIMARY KEY,
	id         TEXT NOT NULL UNIQUE, -- of the table it was played at
	white      TEXT NOT NULL,        -- IDs of the players
	black      TEXT NOT NULL,
	white_name TEXT NOT NULL,
	black_name TEXT NOT NULL,
	guests     INTEGER NOT NULL,     -- 1 for White, 2 for Black
	variant    TEXT NOT NULL,        -- its key
	name       TEXT NOT NULL,        -- of the variant, for people
	rated      INTEGER NOT NULL,
	control    TEXT NOT NULL,        -- as it is typed: 5+3
	result     TEXT NOT NULL,        -- quarter points included
	reason     INTEGER NOT NULL,
	plies      INTEGER NOT NULL,
	eco        TEXT NOT NULL,        -- empty where there is no name
	opening    TEXT NOT NULL,
	began      INTEGER NOT NULL,
	ended      INTEGER NOT NULL,
	white_fold TEXT NOT NULL,        -- for searching: without case and accents
	black_fold TEXT NOT NULL,
	words      TEXT NOT NULL         -- all that a word of a search may be in
);
CREATE INDEX games_white ON games (white, seq);
CREATE INDEX games_black ON games (black, seq);
CREATE INDEX games_variant ON games (variant, seq);

-- Apart, so that looking for games does not read all moves.
CREATE TABLE sheets (
	seq INTEGER PRIMARY KEY REFERENCES games (seq) ON DELETE CASCADE,
	pgn TEXT NOT NULL
);

-- Players with a key, as they were called in their last game.
CREATE TABLE players (
	id       TEXT PRIMARY KEY,
	name     TEXT NOT NULL,
	skeleton TEXT NOT NULL -- equal for names that look alike
) WITHOUT ROWID;
CREATE INDEX players_skeleton ON players (skeleton);

-- The rating of a player after each rated game.
CREATE TABLE ratings (
	player     TEXT NOT NULL,
	variant    TEXT NOT NULL,
	seq        INTEGER NOT NULL REFERENCES games (seq) ON DELETE CASCADE,
	at         INTEGER NOT NULL,
	rating     REAL NOT NULL,
	deviation  REAL NOT NULL,
	volatility REAL NOT NULL,
	games      INTEGER NOT NULL, -- rated ones so far
	PRIMARY KEY (player, variant, seq)
) WITHOUT ROWID;

-- The last row of each in ratings.
CREATE TABLE standings (
	player     TEXT NOT NULL REFERENCES players (id),
	variant    TEXT NOT NULL,
	at         INTEGER NOT NULL,
	rating     REAL NOT NULL,
	deviation  REAL NOT NULL,
	volatility REAL NOT NULL,
	games      INTEGER NOT NULL,
	PRIMARY KEY (player, variant)
) WITHOUT ROWID;
CREATE INDEX standings_best ON standings (variant, rating DESC);
