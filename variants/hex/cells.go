package hex

import (
	"strconv"

	"rookery/chess"
)

// The cells are numbered file by file: a1 is 0, a6 is 5, b1 is 6, l6 is 90.
const (
	cells = 91
	// wall is the number that tables give for what lies beyond the edge.
	wall chess.Square = cells
	// wallPiece stands on the wall: neither empty nor anybody's piece.
	wallPiece chess.Piece = 16
)

// fileNames skips the j.
const fileNames = "abcdefghikl"

// axial are the coordinates of a cell along two of its six sides: White's
// pawns step by {1, 1} and capture by {1, 0} to the right, {0, 1} to the left.
// A cell is on the board while both are 0 to 10 and differ by 5 at most.
type axial struct{ x, y int }

func (a axial) plus(b axial) axial { return axial{a.x + b.x, a.y + b.y} }

// file is 0 for a to 10 for l.
func (a axial) file() int { return a.x - a.y + 5 }

// rank is 1 for the cell of a file nearest to White.
func (a axial) rank() int { return min(a.x, a.y) + 1 }

// The twelve directions, each odd one opposite to the even one before it: six
// through the sides of a cell, on which rooks go, then six through its
// corners, on which bishops go. c's pawns step by c and capture by 2|c and 4|c.
var directions = [12]axial{
	{1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1},
	{2, 1}, {-2, -1}, {1, 2}, {-1, -2}, {1, -1}, {-1, 1},
}

// sides is the number of directions through the sides of a cell.
const sides = 6

// jumps are the twelve leaps of a knight: two steps through a side and one at
// sixty degrees to them.
var jumps = [12]axial{
	{3, 2}, {3, 1}, {2, -1}, {1, -2}, {-1, -3}, {-2, -3},
	{-3, -2}, {-3, -1}, {-2, 1}, {-1, 2}, {1, 3}, {2, 3},
}

// place is where a cell lies; numbers is the way back.
var (
	place   [cells]axial
	numbers = map[axial]chess.Square{}
)

// next is the neighbour of a cell in a direction, leaps are where a knight
// goes from it, ended by the wall. The wall leads only to itself.
var (
	next  [12][cells + 1]chess.Square
	leaps [cells][13]chess.Square
)

// firstRow holds the nine cells on which each side's pawns start, lastRow the
// eleven on which they promote.
var firstRow, lastRow [2]set

// ranks lists the cells of each rank from the a-side, the first rank first.
var ranks [11][]chess.Square

// layout is shared by all boards.
var layout = survey()

// survey fills the tables and draws the layout from them.
func survey() *chess.Layout {
	for file := range 11 {
		for at := cellAt(file, 1); at.onBoard(); at = at.plus(directions[0]) {
			n := chess.Square(len(numbers))
			place[n], numbers[at] = at, n
		}
	}
	for n, at := range place {
		for d, by := range directions {
			next[d][n] = number(at.plus(by))
		}
		to := leaps[n][:0]
		for _, by := range jumps {
			if target := number(at.plus(by)); target != wall {
				to = append(to, target)
			}
		}
		_ = append(to, wall)
		markRows(chess.Square(n), at)
	}
	for d := range next {
		next[d][wall] = wall
	}
	for rank := range ranks {
		for file := range 11 {
			if sq := number(cellAt(file, rank+1)); sq != wall {
				ranks[rank] = append(ranks[rank], sq)
			}
		}
	}
	return draw()
}

// markRows puts a cell into the rows it belongs to. Each is a wedge: White's
// pawns stand on the two sides of the hexagon around the middle that look
// towards him, and promote on the two sides of the board that look away.
func markRows(sq chess.Square, at axial) {
	near, far := min(at.x, at.y), max(at.x, at.y)
	if far == 4 {
		firstRow[chess.White].add(sq)
	}
	if near == 6 {
		firstRow[chess.Black].add(sq)
	}
	if far == 10 {
		lastRow[chess.White].add(sq)
	}
	if near == 0 {
		lastRow[chess.Black].add(sq)
	}
}

// cellAt is the cell of a file, 0 to 10, and a rank, from 1; it may be off the board.
func cellAt(file, rank int) axial {
	d := file - 5
	return axial{rank - 1 + max(d, 0), rank - 1 + max(-d, 0)}
}

func (a axial) onBoard() bool {
	return a.x >= 0 && a.x <= 10 && a.y >= 0 && a.y <= 10 && a.x-a.y <= 5 && a.y-a.x <= 5
}

// number of a cell, wall when it is off the board.
func number(a axial) chess.Square {
	if sq, ok := numbers[a]; ok {
		return sq
	}
	return wall
}

// draw makes the layout: files upright, each half a cell higher or lower than
// its neighbours, as on the printed board.
func draw() *chess.Layout {
	l := chess.Layout{Name: "hexagonal", Width: 22, Height: 22, Cells: make([]chess.Place, cells)}
	for n, at := range place {
		l.Cells[n] = chess.Place{
			Name:  string(fileNames[at.file()]) + strconv.Itoa(at.rank()),
			X:     2 * at.file(),
			Y:     20 - at.x - at.y,
			Shade: uint8((at.x + at.y) % 3),
			Steps: cursorSteps(n, at.file()),
		}
	}
	for file := range 11 {
		l.Files = append(l.Files, chess.Label{Text: fileNames[file : file+1], At: 2 * file})
	}
	// A rank begins at the left edge: on the a-file up to the sixth, then one
	// file further to the right for each.
	for rank := 10; rank >= 0; rank-- {
		first := ranks[rank][0]
		l.Ranks = append(l.Ranks, chess.Label{Text: strconv.Itoa(rank + 1), At: l.Cells[first].Y})
	}
	return chess.NewLayout(l)
}

// cursorSteps are the cells that the cursor keys lead to. Sideways there are
// two, half a cell up and half a cell down: going up from every other file and
// down from the rest keeps the cursor level and lets it return on its path.
func cursorSteps(n, file int) [4]chess.Square {
	const up, down, upRight, downLeft, upLeft, downRight = 0, 1, 2, 3, 4, 5
	left, right := [2]int{upLeft, downLeft}, [2]int{upRight, downRight}
	if file%2 == 0 {
		left, right = [2]int{downLeft, upLeft}, [2]int{downRight, upRight}
	}
	step := func(by ...int) chess.Square {
		for _, d := range by {
			if sq := next[d][n]; sq != wall {
				return sq
			}
		}
		return chess.NoSquare
	}
	return [4]chess.Square{
		chess.Up:    step(up),
		chess.Down:  step(down),
		chess.Left:  step(left[:]...),
		chess.Right: step(right[:]...),
	}
}
