package chess

// CountMoves is the number of legal moves, counted from bitboards without
// writing them down where the rules allow: the last ply of a perft.
func (p *Position) CountMoves() int {
	n, _ := p.CountMovesForced()
	return n
}

// CountMovesForced is CountMoves, and whether they are the captures that
// [Position.MustCapture] tells of.
func (p *Position) CountMovesForced() (n int, mustCapture bool) {
	l := p.rules
	if l.ends && p.VariantEnd().Over() {
		return 0, false
	}
	var g generator
	if l.forced {
		g.begin(p, takes)
		if n := g.count(); n > 0 {
			return n, true
		}
		g.begin(p, promotes|quiets)
		return g.count(), false
	}
	g.begin(p, every)
	return g.count(), false
}

// count is the number of moves that append would generate.
func (g *generator) count() int {
	p := g.p
	if g.rules.noChecks && (g.rules.drops || g.own != g.knownSafe || p.castling&g.own != 0) {
		var buf [320]Move
		return len(g.withoutChecks(g.append(buf[:0]), 0))
	}
	n := 0
	blasts := g.rules.explode && g.allTakes != 0
	switch {
	case blasts:
		n = g.countBlasts()
	case !g.checkers.Several() || g.king == NoSquare:
		n = g.countPieces()
	}
	n += g.countKings()
	if g.st&quiets != 0 {
		if p.castling&g.own != 0 && g.checkers == 0 {
			var buf [2]Move
			n += len(g.castle(buf[:0]))
		}
		if g.rules.drops {
			n += g.countDrops()
		}
	}
	return n
}

// countPieces counts the moves of all pieces but kings where check and pins alone
// restrict them.
func (g *generator) countPieces() int {
	p := g.p
	target := g.quiet | g.take
	n := g.countPawns()
	if g.avoidingChecks {
		return n + g.countAvoidingChecks(target)
	}
	for pieces := p.role[Knight] & g.own &^ g.pinned; pieces != 0; {
		n += (knightAttacks[pieces.Pop()&63] & target).Count()
	}
	queens := p.role[Queen] & g.own
	for pieces := p.role[Bishop]&g.own | queens; pieces != 0; {
		from := pieces.Pop()
		reach := BishopAttacks(from, g.occ) & target
		if g.pinned.Has(from) {
			reach &= lines[g.king&63][from&63]
		}
		n += reach.Count()
	}
	for pieces := p.role[Rook]&g.own | queens; pieces != 0; {
		from := pieces.Pop()
		reach := RookAttacks(from, g.occ) & target
		if g.pinned.Has(from) {
			reach &= lines[g.king&63][from&63]
		}
		n += reach.Count()
	}
	return n
}

// countAvoidingChecks counts the moves of the pieces from knight to queen that give no
// check themselves.
func (g *generator) countAvoidingChecks(target Bitboard) int {
	n := 0
	for role := Knight; role <= Queen; role++ {
		for pieces := g.p.role[role] & g.own; pieces != 0; {
			from := pieces.Pop()
			reach := PieceAttacks(role, from, g.occ) & target &^ g.direct[role]
			if g.pinned.Has(from) {
				reach &= lines[g.king&63][from&63]
			}
			n += reach.Count()
		}
	}
	return n
}

// countPawns counts setwise; only pinned pawns are looked at one by one.
func (g *generator) countPawns() int {
	p := g.p
	pawns := p.role[Pawn] & g.own
	if pawns == 0 {
		return 0
	}
	n := 0
	for held := pawns & g.pinned; held != 0; {
		from := held.Pop()
		line := lines[g.king&63][from&63]
		n += g.countPawnSet(Bit(from), line)
	}
	n += g.countPawnSet(pawns&^g.pinned, all)
	if p.enPassant != NoSquare && g.allTakes != 0 {
		var buf [4]Move
		n += len(g.enPassant(buf[:0]))
	}
	return n
}

// countPawnSet counts the steps and captures of pawns to squares of a mask.
func (g *generator) countPawnSet(pawns, mask Bitboard) int {
	empty := ^g.occ
	last := lastRank(g.us)
	one := forward(g.us, pawns) & empty
	starts := g.rules.doubleFrom[g.us&1]
	two := forward(g.us, forward(g.us, pawns&starts)&empty) & empty
	var wantSteps, wantPromotions Bitboard
	if g.st&quiets != 0 {
		wantSteps = g.evade & mask
	}
	if g.rules.promotes {
		wantSteps &^= last
		if g.st&promotes != 0 {
			wantPromotions = g.evade & mask & last
		}
	}
	n := (one & wantSteps).Count() + (two & wantSteps).Count()
	promoted := (one & wantPromotions).Count()
	if g.take != 0 {
		var left, right Bitboard
		if g.us == White {
			left, right = pawns&^fileA<<7, pawns&^fileH<<9
		} else {
			left, right = pawns&^fileH>>7, pawns&^fileA>>9
		}
		target := g.take & mask
		left, right = left&target, right&target
		if g.rules.promotes && (left|right)&last != 0 {
			promoted += (left & last).Count() + (right & last).Count()
			left, right = left&^last, right&^last
		}
		n += left.Count() + right.Count()
	}
	return n + promoted*len(g.rules.promotion)
}

// countBlasts counts the moves of all pieces but kings where each capture must be
// tried for what it blows up.
func (g *generator) countBlasts() int {
	p := g.p
	n := 0
	take := g.take
	g.take = 0
	if !g.checkers.Several() || g.king == NoSquare {
		n = g.countPieces() // quiet moves, and captures en passant
	} else if p.enPassant != NoSquare {
		var buf [4]Move
		n = len(g.enPassant(buf[:0]))
	}
	g.take = take
	for role := Knight; role <= Queen; role++ {
		for pieces := p.role[role] & g.own; pieces != 0; {
			from := pieces.Pop()
			if reach := PieceAttacks(role, from, g.occ) & g.allTakes; reach != 0 {
				n += g.survivors(from, reach, 0).Count()
			}
		}
	}
	last := lastRank(g.us)
	for pawns := p.role[Pawn] & g.own & pawnsAttack(g.them, g.allTakes); pawns != 0; {
		from := pawns.Pop()
		to := g.survivors(from, pawnAttacks[g.us][from&63]&g.allTakes, 0)
		n += to.Count()
		if g.rules.promotes && to&last != 0 {
			n += (to & last).Count() * (len(g.rules.promotion) - 1)
		}
	}
	return n
}

func (g *generator) countKings() int {
	if g.king == NoSquare {
		n := 0
		for pieces := g.p.role[King] & g.own; pieces != 0; {
			from := pieces.Pop()
			take := kingAttacks[from&63] & g.take
			if g.rules.explode {
				take = g.survivors(from, take, 0)
			}
			n += take.Count() + (kingAttacks[from&63] & g.quiet).Count()
		}
		return n
	}
	var to Bitboard
	if g.st&quiets != 0 {
		to = ^g.occ
	}
	if !g.rules.explode {
		to |= g.allTakes
	}
	return g.kingSteps(to).Count()
}

func (g *generator) countDrops() int {
	empty := g.dropSquares()
	if empty == 0 {
		return 0
	}
	pocket := &g.p.pockets[g.us]
	roles := 0
	for role := Knight; role <= King; role++ {
		if pocket[role] != 0 {
			roles++
		}
	}
	n := roles * empty.Count()
	if pocket[Pawn] != 0 {
		n += (empty &^ (rank1 | rank8)).Count()
	}
	return n
}
