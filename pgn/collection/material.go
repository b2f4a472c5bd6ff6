package collection

import (
	"fmt"
	"strings"

	"rookery/chess"
)

// pieceCounts counts the pieces of both sides by colour and role.
type pieceCounts [2][chess.King + 1]uint8

// countPieces counts the pieces on a board; those in a pocket do not count.
func countPieces(p *chess.Position) pieceCounts {
	var m pieceCounts
	for c := range m {
		for r := chess.Pawn; r <= chess.King; r++ {
			m[c][r] = uint8(p.Pieces(chess.Color(c), r).Count())
		}
	}
	return m
}

// countRange is how many pieces of a kind there may be, both ends included.
type countRange struct{ least, most uint8 }

// materialPattern is what pieces are looked for, by colour and role.
type materialPattern [2][chess.King + 1]countRange

// fits reports whether pieces are what is looked for, with White's side as written.
func (b *materialPattern) fits(m *pieceCounts) bool {
	for c := range m {
		for r := chess.Pawn; r <= chess.King; r++ {
			if n := m[c][r]; n < b[c][r].least || n > b[c][r].most {
				return false
			}
		}
	}
	return true
}

// total is the least and the most pieces on the board.
func (b *materialPattern) total() (least, most int) {
	for c := range b {
		for _, n := range b[c] {
			least += int(n.least)
			most += int(n.most)
		}
	}
	return least, most
}

func (b materialPattern) swapped() materialPattern { return materialPattern{b[1], b[0]} }

// unlimited is more pieces than a board holds.
const unlimited = 0xff

// parseMaterial reads what pieces are looked for, as in KRPvKR: White's from the
// king on, then Black's. Behind a letter may stand a number or a span of
// numbers, P2 or P1-3, or ? for one or none, + for one or more, * for any
// number. A * of its own, after the king or another mark, allows all pieces that
// are not named.
func parseMaterial(s string) (materialPattern, error) {
	text := strings.ToUpper(strings.Join(strings.Fields(s), ""))
	second := strings.LastIndexByte(text, 'K')
	if second > 0 {
		white, ok := parseSide(strings.TrimSuffix(text[:second], "V"))
		black, too := parseSide(text[second:])
		if ok && too {
			return materialPattern{white, black}, nil
		}
	}
	return materialPattern{}, fmt.Errorf("invalid material %q: list both sides' pieces, each starting with its king, e.g. KRPvKR or KQP*vKR+", s)
}

// parseSide reads the pieces of one side, its king first.
func parseSide(s string) (pieces [chess.King + 1]countRange, ok bool) {
	if !strings.HasPrefix(s, "K") {
		return pieces, false
	}
	pieces[chess.King] = countRange{1, 1}
	var named chess.RoleSet
	others := false
	for s = s[1:]; s != ""; {
		if s[0] == '*' {
			others, s = true, s[1:]
			continue
		}
		r := chess.RoleOf(s[0])
		if r == chess.NoRole || r == chess.King {
			return pieces, false
		}
		n, used := parseCount(s[1:])
		if n.least > n.most {
			return pieces, false
		}
		s = s[1+used:]
		pieces[r].least += n.least
		pieces[r].most = uint8(min(int(pieces[r].most)+int(n.most), unlimited))
		named |= chess.Roles(r)
	}
	for r := chess.Pawn; others && r < chess.King; r++ {
		if !named.Has(r) {
			pieces[r].most = unlimited
		}
	}
	return pieces, true
}

// parseCount reads how many pieces a letter stands for; used is 0 without a mark.
func parseCount(s string) (n countRange, used int) {
	n = countRange{1, 1}
	if s == "" {
		return n, 0
	}
	switch s[0] {
	case '?':
		return countRange{0, 1}, 1
	case '+':
		return countRange{1, unlimited}, 1
	case '*':
		return countRange{0, unlimited}, 1
	}
	digit := func(i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
	if !digit(0) {
		return n, 0
	}
	n.least = s[0] - '0'
	n.most, used = n.least, 1
	if len(s) > 2 && s[1] == '-' && digit(2) {
		n.most, used = s[2]-'0', 3
	}
	return n, used
}

// looksLikeMaterial reports whether a word is meant as material: it begins with
// a king and has another after a v.
func looksLikeMaterial(s string) bool {
	white, black, ok := strings.Cut(strings.ReplaceAll(s, "V", "v"), "v")
	return ok && strings.HasPrefix(white, "K") && strings.HasPrefix(black, "K") &&
		strings.Trim(white+black, "KQRBNP0123456789?+*-") == ""
}
