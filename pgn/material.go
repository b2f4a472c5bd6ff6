package pgn

import (
	"fmt"
	"strings"

	"rookery/chess"
)

// material counts the men of both sides by colour and role.
type material [2][chess.King + 1]uint8

// materialOf counts the men on a board; those in a pocket do not count.
func materialOf(p *chess.Position) material {
	var m material
	for c := range m {
		for r := chess.Pawn; r <= chess.King; r++ {
			m[c][r] = uint8(p.Pieces(chess.Color(c), r).Count())
		}
	}
	return m
}

// span is how many men of a kind there may be, both ends included.
type span struct{ least, most uint8 }

// balance is what men are looked for, by colour and role.
type balance [2][chess.King + 1]span

// fits tells whether men are what is looked for, with White's side as written.
func (b *balance) fits(m *material) bool {
	for c := range m {
		for r := chess.Pawn; r <= chess.King; r++ {
			if n := m[c][r]; n < b[c][r].least || n > b[c][r].most {
				return false
			}
		}
	}
	return true
}

// total is the least and the most men on the board.
func (b *balance) total() (least, most int) {
	for c := range b {
		for _, n := range b[c] {
			least += int(n.least)
			most += int(n.most)
		}
	}
	return least, most
}

// turned changes the colours.
func (b balance) turned() balance { return balance{b[1], b[0]} }

// aboveAll is more men than a board holds.
const aboveAll = 0xff

// readBalance reads what men are looked for, as in KRPvKR: White's from the
// king on, then Black's. Behind a letter may stand a number or a span of
// numbers, P2 or P1-3, or ? for one or none, + for one or more, * for any
// number. A * of its own, behind the king or another mark, allows all men that
// are not named.
func readBalance(s string) (balance, error) {
	text := strings.ToUpper(strings.Join(strings.Fields(s), ""))
	second := strings.LastIndexByte(text, 'K')
	if second > 0 {
		white, ok := readMen(strings.TrimSuffix(text[:second], "V"))
		black, too := readMen(text[second:])
		if ok && too {
			return balance{white, black}, nil
		}
	}
	return balance{}, fmt.Errorf("%q is no material: write the men of both sides from their kings on, as in KRPvKR or KQP*vKR+", s)
}

// readMen reads the men of one side, its king first.
func readMen(s string) (men [chess.King + 1]span, ok bool) {
	if !strings.HasPrefix(s, "K") {
		return men, false
	}
	men[chess.King] = span{1, 1}
	var named chess.RoleSet
	others := false
	for s = s[1:]; s != ""; {
		if s[0] == '*' {
			others, s = true, s[1:]
			continue
		}
		r := chess.RoleOf(s[0])
		if r == chess.NoRole || r == chess.King {
			return men, false
		}
		n, used := readSpan(s[1:])
		if n.least > n.most {
			return men, false
		}
		s = s[1+used:]
		men[r].least += n.least
		men[r].most = uint8(min(int(men[r].most)+int(n.most), aboveAll))
		named |= chess.Roles(r)
	}
	for r := chess.Pawn; others && r < chess.King; r++ {
		if !named.Has(r) {
			men[r].most = aboveAll
		}
	}
	return men, true
}

// readSpan reads how many men a letter stands for; used is 0 without a mark.
func readSpan(s string) (n span, used int) {
	n = span{1, 1}
	if s == "" {
		return n, 0
	}
	switch s[0] {
	case '?':
		return span{0, 1}, 1
	case '+':
		return span{1, aboveAll}, 1
	case '*':
		return span{0, aboveAll}, 1
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

// looksLikeMaterial tells whether a word is meant as material: it begins with
// a king and has another behind a v.
func looksLikeMaterial(s string) bool {
	white, black, ok := strings.Cut(strings.ReplaceAll(s, "V", "v"), "v")
	return ok && strings.HasPrefix(white, "K") && strings.HasPrefix(black, "K") &&
		strings.Trim(white+black, "KQRBNP0123456789?+*-") == ""
}
