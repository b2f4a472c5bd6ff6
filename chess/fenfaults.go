package chess

// men finds pawns where none can stand.
func (f *fenReader) men() {
	home, last := f.pawnRanks()
	p := f.p
	for c := range Color(2) {
		pawns := p.role[Pawn] & p.color[c]
		if !home {
			f.pawns(c, pawns&homeRank(c))
		}
		if !last {
			f.pawns(c, pawns&lastRank(c))
		}
	}
}

func (f *fenReader) pawns(c Color, misplaced Bitboard) {
	for misplaced != 0 {
		sq := misplaced.Pop()
		f.fault(fieldPlacement, f.at[sq], "a %s pawn cannot stand on %s", c, sq)
	}
}

// pawnRanks tells whether pawns may stand on their own first rank and on their
// last: on the first where the array puts them there or the rules let them
// step from it, on the last where they do not promote. A man that changes
// sides exchanges the two.
func (f *fenReader) pawnRanks() (home, last bool) {
	home, last = f.law.fromHome || startsAtHome(f.law.start), !f.law.promotes
	if f.law.convert {
		home = home || last
		last = home
	}
	return home, last
}

// startsAtHome tells whether an array has pawns on their own first rank.
func startsAtHome(fen string) bool {
	rank := 8
	for i := 0; i < len(fen) && fen[i] != ' '; i++ {
		switch {
		case fen[i] == '/':
			rank--
		case fen[i] == 'p' && rank == 8, fen[i] == 'P' && rank == 1:
			return true
		}
	}
	return false
}

// kings counts kings where a side lives by one.
func (f *fenReader) kings() {
	if !f.law.royal && !f.law.exposed {
		return
	}
	for c := range Color(2) {
		kings := f.p.role[King] & f.p.color[c]
		switch n := kings.Count(); {
		case !f.law.hasKing[c]:
			if n > 0 {
				f.fault(fieldPlacement, f.at[kings.First()], "%s plays without a king in this game", c)
			}
		case n == 0 && !f.lost(c):
			f.broken = true
			f.fault(fieldPlacement, f.placementEnd, "%s has no king", c)
		case n > 1 && !(f.law.convert && f.lost(c.Other())):
			f.broken = true
			f.fault(fieldPlacement, f.at[kings.Last()], "%s has %s kings", c, countWord(n))
		}
	}
}

// lost tells whether c can just have lost its king, which ended the game: it is
// to move and the rules let kings be taken, blown up or turned.
func (f *fenReader) lost(c Color) bool {
	return c == f.p.turn && f.p.role[King]&f.p.color[c] == 0 && (f.law.exposed || f.law.explode)
}

// check finds a side that could lose its king on the spot because it is not its
// turn. After the loss of the other king nobody minds.
func (f *fenReader) check() {
	p := f.p
	if f.lost(p.turn) {
		return
	}
	them := p.turn.Other()
	if checkers := p.checkersOf(them); checkers != 0 && !f.noTurn {
		f.fault(fieldTurn, f.turnOffset, "%s is to move, but %s is in check from the %s on %s",
			p.turn, them, p.RoleAt(checkers.First()), checkers.First())
	}
	if f.law.noChecks {
		if checkers := p.Checkers(); checkers != 0 {
			f.fault(fieldPlacement, f.at[p.King(p.turn)], "%s is in check, which nobody may give in this game", p.turn)
		}
	}
}
