package book

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"rookery/chess"
	"rookery/chess/sorted"
)

// Reply is a move of a book.
type Reply struct {
	Move   chess.Move
	Weight int // how often it is to be played, in proportion to the others; positive
}

// Book knows moves for positions of chess. The nil Book knows none.
type Book struct {
	source source
}

type source interface {
	// replies are the moves for p in any order, not all of them legal. It may
	// be called by several goroutines.
	replies(p *chess.Position) []Reply
	close() error
}

// Close closes the file of a book that has one. The book knows nothing more.
func (k *Book) Close() error {
	if k == nil {
		return nil
	}
	return k.source.close()
}

// Replies are the legal moves that the book would play on b, the one with the
// greatest weight first; none where it knows nothing, and always in other games
// than chess.
func (k *Book) Replies(b chess.Board) []Reply {
	on, ok := b.(chess.Positioned)
	if k == nil || !ok || !b.Rules().Plain() {
		return nil
	}
	p := on.Position()
	all := slices.DeleteFunc(k.source.replies(p), func(r Reply) bool { return r.Weight <= 0 || !p.IsLegal(r.Move) })
	sorted.By(all, func(a, b Reply) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Move, b.Move))
	})
	return all
}

// Pick draws a move for b by the weights. ok is false where the book knows none.
// The same rng in the same state gives the same move.
func (k *Book) Pick(b chess.Board, rng *rand.Rand) (m chess.Move, ok bool) {
	m, _, ok = draw(k.Replies(b), rng)
	return m, ok
}

// Judge tells what the position on b is worth to the side to move, in
// centipawns, also where the game is over. It leaves b as it is.
type Judge func(ctx context.Context, b chess.Board) (centipawns int, err error)

// soundMargin is how many centipawns worse than the best move a book move may be: main
// lines differ by less, gambits that give a pawn for nothing by more.
const soundMargin = 60

// PickSound is Pick with a second opinion, for books that hold doubtful gambits too: a
// move that the judge finds more than 60 centipawns worse than the position promises is
// passed over for another. b is changed and restored meanwhile. When the judge fails, or
// ctx ends, the move that was drawn is played.
func (k *Book) PickSound(ctx context.Context, b chess.Board, rng *rand.Rand, judge Judge) (m chess.Move, ok bool) {
	replies := k.Replies(b)
	m, i, ok := draw(replies, rng)
	if !ok {
		return 0, false
	}
	best, err := judge(ctx, b)
	for ok && err == nil {
		var now int
		b.Make(m)
		now, err = judge(ctx, b)
		b.Undo()
		if err != nil || -now >= best-soundMargin {
			break
		}
		replies = slices.Delete(replies, i, i+1)
		m, i, ok = draw(replies, rng)
	}
	return m, ok
}

// draw takes one of the replies by its weight; i is its place.
func draw(replies []Reply, rng *rand.Rand) (m chess.Move, i int, ok bool) {
	sum := 0
	for _, r := range replies {
		sum += r.Weight
	}
	if sum == 0 {
		return 0, 0, false
	}
	at := rng.IntN(sum)
	for i, r := range replies {
		if at -= r.Weight; at < 0 {
			return r.Move, i, true
		}
	}
	panic("book: the weights do not add up")
}

// Plies is how many plies of a game a computer of one of so many levels,
// counted from 0, plays from the book: the weakest two moves of each side, the
// strongest all that it knows.
func Plies(level, levels int) int {
	const least, most = 4, 30
	if level >= levels-1 {
		return 1 << 10
	}
	return least + (most-least)*max(level, 0)/(levels-1)
}
