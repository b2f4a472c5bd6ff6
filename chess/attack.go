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

// KingAttacks is the squares around sq.
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

// PieceAttacks is what a piece of role r on sq attacks; a pawn needs its colour: PawnAttacks.
func PieceAttacks(r Role, sq Square, occ Bitboard) Bitboard {
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

// AttacksFrom is what the piece on sq attacks.
func (p *Position) AttacksFrom(sq Square) Bitboard {
	pc := p.At(sq)
	if pc.Role() == Pawn {
		return PawnAttacks(pc.Color(), sq)
	}
	return PieceAttacks(pc.Role(), sq, p.Occupied())
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

// The magic factors were found by trial of random words with few bits set; any
// others without collision would serve as well.

var bishopMagics = [64]uint64{
	0x8022021002049100, 0x40202892004e4100, 0x0004080085024400, 0x0009041500000430,
	0x0084104540800400, 0x8201010940010000, 0x25060084a0090000, 0x0520110c90042000,
	0x8208900202084200, 0x0800042808005080, 0x0220506102002010, 0x0100382080200066,
	0x2000411041020040, 0x0000020190080080, 0x00014c5828041090, 0x014400451c300200,
	0x0012004044181088, 0x0008008310140080, 0x0030002800401220, 0x0500880802004021,
	0x34260004009440c5, 0x1002001148044400, 0x02040000a4044200, 0x0022001046208c20,
	0x00c4201805881000, 0x4102208091010200, 0x0018020224040018, 0x0220090008004008,
	0x8001010004104000, 0x8108060000c104c0, 0x4108490000441618, 0x002e710000840100,
	0x04d0048421a06810, 0x901404a200045000, 0x2020402081100100, 0x0040202020380080,
	0x2000620020020080, 0x0040a30201430081, 0x0004840400008080, 0x0050848200910320,
	0x0100a80410014008, 0x3022062a60204204, 0x0020802808000100, 0x0800204022007020,
	0x8488080208210c00, 0x002020140a410022, 0x0220611112000100, 0x4211040121448200,
	0x0084008290101810, 0x102a248404200a00, 0x003213cc04040000, 0x12024c0084240008,
	0x01050010020e0154, 0x046049102182008a, 0x8409029004010020, 0x0804a1020e020002,
	0x0105002802221003, 0x00189d01080104c0, 0x0020808080480800, 0x0800100102aa0804,
	0x001042044011c100, 0x0000000890010200, 0x1012400508020844, 0x0410200224002021,
}

var rookMagics = [64]uint64{
	0x0080012054804004, 0x0140002000401000, 0x60800a8010022000, 0x2100100100082004,
	0x0200080200201005, 0x4480120080040011, 0x0400008110080402, 0x0100003203408900,
	0x0200800020804005, 0x0202004020820101, 0x4401001100402000, 0xc200800800801002,
	0x000a001200082004, 0x0020808002000400, 0x8010808042000100, 0x0082000420488209,
	0x4000208000400088, 0x2050004000402000, 0x2800808020001002, 0x4080808008001004,
	0x0000808008000400, 0x0000808004000200, 0x1000040010820108, 0x0203020000840061,
	0x000b84208000c008, 0x0450400500248100, 0xa12c200080801000, 0x0100090100201000,
	0x2000100500080100, 0x2244000480020080, 0x8900110400308248, 0x0800008200205104,
	0x8634884000800020, 0x2000802000804000, 0x0050001880802001, 0x0042000812004020,
	0x0001080081801400, 0x0082008002800400, 0x0002011004000208, 0x0080210082000044,
	0x1480400480088022, 0x0080201002414002, 0x8220008010008020, 0x4210100300090020,
	0x008c000800110100, 0x00010084000b0018, 0x0002810002008080, 0x0010041858820001,
	0x0000204100800100, 0x0000401000200040, 0x0002001044882200, 0x8010480010028380,
	0x9028040082080080, 0x8512008528102200, 0x008c228108100400, 0x08200040910c0200,
	0x0040952501800141, 0x0040890200104022, 0x0000200010090041, 0x2040210010000855,
	0x0441000410020801, 0x1001000804000201, 0x00200200d8011004, 0x8004010020805c02,
}
