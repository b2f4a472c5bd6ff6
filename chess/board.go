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

// NewBoard sets up a board from FEN; an empty fen is the usual starting position. The
// error joins every fault of the FEN, each a *FENError.
func NewBoard(r Rules, fen string) (Board, error) {
	if faults := r.conflicts(); len(faults) > 0 {
		return nil, conflictError(faults)
	}
	if r.Board != nil {
		return r.Board.New(r, fen)
	}
	return newStandard(r, fen)
}

// standard is the Board of 8×8: a stack of positions up to the current one.
// Make writes a changed copy above it, Undo steps down.
type standard struct {
	stack []Position
	now   int // of the current position in stack; what lies above is stale
}

// spareMoves is for how many more moves a new board has room, and spareOfClone a copy: a server
// keeps thousands of games, and a copy of each for those who watch.
const (
	spareMoves   = 16
	spareOfClone = 2
)

func newStandard(r Rules, fen string) (Board, error) {
	p, err := ParsePosition(r, fen)
	if err != nil {
		return nil, err
	}
	b := &standard{stack: make([]Position, spareMoves)}
	b.stack[0] = *p
	return b, nil
}

// Position is the current position, valid until the next Make or Undo.
func (b *standard) Position() *Position { return &b.stack[b.now] }

func (b *standard) Rules() Rules            { return b.Position().rules.source }
func (b *standard) Layout() *Layout         { return layout8 }
func (b *standard) Turn() Color             { return b.Position().turn }
func (b *standard) Moves(dst []Move) []Move { return b.Position().AppendMoves(dst) }
func (b *standard) Key() uint64             { return b.Position().Key() }
func (b *standard) Outcome() Outcome        { return b.Position().End() }
func (b *standard) Checked() []Square       { return b.Position().checked() }
func (b *standard) View(o Observer) View    { return b.Position().view(o) }
func (b *standard) FEN() string             { return b.Position().FEN() }
func (b *standard) Setup() *Setup           { return b.Position().Setup() }
func (b *standard) CountMoves() int         { return b.Position().CountMoves() }
func (b *standard) CanWin(c Color) bool     { return b.Position().CanWin(c) }

func (b *standard) Make(m Move) {
	if b.now+1 == len(b.stack) {
		b.stack = append(b.stack, make([]Position, len(b.stack))...)
	}
	b.stack[b.now].Apply(m, &b.stack[b.now+1])
	b.now++
}

// give puts a piece into a pocket.
func (b *standard) give(c Color, r Role) bool {
	p := b.Position()
	if !p.rules.partner || r >= King || p.pockets[c][r] == mostInPocket {
		return false
	}
	p.setPocket(c, r, p.pockets[c][r]+1)
	return true
}

// mostInPocket is more than the pieces of a kind on two boards, promoted pawns counted as such.
const mostInPocket = 64

// CountReplies is the number of legal moves after each of moves, added up.
func (b *standard) CountReplies(moves []Move) int {
	if b.now+1 == len(b.stack) {
		b.stack = append(b.stack, make([]Position, len(b.stack))...)
	}
	p, next := &b.stack[b.now], &b.stack[b.now+1]
	n := 0
	for _, m := range moves {
		p.Apply(m, next)
		n += next.CountMoves()
	}
	return n
}

func (b *standard) Undo() {
	if b.now == 0 {
		panic("chess: Undo without a move to take back")
	}
	b.now--
}

func (b *standard) Clone() Board {
	c := &standard{stack: make([]Position, b.now+1+spareOfClone), now: b.now}
	copy(c.stack, b.stack[:b.now+1])
	return c
}
