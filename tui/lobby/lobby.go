package lobby

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
)

// Lobby is the club. It is safe for use by many goroutines.
type Lobby struct {
	journal journal.Journal
	now     func() time.Time
	players journal.Bucket
	names   journal.Bucket
	keys    journal.Bucket

	random *rand.Rand // under mu

	dirty   atomic.Bool // the hall has changed since it was shown
	showing atomic.Bool

	mu      sync.Mutex
	tables  map[string]*Table
	here    map[*Visit]bool
	lines   map[*Reader]bool // all at tables
	seeks   map[string]Seek
	chat    []Line
	codes   map[string]code
	chatter map[string]map[string]bool // who has muted whom, by ID
}

// Open opens the club that a journal keeps and rebuilds the games in it. now must
// never run backwards; seed draws colours, arrays and names. A game whose events
// cannot be read is left out and named in the error; the lobby is usable as long
// as it is not nil.
func Open(ctx context.Context, j journal.Journal, now func() time.Time, seed [32]byte) (*Lobby, error) {
	l := &Lobby{
		journal: j, now: now, random: rand.New(rand.NewChaCha8(seed)),
		tables: make(map[string]*Table), here: make(map[*Visit]bool), lines: make(map[*Reader]bool),
		seeks: make(map[string]Seek), codes: make(map[string]code),
		chatter: make(map[string]map[string]bool),
	}
	for name, b := range map[string]*journal.Bucket{"players": &l.players, "names": &l.names, "keys": &l.keys} {
		var err error
		if *b, err = j.Bucket(ctx, name); err != nil {
			return nil, err
		}
	}
	games, err := j.Games(ctx)
	if err != nil {
		return nil, err
	}
	var faults []error
	for _, id := range games {
		t := l.table(id)
		if _, err := t.catchUp(ctx, nil); err != nil {
			faults = append(faults, err)
			continue
		}
		if t.rec.game == nil || t.rec.over() {
			continue // the archive's
		}
		t.who = t.rec.players
		t.first, t.held = t.rec.game.BoardAt(0).Turn(), true
		t.away = [2]time.Time{now(), now()}
		t.note()
		l.tables[id] = t
	}
	return l, errors.Join(faults...)
}

func (l *Lobby) table(id string) *Table {
	return &Table{id: id, lobby: l, readers: make(map[*Reader]bool)}
}

// sit notes that a line to a table is there, or is gone.
func (l *Lobby) sit(r *Reader, there bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if there {
		l.lines[r] = true
	} else {
		delete(l.lines, r)
	}
	l.dirty.Store(true)
}

// draw is a random number below n, and id a name that nobody has.
func (l *Lobby) draw(n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.random.IntN(n)
}

func (l *Lobby) id(length int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	const letters = "abcdefghijkmnpqrstuvwxyz23456789"
	b := make([]byte, length)
	for i := range b {
		b[i] = letters[l.random.IntN(len(letters))]
	}
	return string(b)
}

// patience is how long a player waits for another whose line is gone.
func (l *Lobby) patience(c chess.Control) time.Duration {
	switch {
	case c.None():
		return 5 * time.Minute
	case c.Base >= 25*time.Minute:
		return 2 * time.Minute
	case c.Base >= 8*time.Minute:
		return 80 * time.Second
	}
	return 40 * time.Second
}

// Start opens a table; the array is drawn where there are several.
func (l *Lobby) Start(ctx context.Context, terms Terms, white, black Player) (*Table, error) {
	rules, err := terms.Rules()
	if err != nil {
		return nil, err
	}
	switch {
	case white.ID == black.ID:
		return nil, errors.New("you cannot play against yourself here: play a friend on one keyboard from the menu")
	case terms.Rated && (white.Guest || black.Guest):
		return nil, errors.New("rated games are for players with a key: play unrated")
	}
	array := -1
	if rules.Setup != nil && rules.Setup.Count > 1 {
		array = l.draw(rules.Setup.Count)
	}
	t := l.table(l.id(12))
	t.mu.Lock()
	defer t.mu.Unlock()
	e := event{Kind: started, At: l.now(), Terms: terms, Players: [2]Player{white, black}, Array: array}
	if err := t.write(ctx, e); err != nil {
		return nil, err
	}
	t.first, t.who = t.rec.game.Turn(), t.rec.players
	t.away = [2]time.Time{e.At, e.At} // until they sit down
	t.note()
	l.mu.Lock()
	l.tables[t.id] = t
	l.mu.Unlock()
	l.show()
	return t, nil
}

// Table finds a table by its ID.
func (l *Lobby) Table(id string) (*Table, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.tables[id]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("no game %q is on: look at the list", id)
}

// Tables lists all tables, in no order.
func (l *Lobby) Tables() []*Table {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]*Table, 0, len(l.tables))
	for _, t := range l.tables {
		all = append(all, t)
	}
	return all
}

// Tick lets flags fall, and clears tables away that are over and empty. Call it a
// few times a second.
func (l *Lobby) Tick(ctx context.Context) error {
	var faults []error
	gone := l.dirty.Load()
	for _, t := range l.Tables() {
		if err := t.tick(ctx); err != nil {
			faults = append(faults, err)
		}
		t.mu.Lock()
		empty := t.rec.over() && len(t.readers) == 0
		t.mu.Unlock()
		if empty {
			l.mu.Lock()
			delete(l.tables, t.id)
			l.mu.Unlock()
			gone = true
		}
	}
	if gone {
		l.show()
	}
	return errors.Join(faults...)
}
