package ai

import "rookery/chess"

// aims values for one side what the game's own goal is about: men in the
// pocket, kings to be blown up, men to be turned, races, hills, checks, kinds
// of men.
func (e *Evaluator) aims(v *vision, c chess.Color) pair {
	var sum pair
	p, w, them := v.p, e.w, c.Other()
	if e.t.drops {
		hand := p.Hand(c)
		for r := chess.Pawn; r <= chess.King; r++ {
			for n := range int(hand[r]) {
				sum += w.held[r][min(n, 3)]
				v.phase += phases[r]
			}
		}
	}
	king, enemy := v.king[c], v.king[them]
	if e.t.explode && enemy != chess.NoSquare {
		sum += e.blasts(v, c, enemy)
	}
	if e.t.convert {
		sum += w.turnable[min((v.all[c]&p.Side(them)).Count(), 15)]
	}
	switch e.t.goal {
	case chess.Race:
		if king != chess.NoSquare {
			rank := king.Rank()
			sum += w.race[rank]
			next := chess.KingAttacks(king) & (chess.Bitboard(0xff) << (8 * rank) << 8)
			sum += w.path[(next &^ p.Side(c) &^ v.all[them]).Count()]
		}
	case chess.Hill:
		if king != chess.NoSquare {
			file, rank := king.File(), king.Rank()
			sum += w.hill[min(3, max(3-file, file-4, 3-rank, rank-4, 0))]
		}
	case chess.ThreeChecks:
		sum += w.checks[min(p.ChecksLeft(c), 3)]
	case chess.Extinct:
		for r := chess.Pawn; r <= chess.King; r++ {
			if !p.Men(c, r).Several() {
				sum += w.last[r]
			}
		}
	}
	return sum
}

// blasts values what c could capture next to the enemy king: each such capture
// would end the game; and the squares there that its men reach.
func (e *Evaluator) blasts(v *vision, c chess.Color, king chess.Square) pair {
	near := chess.KingAttacks(king)
	officers := v.by[c][chess.Knight] | v.by[c][chess.Bishop] | v.by[c][chess.Rook] | v.by[c][chess.Queen]
	takes := (near | chess.Bit(king)) & v.p.Side(c.Other()) & (v.pawns[c] | officers)
	sum := e.w.blast[min(takes.Count(), 7)] + e.w.reach[min((near&officers).Count(), 23)]
	if c == e.us {
		sum = sum.percent(e.taste.attack)
	}
	return sum
}
