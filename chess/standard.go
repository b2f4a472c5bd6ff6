package chess

// standard is the Board of 8×8: a stack of positions up to the present one.
// Make writes a changed copy above it, Undo steps down.
type standard struct {
	stack []Position
	now   int // of the present position in stack; what lies above is stale
}

// spareMoves is for how many more moves a new board has room; a server keeps
// thousands of boards.
const spareMoves = 16

func newStandard(r Rules, fen string) (Board, error) {
	p, err := ParsePosition(r, fen)
	if err != nil {
		return nil, err
	}
	b := &standard{stack: make([]Position, spareMoves)}
	b.stack[0] = *p
	return b, nil
}

// Position is the present position, good until the next Make or Undo.
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
	c := &standard{stack: make([]Position, b.now+1+spareMoves), now: b.now}
	copy(c.stack, b.stack[:b.now+1])
	return c
}
