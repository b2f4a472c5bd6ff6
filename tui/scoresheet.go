package tui

import "strconv"

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

// renderScoreSheet draws the list into exactly height rows of exactly width
// columns, scrolled so that the move on the board is seen. Numbered pairs need 16
// columns; below that one move stands in a row. Rows that are not seen are not
// drawn.
func renderScoreSheet(sheet scoreSheet, th *Theme, width, height int) []string {
	pairs, at := sheet.pairs()
	number := len(strconv.Itoa(sheet.first+len(pairs))) + 1
	half := (width - number - 2) / 2
	first, rows := 1, len(pairs) // the first half-move of the list counts as 1
	if sheet.black {
		first = 0
	}
	narrow := half < 6
	if narrow {
		rows, at = len(sheet.texts), sheet.shown-first
		if rows > 0 {
			rows += 1 - first
		}
	}
	half = min(half, 14)
	moves := rows
	if sheet.end != "" {
		if rows++; sheet.shown == len(sheet.texts) {
			at = moves
		}
	}
	head := func(text string) string { return th.Faint.Render(blanks(number-len(text)) + text + " ") }
	// cell is one of the two half-moves of a pair, filled to some room.
	cell := func(pair, side, room int) string {
		text, ply := cut(clean(pairs[pair][1+side]), room), first+2*pair+side
		pad := blanks(room - widthOf(text))
		if text != "" && ply > 0 && ply == sheet.shown {
			return th.MoveNow.Render(text) + pad
		}
		return text + pad
	}
	row := func(i int) string {
		switch {
		case i >= rows:
			return blanks(width)
		case i == moves:
			return fit(blanks(number+1)+th.Bold.Render(sheet.end), width)
		case narrow && i%2 == 0:
			return head(pairs[i/2][0]) + cell(i/2, 0, width-number-1)
		case narrow:
			return blanks(number+1) + cell(i/2, 1, width-number-1)
		}
		return head(pairs[i][0]) + cell(i, 0, half) + " " + cell(i, 1, half) + blanks(width-number-2-2*half)
	}
	top := scrollTo(max(rows-height, 0), max(at, 0), rows, height)
	out := make([]string, height)
	for i := range out {
		out[i] = row(top + i)
	}
	return out
}
