package chess

// pawns generates steps, captures, promotions and en passant.
func (g *generator) pawns(dst []Move) []Move {
	p := g.p
	pawns := p.role[Pawn] & g.movers
	if pawns == 0 {
		return dst
	}
	empty := ^g.occ
	last := lastRank(g.us)
	var ahead, plain Bitboard // wanted targets of steps on the last rank and before it
	if g.rules.promotes {
		if g.st&quiets != 0 {
			plain = g.evade &^ last
		}
		if g.st&promotes != 0 {
			ahead = g.evade & last
		}
	} else if g.st&quiets != 0 {
		plain = g.evade
	}
	up := 8
	if g.us == Black {
		up = -8
	}
	if plain|ahead != 0 {
		for from := pawns & forward(g.them, empty); from != 0; {
			sq := from.Pop()
			one := Square(int(sq) + up)
			pinned := g.pinned.Has(sq) && !lines[g.king&63][sq&63].Has(one)
			if pinned {
				continue
			}
			if ahead.Has(one) {
				dst = g.promote(dst, sq, one, Promotion)
			} else if plain.Has(one) {
				dst = append(dst, NewMove(sq, one, Quiet))
			}
			if two := Square(int(one) + up); g.mayDouble(sq) && empty.Has(two) && plain.Has(two) {
				dst = append(dst, NewMove(sq, two, DoubleStep))
			}
		}
	}
	if g.allTakes == 0 {
		return dst
	}
	blasts := g.rules.explode
	targets := g.take
	if blasts {
		targets = g.allTakes
	}
	for from := pawns & pawnsAttack(g.them, targets); from != 0; {
		sq := from.Pop()
		to := pawnAttacks[g.us][sq&63] & targets
		if blasts {
			to = g.survivors(sq, to, 0)
		} else if g.pinned.Has(sq) {
			to &= lines[g.king&63][sq&63]
		}
		for to != 0 {
			t := to.Pop()
			if g.rules.promotes && last.Has(t) {
				dst = g.promote(dst, sq, t, TakePromote)
			} else {
				dst = append(dst, NewMove(sq, t, Taking))
			}
		}
	}
	if p.enPassant != NoSquare {
		dst = g.enPassant(dst)
	}
	return dst
}

// mayDouble tells whether a pawn of ours on sq may take two steps.
func (g *generator) mayDouble(sq Square) bool {
	return pawnRank(g.us).Has(sq) || g.rules.fromHome && homeRank(g.us).Has(sq)
}

func (g *generator) promote(dst []Move, from, to Square, k Kind) []Move {
	for _, role := range g.rules.promotion {
		dst = append(dst, NewPromotion(from, to, k, role))
	}
	return dst
}

// enPassant generates the captures of the pawn that just passed.
func (g *generator) enPassant(dst []Move) []Move {
	to := g.p.enPassant
	victim := to ^ 8
	for from := pawnAttacks[g.them][to&63] & g.movers & g.p.role[Pawn]; from != 0; {
		sq := from.Pop()
		if g.enPassantSafe(sq, to, victim) {
			dst = append(dst, NewMove(sq, to, EnPassant))
		}
	}
	return dst
}

// enPassantSafe plays an en passant capture on the occupied squares alone and
// asks whether the king stands well.
func (g *generator) enPassantSafe(from, to, victim Square) bool {
	if g.rules.explode {
		return g.survivors(from, Bit(to), Bit(victim)) != 0
	}
	if g.king == NoSquare {
		return true
	}
	occ := g.occ&^(Bit(from)|Bit(victim)) | Bit(to)
	return g.p.attackersOf(g.king, occ)&g.enemy&^Bit(victim) == 0
}
