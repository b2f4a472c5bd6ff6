package collection

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"

	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// A part is as many games in a row as one goroutine takes at a time: up to so
// many games or bytes.
const (
	partGames = 256
	partBytes = 1 << 20
)

// partEnd is where the part that begins with game from ends, at most to.
func (ix *Index) partEnd(from, to int) int {
	to = min(to, from+partGames)
	size := int64(0)
	for i := from; i < to; i++ {
		if size += int64(ix.record(i).length); size >= partBytes {
			return i + 1
		}
	}
	return to
}

// inParts divides the games from ≤ i < to into parts, whose ends are told by
// end, and works on as many at once as there are processors. worker is called for each goroutine and gives
// the function that works on a part; then gets what comes of the parts, in
// their order and one at a time. The first error ends it, as does ctx.
func inParts[T any](ctx context.Context, from, to int, end func(from, to int) int, worker func() func(from, to int) (T, error), then func(T) error) error {
	type answer struct {
		value T
		err   error
	}
	type part struct {
		from, to int
		answer   chan answer
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	hands := runtime.GOMAXPROCS(0)
	work, order := make(chan part), make(chan part, 2*hands)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer stop()
	wait.Go(func() {
		defer close(work)
		defer close(order)
		for from < to {
			p := part{from, end(from, to), make(chan answer, 1)}
			from = p.to
			select {
			case order <- p:
			case <-ctx.Done():
				return
			}
			select {
			case work <- p:
			case <-ctx.Done():
				return
			}
		}
	})
	for range hands {
		wait.Go(func() {
			do := worker()
			for p := range work {
				v, err := do(p.from, p.to)
				p.answer <- answer{v, err}
			}
		})
	}
	for p := range order {
		select {
		case a := <-p.answer:
			if a.err != nil {
				return a.err
			}
			if err := then(a.value); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// Each reads games, several at once: those with the given numbers, counted
// from 0, or with nil all that were found so far. work is called for each of
// them by several goroutines in no particular order; the game is its own. then
// gets what work made with the number of the game, in the order of the numbers
// and one at a time. The first error of either ends it, as does ctx.
func Each[T any](ctx context.Context, ix *Index, games []int, work func(g *pgn.Game) (T, error), then func(i int, v T) error) error {
	type made struct {
		games  []int // their numbers; nil where they count on from first
		first  int
		values []T
	}
	n, end := ix.Len(), ix.partEnd
	if games != nil {
		n = len(games)
		end = func(from, to int) int { return min(to, from+partGames/8) }
	}
	return inParts(ctx, 0, n, end, func() func(from, to int) (made, error) {
		r := &partReader{ix: ix}
		return func(from, to int) (m made, err error) {
			m = made{first: from, values: make([]T, 0, to-from)}
			visit := func(g *pgn.Game) error {
				v, err := work(g)
				m.values = append(m.values, v)
				return err
			}
			if games == nil {
				return m, r.read(from, to, visit)
			}
			m.games = games[from:to]
			for _, i := range m.games {
				if err := r.oneByOne(i, i+1, visit); err != nil {
					return m, err
				}
			}
			return m, nil
		}
	}, func(m made) error {
		for k, v := range m.values {
			i := m.first + k
			if m.games != nil {
				i = m.games[k]
			}
			if err := then(i, v); err != nil {
				return err
			}
		}
		return nil
	})
}

// partReader reads games that lie behind each other faster than one by one.
type partReader struct {
	ix     *Index
	cut    *syntax.Cutter
	parser pgn.Parser
}

// read visits the games from ≤ i < to. The board of the parser stands in the
// first position of the game.
func (r *partReader) read(from, to int, visit func(g *pgn.Game) error) error {
	if from >= to {
		return nil
	}
	first, last := r.ix.record(from), r.ix.record(to-1)
	src := io.NewSectionReader(r.ix.src, first.offset, last.offset+int64(last.length)-first.offset)
	at := syntax.Place{Line: int(first.line), Column: r.ix.columnAt(first.offset)}
	if r.cut == nil {
		r.cut = syntax.NewCutter(src, syntax.InTags, at, first.offset)
	} else {
		r.cut.Restart(src, syntax.InTags, at, first.offset)
	}
	for i := from; i < to; i++ {
		c, err := r.cut.Next()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if rec := r.ix.record(i); err != nil || c.Offset != rec.offset || len(c.Text) != int(rec.length) {
			return r.oneByOne(i, to, visit)
		}
		if err := visit(r.parser.Parse(c, i+1)); err != nil {
			return err
		}
	}
	return nil
}

// oneByOne is read where the index divides the text otherwise than the cutter
// that saw none of it before.
func (r *partReader) oneByOne(from, to int, visit func(g *pgn.Game) error) error {
	for i := from; i < to; i++ {
		g, err := r.ix.game(i, &r.parser)
		if err != nil {
			return err
		}
		if err := visit(g); err != nil {
			return err
		}
	}
	return nil
}
