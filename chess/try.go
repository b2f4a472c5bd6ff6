package chess

// Trier is a Board whose side to move cannot know, in the fog, which of its
// moves are legal.
type Trier interface {
	// Tries appends the moves that the side to move may try by what it sees:
	// the legal ones and those that only a hidden piece forbids. Game.Play
	// refuses the latter in words that tell no more.
	Tries(dst []Move) []Move
}

// Tries is what may be tried on any board: its legal moves, unless it is a Trier.
func Tries(b Board, dst []Move) []Move {
	if t, ok := b.(Trier); ok {
		return t.Tries(dst)
	}
	return b.Moves(dst)
}

// Tries implements Trier: in the fog the safety of the king is left aside, for
// who attacks it may be hidden, and so may be whom a move checks.
func (b *standard) Tries(dst []Move) []Move {
	p := b.Position()
	r := p.rules.source
	if !r.Fog || !p.rules.royal {
		return p.AppendMoves(dst)
	}
	r.Royalty, r.NoChecks = Exposed, false
	blind := *p
	blind.rules = compile(r)
	return blind.AppendMoves(dst)
}
