package chess

// drop generates drops from the pocket.
func (g *generator) drop(dst []Move) []Move {
	empty := g.dropSquares()
	if empty == 0 {
		return dst
	}
	pocket := &g.p.pockets[g.us]
	for role := Pawn; role <= King; role++ {
		if pocket[role] == 0 {
			continue
		}
		to := empty
		if role == Pawn {
			to &^= rank1 | rank8
		}
		for to != 0 {
			dst = append(dst, NewDrop(role, to.Pop()))
		}
	}
	return dst
}

// dropSquares is where a piece other than a pawn may be dropped.
func (g *generator) dropSquares() Bitboard {
	if g.p.pockets[g.us].Empty() {
		return 0
	}
	empty := g.quiet
	if g.rules.seenOnly {
		empty &= g.p.sight(g.us)
	}
	return empty
}

// dropLegal tells whether a drop, any value at all, is legal.
func (p *Position) dropLegal(m Move) bool {
	role, to := m.Role(), m.To()
	if !p.rules.drops || to > 63 || m != NewDrop(role, to) || role > King || p.pockets[p.turn][role] == 0 {
		return false
	}
	if role == Pawn && (rank1 | rank8).Has(to) {
		return false
	}
	var g generator
	g.begin(p, quiets)
	if !g.dropSquares().Has(to) || p.rules.noChecks && p.GivesCheck(m) {
		return false
	}
	return !p.rules.forced || !p.canTake()
}
