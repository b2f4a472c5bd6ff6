package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rookery/chess"
)

const (
	// MaxLag is how much of a move's time is forgiven at most because it was
	// spent on the line.
	MaxLag = 500 * time.Millisecond
	// FirstMove is how long each side may wait with its first move before the
	// game is aborted.
	FirstMove = 45 * time.Second
	// unread is how many snapshots may wait for a reader before it is closed.
	unread = 16
)

// Errors of those who sit at tables.
var (
	ErrNotSeated = errors.New("you watch this game: only its players can do that")
	ErrNotYet    = errors.New("your opponent may still come back: wait for the countdown")
	// ErrElsewhere and ErrSlow tell why a line was closed.
	ErrElsewhere = errors.New("you have sat down at this table elsewhere")
	ErrSlow      = errors.New("the line was too slow")
)

// Table is one game and those around it. It is safe for use by many goroutines.
type Table struct {
	id    string
	lobby *Lobby
	first chess.Color // who began
	who   [2]Player   // the players, who never change
	done  atomic.Bool // the game is over
	info  atomic.Pointer[GameInfo]

	mu      sync.Mutex
	rec     record
	seq     uint64 // of the last event in the journal
	held    bool   // since a restart: the clocks stand until the mover is back
	readers map[*Reader]bool
	away    [2]time.Time // since when a player's line is gone; zero while it is there
	lag     [2]time.Duration
	chat    []Line
}

// Reader is one line to a table: a player's, or a spectator's.
type Reader struct {
	table  *Table
	player Player
	seat   Seat
	c      chan Snapshot
	why    error // of the end; set before c is closed
}

// C gives a snapshot after each change. It is closed when the reader was too slow,
// when the same player sat down elsewhere, and by Leave.
func (r *Reader) C() <-chan Snapshot { return r.c }

// Err tells why C was closed: ErrElsewhere, ErrSlow, or nil after Leave. It means
// nothing before.
func (r *Reader) Err() error { return r.why }

// Seat of the reader.
func (r *Reader) Seat() Seat { return r.seat }

// ID of the table.
func (t *Table) ID() string { return t.id }

// Join opens a line. A player of the game comes back into his seat, and a line of
// his that still hangs is closed; everybody else watches.
func (t *Table) Join(ctx context.Context, p Player) (*Reader, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &Reader{table: t, player: p, seat: Spectator, c: make(chan Snapshot, unread)}
	if i := slices.IndexFunc(t.rec.players[:], func(q Player) bool { return q.ID == p.ID }); i >= 0 {
		r.seat = Seat(i)
		for old := range t.readers {
			if old.seat == r.seat {
				t.drop(old, ErrElsewhere)
			}
		}
		if t.held && t.rec.game.Turn() == chess.Color(i) {
			if err := t.resume(ctx); err != nil {
				return nil, err
			}
		}
		t.away[i] = time.Time{}
	}
	t.readers[r] = true
	t.lobby.sit(r, true)
	t.show()
	t.lobby.show()
	return r, nil
}

// Leave closes the line. A player's seat stays his.
func (r *Reader) Leave() {
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.readers[r] {
		t.drop(r, nil)
		t.show()
		t.lobby.show()
	}
}

// drop closes a line for a reason. The lock is held.
func (t *Table) drop(r *Reader, why error) {
	delete(t.readers, r)
	t.lobby.sit(r, false)
	r.why = why
	close(r.c)
	if c, ok := r.seat.Player(); ok {
		t.away[c] = t.lobby.now()
	}
}

// show sends everybody what he may know now. The lock is held.
func (t *Table) show() {
	full := false
	for r := range t.readers {
		select {
		case r.c <- t.snapshot(r):
		default:
			t.drop(r, ErrSlow)
			full = true
		}
	}
	if full { // a line less is news for the others
		t.show()
		return
	}
	t.note()
	t.lobby.dirty.Store(true) // told with the next tick
}

// note tells the lobby how the game stands. The lock is held.
func (t *Table) note() {
	g := &GameInfo{
		Table: t.id, Players: t.rec.players, Terms: t.rec.terms, Ply: t.rec.game.Ply(),
		Watched: t.watched(), began: t.rec.began.UnixNano(),
	}
	g.Terms.Parts = slices.Clone(g.Terms.Parts)
	t.info.Store(g)
}

// watched counts the spectators. The lock is held.
func (t *Table) watched() int {
	n := 0
	for r := range t.readers {
		if r.seat == Spectator {
			n++
		}
	}
	return n
}

// write makes an event durable, then takes it into the record. The lock is held.
func (t *Table) write(ctx context.Context, e event) error {
	trial := t.rec
	if t.rec.game != nil {
		trial.game = t.rec.game.Clone()
	}
	if err := trial.apply(e); err != nil {
		return err
	}
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	seq, err := t.lobby.journal.Append(ctx, t.id, t.seq, data)
	if err != nil {
		// It may have been written all the same, or somebody else wrote.
		mine, caught := t.catchUp(context.WithoutCancel(ctx), data)
		if mine && caught == nil {
			return nil
		}
		if t.rec.game != nil {
			t.show()
		}
		return errors.Join(err, caught)
	}
	t.rec, t.seq = trial, seq
	t.done.Store(t.rec.over())
	return nil
}

// catchUp takes in what the journal has and the record has not, and tells whether
// own is the last of it. The lock is held.
func (t *Table) catchUp(ctx context.Context, own []byte) (mine bool, err error) {
	events, err := t.lobby.journal.Read(ctx, t.id, t.seq)
	if err != nil {
		return false, err
	}
	for _, entry := range events {
		e, err := parse(entry.Data)
		if err == nil {
			err = t.rec.apply(e)
		}
		if err != nil {
			return false, fmt.Errorf("event %d of game %s: %w", entry.Seq, t.id, err)
		}
		t.seq, mine = entry.Seq, bytes.Equal(entry.Data, own)
		t.done.Store(t.rec.over())
	}
	return mine, nil
}

// resume lets clocks run that stood still since the last event.
func (t *Table) resume(ctx context.Context) error {
	if err := t.write(ctx, event{Kind: resumed, At: t.lobby.now(), Sent: t.rec.last}); err != nil {
		return err
	}
	t.held = false
	return nil
}

// do writes what a player does and shows it.
func (r *Reader) do(ctx context.Context, e event) error {
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	c, ok := r.seat.Player()
	if !ok || !t.readers[r] {
		return ErrNotSeated
	}
	e.By, e.At = c, t.lobby.now()
	if e.Kind == offered && t.rec.offer == e.Offer && t.rec.offerBy != c {
		e = event{Kind: agreed, By: c, At: e.At} // both ask for the same
	}
	switch {
	case e.Kind == agreed && t.rec.offer == Rematch && t.rec.offerBy != c:
		return t.rematch(ctx)
	case e.Kind == offered && ((e.Offer == Rematch) != t.rec.over() || t.rec.next != ""):
		return errors.New("that cannot be offered now")
	case e.Kind == declined && (t.rec.offer == NoOffer || t.rec.offerBy == c):
		return errors.New("there is no offer to decline")
	case e.Kind == claimed && t.rec.game.Turn() != c:
		return errors.New("claim the draw when it is your turn")
	case e.Kind == aborted && t.rec.game.Ply() >= 2:
		return errors.New("both have moved: offer to abort, or resign")
	case e.Kind == deserted:
		e.By = c.Other()
		since := t.away[e.By]
		if since.IsZero() || e.At.Before(since.Add(t.lobby.patience(t.rec.terms.Control))) {
			return ErrNotYet
		}
	case e.Kind == moved:
		if t.held {
			if err := t.resume(ctx); err != nil {
				return err
			}
		}
		if err := t.timely(ctx, c, &e); err != nil {
			return err
		}
	}
	if err := t.write(ctx, e); err != nil {
		return err
	}
	t.show()
	return nil
}

// timely fills in when a move was sent, with the line's delay forgiven, and lets
// the flag fall instead when it was too late.
func (t *Table) timely(ctx context.Context, c chess.Color, e *event) error {
	e.Sent = e.At.Add(-t.lag[c])
	if e.Sent.Before(t.rec.moved) {
		e.Sent = t.rec.moved
	}
	if side, down := t.rec.clock.Flagged(e.Sent); down {
		if err := t.write(ctx, event{Kind: flagged, By: side, At: e.At}); err != nil {
			return err
		}
		t.show()
		return chess.ErrGameOver
	}
	return nil
}

// Move plays a move, given in UCI form, or as a player types it. It is durable
// when Move returns. The errors are those of [chess.ParseMove].
func (r *Reader) Move(ctx context.Context, text string) error {
	r.table.mu.Lock()
	b := r.table.rec.game.Board().Clone()
	r.table.mu.Unlock()
	m, err := chess.ParseUCI(b, text)
	if err != nil {
		if m, err = chess.ParseMove(b, text); err != nil {
			return err
		}
	}
	return r.do(ctx, event{Kind: moved, Move: chess.UCI(b, m)})
}

// Offer asks the opponent, or accepts when he has asked for the same.
func (r *Reader) Offer(ctx context.Context, o Offer) error {
	return r.do(ctx, event{Kind: offered, Offer: o})
}

// Accept says yes to the open offer.
func (r *Reader) Accept(ctx context.Context) error { return r.do(ctx, event{Kind: agreed}) }

// Decline says no to the open offer.
func (r *Reader) Decline(ctx context.Context) error { return r.do(ctx, event{Kind: declined}) }

// Resign gives the game up.
func (r *Reader) Resign(ctx context.Context) error { return r.do(ctx, event{Kind: resigned}) }

// Abort ends a game before both have moved.
func (r *Reader) Abort(ctx context.Context) error { return r.do(ctx, event{Kind: aborted}) }

// ClaimDraw claims the draw that the rules grant.
func (r *Reader) ClaimDraw(ctx context.Context) error { return r.do(ctx, event{Kind: claimed}) }

// ClaimWin ends the game when the opponent's line has been gone too long.
func (r *Reader) ClaimWin(ctx context.Context) error { return r.do(ctx, event{Kind: deserted}) }

// SetLag tells how long the line takes there and back; what is more than MaxLag
// is not forgiven.
func (r *Reader) SetLag(d time.Duration) {
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if c, ok := r.seat.Player(); ok {
		t.lag[c] = min(max(d, 0), MaxLag)
	}
}

// rematch opens a table with colours swapped. The lock is held.
func (t *Table) rematch(ctx context.Context) error {
	next, err := t.lobby.Start(ctx, t.rec.terms, t.rec.players[chess.Black], t.rec.players[chess.White])
	if err != nil {
		return err
	}
	if err := t.write(ctx, event{Kind: rematched, At: t.lobby.now(), Next: next.id}); err != nil {
		return err
	}
	t.show()
	return nil
}

// tick lets flags fall and games that nobody begins end.
func (t *Table) tick(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rec.over() || t.held {
		return nil
	}
	now := t.lobby.now()
	turn := t.rec.game.Turn()
	var e event
	if side, down := t.rec.clock.Flagged(now.Add(-t.lag[turn])); down {
		e = event{Kind: flagged, By: side, At: now}
	} else if t.rec.game.Ply() < 2 && now.Sub(t.rec.moved) >= FirstMove {
		e = event{Kind: aborted, At: now}
	} else {
		return nil
	}
	if err := t.write(ctx, e); err != nil {
		return err
	}
	t.show()
	return nil
}
