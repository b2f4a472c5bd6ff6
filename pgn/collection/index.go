package collection

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"rookery/pgn"
	"rookery/pgn/internal/packed"
	"rookery/pgn/internal/syntax"
)

// column names the tags whose places an index keeps.
type column uint8

const (
	colEvent column = iota
	colSite
	colDate
	colRound
	colWhite
	colBlack
	colResult
	colECO
	colVariant
	colFEN
	headerCount // the tags before are those of a Header

	colWhiteElo = iota - 1
	colBlackElo
	colOpening
	columnCount
)

func columnOf(name []byte) (column, bool) {
	switch string(name) {
	case "Event":
		return colEvent, true
	case "Site":
		return colSite, true
	case "Date":
		return colDate, true
	case "Round":
		return colRound, true
	case "White":
		return colWhite, true
	case "Black":
		return colBlack, true
	case "Result":
		return colResult, true
	case "ECO":
		return colECO, true
	case "Variant":
		return colVariant, true
	case "FEN":
		return colFEN, true
	case "WhiteElo":
		return colWhiteElo, true
	case "BlackElo":
		return colBlackElo, true
	case "Opening":
		return colOpening, true
	}
	return 0, false
}

// record is what an index keeps of a game: 48 bytes.
type record struct {
	offset int64
	length uint32 // its lower bits
	line   uint32
	above  uint16              // the upper bits of the length, longMark and oddMark
	column uint16              // of its first byte, as far as that goes
	tags   [columnCount]uint16 // places of the brackets from offset on, plus one; 0 for none
}

// blockSize is how many records stand together; an index grows by blocks, so
// that nothing is copied.
const blockSize = 1 << 12

// Index knows where the games of a file lie. It is built in one pass that
// knows no rules, 48 bytes a game, and may be used from other goroutines while
// it is built: what was found so far is there.
type Index struct {
	src io.ReaderAt

	// text is src where the file is packed, in the way kind names and into packedSize
	// bytes; else nil.
	text       *packed.Text
	kind       string
	packedSize int64

	mu       sync.RWMutex
	size     int64 // of the text; unknownSize until it was read to its end
	blocks   [][]record
	n        int
	read     int64
	whole    bool
	warnings []pgn.ParseError
}

// unknownSize is the size of a text that was not read to its end: more than any has.
const unknownSize = 1 << 62

// NewIndex is an empty index of the size bytes of src; [Index.Build] fills it.
// UTF-16 text is turned into UTF-8 in memory first.
func NewIndex(src io.ReaderAt, size int64) (*Index, error) {
	var head [2]byte
	if n, _ := src.ReadAt(head[:min(size, 2)], 0); n == 2 {
		if order := syntax.ByteOrder(head[:]); order != nil {
			text, err := io.ReadAll(syntax.FromUTF16(io.NewSectionReader(src, 0, size), order))
			if err != nil {
				return nil, err
			}
			src, size = bytes.NewReader(text), int64(len(text))
		}
	}
	return &Index{src: io.NewSectionReader(src, 0, size), size: size}, nil
}

// BuildIndex makes the whole index of the size bytes of src. progress may be
// nil; it is told now and then how many bytes were read.
func BuildIndex(ctx context.Context, src io.ReaderAt, size int64, progress func(read int64)) (*Index, error) {
	ix, err := NewIndex(src, size)
	if err != nil {
		return nil, err
	}
	return ix, ix.Build(ctx, progress)
}

// Build reads the file once. It stops early with the error of ctx; games found
// so far stay. It must be called once only.
func (ix *Index) Build(ctx context.Context, progress func(read int64)) error {
	return ix.build(ctx, progress, nil)
}

// build is Build; with each, it is told of every game and nothing is kept.
func (ix *Index) build(ctx context.Context, progress func(read int64), each func(record, []byte, part) error) error {
	b := builder{ix: ix, each: each, ctx: ctx, progress: progress, place: syntax.Place{Line: 1, Column: 1}, phase: syntax.Between, cutterGames: 1}
	defer b.flush()
	for !b.done {
		if err := b.step(); err != nil {
			return err
		}
	}
	b.flush()
	ix.mu.Lock()
	if ix.size == unknownSize {
		ix.size = b.end()
	}
	ix.whole, ix.read = each == nil, ix.size
	size := ix.size
	ix.mu.Unlock()
	if progress != nil {
		progress(size)
	}
	return nil
}

func (ix *Index) add(found []record) {
	if len(found) == 0 {
		return
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	last := &found[len(found)-1]
	ix.read = last.offset + last.size()
	ix.n += len(found)
	for len(found) > 0 {
		if n := len(ix.blocks); n == 0 || len(ix.blocks[n-1]) == blockSize {
			ix.blocks = append(ix.blocks, make([]record, 0, blockSize))
		}
		block := &ix.blocks[len(ix.blocks)-1]
		n := min(blockSize-len(*block), len(found))
		*block = append(*block, found[:n]...)
		found = found[n:]
	}
}

// Len is the number of games found so far.
func (ix *Index) Len() int {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.n
}

// Progress is how many bytes of how many were read of the file, which may be packed.
// size is 0 where it is not known.
func (ix *Index) Progress() (read, size int64) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	switch {
	case ix.text != nil && ix.packedSize > 0 && !ix.whole:
		return ix.text.Progress(), ix.packedSize
	case ix.size == unknownSize:
		return ix.read, 0
	}
	return ix.read, ix.size
}

// Whole reports whether the file was read to its end.
func (ix *Index) Whole() bool {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.whole
}

// Warnings are the faults of text that belongs to no game.
func (ix *Index) Warnings() []pgn.ParseError {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return append([]pgn.ParseError(nil), ix.warnings...)
}

// Entry tells where a game lies.
type Entry struct {
	Offset int64 // of its first byte
	Length int   // in bytes, up to the next game
	Line   int   // of its first byte, from 1
}

// record copies record i; i counts from 0 and must be below Len.
func (ix *Index) record(i int) record {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.blocks[i/blockSize][i%blockSize]
}

// Entry tells where game i lies, 0 ≤ i < Len.
func (ix *Index) Entry(i int) Entry {
	r := ix.record(i)
	return r.entry()
}

func (r *record) entry() Entry {
	return Entry{Offset: r.offset, Length: int(r.size()), Line: int(r.line)}
}

// note notes where a tag stands; of one that stands twice the first counts.
func (r *record) note(col column, at int) {
	switch {
	case r.tags[col] != 0:
	case at < 1<<16-1:
		r.tags[col] = uint16(at + 1)
	default:
		r.above |= oddMark
	}
}

// size is the length in bytes.
func (r *record) size() int64 { return int64(r.above&^(longMark|oddMark))<<32 | int64(r.length) }

// setSize notes the length, and whether the game is kept as bytes alone.
func (r *record) setSize(n int64, long bool) {
	if r.length, r.above = uint32(n), r.above&oddMark|uint16(n>>32); long {
		r.above |= longMark
	}
}

// long reports whether the game is kept as bytes alone.
func (r *record) long() bool { return r.above&longMark != 0 }

// odd reports whether a game has tags whose places are not known, or that are torn: the
// parser must read them.
func (r *record) odd() bool { return r.above&oddMark != 0 }

const (
	longMark = 1 << 15
	oddMark  = 1 << 14
)

func (r *record) place() syntax.Place {
	return syntax.Place{Line: int(r.line), Column: int(r.column)}
}

// Raw is the text of game i, 0 ≤ i < Len; [pgn.ErrTooLong] for one that is too long to
// be read.
func (ix *Index) Raw(i int) ([]byte, error) {
	return ix.appendRaw(nil, i)
}

func (ix *Index) appendRaw(dst []byte, i int) ([]byte, error) {
	r := ix.record(i)
	if r.long() {
		return dst, fmt.Errorf("game %d: %w", i+1, pgn.ErrTooLong)
	}
	return ix.appendText(dst, i, r.offset, int(r.size()))
}

// appendText appends the n bytes from an offset on, which belong to game i.
func (ix *Index) appendText(dst []byte, i int, offset int64, n int) ([]byte, error) {
	from := len(dst)
	dst = slices.Grow(dst, n)[:from+n]
	if got, err := ix.src.ReadAt(dst[from:], offset); got < n {
		return nil, fmt.Errorf("game %d: %w", i+1, err)
	}
	return dst, nil
}

// copyBuffers are texts that CopyGame is done with.
var copyBuffers = sync.Pool{New: func() any { return new([]byte) }}

// CopyGame writes the text of game i, 0 ≤ i < Len, as [pgn.Writer.WriteRaw] does; one
// that is too long to be read as it stands in the file.
func (ix *Index) CopyGame(w *pgn.Writer, i int) error {
	buf := copyBuffers.Get().(*[]byte)
	defer copyBuffers.Put(buf)
	r := ix.record(i)
	if !r.long() {
		raw, err := ix.appendRaw((*buf)[:0], i)
		if err != nil {
			return err
		}
		*buf = raw
		return w.WriteRaw(raw)
	}
	for at, end := r.offset, r.offset+r.size(); at < end; at += partSize {
		raw, err := ix.appendText((*buf)[:0], i, at, int(min(partSize, end-at)))
		if err != nil {
			return err
		}
		*buf = raw
		if err := w.WritePart(raw, at+partSize >= end); err != nil {
			return err
		}
	}
	return nil
}

// Game reads and parses game i alone, 0 ≤ i < Len. It is safe for use by
// several goroutines at once.
func (ix *Index) Game(i int) (*pgn.Game, error) {
	r := ix.record(i)
	text, err := ix.appendText(nil, i, r.offset, int(r.known()))
	if err != nil {
		return nil, err
	}
	return new(carefulReader).parse(text, &r, i+1)
}

// known is how many bytes of a game are read: all, or the head of one that is too long.
func (r *record) known() int64 {
	if r.long() {
		return min(r.size(), syntax.HeadOfLong)
	}
	return r.size()
}

// Header is what a list of games shows of one; values are empty where the tag
// is absent.
type Header struct {
	Event, Site, Date, Round, White, Black, Result, ECO, Variant, FEN string
}

// reachOfValue is how many bytes after its bracket to search first for a tag.
const reachOfValue = 512

// Header reads the tags of game i, 0 ≤ i < Len, without its moves.
func (ix *Index) Header(i int) (Header, error) {
	r := ix.record(i)
	last := 0
	for _, at := range r.tags[:headerCount] {
		last = max(last, int(at))
	}
	var h Header
	if last == 0 {
		return h, nil
	}
	text := make([]byte, min(int64(last+reachOfValue), r.size()))
	if n, err := ix.src.ReadAt(text, r.offset); n < len(text) {
		return h, err
	}
	return headerOf(text, r), nil
}

// headerOf takes the values out of the head of a game.
func headerOf(text []byte, r record) Header {
	var h Header
	for col, field := range [headerCount]*string{
		&h.Event, &h.Site, &h.Date, &h.Round, &h.White, &h.Black, &h.Result, &h.ECO, &h.Variant, &h.FEN,
	} {
		if r.tags[col] == 0 {
			continue
		}
		if span, _ := syntax.ScanTag(text, int(r.tags[col])-1, true); span.End > 0 {
			_, value := syntax.TagText(string(text[:span.End]), span)
			*field = syntax.ToUTF8(value)
		}
	}
	return h
}
