package collection

import (
	"context"
	"fmt"
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
	skipped []skippedGame // of lines

	identities []identity
	fit        []int // places in games of those that are looked for
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
