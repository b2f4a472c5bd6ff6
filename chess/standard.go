package chess

// standard is the Board of 8×8: a stack of positions, of which the last is the
// present one. Make pushes a copy, Undo pops it.
type standard struct {
	stack []Position
}

func newStandard(r Rules, fen string) (Board, error) {
	p, err := ParsePosition(r, fen)
	if err != nil {
		return nil, err
	}
	b := &standard{stack: make([]Position, 1, 64)}
	b.stack[0] = *p
	return b, nil
}

// Position is the present position, good until the next Make or Undo.
func (b *standard) Position() *Position { return &b.stack[len(b.stack)-1] }

func (b *standard) Rules() Rules            { return b.Position().law.rules }
func (b *standard) Layout() *Layout         { return layout8 }
func (b *standard) Turn() Color             { return b.Position().turn }
func (b *standard) Moves(dst []Move) []Move { return b.Position().AppendMoves(dst) }
func (b *standard) Key() uint64             { return b.Position().Key() }
func (b *standard) Outcome() Outcome        { return b.Position().End() }
func (b *standard) Checked() []Square       { return b.Position().checked() }
func (b *standard) View(o Observer) View    { return b.Position().view(o) }
func (b *standard) FEN() string             { return b.Position().FEN() }
func (b *standard) CountMoves() int         { return b.Position().CountMoves() }
func (b *standard) CanWin(c Color) bool     { return b.Position().CanWin(c) }

func (b *standard) Make(m Move) {
	n := len(b.stack)
	if n < cap(b.stack) {
		b.stack = b.stack[:n+1]
	} else {
		b.stack = append(b.stack, Position{})
	}
	b.stack[n-1].Apply(m, &b.stack[n])
}

func (b *standard) Undo() {
	if len(b.stack) == 1 {
		panic("chess: Undo without a move to take back")
	}
	b.stack = b.stack[:len(b.stack)-1]
}

func (b *standard) Clone() Board {
	c := &standard{stack: make([]Position, len(b.stack), len(b.stack)+64)}
	copy(c.stack, b.stack)
	return c
}
