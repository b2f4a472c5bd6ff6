package chess

import "slices"

// Observer is who looks at a board.
type Observer uint8

const (
	EyesOfWhite Observer = iota
	EyesOfBlack
	Everyone // sees all: the end of a game, analysis, a game without fog
)

// EyesOf is the observer of one side.
func EyesOf(c Color) Observer { return Observer(c) }

// View is what one observer may know of a board: a snapshot that shares
// nothing with it.
type View struct {
	Cells   []Cell // by Square
	Turn    Color
	Pockets [2]RoleCounts // by Color; zero without a pocket
	// Pieces counts each side's pieces on the 8×8 board by role. Captures are known to
	// both sides, so the counts show in fog too.
	PieceCounts [2]RoleCounts
	// Checked lists royal pieces of the side to move under attack, as far as the
	// observer may know.
	Checked []Square
	// ChecksLeft counts, by Color, the checks each side has still to give;
	// zero where they are not counted.
	ChecksLeft [2]uint8
	// Halfmoves since the last capture, pawn move or other irreversible move.
	Halfmoves int
	// Fullmove is the number of the move, from 1.
	Fullmove int
}

// Cell is one square as it is seen.
type Cell struct {
	Piece    Piece // what the piece does; zero for an empty or hidden square
	Look     Role  // what it looks like where pieces go disguised, else NoRole
	Count    uint8 // discs of a tower, 0 on other boards
	Promoted bool  // goes back into the pocket as a pawn
	Hidden   bool  // fog
}

// Placement writes the cells of an 8×8 view as the first field of a FEN, with
// a question mark for each hidden square and without the marks of promoted
// pieces; "" for other boards.
func (v View) Placement() string {
	if len(v.Cells) != 64 {
		return ""
	}
	cells := slices.Clone(v.Cells)
	for i := range cells {
		cells[i].Promoted = false
	}
	return string(appendPlacement(make([]byte, 0, 72), layout8, cells, nil))
}
