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
// high as it is wide, but for 5×2, which gives a piece room at both sides.
var CellSizes = []CellSize{{W: 10, H: 5}, {W: 8, H: 4}, {W: 6, H: 3}, {W: 5, H: 2}, {W: 4, H: 2}, {W: 2, H: 1}}

// Sizes are the cell sizes of a board from the biggest. A cell of 2×1 has no room for
// labels inside. An odd width has no half, by which some boards shift cells, and
// brings nothing to a piece that is one sign.
func (k *Look) Sizes(l *chess.Layout) []CellSize {
	shifted := l.Width%2 != 0 || slices.ContainsFunc(l.Cells, func(c chess.Place) bool { return c.X%2 != 0 })
	gl := k.Glyphs()
	sizes := make([]CellSize, 0, len(CellSizes))
	for _, size := range CellSizes {
		if size.W%2 != 0 && (shifted || !gl.drawn(size)) {
			continue
		}
		if k.Labels != Inside || size.H > 1 {
			size.labels = k.Labels
		}
		sizes = append(sizes, size)
	}
	return sizes
}

// labelWidth is the room for the names of the ranks, a space on both sides of
// a one-letter name.
//
//go:noinline
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
//
//go:noinline
func BoardSize(l *chess.Layout, size CellSize) (width, height int) {
	return labelWidth(l, size) + l.Width*size.W/2, (l.Height*size.H+1)/2 + labelHeight(size)
}

// ChooseSize is the biggest size at which the board fits, with its labels
// where the look has them.
func (k *Look) ChooseSize(l *chess.Layout, width, height int) (size CellSize, ok bool) {
	return biggest(k.Sizes(l), l, width, height)
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
