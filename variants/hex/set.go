package hex

import (
	"math/bits"

	"rookery/chess"
)

// set is a set of cells, one bit each.
type set struct{ low, high uint64 }

func (s *set) add(sq chess.Square) {
	if sq < 64 {
		s.low |= 1 << sq
	} else {
		s.high |= 1 << (sq - 64)
	}
}

func (s *set) remove(sq chess.Square) {
	if sq < 64 {
		s.low &^= 1 << sq
	} else {
		s.high &^= 1 << (sq - 64)
	}
}

func (s set) has(sq chess.Square) bool {
	if sq < 64 {
		return s.low>>sq&1 != 0
	}
	return s.high>>(sq-64)&1 != 0
}

func (s set) empty() bool { return s.low|s.high == 0 }

func (s set) count() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// pop takes the lowest cell out of the set, which must not be empty.
func (s *set) pop() chess.Square {
	if s.low != 0 {
		sq := bits.TrailingZeros64(s.low)
		s.low &= s.low - 1
		return chess.Square(sq)
	}
	sq := bits.TrailingZeros64(s.high)
	s.high &= s.high - 1
	return chess.Square(64 + sq)
}
