package ai

import "rookery/chess"

// traits are what the search and the evaluation ask of the rules, derived once a game.
type traits struct {
	rules          chess.Rules
	goal           chess.Goal
	royal          bool // the king may not be left attacked
	exposed        bool // the king may be captured or converted, which ends the game
	explode        bool
	convert        bool
	forcedCaptures bool
	checksCount    bool // checks are counted: no quiet move that gives one is pruned
	drops          bool
	fiftyMoves     bool // fifty moves without progress are a draw

	// nullMoves tells that passing is worse than some move, so that a search below a
	// null move is a bound.
	nullMoves bool
	// unstaged tells that captures are not the moves to try first, so that all moves
	// are generated and scored together.
	unstaged bool
	// marginPercent scales the margins of pruning by static values to how much one move
	// can change them; 0 where no margin would do, and nothing is pruned. In a race 200 won, with what
	// else changed then, +150 =52 -98 against 150. Where moves convert, 300 won +118 =2 -80 against
	// the engine before. Where captures are compulsory,
	// nothing is pruned while there is one: in 500 games of 4,000 positions that won
	// 159 ± 29 Elo, and pruning the other positions 104.
	marginPercent int
	// singularPercent scales the margin of singular moves likewise; twice as much with drops
	// won 4 ± 13 and 23 ± 21 Elo.
	singularPercent int
	// fewMovesBad tells that the side with fewer moves is the one that is led, so that
	// moves which leave few replies are tried first, and none is pruned that forces a
	// capture: those are the checks of such games. That won 32 ± 10 Elo.
	fewMovesBad bool
	// staticExchange tells that material counts and is won capture by capture.
	staticExchange bool
	// reductionPercent scales the reductions of late moves: the worse moves are ordered,
	// the less a late one may be trusted to be bad. With drops most late ones are bad.
	reductionPercent int
	// malusPercent is what a quiet move that did not refute the last one loses, of what one that does gains. With
	// drops there are so many moves that more did harm.
	malusPercent int
	// clockMask is one less than the nodes between two looks at the clock.
	clockMask uint64
	// kingSafety tells that an attack on a king is worth something by itself.
	kingSafety bool
	// extraGoals tells that the evaluation has more to count than in chess.
	extraGoals bool
}

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
	t.fewMovesBad = r.Goal == chess.LoseAll || losing && t.forcedCaptures
	t.staticExchange = !t.convert && !t.explode && !losing
	t.checksCount = r.Goal == chess.ThreeChecks
	t.clockMask = 1023
	if r.Board != nil {
		t.clockMask = 127
	}
	switch t.reductionPercent = 100; {
	case losing && !t.forcedCaptures:
		t.reductionPercent = 60
	case t.drops, t.checksCount, r.Goal == chess.Hill: // +48 ± 19 and +22 ± 21 Elo; −26 ± 16 in a race
		t.reductionPercent = 125
	}
	if t.malusPercent = 130; t.drops {
		t.malusPercent = 100
	}
	t.kingSafety = (t.royal || t.exposed || t.convert) && !losing && !r.NoChecks
	t.extraGoals = t.drops || t.explode || t.convert || r.Goal != chess.Mate
	switch {
	case t.convert:
		t.marginPercent = 300
	case t.forcedCaptures:
		t.marginPercent = 120
	case losing:
		t.marginPercent = 0
	case t.explode, r.Goal == chess.Extinct, r.Goal == chess.Race:
		t.marginPercent = 200
	case r.Goal != chess.Mate, t.exposed:
		t.marginPercent = 150
	case t.drops:
		t.marginPercent = 120
	default:
		t.marginPercent = 100
	}
	if t.singularPercent = t.marginPercent; t.drops {
		t.singularPercent *= 2
	}
	return t
}

// noisy reports whether m, a move of p, changes the material at once.
func (t *traits) noisy(p *chess.Position, m chess.Move) bool {
	if m.IsCapture() || m.IsPromotion() {
		return true
	}
	return t.convert && p.Converted(m) != 0
}
