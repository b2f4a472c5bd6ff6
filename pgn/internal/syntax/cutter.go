package syntax

import (
	"bytes"
	"errors"
	"io"
)

// Place is where something stands in a file.
type Place struct{ Line, Column int }

// Advance moves a place over text. A line end may be LF, CR, CR LF or CR CR LF.
func (p Place) Advance(b []byte) Place {
	if bytes.IndexByte(b, '\r') < 0 {
		if n := bytes.Count(b, []byte{'\n'}); n > 0 {
			p.Line += n
			p.Column = 1
			b = b[bytes.LastIndexByte(b, '\n')+1:]
		}
		p.Column += columns(b)
		return p
	}
	from := 0
	for i := 0; i < len(b); i++ {
		if b[i] != '\n' && b[i] != '\r' {
			continue
		}
		n, _ := lineEnd(b[i:], true)
		i += n - 1
		p.Line++
		p.Column, from = 1, i+1
	}
	p.Column += columns(b[from:])
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

// Chunk is the text of one game, cut into tokens. It is valid until the next
// chunk is asked for.
type Chunk struct {
	Text   []byte
	Tokens []Token // places in text
	Offset int64   // of text in the file
	At     Place
	Length int64 // of the text in bytes
	// Long tells that the game is too long to be kept: Text and Tokens are those of its
	// head, and Length is more than that.
	Long bool
}

// LongestGame is how many bytes a game may have, longestInTokens how many tokens: one that has
// more is looked through for its end alone. HeadOfLong is how many bytes of its
// head are kept.
const (
	LongestGame     = 64 << 20
	longestInTokens = 2 << 20
	HeadOfLong      = 64 << 10
)

// Cutter divides a stream into games.
type Cutter struct {
	src  io.Reader
	base int64 // offset in the file of the first byte of lex.buf
	err  error // that ended the stream, io.EOF in the good case

	lex   Lexer
	split splitter
	toks  []Token // of the current game, and of the next one where that began
	cut   int     // tokens of toks that were handed out
	Done  bool

	at    Place // of the byte of lex.buf at known
	known int
	begin Place // of the current game
	Mark  Place // of the token that the splitter marked

	filled bool // text was read
	quiet  bool // inside a run of noise already reported
	Noise  func(at Place, text []byte)
	// Long is given the text of a game that is too long in parts, with the head of the
	// game, before Next gives the chunk. The first part holds the head. It may be nil.
	Long func(head Chunk, part []byte) error
}

// firstBuffer is the size in bytes of the window on the file; it grows for
// games that are longer.
const firstBuffer = 256 << 10

// firstRead is how many bytes are read at first: little is wanted of a file where the
// fast index stops for one game.
const firstRead = 16 << 10

// NewCutter divides src, which begins at a place and offset of its file; with
// phase inTags the first token is known to begin a game.
func NewCutter(src io.Reader, phase Phase, at Place, base int64) *Cutter {
	c := &Cutter{}
	c.lex.buf = make([]byte, 0, firstBuffer)
	c.Restart(src, phase, at, base)
	return c
}

// RestartText starts over with a text in memory that is known to begin with a game.
func (c *Cutter) RestartText(text []byte, at Place, base int64) {
	c.Restart(nil, InTags, at, base)
	c.lex.Reset(text, true)
}

// Restart starts over with another text; the cutter keeps its memory.
//
//go:noinline
func (c *Cutter) Restart(src io.Reader, phase Phase, at Place, base int64) {
	*c = Cutter{src: src, base: base, at: at, begin: at, Mark: at, toks: c.toks[:0], lex: c.lex, split: c.split, Noise: c.Noise, Long: c.Long}
	c.split.start(phase)
	c.lex.Reset(c.lex.buf[:0], false)
}

// Next is the next game, io.EOF after the last.
func (c *Cutter) Next() (Chunk, error) {
	if c.Done {
		return Chunk{}, c.err
	}
	if c.cut > 0 {
		c.carry()
	}
	for {
		t, ok := c.lex.Next()
		switch {
		case !ok && len(c.lex.buf)-c.start() > LongestGame+firstBuffer:
			return c.skim()
		case !ok:
			c.fill()
		case t.Kind == EndOfText:
			return c.last()
		default:
			if c.take(t) {
				return c.hand(c.split.mark, c.toks[c.split.mark].Start), nil
			}
			if c.lex.pos-c.start() > LongestGame || len(c.toks) > longestInTokens {
				return c.skim()
			}
		}
	}
}

// take judges a token; true when it ends the current game.
func (c *Cutter) take(t Token) bool {
	old := c.split.phase
	v := c.split.take(t, c.lex.buf[t.Start:t.End])
	switch v {
	case refuse:
		if !c.quiet && c.Noise != nil {
			c.Noise(c.placeOf(t.Start), c.lex.buf[t.Start:t.End])
		}
		c.quiet = true
		return false
	case trails:
		t.Kind = TrailingNoise
	}
	c.quiet = false
	if c.split.mark == len(c.toks) {
		c.Mark = c.placeOf(t.Start)
	}
	c.toks = append(c.toks, t)
	if v != begins {
		return false
	}
	if old == Between {
		c.cut = c.split.mark
		c.carry()
		return false
	}
	return true
}

// placeOf is the place of byte i of the window. Calls must not go back.
func (c *Cutter) placeOf(i int) Place {
	if i > c.known {
		c.at = c.at.Advance(c.lex.buf[c.known:i])
		c.known = i
	}
	return c.at
}

// carry makes the tokens after the cut the beginning of the current game.
func (c *Cutter) carry() {
	n := copy(c.toks, c.toks[c.cut:])
	rest := c.toks[:n]
	c.toks = c.toks[:0]
	c.cut = 0
	c.begin = c.Mark
	c.split.start(InTags)
	for _, t := range rest {
		c.split.take(t, c.lex.buf[t.Start:t.End])
		c.toks = append(c.toks, t)
	}
}

// hand gives out the first n tokens with their text, which ends at to.
func (c *Cutter) hand(n, to int) Chunk {
	from := c.toks[0].Start
	c.cut = n
	for i := range c.toks[:n] {
		c.toks[i].Start -= from
		c.toks[i].End -= from
	}
	return Chunk{Text: c.lex.buf[from:to], Tokens: c.toks[:n], Offset: c.base + int64(from), At: c.begin, Length: int64(to - from)}
}

// Ahead is how many bytes were read behind the last game.
func (c *Cutter) Ahead() int { return len(c.lex.buf) - c.lex.pos }

// last hands out what stands at the end of the text. Comments alone are a game
// of no moves when there is no other.
func (c *Cutter) last() (Chunk, error) {
	c.Done = true
	if c.err == nil {
		c.err = io.EOF
	}
	if c.split.phase == Between {
		return c.notes()
	}
	if len(c.toks) == 0 {
		return Chunk{}, c.err
	}
	return c.hand(len(c.toks), len(c.lex.buf)), nil
}

// notes hands out the comments of a text that holds no game.
func (c *Cutter) notes() (Chunk, error) {
	n := c.split.mark
	if n < 0 || c.toks[n].Kind != Comment && c.toks[n].Kind != LineComment {
		return Chunk{}, c.err
	}
	for i := n; i < len(c.toks); i++ {
		if k := c.toks[i].Kind; k == Comment || k == LineComment {
			c.toks[n] = c.toks[i]
			n++
		}
	}
	c.toks = c.toks[c.split.mark:n]
	c.begin = c.Mark
	return c.hand(len(c.toks), c.toks[len(c.toks)-1].End), nil
}

// start is where the current game begins in the window.
func (c *Cutter) start() int {
	if len(c.toks) > 0 {
		return c.toks[0].Start
	}
	return c.lex.pos
}

// fill reads more text after the window, which first forgets what was handed
// out and grows when the current game fills it. It reads as much again as the
// window holds, so that looking at a token again and again takes linear time.
func (c *Cutter) fill() {
	from := c.start()
	c.placeOf(from)
	buf := c.lex.buf
	n := len(buf) - from
	if n > cap(buf)/2 {
		grown := make([]byte, n, min(2*cap(buf), max(n, LongestGame)+firstBuffer))
		copy(grown, buf[from:])
		buf = grown
	} else {
		copy(buf, buf[from:])
		buf = buf[:n]
	}
	c.forget(from)
	most := cap(buf)
	if !c.filled {
		most, c.filled = min(most, n+firstRead), true
	}
	c.read(buf, most, max(n, 1))
}

// forget moves all places towards the head of the window by n bytes.
func (c *Cutter) forget(n int) {
	c.base += int64(n)
	c.known -= n
	c.lex.pos -= n
	c.lex.close = -1
	for i := range c.toks {
		c.toks[i].Start -= n
		c.toks[i].End -= n
	}
}

// read makes buf the window and reads at least so many bytes behind it, up to most in all.
func (c *Cutter) read(buf []byte, most, least int) {
	n, err := io.ReadAtLeast(c.src, buf[len(buf):most], min(least, most-len(buf)))
	c.lex.buf = buf[:len(buf)+n]
	if err != nil {
		c.lex.eof = true
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			c.err = err
		}
	}
}

// skim looks for the end of a game that is too long: the next line that is a complete
// tag pair and follows a blank line.
func (c *Cutter) skim() (Chunk, error) {
	if n := len(c.toks); c.split.phase == ended && n > 0 {
		// The game itself is over: what is too long belongs to the next.
		to := c.lex.pos
		if c.split.mark >= 0 {
			n = c.split.mark
			to = c.toks[n].Start
		} else {
			c.Mark = c.placeOf(to)
		}
		return c.hand(n, to), nil
	}
	from := c.start()
	if c.split.phase == Between {
		if c.begin = c.placeOf(from); c.split.mark >= 0 {
			from, c.begin = c.toks[c.split.mark].Start, c.Mark
		}
	}
	head := Chunk{Text: bytes.Clone(c.lex.buf[from:min(from+HeadOfLong, len(c.lex.buf))]), Offset: c.base + int64(from), At: c.begin, Long: true}
	for _, t := range c.toks {
		if t.Start, t.End = t.Start-from, t.End-from; t.Start >= 0 && t.End <= HeadOfLong {
			head.Tokens = append(head.Tokens, t)
		}
	}
	head = head.Head()
	c.toks = nil
	done, scan := from, max(c.lex.pos-tailOfLong, from)
	for {
		at, found := FindTagLine(c.lex.buf, scan, c.lex.eof)
		if !found {
			at = len(c.lex.buf)
			if !c.lex.eof {
				at = max(at-tailOfLong, scan)
			}
		}
		if err := c.give(head, done, at); err != nil {
			return Chunk{}, err
		}
		place := c.placeOf(at)
		if found || c.lex.eof {
			head.Length = c.base + int64(at) - head.Offset
			c.next(at, place, !found)
			return head, nil
		}
		rest := c.lex.buf[at:]
		buf := c.lex.buf[:0]
		if cap(buf) > firstBuffer {
			buf = make([]byte, 0, firstBuffer)
		}
		c.lex.pos = at
		c.forget(at)
		buf = append(buf, rest...)
		c.read(buf, cap(buf), 1)
		done, scan = 0, 0
	}
}

// tailOfLong is how many bytes are looked at again when more was read: more than a
// line with a tag and the blank line before it have.
const tailOfLong = 4 << 10

// give hands on text of a game that is too long.
func (c *Cutter) give(head Chunk, from, to int) error {
	for c.Long != nil && from < to {
		n := min(to-from, firstBuffer)
		if err := c.Long(head, c.lex.buf[from:from+n]); err != nil {
			return err
		}
		from += n
	}
	return nil
}

// next goes to the game behind one that was too long, which begins at byte at of the window.
func (c *Cutter) next(at int, place Place, last bool) {
	c.lex.pos, c.lex.close, c.lex.lineStart, c.lex.column1, c.lex.blank = at, -1, true, true, true
	c.cut, c.begin, c.Mark = 0, place, place
	c.split.start(InTags)
	if c.Done = last; last && c.err == nil {
		c.err = io.EOF
	}
}

// Head is the chunk of a game that is too long, of which it has but the beginning:
// with the tokens of its tags alone.
func (c Chunk) Head() Chunk {
	c.Long = true
	c.Text = c.Text[:min(len(c.Text), HeadOfLong)]
	for i, t := range c.Tokens {
		if k := t.Kind; t.End >= len(c.Text) || k != TagPair && k != BadTag && k != Comment && k != LineComment {
			c.Tokens = c.Tokens[:i]
			break
		}
	}
	return c
}
