package lobby

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

const (
	// MaxLag is how much of a move's time is forgiven at most because it was
	// spent on the line.
	MaxLag = 500 * time.Millisecond
	// FirstMove is how long each side may wait with its first move before the
	// game is aborted.
	FirstMove = 45 * time.Second
)

// Table is one game and those around it. It is safe for use by many goroutines.
type Table struct {
	id    string
	lobby *Lobby
	first chess.Color      // who began
	who   [2]remote.Player // the players, who never change
	done  atomic.Bool      // the game is over
	info  atomic.Pointer[GameInfo]
	host  atomic.Pointer[string] // ID of who plays a simul here; nil for none

	excused atomic.Pointer[time.Time] // beginning of the outage whose time was given back last

	known   atomic.Uint64 // seq, for those who do not have the lock
	waiting inbox

	twin  *Table // the other board of a game of partners; nil of others
	board int    // 1 of the second board

	mu      *sync.Mutex // one for both boards: lock, or that of the first
	lock    sync.Mutex
	rec     record
	seq     uint64    // of the last event in the journal
	guessed bool      // rec was made without the journal's times: read it again
	due     time.Time // when the mover's clock began of which he was told late; zero when nothing is due
	readers map[*Reader]bool
	remote  []remoteLine // lines of other processes to this table
	away    [2]time.Time // since when a player's line is gone; zero while it is there
	lag     [2]time.Duration
	chat    []remote.Line
	ended   bool // the lobby was told that the game is over
}

// Reader is one line to a table: a player's, or a spectator's.
type Reader struct {
	table  *Table
	player remote.Player
	seat   remote.Seat
	key    string // of the line for other processes; empty for none
	c      chan remote.Snapshot
	why    error // of the end; set before c is closed
}

// C gives the newest snapshot after a change; one that was not read is replaced by
// the next. It is closed when the same player sat down elsewhere, and by Leave.
func (r *Reader) C() <-chan remote.Snapshot { return r.c }

// Err tells why C was closed: ErrElsewhere, or nil after Leave. It means nothing
// before.
func (r *Reader) Err() error { return r.why }

// Seat of the reader.
func (r *Reader) Seat() remote.Seat { return r.seat }

// ID of the table.
func (t *Table) ID() string { return t.id }

// Join opens a line. A player of the game comes back into his seat, and a line of
// his that still hangs is closed; everybody else watches.
func (t *Table) Join(ctx context.Context, p remote.Player) (*Reader, error) {
	r, err := t.join(ctx, p)
	if err == nil && r.seat != remote.Spectator {
		t.lobby.announced(ctx, r) // so that a line that he opens elsewhere later is later for all
	}
	return r, err
}

func (t *Table) join(ctx context.Context, p remote.Player) (*Reader, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &Reader{table: t, player: p, seat: remote.Spectator, c: make(chan remote.Snapshot, 1)}
	if i := slices.IndexFunc(t.rec.players[:], func(q remote.Player) bool { return q.ID == p.ID }); i >= 0 {
		r.seat = remote.Seat(i)
		for old := range t.readers {
			if old.seat == r.seat {
				t.dropLocked(old, remote.ErrElsewhere)
			}
		}
		err := t.resumeLocked(ctx, chess.Color(i))
		if err != nil && !errors.Is(err, journal.ErrFull) && !errors.Is(err, journal.ErrAway) { // then Tick does it later
			return nil, err
		}
	}
	t.readers[r] = true
	t.lobby.sit(r, true)
	t.attendLocked()
	t.showLocked()
	t.lobby.show()
	return r, nil
}

// Watch opens the line of somebody who is nobody in the lobby: a spectator who counts and is not
// listed.
func (t *Table) Watch() *Reader {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &Reader{table: t, seat: remote.Spectator, c: make(chan remote.Snapshot, 1)}
	t.readers[r] = true
	t.showLocked()
	return r
}

// Leave closes the line. A player's seat stays his.
func (r *Reader) Leave() {
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.readers[r] {
		t.dropLocked(r, nil)
		t.retireLocked()
		t.showLocked()
		t.lobby.show()
	}
}

// dropLocked closes a line for a reason.
func (t *Table) dropLocked(r *Reader, why error) {
	delete(t.readers, r)
	t.lobby.sit(r, false)
	r.why = why
	close(r.c)
	t.attendLocked()
}

// attendLocked notes whose line is gone, and since when.
func (t *Table) attendLocked() {
	for i := range t.away {
		switch there := t.seatedLocked(remote.Seat(i)); {
		case there:
			t.away[i] = time.Time{}
		case t.away[i].IsZero():
			t.away[i] = t.lobby.now()
		}
	}
}

// seatedLocked tells whether there is a line of a seat, here or at another process. The host of a simul
// goes from table to table.
func (t *Table) seatedLocked(s remote.Seat) bool {
	if t.hostSeat(s) {
		return true
	}
	return t.readerLocked(s) != nil || slices.ContainsFunc(t.remote, func(f remoteLine) bool { return f.Seat == s })
}

// readerLocked is the line of a player's seat here, or nil.
func (t *Table) readerLocked(s remote.Seat) *Reader {
	for r := range t.readers {
		if r.seat == s {
			return r
		}
	}
	return nil
}

// showLocked sends everybody what he may know now.
func (t *Table) showLocked() {
	for _, b := range t.boards() {
		b.showOneLocked()
	}
}

func (t *Table) showOneLocked() {
	t.noteLocked() // first: who sees the move finds it in the lobby
	if over := t.done.Load(); over != t.ended {
		t.ended = over
		if over && t.rec.terms.Rated && !t.rec.aborted {
			t.lobby.rated(t.id, t.rec.players)
		}
		t.lobby.dirty.Store(true) // told with the next tick
	}
	if t.rec.terms.Correspondence() {
		t.lobby.dirty.Store(true) // somebody is to move who may be elsewhere: with the next tick
	}
	t.lobby.moved.Store(true)
	for r := range t.readers {
		r.takeLocked(t.snapshotLocked(r))
	}
}

// takeLocked puts a snapshot where the reader finds it.
func (r *Reader) takeLocked(s remote.Snapshot) {
	select {
	case <-r.c: // what he has not read is old
	default:
	}
	r.c <- s
}

// noteLocked tells the lobby how the game stands.
func (t *Table) noteLocked() {
	g := &GameInfo{
		Table: t.id, Players: t.rec.players, Terms: t.rec.terms, Ply: t.rec.game.Ply(),
		Watched: t.watchedLocked(), Tournament: t.rec.tournamentID(), Turn: t.rec.game.Turn(), began: t.rec.began.UnixNano(),
	}
	if g.Terms.Correspondence() {
		now := t.lobby.time()
		g.Due = now.Add(t.rec.clock.Left(g.Turn, now))
	}
	g.Terms.Parts = slices.Clone(g.Terms.Parts)
	t.info.Store(g)
}

// copies is how often Relieve copies. What a crowd left behind is about a third full.
const copies = 4

// Relieve copies the games at which nobody sits, after a crowd has left. Go does not move what
// lives: the last copies lie side by side, and the places between what the crowd left behind
// become free as a whole. The first copies fill the gaps between what stays there, and are kept until the
// last are made: without them each relief would only move the games from gap to gap.
func (l *Lobby) Relieve() {
	type copied struct {
		rec     record
		info    *GameInfo
		readers map[*Reader]bool
	}
	var filling []copied
	begins := make(map[string]*chess.Game)
	for range copies {
		for _, t := range l.Tables() {
			if !t.mu.TryLock() {
				continue // somebody is there
			}
			if len(t.readers) == 0 {
				filling = append(filling, copied{t.rec, t.info.Load(), t.readers})
				t.rec = t.rec.compact(begins)
				t.chat, t.readers = slices.Clone(t.chat), make(map[*Reader]bool)
				t.noteLocked()
				l.mu.Lock()
				t.who = t.rec.players
				l.mu.Unlock()
			}
			t.mu.Unlock()
		}
		begins = nil // the games are played through now
	}
	runtime.KeepAlive(filling)
	l.mu.Lock()
	defer l.mu.Unlock()
	old, known := l.tables, l.desk.known
	l.tables, l.seated, l.desk.known = make(map[string]*Table, len(old)), make(map[string][]*Table, 2*len(old)), make(map[string]remote.MainRating, len(known))
	for _, t := range old {
		l.placeLocked(t)
	}
	maps.Copy(l.desk.known, known)
}

// watchedLocked counts the spectators, those of other processes, too.
func (t *Table) watchedLocked() int {
	n := 0
	for _, f := range t.remote {
		if f.Seat == remote.Spectator {
			n++
		}
	}
	for r := range t.readers {
		if r.seat == remote.Spectator {
			n++
		}
	}
	return n
}
