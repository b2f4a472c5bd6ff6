package ai

import (
	"math/rand/v2"
	"strings"

	"rookery/chess"
)

// imagine sets up one board that fits a view: the men not seen are put on
// hidden squares at random, pawns where pawns can stand, the rest rather near
// their own side. ok is false when no playable board was found.
func imagine(r chess.Rules, v chess.View, us chess.Color, rng *rand.Rand) (chess.Board, bool) {
	them := us.Other()
	missing := v.Men[them]
	var hidden []int
	for sq, c := range v.Cells {
		if c.Hidden {
			hidden = append(hidden, sq)
		} else if c.Piece != 0 && c.Piece.Color() == them {
			if missing[c.Piece.Role()] > 0 {
				missing[c.Piece.Role()]--
			}
		}
	}
	for range 12 {
		var men [64]chess.Piece
		for sq, c := range v.Cells {
			men[sq] = c.Piece
		}
		if !scatter(&men, missing, hidden, them, rng) {
			return nil, false
		}
		if b, err := chess.NewBoard(r, fenOf(&men, v, r, us)); err == nil && !b.Outcome().Over() {
			return b, true
		}
	}
	return nil, false
}

// scatter puts the missing men of c on hidden squares.
func scatter(men *[64]chess.Piece, missing chess.Hand, hidden []int, c chess.Color, rng *rand.Rand) bool {
	for role := chess.King; role >= chess.Pawn; role-- {
		for range missing[role] {
			placed := false
			for try := range 60 {
				if len(hidden) == 0 {
					return false
				}
				sq := hidden[rng.IntN(len(hidden))]
				rank := sq / 8
				if c == chess.Black {
					rank = 7 - rank
				}
				if men[sq] != 0 || role == chess.Pawn && (rank == 0 || rank == 7) || try < 30 && rng.IntN(8) < rank {
					continue
				}
				men[sq], placed = chess.PieceOf(c, role), true
				break
			}
			if !placed {
				return false
			}
		}
	}
	return true
}

// fenOf writes guessed men as FEN; rights to castle and en passant, which the
// other side hides, are left out.
func fenOf(men *[64]chess.Piece, v chess.View, r chess.Rules, us chess.Color) string {
	var s strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			m := men[rank*8+file]
			if m == 0 {
				empty++
				continue
			}
			if empty > 0 {
				s.WriteByte('0' + byte(empty))
				empty = 0
			}
			s.WriteByte(m.Letter())
		}
		if empty > 0 {
			s.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			s.WriteByte('/')
		}
	}
	if r.Pocket != chess.NoPocket {
		s.WriteByte('[')
		for c := range chess.Color(2) {
			for role := chess.Pawn; role <= chess.King; role++ {
				for range v.Hands[c][role] {
					s.WriteByte(chess.PieceOf(c, role).Letter())
				}
			}
		}
		s.WriteByte(']')
	}
	if us == chess.White {
		s.WriteString(" w - - 0 1")
	} else {
		s.WriteString(" b - - 0 1")
	}
	return s.String()
}
