package lobby

import (
	"fmt"
	"slices"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// Finished is a game that is over, as its events tell it.
type Finished struct {
	ID         string
	Seq        uint64 // of the event that ended it
	Terms      remote.Terms
	Players    [2]remote.Player        // by Color
	Tournament *remote.TournamentTable // nil for none
	Game       *chess.Game             // complete, whatever fog hid; the receiver's
	// Left is what the mover of each half-move had left after it; empty
	// without a clock.
	Left         []time.Duration
	Began, Ended time.Time
	// Twin is the other board of a game of partners; nil of others.
	Twin *Finished
	// Order tells on which board each half-move of both was made, 1 for the second.
	Order []int
}

// Chronicle follows the events of one game until it is over. The zero Chronicle
// waits for the first event. It is not safe for use by several goroutines.
type Chronicle struct {
	boards [2]record // the second of a game of partners
	teams  bool
	order  []int
	seq    uint64
	left   [2][]time.Duration // by board
	began  time.Time
}

// Seq of the last event that was taken in.
func (c *Chronicle) Seq() uint64 { return c.seq }

// Over tells whether the game has ended or was aborted.
func (c *Chronicle) Over() bool { return c.boards[0].game != nil && c.boards[0].over() }

// Add takes in the next event of the game. One that is known, or comes after
// the end, changes nothing. The finished game is returned with the event that
// ends it, and only with that; an aborted game is none.
func (c *Chronicle) Add(entry journal.Event) (*Finished, error) {
	if entry.Seq <= c.seq || c.Over() {
		return nil, nil
	}
	e, err := parse(entry)
	if err == nil && e.Kind == started {
		c.teams = e.Twin != nil
	}
	at := 0
	if c.teams {
		at = e.Board & 1
	}
	rec := &c.boards[at]
	ply := 0
	if rec.game != nil {
		ply = rec.game.Ply()
	}
	switch {
	case err != nil:
	case c.teams:
		err = applyTwin(rec, &c.boards[1-at], e)
	default:
		err = rec.apply(e)
	}
	if err != nil {
		return nil, fmt.Errorf("event %d of game %s: %w", entry.Seq, entry.Game, err)
	}
	c.seq = entry.Seq
	left := &c.left[at]
	switch {
	case e.Kind == started:
		c.began = e.At
	case rec.terms.Control.None():
	case e.Kind == moved && len(*left) < rec.game.Ply():
		*left = append(*left, rec.clock.Left(e.By, e.At))
	case len(*left) > rec.game.Ply(): // moves were taken back
		*left = (*left)[:rec.game.Ply()]
	}
	if c.teams && rec.game.Ply() > ply {
		c.order = append(c.order, at)
	}
	if !c.boards[0].over() || c.boards[0].aborted {
		return nil, nil
	}
	f := c.finished(0, entry, e.At)
	if c.teams {
		f.Order = slices.Clone(c.order)
		f.Twin = c.finished(1, entry, e.At)
		f.Twin.ID += twinID
	}
	return f, nil
}

// finished is one board of the game.
func (c *Chronicle) finished(board int, entry journal.Event, ended time.Time) *Finished {
	rec := &c.boards[board]
	return &Finished{
		ID: entry.Game, Seq: entry.Seq, Terms: rec.terms, Players: rec.players, Tournament: rec.tournament, Game: rec.game.Clone(),
		Left: slices.Clone(c.left[board]), Began: c.began, Ended: ended,
	}
}
