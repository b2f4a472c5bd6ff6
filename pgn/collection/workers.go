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
	part  part
	games []record
	text  []byte
	given bool // text is there and need not be read
	err   error
	done  chan struct{}

	reports []Report
	facts   []gameFacts
	out     []byte
	lost    []pgn.ParseError // that out does not hold
	skipped []skippedGame    // of lines

	identities []identity
	plays      []Play
	steps      []Step   // of all plays
	fit        []int    // places in games of those that are looked for
	codes      []string // of their openings, where the ECO tag is none
}

// part tells what of a game a batch holds.
type part uint8

const (
	wholeGame part = iota // of one game or several
	firstPart             // of a game that is too long to be read: its head is there
	morePart
	lastPart // from here on its length is known
)

// partSize is how many bytes a part has at most.
const partSize = 256 << 10

// quick lets a fast parser play game i; false when the parser must read it.
func (b *batch) quick(p *fastParser, i int) bool { return b.part == wholeGame && p.parse(b.game(i)) }

// batchSize is how many bytes of games make a batch, batchGames how many games.
const (
	batchSize  = 256 << 10
	batchGames = 1 << 10
)

// worker does the work on a batch; each processor has its own.
type worker func(*batch) error

func (b *batch) game(i int) []byte {
	r := &b.games[i]
	if b.part != wholeGame {
		return b.text
	}
	from := r.offset - b.games[0].offset
	return b.text[from : from+r.size()]
}

func (b *batch) read() error {
	if b.given {
		return nil
	}
	last := &b.games[len(b.games)-1]
	n := last.offset + last.size() - b.games[0].offset
	if b.part == firstPart {
		n = b.games[0].known()
	}
	var err error
	b.text, err = b.ix.appendText(b.text[:0], b.first, b.games[0].offset, int(n))
	return err
}

// carefulReader reads single games of batches as [pgn.Reader] does.
type carefulReader struct {
	cutter *syntax.Cutter
	parser pgn.Parser
}

func (s *carefulReader) read(b *batch, i int) (*pgn.Game, error) {
	return s.parse(b.game(i), &b.games[i], b.first+i+1)
}

// parse reads the text of a game, or of the head of one that is too long.
func (s *carefulReader) parse(text []byte, r *record, number int) (*pgn.Game, error) {
	if s.cutter == nil {
		s.cutter = &syntax.Cutter{}
	}
	s.cutter.RestartText(text, r.place(), r.offset)
	c, err := s.cutter.Next()
	if err != nil {
		return nil, fmt.Errorf("game %d has changed on disk: %w", number, err)
	}
	c.Long = r.long()
	return s.parser.Parse(c, number), nil
}

// visitRecord is told of a game and its number, from 0, with its text, or a part of it,
// unless that is to be read again.
type visitRecord func(i int, r record, text []byte, how part) error

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
				if b.err == nil && b.part <= firstPart {
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
func (f *batcher) add(i int, r record, text []byte, how part) error {
	if f.current != nil && (how != wholeGame || i != f.current.first+len(f.current.games)) {
		f.send()
	}
	if f.current == nil {
		select {
		case f.current = <-f.free:
		case <-f.ctx.Done():
			return f.ctx.Err()
		}
		b := f.current
		if b.first, b.games, b.text = i, b.games[:0], b.text[:0]; cap(b.text) > largeBatch {
			b.text = nil
		}
		b.part, b.given = how, text != nil || how == lastPart
		b.reports, b.facts, b.out, b.skipped, b.identities, b.fit = b.reports[:0], b.facts[:0], b.out[:0], b.skipped[:0], b.identities[:0], b.fit[:0]
	}
	b := f.current
	b.games = append(b.games, r)
	b.text = append(b.text, text...)
	if size := r.offset + r.size() - b.games[0].offset; how != wholeGame || size >= batchSize || len(b.games) == batchGames {
		f.send()
		if how == wholeGame && size >= largeBatch {
			return f.wait()
		}
	}
	return nil
}

// largeBatch is how many bytes a batch has after which no other is begun before it is done,
// so that not many of them are held at once.
const largeBatch = 4 << 20

// wait waits until all batches are done.
func (f *batcher) wait() error {
	var all []*batch
	for range cap(f.free) {
		select {
		case b := <-f.free:
			all = append(all, b)
		case <-f.ctx.Done():
			return f.ctx.Err()
		}
	}
	for _, b := range all {
		if cap(b.text) > largeBatch {
			b.text = nil
		}
		f.free <- b
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
