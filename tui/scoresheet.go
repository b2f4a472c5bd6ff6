package tui

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// scoreSheet is the moves of a game for reading.
type scoreSheet struct {
	texts []string // one a half-move, in order
	first int      // number of the first full move
	black bool     // the first half-move is Black's
	shown int      // half-moves that are on the board: 0 before the first
	end   string   // the result, written after the last move; empty while the game goes on
}

// pairs gives the moves in numbered pairs, one row each, and the row and the
// texts that belong to the half-move now shown.
func (sheet *scoreSheet) pairs() (rows [][3]string, at int) {
	ply := 0
	if sheet.black && len(sheet.texts) > 0 {
		rows = append(rows, [3]string{strconv.Itoa(sheet.first) + ".", "...", sheet.texts[0]})
		ply = 1
	}
	for n := sheet.first + len(rows); ply < len(sheet.texts); n, ply = n+1, ply+2 {
		row := [3]string{strconv.Itoa(n) + ".", sheet.texts[ply]}
		if ply+1 < len(sheet.texts) {
			row[2] = sheet.texts[ply+1]
		}
		rows = append(rows, row)
	}
	at = sheet.shown - 1
	if sheet.black {
		at++
	}
	return rows, at / 2
}

// renderScoreSheet draws the list into exactly height rows of width columns,
// scrolled so that the move on the board is seen. Numbered pairs need 16
// columns; below that one move stands in a row.
func renderScoreSheet(sheet scoreSheet, th *Theme, width, height int) []string {
	pairs, at := sheet.pairs()
	number := len(strconv.Itoa(sheet.first+len(pairs))) + 1
	half := (width - number - 2) / 2
	var rows []string
	cell := func(text string, ply, room int) string {
		text = cut(clean(text), room)
		pad := strings.Repeat(" ", max(room-lipgloss.Width(text), 0))
		if text != "" && ply > 0 && ply == sheet.shown {
			return th.MoveNow.Render(text) + pad
		}
		return text + pad
	}
	ply := 1
	if sheet.black {
		ply = 0
	}
	for _, pair := range pairs {
		n := th.Faint.Render(fmt.Sprintf("%*s ", number, pair[0]))
		if half >= 6 {
			half := min(half, 14)
			rows = append(rows, n+cell(pair[1], ply, half)+" "+cell(pair[2], ply+1, half))
		} else {
			rows = append(rows, n+cell(pair[1], ply, width-number-1))
			if pair[2] != "" {
				rows = append(rows, strings.Repeat(" ", number+1)+cell(pair[2], ply+1, width-number-1))
			}
		}
		ply += 2
	}
	if half < 6 {
		at = sheet.shown - 1
		if sheet.black {
			at = sheet.shown
		}
	}
	if sheet.end != "" {
		rows = append(rows, strings.Repeat(" ", number+1)+th.Bold.Render(sheet.end))
		if sheet.shown == len(sheet.texts) {
			at = len(rows) - 1
		}
	}
	top := scrollTo(max(len(rows)-height, 0), max(at, 0), len(rows), height)
	out := make([]string, height)
	for i := range out {
		if top+i < len(rows) {
			out[i] = rows[top+i]
		}
	}
	return out
}
