package play

import (
	"context"
	"math/rand/v2"
	"slices"

	"rookery/ai"
	"rookery/ai/book"
	"rookery/chess"
)

// Thinker chooses moves; *ai.Engine is one.
type Thinker interface {
	// Choose a move on b, which it leaves as it is. It stops soon after ctx.
	Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error)
	// History gives the keys of the positions that led to b.
	History(keys []uint64)
}

// glance is how far the second opinion on a book move looks: a few hundredths
// of a second, the same moves on every machine.
var glance = ai.Limit{Depth: 6, Nodes: 30_000}

// booked plays from a book as long as the book and its level let it.
type booked struct {
	Thinker
	book  *book.Book
	rng   *rand.Rand
	plies int // of the game that may come from the book
	made  int // moves before the present position
	judge *ai.Engine
	seed  uint64
}

// WithBook lets a computer of a level play its first moves from a book: the
// weakest a few, the strongest all that the book knows. A move that a short
// search finds bad is left aside. With the same seed the same moves are drawn.
// Without a book t is given back as it is.
func WithBook(t Thinker, k *book.Book, level ai.Level, seed uint64) Thinker {
	if k == nil {
		return t
	}
	levels := ai.Levels()
	return &booked{
		Thinker: t, book: k, seed: seed, rng: rand.New(rand.NewPCG(seed, bookStream)),
		plies: book.Plies(slices.Index(levels, level), len(levels)),
	}
}

// bookStream sets the chance of the book apart from that of the engine.
const bookStream = 0x626f6f6b

// History implements Thinker.
func (t *booked) History(keys []uint64) {
	t.made = len(keys)
	t.Thinker.History(keys)
}

// Choose implements Thinker. A move of the book comes without a depth and
// without a score.
func (t *booked) Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error) {
	if t.made < t.plies && ctx.Err() == nil {
		if m, ok := t.book.Sound(ctx, b, t.rng, t.value); ok {
			return ai.Choice{Move: m, PV: []chess.Move{m}}, nil
		}
	}
	t.judge = nil // the book is at its end, or nearly
	return t.Thinker.Choose(ctx, b, lim)
}

// value is the second opinion: what the strongest engine sees at a glance. It
// may answer a single move at once and without a score, so those are played on.
func (t *booked) value(ctx context.Context, b chess.Board) (int, error) {
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
	if t.judge == nil {
		t.judge = ai.New(strongest(), ai.Balanced, t.seed)
		t.judge.SetHash(4 << 20)
	}
	c, err := t.judge.Choose(ctx, b, glance)
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

// decided is what a forced mate is worth to the second opinion.
const decided = 10_000

// strongest is the level that sees most.
func strongest() ai.Level {
	levels := ai.Levels()
	return levels[len(levels)-1]
}
