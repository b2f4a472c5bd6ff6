package pgn

import (
	"fmt"
	"strings"

	"rookery/chess"
)

// material counts the men of both sides by colour and role.
type material [2][chess.King + 1]uint8

// turned changes the colours.
func (m material) turned() material { return material{m[1], m[0]} }

// materialOf counts the men on a board.
func materialOf(p *chess.Position) material {
	var m material
	for c := range m {
		for r := chess.Pawn; r <= chess.King; r++ {
			m[c][r] = uint8(p.Men(chess.Color(c), r).Count())
		}
	}
	return m
}

// readMaterial reads KRPKR: White's king and men, then Black's.
func readMaterial(s string) (material, error) {
	var m material
	side := -1
	for _, c := range strings.ToUpper(strings.TrimSpace(s)) {
		if c == 'V' && side == 0 {
			continue // KRPvKR
		}
		r := chess.NoRole
		if c < 0x80 {
			r = chess.RoleOf(byte(c))
		}
		if r == chess.King {
			side++
		}
		if r == chess.NoRole || side < 0 || side > 1 {
			return m, fmt.Errorf("%q is no material: write the men of both sides from their kings on, as in KRPKR", s)
		}
		m[side][r]++
	}
	if side != 1 {
		return m, fmt.Errorf("%q is no material: write the men of both sides from their kings on, as in KRPKR", s)
	}
	return m, nil
}
