package lobby

import (
	"fmt"
	"slices"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
)

// Finished is a game that is over, as its events tell it.
type Finished struct {
	ID         string
	Seq        uint64 // of the event that ended it
	Terms      Terms
	Players    [2]Player        // by Color
	Tournament *TournamentTable // nil for none
	Game       *chess.Game      // complete, whatever fog hid; the receiver's
	// Left is what the mover of each half-move had left after it; empty
	// without a clock.
	Left         []time.Duration
	Began, Ended time.Time
}

// Chronicle follows the events of one game until it is over. The zero Chronicle
// waits for the first event. It is not safe for use by several goroutines.
type Chronicle struct {
	rec   record
	seq   uint64
	left  []time.Duration
	began time.Time
}

// Seq of the last event that was taken in.
func (c *Chronicle) Seq() uint64 { return c.seq }

// Over tells whether the game has ended or was aborted.
func (c *Chronicle) Over() bool { return c.rec.game != nil && c.rec.over() }

// Add takes in the next event of the game. One that is known, or comes after
// the end, changes nothing. The finished game is returned with the event that
// ends it, and only with that; an aborted game is none.
func (c *Chronicle) Add(entry journal.Event) (*Finished, error) {
	if entry.Seq <= c.seq || c.Over() {
		return nil, nil
	}
	e, err := parse(entry)
	if err == nil {
		err = c.rec.apply(e)
	}
	if err != nil {
		return nil, fmt.Errorf("event %d of game %s: %w", entry.Seq, entry.Game, err)
	}
	c.seq = entry.Seq
	switch {
	case e.Kind == started:
		c.began = e.At
	case c.rec.terms.Control.None():
	case e.Kind == moved && len(c.left) < c.rec.game.Ply():
		c.left = append(c.left, c.rec.clock.Left(e.By, e.At))
	case len(c.left) > c.rec.game.Ply(): // moves were taken back
		c.left = c.left[:c.rec.game.Ply()]
	}
	if !c.rec.over() || c.rec.aborted {
		return nil, nil
	}
	return &Finished{
		ID: entry.Game, Seq: entry.Seq, Terms: c.rec.terms, Players: c.rec.players, Tournament: c.rec.tournament, Game: c.rec.game.Clone(),
		Left: slices.Clone(c.left), Began: c.began, Ended: e.At,
	}, nil
}
