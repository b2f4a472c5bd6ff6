package ai

import (
	"context"
	"time"

	"rookery/chess"
)

// policy is when a level resigns and what it thinks of draws.
type policy struct {
	// loss is the score, in centipawns against it, at which a level calls a
	// game lost; 0 for only what is proven.
	loss Centipawns
	// depth is how many plies must have been searched in full before a loss by
	// score is believed.
	depth int
	// patience is how many searches in a row must see no hope.
	patience int
	// evenScore is the greatest score, to either side, that is called even.
	evenScore Centipawns
	// A draw is offered from full move offerFrom on, after offerQuiet plies without
	// progress; one that is offered is accepted from full move acceptFrom on.
	offerFrom, offerQuiet, acceptFrom int
}

// policyOf goes evenly from the weakest level to the strongest. Weak levels play on
// for long, because their opponents err too, but accept draws early; strong levels resign
// lost games and give no early draws.
func policyOf(l Level) policy {
	levels := Levels()
	top := max(len(levels)-1, 1)
	at := min(int(l), top) * 100 / top // 0 the weakest, 100 the strongest
	between := func(weak, strong int) int { return weak + (strong-weak)*at/100 }
	return policy{
		loss:       Centipawns(between(1900, 1000)),
		depth:      between(2, 7),
		patience:   between(5, 3),
		evenScore:  Centipawns(between(40, 12)),
		offerFrom:  between(25, 34),
		offerQuiet: between(12, 20),
		acceptFrom: between(15, 40),
	}
}

// Standing is what a policy asks of a game, apart from what a search says.
type Standing struct {
	Fog       bool // what looks lost may not be seen by the other side
	Uncertain bool // one move may turn the whole board: only proof counts
	Quiet     int  // plies since the last capture, pawn move or drop
	Fullmove  int
}

func StandingOf(b chess.Board) Standing {
	r := b.Rules()
	v := b.View(chess.ObserverOf(b.Turn()))
	return Standing{
		Fog:       r.Fog,
		Uncertain: r.Capture == chess.Convert || r.Forced || r.Goal == chess.LoseAll || r.Goal == chess.BareOrMated,
		Quiet:     v.Halfmoves,
		Fullmove:  v.Fullmove,
	}
}

// Hopeless reports whether a level that has searched c calls its game lost.
func (l Level) Hopeless(c Choice, s Standing) bool {
	t := policyOf(l)
	switch {
	case s.Fog:
		return false
	case c.Mate < 0:
		return c.Depth >= min(t.depth, 4)
	case c.Mate > 0 || s.Uncertain:
		return false
	}
	return c.Score <= -t.loss && c.Depth >= t.depth
}

// Resigns reports whether a level resigns after it has called its game lost in so
// many searches in a row.
func (l Level) Resigns(hopeless int) bool { return hopeless >= policyOf(l).patience }

// OffersDraw reports whether a level that has searched c offers a draw now. It
// does not ask at every move: two in every ten plies without progress.
func (l Level) OffersDraw(c Choice, s Standing) bool {
	t := policyOf(l)
	if s.Fog || s.Uncertain || c.Mate != 0 || c.Depth < min(t.depth, 6) {
		return false
	}
	return abs(int(c.Score)) <= int(t.evenScore) && s.Fullmove >= t.offerFrom && s.Quiet >= t.offerQuiet && s.Quiet%10 < 2
}

// AcceptsDraw reports whether a level takes a draw that is offered, when c is what
// its last search said. A level that has not searched yet plays.
func (l Level) AcceptsDraw(c Choice, s Standing) bool {
	t := policyOf(l)
	switch {
	case c.Move == 0 || c.Mate > 0:
		return false
	case c.Mate < 0:
		return true
	case s.Fog:
		return c.Score <= -2*t.evenScore
	case c.Score <= -80:
		return true
	case c.Score <= -(30 + t.evenScore/2): // what Black has after a good first move of White
		return s.Fullmove >= t.acceptFrom/2
	}
	return c.Score <= t.evenScore && s.Fullmove >= t.acceptFrom
}

// ClaimsDraw reports whether a level whose last search said c claims the draw
// that the rules offer it.
func (l Level) ClaimsDraw(c Choice) bool {
	return c.Mate < 0 || c.Mate == 0 && c.Score <= policyOf(l).evenScore/2
}

// playForced plays the only move at once, after a short search that tells what it is
// worth and which reply to expect. In the fog there is none.
func (e *Engine) playForced(ctx context.Context, b chess.Board, only []chess.Move) Choice {
	const glance = 500 // positions: less than a person notices
	c := Choice{Move: only[0], PV: only}
	if !b.Rules().Fog {
		c = e.searchBest(ctx, b, only, bounds{depth: maxPly / 2, nodes: glance}, time.Now())
		e.applyPolicy(&c, b)
	}
	if c.Lines == nil {
		c.Lines = []Line{{c.Move, c.Score, c.Mate, c.PV}}
	}
	return c
}
