package draw

import "strconv"

// ScoreSheet is the moves of a game for reading.
type ScoreSheet struct {
	Texts []string // one a half-move, in order
	First int      // number of the first full move
	Black bool     // the first half-move is Black's
	Shown int      // half-moves that are on the board: 0 before the first
	End   string   // the result, written after the last move; empty while the game goes on
}

// Pairs gives the moves in numbered pairs, one row each, and the row and the
// texts that belong to the half-move now shown.
func (sheet *ScoreSheet) Pairs() (rows [][3]string, at int) {
	ply := 0
	if sheet.Black && len(sheet.Texts) > 0 {
		rows = append(rows, [3]string{strconv.Itoa(sheet.First) + ".", "...", sheet.Texts[0]})
		ply = 1
	}
	for n := sheet.First + len(rows); ply < len(sheet.Texts); n, ply = n+1, ply+2 {
		row := [3]string{strconv.Itoa(n) + ".", sheet.Texts[ply]}
		if ply+1 < len(sheet.Texts) {
			row[2] = sheet.Texts[ply+1]
		}
		rows = append(rows, row)
	}
	at = sheet.Shown - 1
	if sheet.Black {
		at++
	}
	return rows, at / 2
}

// RenderScoreSheet draws the list into exactly height rows of exactly width
// columns, scrolled so that the move on the board is seen. Numbered pairs need 16
// columns; below that one move stands in a row. Rows that are not seen are not
// drawn.
func RenderScoreSheet(sheet ScoreSheet, th *Theme, width, height int) []string {
	pairs, at := sheet.Pairs()
	number := len(strconv.Itoa(sheet.First+len(pairs))) + 1
	half := (width - number - 2) / 2
	first, rows := 1, len(pairs) // the first half-move of the list counts as 1
	if sheet.Black {
		first = 0
	}
	narrow := half < 6
	if narrow {
		rows, at = len(sheet.Texts), sheet.Shown-first
		if rows > 0 {
			rows += 1 - first
		}
	}
	half = min(half, 14)
	moves := rows
	if sheet.End != "" {
		if rows++; sheet.Shown == len(sheet.Texts) {
			at = moves
		}
	}
	head := func(text string) string { return th.Faint.Render(Blanks(number-len(text)) + text + " ") }
	// cell is one of the two half-moves of a pair, filled to some room.
	cell := func(pair, side, room int) string {
		text, ply := Cut(Clean(pairs[pair][1+side]), room), first+2*pair+side
		pad := Blanks(room - WidthOf(text))
		if text != "" && ply > 0 && ply == sheet.Shown {
			return th.MoveNow.Render(text) + pad
		}
		return text + pad
	}
	row := func(i int) string {
		switch {
		case i >= rows:
			return Blanks(width)
		case i == moves:
			return Fit(Blanks(number+1)+th.Bold.Render(sheet.End), width)
		case narrow && i%2 == 0:
			return head(pairs[i/2][0]) + cell(i/2, 0, width-number-1)
		case narrow:
			return Blanks(number+1) + cell(i/2, 1, width-number-1)
		}
		return head(pairs[i][0]) + cell(i, 0, half) + " " + cell(i, 1, half) + Blanks(width-number-2-2*half)
	}
	top := ScrollTo(max(rows-height, 0), max(at, 0), rows, height)
	out := make([]string, height)
	for i := range out {
		out[i] = row(top + i)
	}
	return out
}
