package tui

import (
	"sync"
	"time"

	"rookery/tui/play"
)

// Dirs are the directories of a Store. An empty one keeps nothing.
type Dirs struct {
	State  string // unfinished games, recent files
	Config string // last choices and settings
	Games  string // games that the user saved
	Most   int    // games of each kind that are kept; 0 for any number
}

// Store keeps games and choices on disk. Every file is written beside its
// place and renamed into it, so that a crash leaves the old one or the new
// one. It may be used by several goroutines.
type Store struct {
	*play.Store // the games
	dirs        Dirs
	mu          sync.Mutex // of settings and recent files
}

// NewStore keeps its files in the given directories, which it makes when it
// first writes.
func NewStore(d Dirs) *Store {
	games := play.NewStore(d.State, d.Games)
	games.Limit(d.Most)
	return &Store{Store: games, dirs: d}
}

// NewID names a game by the time it began and a number drawn by chance.
func NewID(began time.Time, chance uint64) string { return play.NewID(began, chance) }
