package draw

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
	LabelPlaces
)

// String is the word for a place in the settings.
func (p LabelPlace) String() string {
	return [...]string{"beside", "inside", "none"}[min(p, NoLabels)]
}

// ParseLabels reads the word for a place; an empty word is Beside.
func ParseLabels(word string) (LabelPlace, error) {
	for p := range LabelPlaces {
		if strings.EqualFold(word, p.String()) {
			return p, nil
		}
	}
	if word == "" {
		return Beside, nil
	}
	return Beside, fmt.Errorf("coordinates must be beside, inside or none, not %q", word)
}

// CellSize is one square of the board in columns and rows of the terminal,
// with the place of the board's labels.
type CellSize struct {
	W, H   int
	labels LabelPlace
}

// CellSizes from the biggest; all look square where a character is twice as
// high as it is wide. The width is even, so that half a cell is whole columns.
var CellSizes = []CellSize{{W: 10, H: 5}, {W: 8, H: 4}, {W: 6, H: 3}, {W: 4, H: 2}, {W: 2, H: 1}}

// SizesWith are the cell sizes from the biggest with labels at a place. A cell
// of 2×1 has no room for them inside.
func SizesWith(p LabelPlace) []CellSize {
	sizes := slices.Clone(CellSizes)
	for i := range sizes {
		if p != Inside || sizes[i].H > 1 {
			sizes[i].labels = p
		}
	}
	return sizes
}

// labelWidth is the room for the names of the ranks, a space on both sides of
// a one-letter name.
func labelWidth(l *chess.Layout, size CellSize) int {
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
func labelHeight(size CellSize) int {
	if size.labels != Beside {
		return 0
	}
	return 1
}

// BoardSize is the room in columns and rows that RenderBoard fills, labels
// included.
func BoardSize(l *chess.Layout, size CellSize) (width, height int) {
	return labelWidth(l, size) + l.Width*size.W/2, (l.Height*size.H+1)/2 + labelHeight(size)
}

// ChooseSize is the biggest size at which the board fits, with its labels
// where the look has them.
func (k *Look) ChooseSize(l *chess.Layout, width, height int) (size CellSize, ok bool) {
	return biggest(SizesWith(k.Labels), l, width, height)
}

// biggest is the first of sizes at which the board fits, else the last.
func biggest(sizes []CellSize, l *chess.Layout, width, height int) (size CellSize, ok bool) {
	for _, size := range sizes {
		if w, h := BoardSize(l, size); w <= width && h <= height {
			return size, true
		}
	}
	return sizes[len(sizes)-1], false
}

// CellAt is the upper left corner of a square in columns and rows from the
// corner of the drawn board.
func CellAt(l *chess.Layout, size CellSize, flip bool, sq chess.Square) (x, y int) {
	p := l.Cells[sq]
	hx, hy := p.X, p.Y
	if flip {
		hx, hy = l.Width-2-hx, l.Height-2-hy
	}
	return labelWidth(l, size) + hx*size.W/2, hy * size.H / 2
}

// SquareAt finds the square at a column and row counted from the corner of
// the drawn board.
func SquareAt(l *chess.Layout, size CellSize, flip bool, x, y int) (chess.Square, bool) {
	for i := range l.Cells {
		cx, cy := CellAt(l, size, flip, chess.Square(i))
		if x >= cx && x < cx+size.W && y >= cy && y < cy+size.H {
			return chess.Square(i), true
		}
	}
	return chess.NoSquare, false
}

// Step is the square next to sq in a cursor direction as the player sees the
// board; sq itself at the edge.
func Step(l *chess.Layout, sq chess.Square, direction int, flip bool) chess.Square {
	if flip {
		direction ^= 1 // Up and Down, Left and Right are neighbours
	}
	if next := l.Cells[sq].Steps[direction]; next != chess.NoSquare {
		return next
	}
	return sq
}
