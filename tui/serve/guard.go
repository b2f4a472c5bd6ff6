package serve

import (
	"bytes"
	"context"
	"io"

	"golang.org/x/time/rate"
)

const (
	inputRate = 16 << 10 // bytes a second
	mostPaste = 16 << 10 // bytes
	longRun   = 2 << 10  // bytes that the parser is given without a pause
)

var (
	pasteBegin = []byte("\x1b[200~")
	pasteEnd   = []byte("\x1b[201~")
)

// guard bounds what the input of a client can cost: bytes a second, the length
// of a paste, and how much the parser of keys gathers before it works it off.
type guard struct {
	ctx    context.Context
	in     io.Reader
	heard  func()      // called whenever something comes
	ended  func(error) // called when nothing comes any more
	rate   *rate.Limiter
	buf    [1024]byte
	pastes bool
	n      int    // bytes of the present paste
	run    int    // bytes since the last short read
	tail   []byte // what may be the beginning of a mark
	out    []byte
}

func newGuard(ctx context.Context, in io.Reader, heard func(), ended func(error)) *guard {
	return &guard{ctx: ctx, in: in, heard: heard, ended: ended, rate: rate.NewLimiter(inputRate, inputRate)}
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
			g.filter(g.buf[:n])
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

// filter takes bytes in and lets through what may pass.
func (g *guard) filter(b []byte) {
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
			g.pass(b[:len(b)-keep])
			g.tail = bytes.Clone(b[len(b)-keep:])
			return
		}
		g.pass(b[:i])
		b = b[i+len(mark):]
		g.out = append(g.out, mark...)
		g.pastes, g.n = !g.pastes, 0
	}
}

// pass lets bytes through; what a paste has too much is dropped.
func (g *guard) pass(b []byte) {
	if g.pastes {
		b = b[:min(len(b), max(mostPaste-g.n, 0))]
		g.n += len(b)
	}
	g.out = append(g.out, b...)
}
