package pgn

import (
	"bytes"
	"errors"
	"io"
)

// place is where something stands in a file.
type place struct{ line, column int }

// advance moves a place over text. A line end may be LF, CR, CR LF or CR CR LF.
func (p place) advance(b []byte) place {
	if bytes.IndexByte(b, '\r') < 0 {
		if n := bytes.Count(b, []byte{'\n'}); n > 0 {
			p.line += n
			p.column = 1
			b = b[bytes.LastIndexByte(b, '\n')+1:]
		}
		p.column += columns(b)
		return p
	}
	from := 0
	for i := 0; i < len(b); i++ {
		if b[i] != '\n' && b[i] != '\r' {
			continue
		}
		n, _ := lineEnd(b[i:], true)
		i += n - 1
		p.line++
		p.column, from = 1, i+1
	}
	p.column += columns(b[from:])
	return p
}

// columns counts characters: runes where the text is UTF-8, else bytes.
func columns(b []byte) int {
	n := 0
	for len(b) > 0 {
		_, size, full := decodeRune(b)
		if !full {
			size = 1
		}
		b = b[min(max(size, 1), len(b)):]
		n++
	}
	return n
}

// chunk is the text of one game, cut into tokens. It is good until the next
// chunk is asked for.
type chunk struct {
	text   []byte
	toks   []token // places in text
	offset int64   // of text in the file
	at     place
}

// cutter divides a stream into games.
type cutter struct {
	src  io.Reader
	base int64 // offset in the file of the first byte of lex.buf
	err  error // that ended the stream, io.EOF in the good case

	lex   lexer
	split splitter
	toks  []token // of the game at hand, and of the next one where that began
	cut   int     // tokens of toks that were handed out
	done  bool

	at    place // of the byte of lex.buf at known
	known int
	begin place // of the game at hand
	mark  place // of the token that the splitter marked

	quiet bool // inside a run of noise that was told of
	noise func(at place, text []byte)
}

// firstBuffer is the size in bytes of the window on the file; it grows for
// games that are longer.
const firstBuffer = 256 << 10

// newCutter divides src, which begins at a place and offset of its file; with
// phase inTags the first token is known to begin a game.
func newCutter(src io.Reader, phase phase, at place, base int64) *cutter {
	c := &cutter{}
	c.lex.buf = make([]byte, 0, firstBuffer)
	c.restart(src, phase, at, base)
	return c
}

// cutGame divides a text in memory that is known to begin with a game.
func cutGame(text []byte, at place, base int64) *cutter {
	c := &cutter{}
	c.restartText(text, at, base)
	return c
}

// restartText begins anew with a text in memory, as cutGame does.
func (c *cutter) restartText(text []byte, at place, base int64) {
	c.restart(nil, inTags, at, base)
	c.lex.reset(text, true)
}

// restart begins anew with another text; the cutter keeps its memory.
func (c *cutter) restart(src io.Reader, phase phase, at place, base int64) {
	*c = cutter{src: src, base: base, at: at, begin: at, mark: at, toks: c.toks[:0], lex: c.lex, split: c.split, noise: c.noise}
	c.split.start(phase)
	c.lex.reset(c.lex.buf[:0], false)
}

// next is the next game, io.EOF behind the last.
func (c *cutter) next() (chunk, error) {
	if c.done {
		return chunk{}, c.err
	}
	if c.cut > 0 {
		c.carry()
	}
	for {
		t, ok := c.lex.next()
		switch {
		case !ok:
			c.fill()
		case t.kind == endOfText:
			return c.last()
		default:
			if c.take(t) {
				return c.hand(c.split.mark, c.toks[c.split.mark].start), nil
			}
		}
	}
}

// take judges a token; true when it ends the game at hand.
func (c *cutter) take(t token) bool {
	old := c.split.phase
	v := c.split.take(t, c.lex.buf[t.start:t.end])
	switch v {
	case refuse:
		if !c.quiet && c.noise != nil {
			c.noise(c.placeOf(t.start), c.lex.buf[t.start:t.end])
		}
		c.quiet = true
		return false
	case trails:
		t.kind = trailing
	}
	c.quiet = false
	if c.split.mark == len(c.toks) {
		c.mark = c.placeOf(t.start)
	}
	c.toks = append(c.toks, t)
	if v != begins {
		return false
	}
	if old == between {
		c.cut = c.split.mark
		c.carry()
		return false
	}
	return true
}

// placeOf is the place of byte i of the window. Calls must not go back.
func (c *cutter) placeOf(i int) place {
	if i > c.known {
		c.at = c.at.advance(c.lex.buf[c.known:i])
		c.known = i
	}
	return c.at
}

// carry makes the tokens behind the cut the beginning of the game at hand.
func (c *cutter) carry() {
	n := copy(c.toks, c.toks[c.cut:])
	rest := c.toks[:n]
	c.toks = c.toks[:0]
	c.cut = 0
	c.begin = c.mark
	c.split.start(inTags)
	for _, t := range rest {
		c.split.take(t, c.lex.buf[t.start:t.end])
		c.toks = append(c.toks, t)
	}
}

// hand gives out the first n tokens with their text, which ends at to.
func (c *cutter) hand(n, to int) chunk {
	from := c.toks[0].start
	c.cut = n
	for i := range c.toks[:n] {
		c.toks[i].start -= from
		c.toks[i].end -= from
	}
	return chunk{text: c.lex.buf[from:to], toks: c.toks[:n], offset: c.base + int64(from), at: c.begin}
}

// last hands out what stands at the end of the text. Comments alone are a game
// of no moves when there is no other.
func (c *cutter) last() (chunk, error) {
	c.done = true
	if c.err == nil {
		c.err = io.EOF
	}
	if c.split.phase == between {
		return c.notes()
	}
	if len(c.toks) == 0 {
		return chunk{}, c.err
	}
	return c.hand(len(c.toks), len(c.lex.buf)), nil
}

// notes hands out the comments of a text that holds no game.
func (c *cutter) notes() (chunk, error) {
	n := c.split.mark
	if n < 0 || c.toks[n].kind != brace && c.toks[n].kind != lineNote {
		return chunk{}, c.err
	}
	for i := n; i < len(c.toks); i++ {
		if k := c.toks[i].kind; k == brace || k == lineNote {
			c.toks[n] = c.toks[i]
			n++
		}
	}
	c.toks = c.toks[c.split.mark:n]
	c.begin = c.mark
	return c.hand(len(c.toks), c.toks[len(c.toks)-1].end), nil
}

// fill reads more text behind the window, which first forgets what was handed
// out and grows when the game at hand fills it.
func (c *cutter) fill() {
	from := c.lex.pos
	if len(c.toks) > 0 {
		from = c.toks[0].start
	}
	c.placeOf(from)
	buf := c.lex.buf
	if n := len(buf) - from; n > cap(buf)/2 {
		grown := make([]byte, n, 2*cap(buf))
		copy(grown, buf[from:])
		buf = grown
	} else {
		copy(buf, buf[from:])
		buf = buf[:n]
	}
	c.base += int64(from)
	c.known -= from
	c.lex.pos -= from
	c.lex.close = -1
	for i := range c.toks {
		c.toks[i].start -= from
		c.toks[i].end -= from
	}
	n, err := io.ReadAtLeast(c.src, buf[len(buf):cap(buf)], 1)
	c.lex.buf = buf[:len(buf)+n]
	if err != nil {
		c.lex.eof = true
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			c.err = err
		}
	}
}
