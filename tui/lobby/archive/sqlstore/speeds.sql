-- The second shape: ratings by variant and speed, and games that are not rated any more.
-- The columns are filled and the ratings counted anew by the program.
ALTER TABLE games ADD COLUMN speed TEXT NOT NULL DEFAULT '';
CREATE INDEX games_ended ON games (white, black, ended) WHERE rated;

-- Games that an operator has taken out of the ratings, those included that the archive does
-- not have yet.
CREATE TABLE annulled (id TEXT PRIMARY KEY) WITHOUT ROWID;

DROP TABLE ratings;
DROP TABLE standings;

-- The rating of a player after each rated game.
CREATE TABLE ratings (
	player     TEXT NOT NULL,
	variant    TEXT NOT NULL,
	speed      TEXT NOT NULL,
	seq        INTEGER NOT NULL REFERENCES games (seq) ON DELETE CASCADE,
	at         INTEGER NOT NULL,
	rating     REAL NOT NULL,
	deviation  REAL NOT NULL,
	volatility REAL NOT NULL,
	games      INTEGER NOT NULL, -- rated ones so far
	PRIMARY KEY (player, variant, speed, seq)
) WITHOUT ROWID;
CREATE INDEX ratings_game ON ratings (seq);

-- The last row of each in ratings.
CREATE TABLE standings (
	player     TEXT NOT NULL REFERENCES players (id),
	variant    TEXT NOT NULL,
	speed      TEXT NOT NULL,
	at         INTEGER NOT NULL,
	rating     REAL NOT NULL,
	deviation  REAL NOT NULL,
	volatility REAL NOT NULL,
	games      INTEGER NOT NULL,
	PRIMARY KEY (player, variant, speed)
) WITHOUT ROWID;
CREATE INDEX standings_best ON standings (variant, speed, rating DESC);
