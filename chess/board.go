package chess

// Board is a game in progress that can be played forward and back. It is not
// safe for use by two goroutines at once: Clone it for the second.
type Board interface {
	// Rules that the board was made with.
	Rules() Rules
	// Layout of the cells. It is shared and must not be changed.
	Layout() *Layout
	// Turn is the side to move.
	Turn() Color
	// Moves appends the legal moves to dst. There are none when a rule of the
	// variant has ended the game; draws by material, repetition or move count
	// leave them. One published position has 301: give dst a capacity of 320.
	Moves(dst []Move) []Move
	// Make plays a move that Moves gave in this position, or Pass.
	Make(Move)
	// Undo takes the last Make back; it panics when there is none.
	Undo()
	// Key is equal for positions that count as repeated.
	Key() uint64
	// Outcome by the board alone. [Game] adds repetition, move counts, clocks
	// and agreement.
	Outcome() Outcome
	// Checked lists the royal pieces of the side to move that are attacked.
	Checked() []Square
	// View is all that an observer may know.
	View(Observer) View
	// FEN of the position in the dialect of the variant, X-FEN where castling
	// rights are concerned.
	FEN() string
	// Clone is an independent copy that can be undone as far as the original.
	Clone() Board
}

// NewBoard sets up a board from FEN; an empty fen is the usual array. The
// error joins every fault of the FEN, each a *FENError.
func NewBoard(r Rules, fen string) (Board, error) {
	if faults := r.misfits(); len(faults) > 0 {
		return nil, misfitError(faults)
	}
	if r.Board != nil {
		return r.Board.New(r, fen)
	}
	return newStandard(r, fen)
}
