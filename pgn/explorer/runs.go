package explorer

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
	"sync"

	"rookery/chess"
	"rookery/pgn/safefile"
)

// entry is a move that a game played in a position.
type entry struct {
	key  uint64
	move uint32
	game uint32
}

// position is a position and what was played in it.
type position struct {
	key   uint64
	moves []played // upwards
}

// played is a move and the games behind it, upwards.
type played struct {
	move  chess.Move
	games []uint32
}

// mostEntries is how many entries are sorted at once: 32 MB, twice, one half being sorted while the
// other is filled.
const mostEntries = 2 << 20

// runs sorts entries by key, move and game: those that fit into memory go to a temporary file
// together, and the files are merged.
type runs struct {
	place   string // of the index: the files lie beside it
	most    int    // entries that are sorted at once
	current []entry
	spare   chan []entry
	sorting sync.WaitGroup
	files   []*os.File
	size    int64 // of the files
	read    int64 // of that, while they are merged

	mu    sync.Mutex
	fault error

	games    []byte // offsets of games that are not on the disk yet
	gameFile *os.File
}

func (r *runs) add(e entry) {
	if r.current == nil {
		r.current = make([]entry, 0, r.most)
		r.spare = make(chan []entry, 1)
		r.spare <- make([]entry, 0, r.most)
	}
	if len(r.current) == r.most {
		r.sort()
	}
	r.current = append(r.current, e)
}

// err is the first error of sorting.
func (r *runs) err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fault
}

// sort hands the entries to be sorted and begins anew.
func (r *runs) sort() {
	f, err := safefile.Beside(r.place)
	if err != nil {
		r.mu.Lock()
		r.fault = errors.Join(r.fault, err)
		r.mu.Unlock()
		r.current = r.current[:0]
		return
	}
	r.files = append(r.files, f)
	full := r.current
	r.current = <-r.spare
	r.sorting.Go(func() {
		n, err := writeRun(f, full)
		r.mu.Lock()
		r.fault = errors.Join(r.fault, err)
		r.size += n
		r.mu.Unlock()
		r.spare <- full[:0]
	})
}

// writeRun sorts entries and writes them.
func writeRun(f *os.File, entries []entry) (n int64, err error) {
	slices.SortFunc(entries, func(a, b entry) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		if a.move != b.move {
			return cmp.Compare(a.move, b.move)
		}
		return cmp.Compare(a.game, b.game)
	})
	w := bufio.NewWriterSize(f, 256<<10)
	var last uint64
	var buf []byte
	for i := 0; i < len(entries); {
		key := entries[i].key
		to, moves := i, 0
		for to < len(entries) && entries[to].key == key {
			if to == i || entries[to].move != entries[to-1].move {
				moves++
			}
			to++
		}
		buf = binary.AppendUvarint(buf[:0], key-last)
		buf = binary.AppendUvarint(buf, uint64(moves))
		last = key
		for i < to {
			from := i
			for i < to && entries[i].move == entries[from].move {
				i++
			}
			buf = binary.AppendUvarint(buf, uint64(entries[from].move))
			same := slices.CompactFunc(entries[from:i], func(a, b entry) bool { return a.game == b.game })
			buf = binary.AppendUvarint(buf, uint64(len(same)))
			game := uint32(0)
			for _, e := range same {
				buf = binary.AppendUvarint(buf, uint64(e.game-game))
				game = e.game
			}
		}
		n += int64(len(buf))
		if _, err := w.Write(buf); err != nil {
			return n, err
		}
	}
	return n, w.Flush()
}

// end sorts what is left.
func (r *runs) end() error {
	if len(r.current) > 0 {
		r.sort()
	}
	r.sorting.Wait()
	r.current, r.spare = nil, nil
	return errors.Join(r.err(), r.flushGames())
}

// flushGames writes the offsets of games.
func (r *runs) flushGames() (err error) {
	if r.gameFile == nil {
		if r.gameFile, err = safefile.Beside(r.place); err != nil {
			return err
		}
	}
	_, err = r.gameFile.Write(r.games)
	r.games = r.games[:0]
	return err
}

// offsets is where the offsets of games can be read.
func (r *runs) offsets() (io.Reader, error) {
	_, err := r.gameFile.Seek(0, io.SeekStart)
	return r.gameFile, err
}

// remove takes the temporary files away.
func (r *runs) remove() {
	r.sorting.Wait()
	if r.gameFile != nil {
		r.files = append(r.files, r.gameFile)
	}
	for _, f := range r.files {
		f.Close()
		os.Remove(f.Name())
	}
	r.files, r.gameFile = nil, nil
}

// merged is how much of the files was merged, from 0 to 1.
func (r *runs) merged() float64 { return float64(r.read) / float64(max(r.size, 1)) }

// merge gives the positions of all runs, upwards. What visit is given is valid until it returns.
func (r *runs) merge(visit func(*position) error) error {
	var open runHeap
	for i, f := range r.files {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		s := &runReader{order: i, in: bufio.NewReaderSize(f, 64<<10), read: &r.read}
		if err := s.next(); err == nil {
			open = append(open, s)
		} else if !errors.Is(err, io.EOF) {
			return err
		}
	}
	heap.Init(&open)
	var all position
	for len(open) > 0 {
		all.key, all.moves = open[0].key, all.moves[:0]
		for len(open) > 0 && open[0].key == all.key {
			s := open[0]
			all.take(&s.position)
			switch err := s.next(); {
			case errors.Is(err, io.EOF):
				heap.Pop(&open)
			case err != nil:
				return err
			default:
				heap.Fix(&open, 0)
			}
		}
		if err := visit(&all); err != nil {
			return err
		}
	}
	return nil
}

// take adds what a later run has of the same position. The moves keep their order.
func (p *position) take(more *position) {
	for _, m := range more.moves {
		i := slices.IndexFunc(p.moves, func(have played) bool { return have.move == m.move })
		if i < 0 {
			i = len(p.moves)
			if cap(p.moves) > i { // with the memory of its games
				p.moves = p.moves[:i+1]
				p.moves[i].games = p.moves[i].games[:0]
			} else {
				p.moves = append(p.moves, played{})
			}
			p.moves[i].move = m.move
			for ; i > 0 && p.moves[i-1].move > m.move; i-- {
				p.moves[i-1], p.moves[i] = p.moves[i], p.moves[i-1]
			}
		}
		have := &p.moves[i]
		games := m.games
		if n := len(have.games); n > 0 && len(games) > 0 && games[0] == have.games[n-1] {
			games = games[1:] // it came here twice, at the end of one run and the beginning of the next
		}
		have.games = append(have.games, games...)
	}
}

// runReader reads the positions of a run.
type runReader struct {
	position
	order int
	in    *bufio.Reader
	read  *int64
	at    uint64
	fault error
}

func (s *runReader) number() uint64 {
	var v uint64
	for shift := uint(0); ; shift += 7 {
		c, err := s.in.ReadByte()
		if err != nil {
			s.fault = err
			return 0
		}
		*s.read++
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
}

// next reads the next position; io.EOF after the last.
func (s *runReader) next() error {
	s.at += s.number()
	s.key = s.at
	n := int(s.number())
	for len(s.moves) < n {
		s.moves = append(s.moves, played{})
	}
	s.moves = s.moves[:n]
	for i := range s.moves {
		m := &s.moves[i]
		m.move = chess.Move(s.number())
		count, game := int(s.number()), uint32(0)
		m.games = m.games[:0]
		for range count {
			game += uint32(s.number())
			m.games = append(m.games, game)
		}
	}
	return s.fault
}

// runHeap has the run with the lowest key first, and of several that which was made first.
type runHeap []*runReader

func (h runHeap) Len() int { return len(h) }
func (h runHeap) Less(i, j int) bool {
	return h[i].key < h[j].key || h[i].key == h[j].key && h[i].order < h[j].order
}
func (h runHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)   { *h = append(*h, x.(*runReader)) }
func (h *runHeap) Pop() any {
	old := *h
	s := old[len(old)-1]
	*h = old[:len(old)-1]
	return s
}
