package tui

import (
	"unicode/utf8"

	"rookery/chess"
)

// cellSize is one square of the board in columns and rows of the terminal.
type cellSize struct{ w, h int }

// cellSizes from the biggest; all look square where a character is twice as
// high as it is wide. The width is even, so that half a cell is whole columns.
var cellSizes = []cellSize{{10, 5}, {8, 4}, {6, 3}, {4, 2}, {2, 1}}

// labelWidth is the room for the names of the ranks, a space on both sides of
// a one-letter name.
func labelWidth(l *chess.Layout) int {
	w := 1
	for _, r := range l.Ranks {
		w = max(w, utf8.RuneCountInString(r.Text))
	}
	return max(3, w+1)
}

// boardSize is the room in columns and rows that renderBoard fills, labels
// included.
func boardSize(l *chess.Layout, size cellSize) (width, height int) {
	return labelWidth(l) + l.Width*size.w/2, (l.Height*size.h+1)/2 + 1
}

// chooseSize is the biggest size at which the board with its labels fits; ok
// is false when not even the smallest does.
func chooseSize(l *chess.Layout, width, height int) (size cellSize, ok bool) {
	for _, size := range cellSizes {
		if w, h := boardSize(l, size); w <= width && h <= height {
			return size, true
		}
	}
	return cellSizes[len(cellSizes)-1], false
}

// cellAt is the upper left corner of a square in columns and rows from the
// corner of the drawn board.
func cellAt(l *chess.Layout, size cellSize, flip bool, sq chess.Square) (x, y int) {
	p := l.Cells[sq]
	hx, hy := p.X, p.Y
	if flip {
		hx, hy = l.Width-2-hx, l.Height-2-hy
	}
	return labelWidth(l) + hx*size.w/2, hy * size.h / 2
}

// squareAt finds the square at a column and row counted from the corner of
// the drawn board.
func squareAt(l *chess.Layout, size cellSize, flip bool, x, y int) (chess.Square, bool) {
	for i := range l.Cells {
		cx, cy := cellAt(l, size, flip, chess.Square(i))
		if x >= cx && x < cx+size.w && y >= cy && y < cy+size.h {
			return chess.Square(i), true
		}
	}
	return chess.NoSquare, false
}

// step is the square next to sq in a cursor direction as the player sees the
// board; sq itself at the edge.
func step(l *chess.Layout, sq chess.Square, direction int, flip bool) chess.Square {
	if flip {
		direction ^= 1 // Up and Down, Left and Right are neighbours
	}
	if next := l.Cells[sq].Steps[direction]; next != chess.NoSquare {
		return next
	}
	return sq
}
