package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"

	"rookery/chess"
)

// entryLength is the bytes of an entry: key 8, move 2, weight 2, and 4 for
// learning, which are not read. All are big-endian.
const entryLength = 16

type entry struct {
	key    uint64
	move   uint16 // bits 0-5 to, 6-11 from, 12-14 promotion
	weight uint16
}

// polyglot is a file of entries in the order of their keys. It is not read into
// memory: a position takes some twenty reads.
type polyglot struct {
	file    io.ReaderAt
	closer  io.Closer
	entries int
}

// Open opens a book in the Polyglot format, usually called something.bin.
// Moves of weight 0 are not played, and those that are not legal are passed
// over. The error says why a file is no such book. Close it after use.
func Open(path string) (*Book, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("this is not a regular file")
	}
	if err == nil {
		err = check(f, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s is not a Polyglot book: %w", path, err)
	}
	return &Book{&polyglot{file: f, closer: f, entries: int(info.Size() / entryLength)}}, nil
}

// check reads a book of size bytes once: it must hold whole entries in order.
func check(r io.Reader, size int64) error {
	switch {
	case size == 0:
		return errors.New("it is empty")
	case size%entryLength != 0:
		return fmt.Errorf("its %d bytes are not whole entries of %d; it may be cut short", size, entryLength)
	}
	buf := make([]byte, min(size, entryLength<<12))
	var last uint64
	for done := int64(0); done < size; done += int64(len(buf)) {
		buf = buf[:min(size-done, int64(len(buf)))]
		if _, err := io.ReadFull(r, buf); err != nil {
			return err
		}
		for at := 0; at < len(buf); at += entryLength {
			key := binary.BigEndian.Uint64(buf[at:])
			if key < last {
				return fmt.Errorf("entry %d of %d is out of order", (done+int64(at))/entryLength+1, size/entryLength)
			}
			last = key
		}
	}
	return nil
}

func (f *polyglot) at(i int) (entry, error) {
	var raw [entryLength]byte
	if _, err := f.file.ReadAt(raw[:], int64(i)*entryLength); err != nil {
		return entry{}, err
	}
	return entry{binary.BigEndian.Uint64(raw[:]), binary.BigEndian.Uint16(raw[8:]), binary.BigEndian.Uint16(raw[10:])}, nil
}

// replies finds the entries of a position. A file that cannot be read any more
// knows nothing: the game goes on without it.
func (f *polyglot) replies(p *chess.Position) []Reply {
	key := polyglotKey(p)
	var fault error
	first := sort.Search(f.entries, func(i int) bool {
		e, err := f.at(i)
		fault = errors.Join(fault, err)
		return e.key >= key
	})
	var legal []chess.Move
	var found []Reply
	for i := first; i < f.entries && fault == nil; i++ {
		e, err := f.at(i)
		if err != nil || e.key != key {
			break
		}
		if legal == nil {
			legal = p.AppendMoves(nil)
		}
		if m, ok := e.among(legal); ok {
			found = count(found, m, int(e.weight))
		}
	}
	return found
}

// promotions of an entry's move by its bits 12-14.
var promotions = [8]chess.Role{chess.NoRole, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}

// among finds the legal move that an entry means. Castling is king takes rook
// as on our own board; some books write the king's two squares.
func (e entry) among(legal []chess.Move) (chess.Move, bool) {
	to, from, role := chess.Square(e.move&63), chess.Square(e.move>>6&63), promotions[e.move>>12&7]
	for _, m := range legal {
		if m.From() != from || m.Role() != role {
			continue
		}
		if m.To() == to || m.Kind() == chess.Castling && m.Landing() == to {
			return m, true
		}
	}
	return 0, false
}

func (f *polyglot) close() error { return f.closer.Close() }
