package draw

import (
	"fmt"
	"strings"

	"rookery/chess"
)

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
		text := fmt.Sprintf("%c%d", gl.Men[side][r], h[r])
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
