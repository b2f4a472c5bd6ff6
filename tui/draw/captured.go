package draw

import (
	"strconv"
	"strings"

	"rookery/chess"
)

// material counts pieces on a board by color and role, discs of towers for one
// piece each.
func material(v chess.View) (count [2][7]int) {
	for _, c := range v.Cells {
		if r := c.Piece.Role(); r >= chess.Pawn && r <= chess.King {
			count[c.Piece.Color()][r]++
		}
	}
	return count
}

// Captured tells which pieces each side has lost since the start, by the pieces
// that stood and stand on the board, whatever the moves were: taken, blown up
// or turned. A piece that came from a pawn counts as that pawn.
func Captured(start, now chess.View) (lost [2][7]int) {
	before, after := material(start), material(now)
	for c := range lost {
		for r := chess.Pawn; r <= chess.King; r++ {
			lost[c][r] = max(before[c][r]-after[c][r], 0)
		}
	}
	// More pieces of a role than the whole board began with were pawns once.
	for r := chess.Knight; r <= chess.King; r++ {
		grown := after[0][r] + after[1][r] - before[0][r] - before[1][r]
		for c := range lost {
			made := min(max(after[c][r]-before[c][r], 0), max(grown, 0))
			grown -= made
			lost[c][chess.Pawn] = max(lost[c][chess.Pawn]-made, 0)
		}
	}
	return lost
}

// worth of the pieces in the beginner's count; it is shown, never played by.
var worth = [7]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}

// Balance is how much more White's pieces are worth than Black's.
func Balance(now chess.View) int {
	count, sum := material(now), 0
	for r, w := range worth {
		sum += w * (count[chess.White][r] - count[chess.Black][r])
	}
	return sum
}

// capturedOrder is how lost pieces are lined up.
var capturedOrder = [...]chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.King}

// RenderCaptured draws what a side has won from the other: the other's lost
// pieces, and its lead where it has one.
func RenderCaptured(th *Theme, gl *Glyphs, lost [7]int, side chess.Color, lead, width int) string {
	var b strings.Builder
	for _, r := range capturedOrder {
		for range lost[r] {
			b.WriteRune(gl.Men[side.Other()][r])
		}
		if lost[r] > 0 {
			b.WriteByte(' ')
		}
	}
	if lead > 0 {
		b.WriteString("+" + strconv.Itoa(lead))
	}
	return th.Faint.Render(Cut("  "+b.String(), width))
}
