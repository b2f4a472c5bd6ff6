// Package sqlstore keeps finished games of the club in SQLite, where they can be
// looked for, and rates the players. Its [Archive] is an archive.Archive.
//
// It is an SQLite file that is a projection of the journal: everything in it
// follows from the events in their order, so that a file that is lost or
// damaged is made anew and holds the same rows. A game is taken in together
// with the number of the event that ended it, in one transaction; after a stop
// at any moment the archive goes on behind that number, and a game that comes
// twice is there once.
//
// It is also a second copy: with each game lie its events, and a journal that has lost
// them is given them back ([GiveBack]). So the archive is never emptied because the
// journal knows less.
//
// The package may import tui/lobby and what that may. Start reading with [Open].
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"time"

	"rookery/tui/lobby/archive"
	"rookery/tui/lobby/journal"
)

// Config is what an archive needs.
type Config struct {
	Path    string // of the SQLite file, which is made where there is none
	Journal journal.Journal
	Now     func() time.Time // ages ratings that are asked for
	Log     *slog.Logger
}

// Archive is open for questions while it follows the journal. It is safe for
// use by many goroutines.
type Archive struct {
	cfg  Config
	stop context.CancelFunc // nil where nothing is followed
	done chan struct{}      // closed when following has ended

	spoiled chan error // what a question found wrong with the file
	mu      sync.Mutex
	store   *store
	changed chan struct{} // closed at the next change
	follows *follower     // nil where nothing is followed
}

// Open opens the archive and begins to follow the journal in the background,
// until Close. A damaged file is moved aside, with ".damaged" behind its name,
// and made anew; the log tells so. The error is of the disk or of the context.
func Open(ctx context.Context, cfg Config) (*Archive, error) {
	st, err := openStore(ctx, cfg.Path)
	if damaged(err) {
		cfg.Log.Warn("archive damaged, rebuilding it", "file", cfg.Path, "err", err)
		st, err = cfg.renew(ctx)
	}
	if err != nil {
		return nil, err
	}
	a := newArchive(cfg, st)
	a.begin()
	return a, nil
}

// renew puts an empty file in the place of a damaged one. What the journal has not got of
// games that read in the damaged one it is given first.
func (cfg *Config) renew(ctx context.Context) (*store, error) {
	aside, err := moveAside(cfg.Path)
	if err != nil {
		return nil, err
	}
	returned, err := GiveBack(ctx, aside, cfg.Journal)
	for _, r := range returned {
		cfg.Log.Info("the journal is given a game back", "game", r.Game, "from", r.From, "events", r.Events)
	}
	if err != nil {
		cfg.Log.Warn("not all of the damaged archive reads", "file", aside, "err", err)
	}
	return openStore(ctx, cfg.Path)
}

// Read opens the archive of a file for questions alone, while a server may be
// writing it.
func Read(ctx context.Context, path string, now func() time.Time) (*Archive, error) {
	st, err := readStore(ctx, path)
	if err != nil {
		return nil, err
	}
	return newArchive(Config{Path: path, Now: now}, st), nil
}

var _ archive.Archive = (*Archive)(nil)

func newArchive(cfg Config, st *store) *Archive {
	return &Archive{cfg: cfg, store: st, spoiled: make(chan error, 1), changed: make(chan struct{})}
}

// begin follows the journal in the background.
func (a *Archive) begin() {
	ctx, stop := context.WithCancel(context.Background())
	a.stop, a.done = stop, make(chan struct{})
	go func() {
		defer close(a.done)
		a.follow(ctx)
	}()
}

// Close ends the following and closes the file.
func (a *Archive) Close() error {
	if a.stop != nil {
		a.stop()
		<-a.done
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.store.close()
}

// Rebuild empties the archive and takes all games of the journal in again, in
// the background. Call it from one goroutine, and not after Close.
func (a *Archive) Rebuild(ctx context.Context) error {
	if a.stop == nil {
		return errors.New("this archive is open for reading only")
	}
	a.stop()
	<-a.done
	defer a.begin()
	return a.current().empty(ctx)
}

// Changed gives a channel that is closed when games have come in.
func (a *Archive) Changed() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.changed
}

// tell wakes those who wait for a change.
func (a *Archive) tell() {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.changed)
	a.changed = make(chan struct{})
}

// Await waits until a game has come into the archive.
func (a *Archive) Await(ctx context.Context, id string) (err error) {
	defer a.noticed(&err)
	for {
		next := a.Changed()
		var seq uint64
		err = a.questions().QueryRowContext(ctx, `SELECT seq FROM games WHERE id = ?`, id).Scan(&seq)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-next:
		}
	}
}

// current is the store, which changes when a damaged one is replaced.
func (a *Archive) current() *store {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.store
}

// questions is where the archive is read.
func (a *Archive) questions() *sql.DB { return a.current().read }

// noticed has a file replaced that a question found damaged.
func (a *Archive) noticed(err *error) {
	if damaged(*err) {
		select {
		case a.spoiled <- *err:
		default: // somebody else has said so
		}
	}
}
