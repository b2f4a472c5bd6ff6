package book

import (
	"fmt"
	"strconv"

	"rookery/chess"
)

// Numbers are the random numbers of the Polyglot format in its order: 12 kinds
// of pieces by square, four castling rights, eight files of en passant, and the
// turn. They are part of the format; a caller has them from elsewhere.
type Numbers [781]uint64

// Where the parts of Numbers begin.
const (
	castlingNumbers = 12 * 64 // White's king's side, queen's side, then Black's
	passantNumbers  = castlingNumbers + 4
	turnNumber      = passantNumbers + 8
)

// startKey is the key of the usual array, by which numbers are known to be right.
const startKey = 0x463b96181691fc9c

// ParseNumbers reads the 781 numbers from hexadecimal digits, and makes sure
// that they give the key that the format tells for the usual array.
func ParseNumbers(hex []string) (*Numbers, error) {
	n := new(Numbers)
	if len(hex) != len(n) {
		return nil, fmt.Errorf("there are %d random numbers of Polyglot, not %d", len(n), len(hex))
	}
	for i, digits := range hex {
		var err error
		if n[i], err = strconv.ParseUint(digits, 16, 64); err != nil {
			return nil, fmt.Errorf("random number %d of Polyglot: %w", i, err)
		}
	}
	start, err := chess.ParsePosition(chess.Rules{}, "")
	if err != nil {
		return nil, err
	}
	if key := n.key(start); key != startKey {
		return nil, fmt.Errorf("these are not the random numbers of Polyglot: they give the usual array the key %016x, not %016x", key, uint64(startKey))
	}
	return n, nil
}

// key is the key of a position of chess in a Polyglot book. The file of en
// passant counts when a pawn stands beside the one that has passed, even if the
// capture would leave its king in check.
// Source: hgm.nubati.net/book_format.html.
func (n *Numbers) key(p *chess.Position) uint64 {
	var key uint64
	for role := chess.Pawn; role <= chess.King; role++ {
		for _, c := range [2]chess.Color{chess.White, chess.Black} {
			kind := 2 * int(role-chess.Pawn)
			if c == chess.White {
				kind++
			}
			for pieces := p.Men(c, role); pieces != 0; {
				key ^= n[64*kind+int(pieces.Pop())]
			}
		}
	}
	for i, corner := range [4]chess.Square{chess.H1, chess.A1, chess.H1 ^ 56, chess.A1 ^ 56} {
		if p.CastlingRooks().Has(corner) {
			key ^= n[castlingNumbers+i]
		}
	}
	if sq := p.Passant(); sq != chess.NoSquare {
		key ^= n[passantNumbers+sq.File()]
	}
	if p.Turn() == chess.White {
		key ^= n[turnNumber]
	}
	return key
}
