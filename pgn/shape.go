package pgn

import "strings"

// moveLike tells whether a word holds a square or is castling, a drop or a
// null move: then it is meant as a move. Boards up to files l and ranks of two
// digits are allowed for.
func moveLike(b []byte) bool {
	for i := 1; i < len(b); i++ {
		if b[i] >= '1' && b[i] <= '9' && b[i-1] >= 'a' && b[i-1] <= 'l' {
			return true
		}
	}
	return shortMove(string(b))
}

// shortMove tells whether a word without a square is a move: castling or null.
func shortMove(s string) bool {
	if len(s) < 2 || len(s) > 16 {
		return false
	}
	switch strings.ToLower(s) {
	case "--", "z0", "0000", "@@@@", "null", "pass", "<>":
		return true
	}
	castle := 0
	for _, c := range strings.TrimRight(plainDashes(s), "+#") {
		switch c {
		case 'O', 'o', '0':
			castle++
		case '-':
		default:
			return false
		}
	}
	return castle == 2 || castle == 3
}

// moveShaped is moveLike for text outside games, where prose is likelier than
// a move: nothing but a move as it is commonly written will do.
func moveShaped(b []byte) bool {
	if len(b) > 14 || !moveLike(b) {
		return false
	}
	s := string(b)
	if shortMove(s) {
		return true
	}
	square := false
	for i, c := range s {
		switch {
		case c >= '1' && c <= '8':
			square = square || i > 0 && s[i-1] >= 'a' && s[i-1] <= 'h'
		case c >= 'a' && c <= 'h', c >= '♔' && c <= '♟', strings.ContainsRune("KQRBNPkqrnpx:-=+#@", c):
		default:
			return false
		}
	}
	return square
}

// cutGlyph takes an annotation sign off the end of a move: Nf3+- and Nf3=.
// The signs of check and mate and those of promotion are part of the move.
func cutGlyph(s string) (move string, n NAG) {
	s = strings.TrimRight(s, ".,")
	i := strings.LastIndexFunc(s, func(c rune) bool { return c >= '0' && c <= '9' || c >= 'A' && c <= 'z' })
	tail := plainDashes(s[i+1:])
	for k := 0; k < len(tail); k++ {
		if n, ok := glyphs[tail[k:]]; ok && strings.Trim(tail[:k], "+#") == "" {
			return s[:i+1] + tail[:k], n
		}
	}
	return s, 0
}
