package chess

import (
	"slices"
	"strconv"
	"strings"

	"rookery/chess/sorted"
)

// Layout describes the cells of a board for whoever draws it or names them:
// data only, made once for each kind of board.
type Layout struct {
	Name  string // "8×8", "hexagonal"
	Cells []Place
	// Width and Height of the whole board in half cells, as X and Y count.
	Width, Height int
	// Files and Ranks are the labels of the edges with the place along the
	// edge, in half cells.
	Files, Ranks []Label
	names        map[string]Square
	rows         [][]Square
}

// Place is one cell of a Layout.
type Place struct {
	Name string // "e4"
	// X and Y of the cell's upper left corner in half cells, seen by White:
	// X grows to the right, Y grows downward. A cell is two by two.
	X, Y int
	// Shade counts the colours of the board from the darkest, 0.
	Shade uint8
	// Steps are the cells next in the directions of the cursor keys as White
	// sees them: Up, Down, Left, Right; NoSquare at the edge.
	Steps [4]Square
}

// The cursor directions of Place.Steps.
const (
	Up = iota
	Down
	Left
	Right
)

// Label is a file's or rank's name and where it stands along its edge.
type Label struct {
	Text string
	At   int // half cells from the left (files) or from the top (ranks), seen by White
}

// Square finds a cell by its name.
func (l *Layout) Square(name string) (Square, bool) {
	sq, ok := l.names[name]
	return sq, ok
}

// SquareName names a cell; a dash when there is no such cell.
//
//go:noinline
func (l *Layout) SquareName(sq Square) string {
	if int(sq) >= len(l.Cells) {
		return "-"
	}
	return l.Cells[sq].Name
}

// Rows lists the squares of the board rank by rank as a FEN does: the highest
// rank first, each from White's left to right. They are shared and must not be
// changed.
func (l *Layout) Rows() [][]Square { return l.rows }

// NewLayout finishes a layout whose cells are filled in. The name of a cell is
// letters for its file and the number of its rank.
func NewLayout(l Layout) *Layout {
	l.names = make(map[string]Square, len(l.Cells))
	for i, c := range l.Cells {
		l.names[c.Name] = Square(i)
		rank, _ := strconv.Atoi(strings.TrimLeft(c.Name, "abcdefghijklmnopqrstuvwxyz"))
		for len(l.rows) < rank {
			l.rows = append(l.rows, nil)
		}
		if rank > 0 {
			l.rows[rank-1] = append(l.rows[rank-1], Square(i))
		}
	}
	slices.Reverse(l.rows)
	for _, rank := range l.rows {
		sorted.By(rank, func(a, b Square) int { return l.Cells[a].X - l.Cells[b].X })
	}
	return &l
}

var layout8 = func() *Layout {
	l := Layout{Name: "8×8", Width: 16, Height: 16, Cells: make([]Place, 64)}
	for sq := range Square(64) {
		file, rank := sq.File(), sq.Rank()
		p := Place{Name: sq.String(), X: 2 * file, Y: 14 - 2*rank, Shade: uint8(file+rank) & 1}
		step := func(df, dr int) Square {
			f, r := file+df, rank+dr
			if f < 0 || f > 7 || r < 0 || r > 7 {
				return NoSquare
			}
			return At(f, r)
		}
		p.Steps = [4]Square{Up: step(0, 1), Down: step(0, -1), Left: step(-1, 0), Right: step(1, 0)}
		l.Cells[sq] = p
	}
	for i := range 8 {
		l.Files = append(l.Files, Label{Text: string(rune('a' + i)), At: 2 * i})
		l.Ranks = append(l.Ranks, Label{Text: string(rune('8' - i)), At: 2 * i})
	}
	return NewLayout(l)
}()

// Layout8 is the layout of the 8×8 board, for other boards on the same
// squares. It is shared and must not be changed.
func Layout8() *Layout { return layout8 }
