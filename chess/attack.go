package chess

// Attack sets of the 8×8 board. Sliders look their set up by the pieces on their
// rays, hashed to an index without collision ("magic bitboards", L. Kannan,
// 2007); both sliders share one flat block of 840 KiB.

// magic is how one slider on one square finds its attack set.
type magic struct {
	mask   Bitboard // the squares whose pieces matter
	factor uint64
	offset uint32 // of its part of the block
	shift  uint32
}

var (
	bishopMagic, rookMagic [64]magic
	sliderBlock            [107648]Bitboard

	knightAttacks, kingAttacks [64]Bitboard
	pawnAttacks                [2][64]Bitboard
	between, lines             [64][64]Bitboard
)

// PawnAttacks is where a pawn of c on sq could take.
func PawnAttacks(c Color, sq Square) Bitboard { return pawnAttacks[c&1][sq&63] }

// KnightAttacks is where a knight on sq could go on an empty board.
func KnightAttacks(sq Square) Bitboard { return knightAttacks[sq&63] }

// KingAttacks is the squares round sq.
func KingAttacks(sq Square) Bitboard { return kingAttacks[sq&63] }

// BishopAttacks is the diagonals from sq up to and with the first piece of occ on each.
func BishopAttacks(sq Square, occ Bitboard) Bitboard {
	m := &bishopMagic[sq&63]
	return sliderBlock[m.offset+uint32(uint64(occ&m.mask)*m.factor>>(m.shift&63))]
}

// RookAttacks is the file and rank from sq up to and with the first piece of occ on each side.
func RookAttacks(sq Square, occ Bitboard) Bitboard {
	m := &rookMagic[sq&63]
	return sliderBlock[m.offset+uint32(uint64(occ&m.mask)*m.factor>>(m.shift&63))]
}

// QueenAttacks joins the two.
func QueenAttacks(sq Square, occ Bitboard) Bitboard {
	return BishopAttacks(sq, occ) | RookAttacks(sq, occ)
}

// Between is the squares strictly between two squares of one rank, file or
// diagonal, else none.
func Between(a, b Square) Bitboard { return between[a&63][b&63] }

// Line is the whole rank, file or diagonal through two squares, with both, or
// none when they share no line.
func Line(a, b Square) Bitboard { return lines[a&63][b&63] }

// attacksOf is where a piece of role r, not a pawn, could go.
func attacksOf(r Role, sq Square, occ Bitboard) Bitboard {
	switch r {
	case Knight:
		return knightAttacks[sq&63]
	case Bishop:
		return BishopAttacks(sq, occ)
	case Rook:
		return RookAttacks(sq, occ)
	case Queen:
		return QueenAttacks(sq, occ)
	case King:
		return kingAttacks[sq&63]
	}
	return 0
}

// pawnsAttack is every square that a set of c's pawns could take on.
func pawnsAttack(c Color, pawns Bitboard) Bitboard {
	if c == White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileH>>7 | pawns&^fileA>>9
}

// ray is the squares from sq in one direction up to and with the first of occ;
// short leaves out the last square of the board. It serves to fill tables.
func ray(sq Square, df, dr int, occ Bitboard, short bool) Bitboard {
	var set Bitboard
	inside := func(f, r int) bool { return f >= 0 && f < 8 && r >= 0 && r < 8 }
	for f, r := sq.File()+df, sq.Rank()+dr; inside(f, r); f, r = f+df, r+dr {
		if short && !inside(f+df, r+dr) {
			break
		}
		b := Bit(At(f, r))
		set |= b
		if occ&b != 0 {
			break
		}
	}
	return set
}

var (
	bishopSteps = [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	rookSteps   = [4][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
)

func init() {
	var offset uint32
	for sq := range Square(64) {
		for c := range Color(2) {
			pawnAttacks[c][sq] = pawnsAttack(c, Bit(sq))
		}
		for _, s := range [...][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			if f, r := sq.File()+s[0], sq.Rank()+s[1]; f >= 0 && f < 8 && r >= 0 && r < 8 {
				knightAttacks[sq] |= Bit(At(f, r))
			}
		}
		for _, steps := range [...][4][2]int{bishopSteps, rookSteps} {
			for _, s := range steps {
				kingAttacks[sq] |= ray(sq, s[0], s[1], all, false)
			}
		}
		offset = bishopMagic[sq].fill(sq, bishopSteps, bishopMagics[sq], offset)
		offset = rookMagic[sq].fill(sq, rookSteps, rookMagics[sq], offset)
	}
	fillLines()
}

// fill sets up one slider on one square at offset and returns the end of its part.
func (m *magic) fill(sq Square, steps [4][2]int, factor uint64, offset uint32) uint32 {
	m.factor, m.offset = factor, offset
	for _, s := range steps {
		m.mask |= ray(sq, s[0], s[1], 0, true)
	}
	n := uint32(m.mask.Count())
	m.shift = 64 - n
	for occ := Bitboard(0); ; {
		var set Bitboard
		for _, s := range steps {
			set |= ray(sq, s[0], s[1], occ, false)
		}
		sliderBlock[offset+uint32(uint64(occ)*factor>>m.shift)] = set
		if occ = (occ - m.mask) & m.mask; occ == 0 {
			return offset + 1<<n
		}
	}
}

func fillLines() {
	for a := range Square(64) {
		for b := range Square(64) {
			switch {
			case a == b:
			case BishopAttacks(a, 0).Has(b):
				between[a][b] = BishopAttacks(a, Bit(b)) & BishopAttacks(b, Bit(a))
				lines[a][b] = BishopAttacks(a, 0)&BishopAttacks(b, 0) | Bit(a) | Bit(b)
			case RookAttacks(a, 0).Has(b):
				between[a][b] = RookAttacks(a, Bit(b)) & RookAttacks(b, Bit(a))
				lines[a][b] = RookAttacks(a, 0)&RookAttacks(b, 0) | Bit(a) | Bit(b)
			}
		}
	}
}
