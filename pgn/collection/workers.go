package collection

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// batch is some games that follow each other in a file, to be worked on
// together, and what came of it.
type batch struct {
	ix    *Index
	first int // number of the first game, from 0
	games []record
	text  []byte
	err   error
	done  chan struct{}

	reports []Report
	facts   []gameFacts
	out     []byte

	identities []identity
}

// batchSize is how many bytes of games make a batch.
const batchSize = 256 << 10

// worker does the work on a batch; each processor has its own.
type worker func(*batch) error

func (b *batch) game(i int) []byte {
	r := &b.games[i]
	from := r.offset - b.games[0].offset
	return b.text[from : from+int64(r.length)]
}

func (b *batch) read() error {
	last := &b.games[len(b.games)-1]
	n := int(last.offset + int64(last.length) - b.games[0].offset)
	if cap(b.text) < n {
		b.text = make([]byte, n+n/8)
	}
	b.text = b.text[:n]
	if got, err := b.ix.src.ReadAt(b.text, b.games[0].offset); got < n {
		return fmt.Errorf("game %d: %w", b.first+1, err)
	}
	return nil
}

// carefulReader reads single games of batches as [pgn.Reader] does.
type carefulReader struct {
	cutter *syntax.Cutter
	parser pgn.Parser
}

func (s *carefulReader) read(b *batch, i int) (*pgn.Game, error) {
	r := &b.games[i]
	at := syntax.Place{Line: int(r.line), Column: b.ix.columnAt(r.offset)}
	if s.cutter == nil {
		s.cutter = &syntax.Cutter{}
	}
	s.cutter.RestartText(b.game(i), at, r.offset)
	c, err := s.cutter.Next()
	if err != nil {
		return nil, fmt.Errorf("game %d has changed on disk: %w", b.first+i+1, err)
	}
	return s.parser.Parse(c, b.first+i+1), nil
}

// visitRecord is told of a game and its number, from 0.
type visitRecord func(i int, r record) error

// buildAndVisit finds the games by building the index.
func (ix *Index) buildAndVisit(ctx context.Context) func(visitRecord) error {
	return func(take visitRecord) error {
		i := 0
		return ix.build(ctx, nil, func(r record) error {
			i++
			return take(i-1, r)
		})
	}
}

// inOrder hands games to workers in batches as find finds them, one worker for
// each processor, and the finished batches to deliver in the order in which
// they were found.
func (ix *Index) inOrder(ctx context.Context, find func(visitRecord) error, hire func() worker, deliver func(*batch) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	n := runtime.GOMAXPROCS(0)
	most := 3*n + 1
	free, todo, queue := make(chan *batch, most), make(chan *batch, most), make(chan *batch, most)
	for range most {
		free <- &batch{ix: ix, done: make(chan struct{}, 1)}
	}
	var crew sync.WaitGroup
	defer crew.Wait()
	for range n {
		crew.Go(func() {
			work := hire()
			for b := range todo {
				if b.err = ctx.Err(); b.err == nil {
					b.err = b.read()
				}
				if b.err == nil {
					b.err = work(b)
				}
				b.done <- struct{}{}
			}
		})
	}
	var unfound error
	crew.Go(func() {
		f := batcher{ctx: ctx, free: free, todo: todo, queue: queue}
		unfound = find(f.add)
		f.send()
		close(todo)
		close(queue)
	})
	var err error
	for b := range queue {
		<-b.done
		if err == nil {
			if err = b.err; err == nil {
				err = deliver(b)
			}
			if err != nil {
				cancel()
			}
		}
		free <- b
	}
	if err != nil {
		return err
	}
	return unfound
}

// batcher makes batches of the games that are found.
type batcher struct {
	ctx         context.Context
	free        chan *batch // to be filled
	todo, queue chan *batch // for the workers, and in the order of the games
	current     *batch      // at hand
}

// add adds a game to the current batch, or begins one where it does not
// follow the last.
func (f *batcher) add(i int, r record) error {
	if f.current != nil && i != f.current.first+len(f.current.games) {
		f.send()
	}
	if f.current == nil {
		select {
		case f.current = <-f.free:
		case <-f.ctx.Done():
			return f.ctx.Err()
		}
		f.current.first, f.current.games = i, f.current.games[:0]
	}
	f.current.games = append(f.current.games, r)
	if r.offset+int64(r.length)-f.current.games[0].offset >= batchSize {
		f.send()
	}
	return nil
}

func (f *batcher) send() {
	if f.current != nil {
		f.todo <- f.current
		f.queue <- f.current
		f.current = nil
	}
}

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
	workers := runtime.GOMAXPROCS(0)
	work, order := make(chan part), make(chan part, 2*workers)
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
	for range workers {
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

// partReader reads consecutive games faster than one by one.
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
