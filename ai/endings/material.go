package endings

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"rookery/chess"
)

// MaxPieces is how many pieces a table has at most.
const MaxPieces = 4

// Material is the pieces of an ending, and the checks still to be given where those are
// counted. It is comparable.
type Material struct {
	Count  [2][chess.King + 1]uint8 // by Color and Role
	Checks [2]uint8                 // 0 where they are not counted
}

// MaterialOf is the material of a position.
func MaterialOf(p *chess.Position) (m Material) {
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			m.Count[c][r] = uint8(p.Pieces(c, r).Count())
		}
		m.Checks[c] = uint8(p.ChecksLeft(c))
	}
	return m
}

// Pieces is how many there are.
func (m Material) Pieces() int { return m.side(chess.White) + m.side(chess.Black) }

func (m Material) side(c chess.Color) int {
	n := 0
	for _, k := range m.Count[c] {
		n += int(k)
	}
	return n
}

func (m Material) pawns() int {
	return int(m.Count[chess.White][chess.Pawn] + m.Count[chess.Black][chess.Pawn])
}

// Flipped is the same with the colours exchanged.
func (m Material) Flipped() Material {
	return Material{
		Count:  [2][chess.King + 1]uint8{m.Count[1], m.Count[0]},
		Checks: [2]uint8{m.Checks[1], m.Checks[0]},
	}
}

// String writes the pieces as players do, White's first: KRvKN; with the checks still to
// be given where those are counted: KRvKN 3+2.
func (m Material) String() string {
	var b strings.Builder
	for c := range chess.Color(2) {
		if c == chess.Black {
			b.WriteByte('v')
		}
		for r := chess.King; r >= chess.Pawn; r-- {
			b.WriteString(strings.Repeat(string(r.Letter()), int(m.Count[c][r])))
		}
	}
	if m.Checks != [2]uint8{} {
		fmt.Fprintf(&b, " %d+%d", m.Checks[0], m.Checks[1])
	}
	return b.String()
}

// ParseMaterial reads what String writes, in any case.
func ParseMaterial(s string) (Material, error) {
	var m Material
	fault := func() (Material, error) {
		return Material{}, errors.New("enter the pieces of both sides like KRvKN, White's first")
	}
	text, checks, counted := strings.Cut(strings.TrimSpace(s), " ")
	sides := strings.Split(strings.ToUpper(text), "V")
	if len(sides) != 2 {
		return fault()
	}
	for c, side := range sides {
		for i := range len(side) {
			r := chess.RoleOf(side[i])
			if r == chess.NoRole || m.Count[c][r] > 9 {
				return fault()
			}
			m.Count[c][r]++
		}
	}
	if counted {
		if n, err := fmt.Sscanf(checks, "%d+%d", &m.Checks[0], &m.Checks[1]); n != 2 || err != nil || m.Checks[0]-1 > 2 || m.Checks[1]-1 > 2 {
			return Material{}, errors.New("enter the checks still to be given like 3+2, White's first")
		}
	}
	return m, nil
}

// compare orders materials: that of more and better pieces for White is greater.
func (m Material) compare(o Material) int {
	if c := cmp.Compare(m.side(chess.White), o.side(chess.White)); c != 0 {
		return c
	}
	for c := range chess.Color(2) {
		for r := chess.King; r >= chess.Pawn; r-- {
			if c := cmp.Compare(m.Count[c][r], o.Count[c][r]); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(o.Checks[0], m.Checks[0])
}
