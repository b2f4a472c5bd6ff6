package serve

import (
	"bytes"
	"context"
	"io"
	"unicode/utf8"

	"golang.org/x/time/rate"
)

const (
	inputRate = 16 << 10 // bytes a second
	mostRead  = 256      // bytes taken at a time
	mostPaste = 16 << 10 // bytes
	longRun   = 2 << 10  // bytes that the parser is given without a pause
)

var (
	pasteBegin = []byte("\x1b[200~")
	pasteEnd   = []byte("\x1b[201~")
)

// guard bounds what the input of a client can cost: bytes and keys a second,
// the length of a paste, and how much the parser of keys gathers before it works
// it off. Who sends more is made to wait, so that no key is lost.
type guard struct {
	ctx    context.Context
	in     io.Reader
	heard  func()      // called whenever something comes
	ended  func(error) // called when nothing comes any more
	rate   *rate.Limiter
	keys   *rate.Limiter
	buf    [mostRead]byte
	pastes bool
	n      int    // bytes of the present paste
	run    int    // bytes since the last short read
	tail   []byte // what may be the beginning of a mark
	out    []byte
	seq    sequence
}

// newGuard lets keys through, so many a second.
func newGuard(ctx context.Context, in io.Reader, keys int, heard func(), ended func(error)) *guard {
	return &guard{
		ctx: ctx, in: in, heard: heard, ended: ended,
		rate: rate.NewLimiter(inputRate, inputRate),
		keys: rate.NewLimiter(rate.Limit(keys), max(keys, mostRead+len(pasteBegin))),
	}
}

// Read implements io.Reader.
func (g *guard) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(g.out) == 0 {
		n, err := g.in.Read(g.buf[:])
		if n > 0 {
			g.heard()
			if err := g.rate.WaitN(g.ctx, n); err != nil {
				return 0, err
			}
			if err := g.keys.WaitN(g.ctx, g.filter(g.buf[:n])); err != nil {
				return 0, err
			}
		}
		if err != nil {
			g.ended(err)
			if len(g.out) == 0 {
				return 0, err
			}
		}
	}
	room := len(p)
	if g.run+room > longRun && room > 1 {
		room-- // a read that is not full has the parser work off what it has
	}
	n := copy(p[:room], g.out)
	g.out = g.out[n:]
	if g.run += n; n < len(p) {
		g.run = 0
	}
	return n, nil
}

// filter takes bytes in, lets through what may pass, and counts its keys.
func (g *guard) filter(b []byte) (keys int) {
	b = append(g.tail, b...)
	g.tail = nil
	for len(b) > 0 {
		mark := pasteBegin
		if g.pastes {
			mark = pasteEnd
		}
		i := bytes.Index(b, mark)
		if i < 0 {
			keep := 0 // a lone Esc is a key and must not wait
			for k := min(len(mark)-1, len(b)); k > 1 && keep == 0; k-- {
				if bytes.HasPrefix(mark, b[len(b)-k:]) {
					keep = k
				}
			}
			keys += g.pass(b[:len(b)-keep])
			g.tail = bytes.Clone(b[len(b)-keep:])
			return keys
		}
		keys += g.pass(b[:i]) + 1
		b = b[i+len(mark):]
		g.out = append(g.out, mark...)
		g.pastes, g.n = !g.pastes, 0
	}
	return keys
}

// pass lets bytes through and counts their keys; what a paste has too much is
// dropped, and the rest of it is one key, counted with its marks.
func (g *guard) pass(b []byte) (keys int) {
	if g.pastes {
		b = b[:min(len(b), max(mostPaste-g.n, 0))]
		g.n += len(b)
	} else {
		keys = g.seq.keys(b)
	}
	g.out = append(g.out, b...)
	return keys
}

// sequence follows escape sequences, each of which is one key, over the ends of
// reads.
type sequence struct {
	in  byte // 0 outside, else Esc, or the [ or O behind it
	len int
}

// longSequence is how many bytes one may have before each of them counts.
const longSequence = 32

// keys counts what a program may have to work off one by one.
func (s *sequence) keys(b []byte) (n int) {
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		b = b[size:]
		s.len++
		switch {
		case r == '\x1b' || s.in == 0 || s.len > longSequence:
			n++
			s.in, s.len = 0, 0
			if r == '\x1b' {
				s.in = '\x1b'
			}
		case s.in == '\x1b' && (r == '[' || r == 'O'):
			s.in = byte(r)
		case s.in != '[' || r >= '@' && r <= '~':
			s.in = 0
		}
	}
	return n
}
