package chess

import "math/bits"

// Bitboard is a set of squares of the 8×8 board; bit n is [Square] n.
type Bitboard uint64

// Masks of the 8×8 board.
const (
	fileA  Bitboard = 0x0101010101010101
	fileH  Bitboard = fileA << 7
	rank1  Bitboard = 0xff
	rank2  Bitboard = rank1 << 8
	rank7  Bitboard = rank1 << 48
	rank8  Bitboard = rank1 << 56
	all    Bitboard = ^Bitboard(0)
	light  Bitboard = 0x55aa55aa55aa55aa
	dark   Bitboard = ^light
	centre Bitboard = 0x0000001818000000
)

// Bit is the set of one square.
func Bit(sq Square) Bitboard { return 1 << (sq & 63) }

// Has reports whether sq is in the set.
func (b Bitboard) Has(sq Square) bool { return b>>(sq&63)&1 != 0 }

// Count is the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First is the lowest square of the set, which must not be empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Last is the highest square of the set, which must not be empty.
func (b Bitboard) Last() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// Several reports whether the set has more than one square.
func (b Bitboard) Several() bool { return b&(b-1) != 0 }

// Pop takes the lowest square out of the set, which must not be empty.
func (b *Bitboard) Pop() Square {
	sq := b.First()
	*b &= *b - 1
	return sq
}

var (
	homeRanks = [2]Bitboard{rank1, rank8}
	pawnRanks = [2]Bitboard{rank2, rank7}
)

// homeRank is the rank on which c's king starts.
func homeRank(c Color) Bitboard { return homeRanks[c&1] }

// pawnRank is the rank on which c's pawns start.
func pawnRank(c Color) Bitboard { return pawnRanks[c&1] }

// lastRank is the rank on which c's pawns promote.
func lastRank(c Color) Bitboard { return homeRanks[c&1^1] }

// forward shifts a set by one rank in the direction of c's pawns.
func forward(c Color, b Bitboard) Bitboard {
	if c == White {
		return b << 8
	}
	return b >> 8
}
