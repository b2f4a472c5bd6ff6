package variants

import (
	"strings"

	"rookery/chess"
)

// reference is a second, slow formulation of the rules on a mailbox of 64
// letters, written from the rules alone: it shares no move generation with
// package chess. A letter is how a piece moves, a capital is White's.
type reference struct {
	rules     chess.Rules
	pieces    [64]byte
	promoted  [64]bool
	castle    [64]bool // rooks that may castle
	pocket    [2][256]int
	turn      int // 0 White, 1 Black
	enPassant int // the square a pawn skipped, -1 for none
	checks    [2]int
	kings     [2]bool // which sides have a king to lose
}

const promotable = "qrbn"

// refer reads a FEN as package chess prints it.
func refer(r chess.Rules, fen string) *reference {
	f := strings.Fields(fen)
	ref := &reference{rules: r, enPassant: -1, kings: [2]bool{true, true}}
	if r.Start != nil {
		start := strings.Fields(r.Start.FEN(r.Start.Usual))[0]
		ref.kings = [2]bool{strings.Contains(start, "K"), strings.Contains(start, "k")}
	}
	placement, pocket, _ := strings.Cut(f[0], "[")
	at := 56
	for i := 0; i < len(placement); i++ {
		switch c := placement[i]; {
		case c == '/':
			at -= 16
		case c >= '1' && c <= '8':
			at += int(c - '0')
		case c == '~':
			ref.promoted[at-1] = true
		case c == '{': // {x}: how the piece before it moves
			moves := placement[i+1]
			if isWhite(ref.pieces[at-1]) {
				moves -= 32
			}
			ref.pieces[at-1] = moves
			i += 2
		default:
			ref.pieces[at] = c
			at++
		}
	}
	for _, c := range strings.TrimSuffix(pocket, "]") {
		ref.pocket[side(byte(c))][byte(c)|32]++
	}
	if f[1] == "b" {
		ref.turn = 1
	}
	ref.readCastling(f[2])
	if sq, ok := chess.ParseSquare(f[3]); ok {
		ref.enPassant = int(sq)
	}
	if r.Goal == chess.ThreeChecks {
		ref.checks = [2]int{int(f[4][0] - '0'), int(f[4][2] - '0')}
	}
	return ref
}

func (ref *reference) readCastling(field string) {
	for _, c := range field {
		if c == '-' {
			return
		}
		home, rook, king := 0, byte('R'), byte('K')
		if c >= 'a' {
			home, rook, king = 56, 'r', 'k'
		}
		at := 0
		for ref.pieces[home+at] != king {
			at++
		}
		switch c | 32 {
		case 'k':
			file := 7
			for ref.pieces[home+file] != rook {
				file--
			}
			ref.castle[home+file] = true
		case 'q':
			file := 0
			for ref.pieces[home+file] != rook {
				file++
			}
			ref.castle[home+file] = true
		default:
			ref.castle[home+int(c|32-'a')] = true
		}
	}
}

func isWhite(piece byte) bool { return piece >= 'A' && piece <= 'Z' }

func side(piece byte) int {
	if isWhite(piece) {
		return 0
	}
	return 1
}

// own is the letter of a kind for a side.
func own(c int, kind byte) byte {
	if c == 0 {
		return kind - 32
	}
	return kind
}

func (ref *reference) royal() bool {
	return ref.rules.Royalty == chess.Checkmate && ref.rules.Capture != chess.Convert
}

// kingCounts reports whether losing a king loses.
func (ref *reference) kingCounts() bool { return ref.rules.Royalty != chess.Commoner }

var (
	kingSteps   = [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	knightSteps = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// off steps from a square; -1 off the board.
func off(sq, df, dr int) int {
	f, r := sq%8+df, sq/8+dr
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return -1
	}
	return r*8 + f
}

// reaches lists the squares a piece that is no pawn could go to or take on.
func (ref *reference) reaches(sq int) []int {
	var to []int
	steps, slides := kingSteps, true
	only := func(straight bool) [][2]int {
		var some [][2]int
		for _, s := range kingSteps {
			if (s[0] == 0 || s[1] == 0) == straight {
				some = append(some, s)
			}
		}
		return some
	}
	switch ref.pieces[sq] | 32 {
	case 'n':
		steps, slides = knightSteps, false
	case 'k':
		slides = false
	case 'r':
		steps = only(true)
	case 'b':
		steps = only(false)
	}
	for _, s := range steps {
		for t := off(sq, s[0], s[1]); t >= 0; t = off(t, s[0], s[1]) {
			to = append(to, t)
			if ref.pieces[t] != 0 || !slides {
				break
			}
		}
	}
	return to
}

// bites lists the squares a pawn takes on.
func (ref *reference) bites(sq int) []int {
	up := 1
	if !isWhite(ref.pieces[sq]) {
		up = -1
	}
	var to []int
	for _, df := range [2]int{-1, 1} {
		if t := off(sq, df, up); t >= 0 {
			to = append(to, t)
		}
	}
	return to
}

// attacks reports whether a piece of c attacks sq.
func (ref *reference) attacks(c, sq int) bool {
	for from, piece := range ref.pieces {
		if piece == 0 || side(piece) != c {
			continue
		}
		if piece|32 == 'k' && ref.rules.Capture == chess.Explode {
			continue // a king may not capture
		}
		targets := ref.bites
		if piece|32 != 'p' {
			targets = ref.reaches
		}
		for _, t := range targets(from) {
			if t == sq {
				return true
			}
		}
	}
	return false
}

// king finds the king of c, -1 when it has none.
func (ref *reference) king(c int) int {
	return strings.IndexByte(string(ref.pieces[:]), own(c, 'k'))
}

// inCheck reports whether the royal king of c is attacked. Kings that touch are
// safe where captures explode.
func (ref *reference) inCheck(c int) bool {
	k := ref.king(c)
	if !ref.royal() || k < 0 {
		return false
	}
	if ref.rules.Capture == chess.Explode {
		for _, s := range kingSteps {
			if t := off(k, s[0], s[1]); t >= 0 && ref.pieces[t] == own(1-c, 'k') {
				return false
			}
		}
	}
	return ref.attacks(1-c, k)
}

// count is how many pieces of c stand on the board or wait in its pocket.
func (ref *reference) count(c int) int {
	n := 0
	for _, piece := range ref.pieces {
		if piece != 0 && side(piece) == c {
			n++
		}
	}
	for _, held := range ref.pocket[c] {
		n += held
	}
	return n
}
