package ai

import "rookery/chess"

// traits are the rules as the search asks about them, derived once for a game.
type traits struct {
	rules          chess.Rules
	goal           chess.Goal
	royal          bool // the king may not be left attacked
	exposed        bool // the king may be taken or turned, which ends the game
	explode        bool
	convert        bool
	forcedCaptures bool
	drops          bool
	fiftyMoves     bool // fifty moves without progress are a draw

	// nullMoves tells whether giving the turn away harms whoever does it, so that
	// a search below a pass is a bound.
	nullMoves bool
	// unstaged tells that the order of moves does not follow from captures, so
	// that all are generated and scored together.
	unstaged bool
	// marginPercent widens the margins of pruning by static values, in percent of
	// those for chess; 0 where one move changes too much to trust them.
	marginPercent int
	// fewMovesBad tells that the side with fewer moves is the one that is led.
	fewMovesBad bool
	// staticExchange tells that captures on one square can be counted out piece by piece.
	staticExchange bool
	// reductionPercent scales the reductions of late moves, in percent of those for
	// chess.
	reductionPercent int
	// clockMask masks the nodes between two looks at the clock.
	clockMask uint64
	// kingSafety tells that the safety of kings is worth something by itself.
	kingSafety bool
	// extraGoals tells that there is something to win besides pieces and kings.
	extraGoals bool
}

// traitsOf derives the traits of a game.
func traitsOf(r chess.Rules) traits {
	t := traits{
		rules:          r,
		goal:           r.Goal,
		explode:        r.Capture == chess.Explode,
		convert:        r.Capture == chess.Convert,
		forcedCaptures: r.Forced,
		drops:          r.Pocket != chess.NoPocket,
		fiftyMoves:     r.Pocket == chess.NoPocket,
	}
	t.royal = r.Royalty == chess.Checkmate && !t.convert
	t.exposed = r.Royalty == chess.Exposed || t.convert && r.Royalty != chess.Commoner
	losing := r.Goal == chess.LoseAll || r.Goal == chess.BareOrMated
	t.nullMoves = !t.forcedCaptures && !losing && !r.NoChecks && r.Goal != chess.Race &&
		(r.Stalemate == chess.StalemateDraws || r.Stalemate == chess.StalemateLoses)
	t.unstaged = t.convert || losing || t.forcedCaptures
	t.fewMovesBad = r.Goal == chess.LoseAll
	t.staticExchange = !t.convert && !t.explode && !losing
	t.clockMask = 1023
	if r.Board != nil {
		t.clockMask = 127
	}
	t.reductionPercent = 100
	switch {
	case losing, t.forcedCaptures:
		t.reductionPercent = 60
	case t.drops:
		t.reductionPercent = 80
	}
	t.kingSafety = (t.royal || t.exposed || t.convert) && !losing && !r.NoChecks
	t.extraGoals = t.drops || t.explode || t.convert || r.Goal != chess.Mate
	switch {
	case t.convert:
		t.marginPercent = 300
	case t.forcedCaptures, losing:
		t.marginPercent = 0
	case t.explode, t.drops, r.Goal == chess.Extinct:
		t.marginPercent = 200
	case r.Goal != chess.Mate, t.exposed:
		t.marginPercent = 150
	default:
		t.marginPercent = 100
	}
	return t
}

// noisy tells whether m, a move of p, changes the balance at once: a capture,
// a promotion, or a move that turns pieces.
func (t *traits) noisy(p *chess.Position, m chess.Move) bool {
	if m.IsCapture() || m.IsPromotion() {
		return true
	}
	return t.convert && p.Converted(m) != 0
}
