package draw

import (
	"fmt"
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

// pieceValues of the pieces in the beginner's count; it is shown, never played by.
var pieceValues = [7]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}

// MaterialBalance is how much more White's pieces are worth than Black's.
func MaterialBalance(now chess.View) int {
	count, sum := material(now), 0
	for r, w := range pieceValues {
		sum += w * (count[chess.White][r] - count[chess.Black][r])
	}
	return sum
}

// Discs counts the discs of each side's towers, which towers merge and split without
// loss; towers is false on a board without any.
func Discs(v chess.View) (count [2]int, towers bool) {
	for _, c := range v.Cells {
		if c.Count > 0 && c.Piece != 0 {
			count[c.Piece.Color()] += int(c.Count)
			towers = true
		}
	}
	return count, towers
}

// capturedOrder is how lost pieces are lined up.
var capturedOrder = [...]chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.King}

// RenderCaptured draws what a side has won from the other: the other's lost
// pieces, and its lead where it has one.
func RenderCaptured(th *Theme, gl *Glyphs, lost [7]int, side chess.Color, lead, width int) string {
	var b strings.Builder
	for _, r := range capturedOrder {
		for range lost[r] {
			b.WriteRune(gl.Pieces[side.Other()][r])
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

// pocketItem is how many columns one kind of piece takes in a drawn pocket.
const pocketItem = 5

// pocketOrder is how the pieces in a pocket are lined up.
var pocketOrder = [...]chess.Role{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn}

// PocketRoles are the kinds of pieces in a pocket, in the order they are drawn.
func PocketRoles(h chess.RoleCounts) []chess.Role {
	var roles []chess.Role
	for _, r := range pocketOrder {
		if h[r] > 0 {
			roles = append(roles, r)
		}
	}
	return roles
}

// RenderPocket draws a side's pocket with its counts; the held kind stands in
// brackets. None says that it is empty.
func RenderPocket(th *Theme, gl *Glyphs, h chess.RoleCounts, side chess.Color, held chess.Role, none string) string {
	var b strings.Builder
	for _, r := range PocketRoles(h) {
		text := fmt.Sprintf("%c%d", gl.Pieces[side][r], h[r])
		if r == held {
			b.WriteString(th.Choice.Render(fmt.Sprintf("%-*s", pocketItem, "["+text+"]")))
			continue
		}
		b.WriteString(fmt.Sprintf("%-*s", pocketItem, " "+text))
	}
	if b.Len() == 0 {
		return th.Faint.Render(" " + none)
	}
	return b.String()
}

// PocketAt is the kind of piece drawn at a column of the pocket.
func PocketAt(h chess.RoleCounts, x int) (chess.Role, bool) {
	roles := PocketRoles(h)
	if x < 0 || x/pocketItem >= len(roles) {
		return chess.NoRole, false
	}
	return roles[x/pocketItem], true
}
