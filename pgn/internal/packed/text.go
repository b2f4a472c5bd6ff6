// Package packed reads packed files at any place of their text: gzip, bzip2, zstd and
// zip. While a file is read from its beginning to its end, places are noted where
// unpacking can begin again. Nothing is written to the disk, and memory has bounds
// whatever the size of the file.
//
// It imports the standard library and the one that unpacks zstd.
package packed

import (
	"errors"
	"io"
	"slices"
	"sync"
)

// decoder unpacks a file from one place on.
type decoder interface {
	// begin goes to a point; the zero point is the beginning.
	begin(p point) error
	// next gives more text, valid until the next call; io.EOF after the last.
	next() ([]byte, error)
	// point tells where decoding can begin again to give what next gives next; false
	// where it cannot.
	point() (point, bool)
	// place is how far the file was read, about.
	place() int64
}

// point is where unpacking can begin again. What the fields but text mean is for the decoder.
type point struct {
	text   int64 // of the text
	file   int64 // of the file
	bit    uint
	member int
	before []byte
}

var decoders = map[string]func(src io.ReaderAt, size int64) (decoder, error){
	"gzip": newGzip, "bzip2": newBzip2, "zstd": newZstd, "zip": newZip,
}

// Reads reports whether files packed in a way are read here.
func Reads(kind string) bool { return decoders[kind] != nil }

const (
	// blockSize is how many bytes of text are kept together, mostBlocks how many such
	// blocks are kept.
	blockSize  = 64 << 10
	mostBlocks = 96
	// leastGap is how many bytes of text lie between two points at first. When there
	// are mostPoints, every second is dropped and the gap is doubled.
	leastGap   = 1 << 20
	mostPoints = 128
	// mostCursors is how many decoders wait to go on from where they are.
	mostCursors = 3
)

// Text is the text of a packed file, or of a stream. It may be used by several
// goroutines.
type Text struct {
	start  func(p point) (decoder, error) // makes a decoder; nil for a stream
	source *source
	most   int // blocks that are kept

	mu      sync.Mutex
	points  []point // upwards
	gap     int64
	blocks  map[int64]*block
	clock   int64 // counts uses of blocks
	cursors []*cursor
	known   int64 // of the text, as far as it was read
	read    int64 // of the file, for that
	end     int64 // of the text, -1 until it is known
	fault   error // of the file at end; nil when it is sound
}

// block is a piece of text that is kept.
type block struct {
	text []byte // shorter than blockSize at the end of the text alone
	used int64
}

// cursor is a decoder and the text that it gave last.
type cursor struct {
	decoder
	at   int64 // in the text, of rest
	rest []byte
	err  error // that follows rest
}

// source remembers an error of the file, to tell it from those of unpacking.
type source struct {
	io.ReaderAt
	mu  sync.Mutex
	err error
}

func (s *source) ReadAt(p []byte, off int64) (int, error) {
	n, err := s.ReaderAt.ReadAt(p, off)
	if err != nil && !errors.Is(err, io.EOF) {
		s.mu.Lock()
		s.err = err
		s.mu.Unlock()
	}
	return n, err
}

func (s *source) fault() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Open is the text of a file of size bytes that is packed in a way that [Reads] knows.
func Open(src io.ReaderAt, size int64, kind string) (*Text, error) {
	t := &Text{source: &source{ReaderAt: src}, most: mostBlocks, points: []point{{}}, gap: leastGap, blocks: make(map[int64]*block), end: -1}
	t.start = func(p point) (decoder, error) {
		d, err := decoders[kind](t.source, size)
		if err == nil {
			err = d.begin(p)
		}
		return d, err
	}
	c, err := t.cursor(point{})
	if err != nil {
		return nil, err
	}
	t.cursors = []*cursor{c}
	return t, nil
}

// streamBlocks is how many blocks of a stream are kept.
const streamBlocks = 64

// OpenStream is what a stream gives. What lies far behind what was read last is gone.
func OpenStream(r io.Reader) *Text {
	return &Text{
		source: &source{}, most: streamBlocks, blocks: make(map[int64]*block), end: -1,
		cursors: []*cursor{{decoder: &streamDecoder{r: r, buf: make([]byte, blockSize)}}},
	}
}

// ErrGone is returned for what lies too far back in a stream.
var ErrGone = errors.New("what was read from a stream cannot be read again: save it to a file first")

// streamDecoder gives what a stream gives.
type streamDecoder struct {
	r    io.Reader
	buf  []byte
	read int64
}

func (d *streamDecoder) begin(point) error    { return ErrGone }
func (d *streamDecoder) point() (point, bool) { return point{}, false }
func (d *streamDecoder) place() int64         { return d.read }

func (d *streamDecoder) next() ([]byte, error) {
	n, err := d.r.Read(d.buf)
	d.read += int64(n)
	return d.buf[:n], err
}

// cursor makes one that begins at a point.
func (t *Text) cursor(p point) (*cursor, error) {
	d, err := t.start(p)
	if err != nil {
		return nil, err
	}
	return &cursor{decoder: d, at: p.text}, nil
}

// ReadAt implements io.ReaderAt.
func (t *Text) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		text, err := t.block(at / blockSize)
		if err != nil {
			return n, err
		}
		from := int(at % blockSize)
		if from >= len(text) {
			return n, io.EOF
		}
		n += copy(p[n:], text[from:])
		if len(text) < blockSize && n < len(p) {
			return n, io.EOF
		}
	}
	return n, nil
}

// Progress is how many bytes of the file were read, for the text as far as it is known.
func (t *Text) Progress() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.read
}

// End is the size of the text and what is wrong with the file there; -1 when it was not
// read to its end.
func (t *Text) End() (size int64, fault error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.end, t.fault
}

// Close frees what the decoders hold. Nobody may be reading.
func (t *Text) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.cursors {
		c.close()
	}
	t.cursors, t.blocks = nil, nil
}

func (c *cursor) close() {
	if d, ok := c.decoder.(interface{ close() }); ok {
		d.close()
	}
}

// block gives block i, which is not to be changed.
func (t *Text) block(i int64) ([]byte, error) {
	from := i * blockSize
	t.mu.Lock()
	if b := t.blocks[i]; b != nil {
		t.clock++
		b.used = t.clock
		t.mu.Unlock()
		return b.text, nil
	}
	if t.end >= 0 && from >= t.end {
		t.mu.Unlock()
		return nil, io.EOF
	}
	c, err := t.before(from)
	t.mu.Unlock()
	if err != nil {
		return nil, err
	}
	text, err := t.advance(c, from)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		c.close()
		return nil, err
	}
	if t.cursors = append(t.cursors, c); len(t.cursors) > mostCursors {
		t.cursors[0].close()
		t.cursors = slices.Delete(t.cursors, 0, 1)
	}
	return text, nil
}

// before takes the cursor from which a place of the text is reached soonest. The caller
// holds mu.
func (t *Text) before(from int64) (*cursor, error) {
	best := -1
	for k, c := range t.cursors {
		if c.at <= from && (best < 0 || c.at > t.cursors[best].at) {
			best = k
		}
	}
	n, _ := slices.BinarySearchFunc(t.points, from+1, func(p point, at int64) int { return int(max(min(p.text-at, 1), -1)) })
	if best >= 0 && (n == 0 || t.cursors[best].at >= t.points[n-1].text) {
		c := t.cursors[best]
		t.cursors = slices.Delete(t.cursors, best, best+1)
		return c, nil
	}
	if n == 0 {
		return nil, ErrGone
	}
	return t.cursor(t.points[n-1])
}

// advance reads on with a cursor and keeps the blocks that it passes, up to that which
// begins at from.
func (t *Text) advance(c *cursor, from int64) ([]byte, error) {
	for {
		start := (c.at + blockSize - 1) / blockSize * blockSize
		for c.at < start {
			n, err := t.more(c)
			if err != nil {
				return nil, err
			}
			n = int(min(int64(n), start-c.at))
			c.rest, c.at = c.rest[n:], c.at+int64(n)
		}
		text := make([]byte, 0, blockSize)
		for len(text) < blockSize {
			n, err := t.more(c)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			n = min(n, blockSize-len(text))
			text = append(text, c.rest[:n]...)
			c.rest, c.at = c.rest[n:], c.at+int64(n)
		}
		if len(text) == 0 {
			return nil, io.EOF
		}
		t.keep(start/blockSize, text)
		if start == from {
			return text, nil
		}
		if len(text) < blockSize {
			return nil, io.EOF
		}
	}
}

// more is how much text a cursor has at hand, which it reads if need be; the error is
// io.EOF at the end of the text, also where the file is damaged.
func (t *Text) more(c *cursor) (int, error) {
	for len(c.rest) == 0 {
		if c.err == nil {
			t.note(c)
			if c.rest, c.err = c.next(); len(c.rest) > 0 {
				break
			}
		}
		if c.err == nil {
			continue
		}
		sound := errors.Is(c.err, io.EOF)
		if err := t.source.fault(); err != nil {
			return 0, err
		}
		if t.start == nil && !sound {
			return 0, c.err
		}
		t.mu.Lock()
		if t.end = c.at; !sound {
			t.fault = c.err
		}
		t.mu.Unlock()
		return 0, io.EOF
	}
	return len(c.rest), nil
}

// note notes how far the file was read, and a point where unpacking can begin again.
func (t *Text) note(c *cursor) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.at >= t.known {
		t.known, t.read = c.at, c.place()
	}
	if t.start == nil || c.at < t.points[len(t.points)-1].text+t.gap {
		return
	}
	p, ok := c.point()
	if !ok {
		return
	}
	if len(t.points) == mostPoints {
		for k := range mostPoints / 2 {
			t.points[k] = t.points[2*k]
		}
		clear(t.points[mostPoints/2:])
		t.points = t.points[:mostPoints/2]
		t.gap *= 2
	}
	p.text = c.at
	t.points = append(t.points, p)
}

// keep keeps a block in place of that which was not used for longest.
func (t *Text) keep(i int64, text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.blocks) >= t.most {
		oldest := int64(-1)
		for k, b := range t.blocks {
			if oldest < 0 || b.used < t.blocks[oldest].used {
				oldest = k
			}
		}
		delete(t.blocks, oldest)
	}
	t.clock++
	t.blocks[i] = &block{text, t.clock}
}
