package chess

// CountMoves is the number of legal moves, counted from bitboards without
// writing them down where the law allows: the last ply of a perft.
func (p *Position) CountMoves() int {
	l := p.law
	if l.ends && p.VariantEnd().Over() {
		return 0
	}
	var g generator
	if l.forced {
		g.begin(p, takes)
		if n := g.count(); n > 0 {
			return n
		}
		g.begin(p, promotes|quiets)
		return g.count()
	}
	g.begin(p, every)
	return g.count()
}

// count is the number of moves that append would generate.
func (g *generator) count() int {
	p := g.p
	if g.law.noChecks && (g.law.drops || g.own != g.masked || p.castling&g.own != 0) {
		var buf [320]Move
		return len(g.withoutChecks(g.append(buf[:0]), 0))
	}
	n := 0
	blasts := g.law.explode && g.allTakes != 0
	switch {
	case blasts:
		n = g.countBlasts()
	case !g.checkers.Several() || g.king == NoSquare:
		n = g.countMen()
	}
	n += g.countKings()
	if g.st&quiets != 0 {
		if p.castling&g.own != 0 && g.checkers == 0 {
			var buf [2]Move
			n += len(g.castle(buf[:0]))
		}
		if g.law.drops {
			n += g.countDrops()
		}
	}
	return n
}

// countMen counts the moves of all men but kings where check and pins alone
// restrict them.
func (g *generator) countMen() int {
	p := g.p
	target := g.quiet | g.take
	n := g.countPawns()
	if g.shunning {
		return n + g.countShunning(target)
	}
	for men := p.role[Knight] & g.own &^ g.pinned; men != 0; {
		n += (knightAttacks[men.Pop()&63] & target).Count()
	}
	queens := p.role[Queen] & g.own
	for men := p.role[Bishop]&g.own | queens; men != 0; {
		from := men.Pop()
		reach := BishopAttacks(from, g.occ) & target
		if g.pinned.Has(from) {
			reach &= lines[g.king&63][from&63]
		}
		n += reach.Count()
	}
	for men := p.role[Rook]&g.own | queens; men != 0; {
		from := men.Pop()
		reach := RookAttacks(from, g.occ) & target
		if g.pinned.Has(from) {
			reach &= lines[g.king&63][from&63]
		}
		n += reach.Count()
	}
	return n
}

// countShunning counts the moves of the men from knight to queen that give no
// check themselves.
func (g *generator) countShunning(target Bitboard) int {
	n := 0
	for role := Knight; role <= Queen; role++ {
		for men := g.p.role[role] & g.own; men != 0; {
			from := men.Pop()
			reach := attacksOf(role, from, g.occ) & target &^ g.direct[role]
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
	if p.passant != NoSquare && g.allTakes != 0 {
		var buf [4]Move
		n += len(g.passant(buf[:0]))
	}
	return n
}

// countPawnSet counts the steps and captures of pawns to squares of a mask.
func (g *generator) countPawnSet(pawns, mask Bitboard) int {
	empty := ^g.occ
	last := lastRank(g.us)
	one := forward(g.us, pawns) & empty
	starts := pawnRank(g.us)
	if g.law.fromHome {
		starts |= homeRank(g.us)
	}
	two := forward(g.us, forward(g.us, pawns&starts)&empty) & empty
	var wantSteps, wantPromotions Bitboard
	if g.st&quiets != 0 {
		wantSteps = g.evade & mask
	}
	if g.law.promotes {
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
		if g.law.promotes && (left|right)&last != 0 {
			promoted += (left & last).Count() + (right & last).Count()
			left, right = left&^last, right&^last
		}
		n += left.Count() + right.Count()
	}
	return n + promoted*len(g.law.promotion)
}

// countBlasts counts the moves of all men but kings where each capture must be
// tried for what it blows up.
func (g *generator) countBlasts() int {
	p := g.p
	n := 0
	take := g.take
	g.take = 0
	if !g.checkers.Several() || g.king == NoSquare {
		n = g.countMen() // quiet moves, and captures en passant
	} else if p.passant != NoSquare {
		var buf [4]Move
		n = len(g.passant(buf[:0]))
	}
	g.take = take
	for role := Knight; role <= Queen; role++ {
		for men := p.role[role] & g.own; men != 0; {
			from := men.Pop()
			if reach := attacksOf(role, from, g.occ) & g.allTakes; reach != 0 {
				n += g.survivors(from, reach, 0).Count()
			}
		}
	}
	last := lastRank(g.us)
	for pawns := p.role[Pawn] & g.own & pawnsAttack(g.them, g.allTakes); pawns != 0; {
		from := pawns.Pop()
		to := g.survivors(from, pawnAttacks[g.us][from&63]&g.allTakes, 0)
		n += to.Count()
		if g.law.promotes && to&last != 0 {
			n += (to & last).Count() * (len(g.law.promotion) - 1)
		}
	}
	return n
}

// countKings counts the steps of kings.
func (g *generator) countKings() int {
	if g.king == NoSquare {
		n := 0
		for men := g.p.role[King] & g.own; men != 0; {
			from := men.Pop()
			take := kingAttacks[from&63] & g.take
			if g.law.explode {
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
	if !g.law.explode {
		to |= g.allTakes
	}
	return g.kingSteps(to).Count()
}

// countDrops counts drops from the pocket.
func (g *generator) countDrops() int {
	empty := g.dropSquares()
	if empty == 0 {
		return 0
	}
	hand := &g.p.hands[g.us]
	roles := 0
	for role := Knight; role <= King; role++ {
		if hand[role] != 0 {
			roles++
		}
	}
	n := roles * empty.Count()
	if hand[Pawn] != 0 {
		n += (empty &^ (rank1 | rank8)).Count()
	}
	return n
}
