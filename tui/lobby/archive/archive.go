// Package archive says what the club knows of its finished games and of its
// players: the records that screens show, and the questions that an [Archive]
// answers. It links no storage; package sqlstore keeps an archive in SQLite.
//
// Players are rated per variant and speed by Glicko-2 (package glicko) from rated games in
// the order in which they ended. Games of guests are never rated, nor are those of a few
// moves that did not end on the board, those behind the first [MostADay] of two players in
// a day, and those that an operator has annulled; aborted games are not kept.
//
// The package may import tui/remote, pgn and what those may. Start reading at [Archive].
package archive

import (
	"context"
	"errors"
	"io"
	"math"
	"time"

	"rookery/chess"
	"rookery/chess/glicko"
	"rookery/tui/remote"
)

// ErrNoGame says that the archive does not have a game.
var ErrNoGame = errors.New("this game is not in the archive")

// Archive answers questions about finished games and about ratings. It is safe for
// use by many goroutines. Variants are named by their keys.
type Archive interface {
	// Games lists a page of the games that are meant, the newest first unless the
	// filter says otherwise, and tells how many there are on all pages.
	Games(ctx context.Context, f Filter, p Page) (games []Game, all int, err error)
	// Sheet is a game as PGN; ErrNoGame where there is none of this ID.
	Sheet(ctx context.Context, id string) (text string, err error)
	// PGN writes all games that are meant, in the order of Games, and tells how many.
	PGN(ctx context.Context, f Filter, w io.Writer) (n int, err error)
	// Rating of a player in a pool; that of a new player where he has played no
	// rated game.
	Rating(ctx context.Context, playerID string, p PoolKey) (Standing, error)
	// Main is how a player stands where he has the most rated games, with the name of the variant;
	// the zero Standing where he has none.
	Main(ctx context.Context, playerID string) (Standing, error)
	// Leaders are the n best players of a pool. Those whose rating is
	// provisional stand behind the others and have no rank.
	Leaders(ctx context.Context, p PoolKey, n int) ([]Standing, error)
	// History is how a player's rating in a pool went, at most the last n points,
	// the oldest first.
	History(ctx context.Context, playerID string, p PoolKey, n int) ([]Point, error)
	// Changes are the ratings of both players, by Color, before and after a game; ok is
	// false where it was not rated.
	Changes(ctx context.Context, game string) (changes [2]Change, ok bool, err error)
	// RatedToday counts the rated games of two players in the day before now.
	RatedToday(ctx context.Context, a, b string) (n int, err error)
	// Annul takes a game out of the ratings, for good and at every front end. It is no
	// error if it was not rated; ErrNoGame where there is none of this ID.
	Annul(ctx context.Context, game string) error
	// Stats of a player, one Record for each pool that he has played in, the most
	// games first.
	Stats(ctx context.Context, playerID string) ([]Record, error)
	// Pools are those in which there are games, the most games first.
	Pools(ctx context.Context) ([]Pool, error)
	// Player finds a player with a key by name, without regard to case and to
	// characters that look alike.
	Player(ctx context.Context, name string) (remote.Player, error)
	// Changed gives a channel that is closed when games have come in.
	Changed() <-chan struct{}
	// Await waits until a game has come in.
	Await(ctx context.Context, id string) error
	// Relieve drops what is kept in memory and can be read again.
	Relieve()
}

// Game is what a list shows of a finished game.
type Game struct {
	ID           string
	Players      [2]remote.Player // by Color; their names are clean
	Variant      Variant
	Rated        bool
	Control      string // as chess.ParseControl reads it
	Outcome      chess.Outcome
	Plies        int
	ECO, Opening string // empty where the opening has no name
	Began, Ended time.Time
}

// Page is a part of a list: at most Limit games behind the first Offset.
type Page struct{ Offset, Limit int }

// MostGames is the longest page.
const MostGames = 500

// PoolKey names what is rated by itself: a variant, by its key, at a speed.
type PoolKey struct {
	Variant string
	Speed   Speed
}

// Standing is how a player stands in one pool now.
type Standing struct {
	Player  remote.Player
	Variant Variant // without a name in Leaders
	Speed   Speed
	// Rating as it is now: its deviation grows while the player is away.
	glicko.Rating
	Games int       // rated ones
	Last  time.Time // end of the last of them; zero for none
	// Rank among the leaders, from 1; 0 for a provisional rating and where
	// nothing was ranked.
	Rank int
}

// Point is a rating after a game.
type Point struct {
	At time.Time // end of the game
	glicko.Rating
}

// Pool is that of the standing.
func (s Standing) Pool() PoolKey { return PoolKey{s.Variant.Key, s.Speed} }

// Change is a rating before and after a game.
type Change struct{ Before, After glicko.Rating }

// Record is how a player's games in one pool ended, rated or not.
type Record struct {
	Standing
	Wins, Draws, Losses int // quarter points are draws
}

// All is the number of the games.
func (r Record) All() int { return r.Wins + r.Draws + r.Losses }

// Pool is a variant at a speed, with the games that were played of it.
type Pool struct {
	Variant
	Speed        Speed
	Games, Rated int
}

// ID of the pool.
func (p Pool) ID() PoolKey { return PoolKey{p.Variant.Key, p.Speed} }

const (
	// FewestPlies is how many a rated game has that ends by resignation, agreement, time or
	// because somebody has gone: below four moves of each nobody has shown anything.
	FewestPlies = 8
	// MostADay is how many games of the same two players are rated in a day, so that
	// ratings are not made among friends.
	MostADay = 24
)

// Rounded is a rating as it is shown.
func Rounded(r glicko.Rating) int { return int(math.Round(r.Rating)) }

// Shown is a rating as lists show it.
func (s Standing) Shown() remote.Rating { return ShownRating(s.Rating) }

// ShownRating is a rating as lists show it.
func ShownRating(r glicko.Rating) remote.Rating {
	return remote.Rating{Value: Rounded(r), Provisional: r.Provisional()}
}
