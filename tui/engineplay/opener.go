package engineplay

import (
	"context"
	"math/rand/v2"
	"slices"

	"rookery/ai"
	"rookery/ai/book"
	"rookery/chess"
	"rookery/tui/play"
)

// Opener plays the first moves of a computer from a book, before its engine is
// asked. It is not safe for two calls at once.
type Opener struct {
	book  *book.Book
	rng   *rand.Rand
	plies int // of the game that may come from the book
	judge *ai.Engine
	seed  uint64
	turns Turns // nil where nobody shares the machine
}

// Share has the opener take its turns with others, and keep no memory between its moves.
func (o *Opener) Share(t Turns) *Opener {
	if o != nil {
		o.turns = t
	}
	return o
}

// NewOpener lets a computer of a level open from a book: the weakest plays a
// few moves of it, the strongest all that it knows. With the same seed the same
// moves are drawn. Without a book there is no Opener, and the nil one knows no
// moves.
func NewOpener(k *book.Book, level ai.Level, seed uint64) *Opener {
	if k == nil {
		return nil
	}
	levels := ai.Levels()
	return &Opener{
		book: k, seed: seed, rng: rand.New(rand.NewPCG(seed, bookStream)),
		plies: book.Plies(slices.Index(levels, level), len(levels)),
	}
}

// bookStream sets the chance of the book apart from that of the engine.
const bookStream = 0x626f6f6b

// Choose finds a move on b, before which made moves were made, and leaves b as
// it is. ok is false where the engine must be asked. A move that a short search
// finds bad is left aside. The choice has neither a depth nor a score.
func (o *Opener) Choose(ctx context.Context, b chess.Board, made int) (c ai.Choice, ok bool) {
	if o == nil || made >= o.plies || ctx.Err() != nil {
		return ai.Choice{}, false
	}
	if o.turns != nil {
		done, err := o.turns.Brief(ctx)
		if err != nil {
			return ai.Choice{}, false
		}
		defer done()
		defer func() { o.judge = nil }()
	}
	m, ok := o.book.PickSound(ctx, b, o.rng, o.value)
	if !ok {
		o.judge = nil // the book is at its end, or nearly
		return ai.Choice{}, false
	}
	return ai.Choice{Move: m, PV: []chess.Move{m}}, true
}

// glance is how far the second opinion on a book move looks: less than a tenth
// of a second, the same moves on every machine.
var glance = ai.Limit{Depth: 10, Nodes: 60_000}

// decided is what a forced mate is worth to the second opinion.
const decided = 10_000

// value is the second opinion: what the strongest engine sees at a glance. It
// may answer a single move at once and without a score, so those are played on.
func (o *Opener) value(ctx context.Context, b chess.Board) (int, error) {
	sign := 1
	moves := b.Moves(nil)
	for far := 0; len(moves) == 1 && far < 20; far++ {
		b.Make(moves[0])
		defer b.Undo()
		sign = -sign
		moves = b.Moves(moves[:0])
	}
	if len(moves) == 0 {
		winner, won := b.Outcome().Winner()
		switch {
		case !won:
			return 0, nil
		case winner != b.Turn():
			sign = -sign
		}
		return sign * decided, nil
	}
	if o.judge == nil {
		o.judge = ai.New(play.Strongest(), ai.Balanced, o.seed)
		o.judge.SetHash(4 << 20)
	}
	c, err := o.judge.Choose(ctx, b, glance)
	switch {
	case err != nil:
		return 0, err
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case c.Mate > 0:
		return sign * decided, nil
	case c.Mate < 0:
		return -sign * decided, nil
	}
	return sign * int(c.Score), nil
}
