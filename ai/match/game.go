package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
)

// Allowance is what one side may spend on its moves. The zero Allowance leaves
// everything to the player.
type Allowance struct {
	Control  chess.Control // its clock; the zero Control is none
	MoveTime time.Duration // for each move
	Nodes    uint64
	Depth    int
}

// Adjudication ends games that say nothing new. Each part is off while zero.
type Adjudication struct {
	// A game is drawn when both sides' scores have stayed within DrawScore of
	// zero for their last DrawMoves moves, from move DrawAfter on.
	DrawScore ai.Centipawns
	DrawMoves int
	DrawAfter int
	// A side gives up when both sides' scores have told that it is lost by
	// ResignScore or more for their last ResignMoves moves.
	ResignScore ai.Centipawns
	ResignMoves int
	// Plies is the longest game, opening included; then it is a draw.
	Plies int
}

// MoveInfo is what a player said about one of its moves.
type MoveInfo struct {
	Score ai.Centipawns // for the mover
	Mate  int           // as in ai.Choice
	Depth int           // 0 when nothing was said, or the move is of the opening
	Nodes uint64
	Spent time.Duration
	Left  time.Duration // on the clock, after the increment
}

// Fault is why a player lost a game otherwise than on the board.
type Fault struct {
	Side chess.Color
	Err  error
}

// ErrTime is the fault of a player that used more time than it had.
var errTime = errors.New("out of time")

// Record is a game that was played to its end.
type Record struct {
	Game        *chess.Game
	Opening     int        // how many plies were played before the players began
	Infos       []MoveInfo // one a ply, those of the opening empty
	Fault       *Fault     // nil when both played by the rules
	Adjudicated bool       // ended by Adjudication
}

// A player without a clock must answer within maxThinking. One that has exceeded its
// time is waited for grace longer: it then loses on time, not as one that hangs.
const (
	maxThinking = 2 * time.Minute
	grace       = time.Second
)

// gameRun is one game while it is played.
type gameRun struct {
	Record
	players [2]Player // by colour
	allow   [2]Allowance
	rules   Adjudication
	margin  time.Duration // by which a player may exceed its time
	clocks  [2]chess.Clock
	moves   [2]int // made by each side since the opening
}

// play brings the game to its end. An error means that it was broken off by
// ctx, or that a program cannot do what is asked of it at all; what a player does
// wrong ends the game and is in Fault.
func (d *gameRun) play(ctx context.Context, seeds [2]uint64) error {
	g := d.Game
	d.Opening = g.Ply()
	d.Infos = make([]MoveInfo, g.Ply(), g.Ply()+120)
	for side, p := range d.players {
		d.clocks[side] = chess.NewClock(d.allow[side].Control)
		if g.Outcome().Over() {
			continue
		}
		if err := p.Begin(ctx, g, seeds[side]); err != nil {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.Is(err, uci.ErrUnsupported):
				return err
			}
			if err := d.forfeit(chess.Color(side), fmt.Errorf("a new game: %w", err)); err != nil {
				return err
			}
		}
	}
	for !g.Outcome().Over() {
		if d.rules.Plies > 0 && g.Ply() >= d.rules.Plies {
			d.Adjudicated = true
			return g.AgreeDraw()
		}
		if err := d.turn(ctx); err != nil {
			return err
		}
	}
	return nil
}

// turn lets the side to move play one move, and ends the game where that, a
// claim or the adjudication does.
func (d *gameRun) turn(ctx context.Context) error {
	g := d.Game
	us := g.Turn()
	limit, allowed := d.limit(us)
	thinking, cancel := context.WithTimeout(ctx, allowed+d.margin+grace)
	begun := time.Now()
	c, err := d.players[us].Choose(thinking, g, limit)
	ended := time.Now()
	cancel()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, uci.ErrUnsupported):
		return err
	}
	spent := ended.Sub(begun)
	if spent > allowed+d.margin {
		return d.outOfTime(us, spent, allowed)
	}
	if err != nil {
		return d.forfeit(us, fmt.Errorf("ply %d, %s: %w", g.Ply()+1, g.Board().FEN(), err))
	}
	if c.Resign {
		return g.Resign(us)
	}
	if err := g.Play(c.Move); err != nil {
		return d.forfeit(us, fmt.Errorf("ply %d, %s: %w", g.Ply()+1, g.Board().FEN(), err))
	}
	t := MoveInfo{Score: c.Score, Mate: c.Mate, Depth: c.Depth, Nodes: c.Nodes, Spent: spent}
	if !d.clocks[us].Control().None() {
		// What the margin forgives is not taken from the next move.
		now := begun.Add(min(spent, allowed-1))
		d.clocks[us] = d.clocks[us].Turn(us, begun).Start(begun).Press(now).Stop(now)
		t.Left = d.clocks[us].Left(us, now)
	}
	d.moves[us]++
	d.Infos = append(d.Infos, t)
	switch {
	case g.Outcome().Over():
		return nil
	case g.Claimable() != chess.NoReason:
		return g.Claim()
	}
	return d.adjudicate()
}

// limit is what us may spend on its next move, and how long that is on the wall.
func (d *gameRun) limit(us chess.Color) (ai.Limit, time.Duration) {
	a := d.allow[us]
	limit := ai.Limit{Nodes: a.Nodes, Depth: a.Depth, MoveTime: a.MoveTime}
	allowed := maxThinking
	if a.MoveTime > 0 {
		allowed = a.MoveTime
	}
	if a.Control.None() {
		return limit, allowed
	}
	var now time.Time // both clocks are at rest
	for side := range limit.Time {
		limit.Time[side] = d.clocks[side].Left(chess.Color(side), now)
		limit.Increment[side] = d.allow[side].Control.Increment
	}
	if n := a.Control.MovesPer; n > 0 {
		limit.MovesToGo = n - d.moves[us]%n
	}
	return limit, min(allowed, limit.Time[us])
}

func (d *gameRun) forfeit(side chess.Color, err error) error {
	d.Fault = &Fault{Side: side, Err: err}
	return d.Game.AbandonBy(side)
}

// outOfTime ends the game by the clock; the side that still had time wins,
// unless it could not by any sequence of moves.
func (d *gameRun) outOfTime(side chess.Color, spent, allowed time.Duration) error {
	d.Fault = &Fault{Side: side, Err: fmt.Errorf("ply %d: %w: %v spent, %v allowed", d.Game.Ply()+1, errTime,
		spent.Round(time.Millisecond), allowed.Round(time.Millisecond))}
	return d.Game.Flag(side)
}

// adjudicate ends the game where the scores of both sides agree on it.
func (d *gameRun) adjudicate() error {
	g, r := d.Game, d.rules
	if n := r.DrawMoves; n > 0 && g.Ply() >= 2*r.DrawAfter && d.agree(n, func(t MoveInfo, _ chess.Color) bool {
		return t.Mate == 0 && max(t.Score, -t.Score) <= r.DrawScore
	}) {
		d.Adjudicated = true
		return g.AgreeDraw()
	}
	if n := r.ResignMoves; n > 0 {
		for loser := range chess.Color(2) {
			if d.agree(n, func(t MoveInfo, mover chess.Color) bool {
				if mover == loser {
					return t.Mate < 0 || t.Mate == 0 && t.Score <= -r.ResignScore
				}
				return t.Mate > 0 || t.Mate == 0 && t.Score >= r.ResignScore
			}) {
				d.Adjudicated = true
				return g.Resign(loser)
			}
		}
	}
	return nil
}

// agree reports whether the last n scores of each side fulfil a condition. A move
// about which nothing was said, a forced one say, is passed over.
func (d *gameRun) agree(n int, holds func(t MoveInfo, mover chess.Color) bool) bool {
	var found [2]int
	mover := d.Game.Turn().Other()
	for i := len(d.Infos) - 1; i >= d.Opening && min(found[0], found[1]) < n; i-- {
		if t := d.Infos[i]; t.Depth > 0 && found[mover] < n {
			if !holds(t, mover) {
				return false
			}
			found[mover]++
		}
		mover = mover.Other()
	}
	return min(found[0], found[1]) >= n
}
