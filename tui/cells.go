package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rookery/chess"
)

// LabelPlace says where the names of files and ranks stand.
type LabelPlace uint8

const (
	Beside   LabelPlace = iota // along the left and lower edge
	Inside                     // in the cells of the edge
	NoLabels                   // nowhere
	labelPlaces
)

// String is the word for a place in the settings.
func (p LabelPlace) String() string {
	return [...]string{"beside", "inside", "none"}[min(p, NoLabels)]
}

// ParseLabels reads the word for a place; an empty word is Beside.
func ParseLabels(word string) (LabelPlace, error) {
	for p := range labelPlaces {
		if strings.EqualFold(word, p.String()) {
			return p, nil
		}
	}
	if word == "" {
		return Beside, nil
	}
	return Beside, fmt.Errorf("coordinates stand beside, inside or none, not %q", word)
}

// cellSize is one square of the board in columns and rows of the terminal,
// with the place of the board's labels.
type cellSize struct {
	w, h   int
	labels LabelPlace
}

// cellSizes from the biggest; all look square where a character is twice as
// high as it is wide. The width is even, so that half a cell is whole columns.
var cellSizes = []cellSize{{w: 10, h: 5}, {w: 8, h: 4}, {w: 6, h: 3}, {w: 4, h: 2}, {w: 2, h: 1}}

// sizesWith are the cell sizes from the biggest with labels at a place. A cell
// of 2×1 has no room for them inside.
func sizesWith(p LabelPlace) []cellSize {
	sizes := slices.Clone(cellSizes)
	for i := range sizes {
		if p != Inside || sizes[i].h > 1 {
			sizes[i].labels = p
		}
	}
	return sizes
}

// labelWidth is the room for the names of the ranks, a space on both sides of
// a one-letter name.
func labelWidth(l *chess.Layout, size cellSize) int {
	if size.labels != Beside {
		return 1 // a board that touches the edge of the window is hard to read
	}
	w := 1
	for _, r := range l.Ranks {
		w = max(w, utf8.RuneCountInString(r.Text))
	}
	return max(3, w+1)
}

// labelHeight is the room for the names of the files.
func labelHeight(size cellSize) int {
	if size.labels != Beside {
		return 0
	}
	return 1
}

// boardSize is the room in columns and rows that renderBoard fills, labels
// included.
func boardSize(l *chess.Layout, size cellSize) (width, height int) {
	return labelWidth(l, size) + l.Width*size.w/2, (l.Height*size.h+1)/2 + labelHeight(size)
}

// chooseSize is the biggest size at which the board fits, with its labels
// where the look has them.
func (k *Look) chooseSize(l *chess.Layout, width, height int) (size cellSize, ok bool) {
	return biggest(sizesWith(k.Labels), l, width, height)
}

// biggest is the first of sizes at which the board fits, else the last.
func biggest(sizes []cellSize, l *chess.Layout, width, height int) (size cellSize, ok bool) {
	for _, size := range sizes {
		if w, h := boardSize(l, size); w <= width && h <= height {
			return size, true
		}
	}
	return sizes[len(sizes)-1], false
}

// cellAt is the upper left corner of a square in columns and rows from the
// corner of the drawn board.
func cellAt(l *chess.Layout, size cellSize, flip bool, sq chess.Square) (x, y int) {
	p := l.Cells[sq]
	hx, hy := p.X, p.Y
	if flip {
		hx, hy = l.Width-2-hx, l.Height-2-hy
	}
	return labelWidth(l, size) + hx*size.w/2, hy * size.h / 2
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
