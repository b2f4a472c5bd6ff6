package ai

import "rookery/chess"

// traits are the rules as the search asks about them, derived once for a game.
type traits struct {
	rules   chess.Rules
	goal    chess.Goal
	royal   bool // the king may not be left attacked
	exposed bool // the king may be taken or turned, which ends the game
	explode bool
	convert bool
	forced  bool
	drops   bool
	fifty   bool // fifty moves without progress are a draw

	// passes tells whether giving the turn away harms whoever does it, so that
	// a search below a pass is a bound.
	passes bool
	// whole tells that the order of moves does not follow from captures, so
	// that all are generated and scored together.
	whole bool
	// swing widens the margins of pruning by static values, in percent of
	// those for chess; 0 where one move changes too much to trust them.
	swing int
	// cramped tells that the side with fewer moves is the one that is led.
	cramped bool
	// swaps tells that captures on one square can be counted out man by man.
	swaps bool
	// lateness scales the reductions of late moves, in percent of those for
	// chess.
	lateness int
	// watch masks the nodes between two looks at the clock.
	watch uint64
	// kings tells that the safety of kings is worth something by itself.
	kings bool
	// aims tells that there is something to win besides men and kings.
	aims bool
}

// traitsOf derives the traits of a game.
func traitsOf(r chess.Rules) traits {
	t := traits{
		rules:   r,
		goal:    r.Goal,
		explode: r.Capture == chess.Explode,
		convert: r.Capture == chess.Convert,
		forced:  r.Forced,
		drops:   r.Pocket != chess.NoPocket,
		fifty:   r.Pocket == chess.NoPocket,
	}
	t.royal = r.Royalty == chess.Checkmate && !t.convert
	t.exposed = r.Royalty == chess.Exposed || t.convert && r.Royalty != chess.Commoner
	losing := r.Goal == chess.LoseAll || r.Goal == chess.BareOrMated
	t.passes = !t.forced && !losing && !r.NoChecks && r.Goal != chess.Race &&
		(r.Stalemate == chess.StalemateDraws || r.Stalemate == chess.StalemateLoses)
	t.whole = t.convert || losing || t.forced
	t.cramped = r.Goal == chess.LoseAll
	t.swaps = !t.convert && !t.explode && !losing
	t.watch = 1023
	if r.Board != nil {
		t.watch = 127
	}
	t.lateness = 100
	switch {
	case losing, t.forced:
		t.lateness = 60
	case t.drops:
		t.lateness = 80
	}
	t.kings = (t.royal || t.exposed || t.convert) && !losing && !r.NoChecks
	t.aims = t.drops || t.explode || t.convert || r.Goal != chess.Mate
	switch {
	case t.convert:
		t.swing = 300
	case t.forced, losing:
		t.swing = 0
	case t.explode, t.drops, r.Goal == chess.Extinct:
		t.swing = 200
	case r.Goal != chess.Mate, t.exposed:
		t.swing = 150
	default:
		t.swing = 100
	}
	return t
}

// noisy tells whether m, a move of p, changes the balance at once: a capture,
// a promotion, or a move that turns men.
func (t *traits) noisy(p *chess.Position, m chess.Move) bool {
	if m.IsCapture() || m.IsPromotion() {
		return true
	}
	return t.convert && p.Converted(m) != 0
}
