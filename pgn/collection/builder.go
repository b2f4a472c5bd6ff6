package collection

import (
	"context"
	"errors"
	"io"

	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// builder fills an index: the fast index passes over ordinary games, the cutter
// takes the others.
type builder struct {
	ix       *Index
	ctx      context.Context
	progress func(read int64)
	told     int64                            // bytes that progress was told of
	each     func(record, []byte, part) error // is given every game in place of the index; may be nil

	offset int64        // where the next game begins
	place  syntax.Place // of offset
	phase  syntax.Phase // between at the head of the file, inTags where a game begins
	done   bool

	longOpen    bool     // a game that is too long is being handed on
	found       []record // that the index does not have yet
	fast        fastIndex
	cutter      *syntax.Cutter
	cutterGames int // games that the cutter takes in a row
}

// maxCutterGames bounds batch: a file that is unusual throughout is left to the
// cutter, but looked at again now and then.
const maxCutterGames = 1 << 12

// step finds one or more games.
func (b *builder) step() error {
	if b.phase == syntax.InTags && b.place.Column == 1 {
		n, err := b.runFast()
		if err != nil || b.done {
			return err
		}
		if n >= 4 {
			b.cutterGames = 1
		}
	}
	return b.runCutter()
}

// runFast lets the fast index take games as far as it gets and counts them.
func (b *builder) runFast() (n int, err error) {
	for {
		text, err := b.fast.window(b.ix.src, b.offset)
		if err != nil {
			return n, err
		}
		r, end, lines, how := b.fast.scanGame(text, b.fast.eof)
		switch how {
		case windowEnds:
			if len(text) == len(b.fast.buf) {
				return n, nil // longer than the window
			}
			if _, err := b.fast.refill(b.ix.src, b.offset); err != nil {
				return n, err
			}
			continue
		case needsCutter:
			return n, nil
		}
		r.offset, r.length, r.line, r.column = b.offset, uint32(end), uint32(b.place.Line), 1
		if err := b.add(r, text[:end]); err != nil {
			return n, err
		}
		n++
		b.offset += int64(end)
		b.place.Line += lines
		if b.fast.eof && b.offset == b.fast.base+int64(len(b.fast.buf)) {
			b.done = true
			return n, nil
		}
		if err := b.tell(); err != nil {
			return n, err
		}
	}
}

// runCutter lets the cutter take a batch of games.
func (b *builder) runCutter() error {
	src := io.NewSectionReader(b.ix.src, b.offset, unknownSize-b.offset)
	if b.cutter == nil {
		b.cutter = syntax.NewCutter(src, b.phase, b.place, b.offset)
		b.cutter.Noise = b.ix.noteNoise
		if b.each != nil {
			b.cutter.Long = b.longPart
		}
	} else {
		b.cutter.Restart(src, b.phase, b.place, b.offset)
	}
	for n := 0; n < b.cutterGames || b.cutter.Ahead() > fastWindow; n++ {
		g, err := b.cutter.Next()
		if errors.Is(err, io.EOF) {
			b.done = true
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.addChunk(g); err != nil {
			return err
		}
		if b.cutter.Done {
			b.offset, b.done = g.Offset+g.Length, true
			return nil
		}
		b.offset, b.place, b.phase = g.Offset+g.Length, b.cutter.Mark, syntax.InTags
		if err := b.tell(); err != nil {
			return err
		}
	}
	b.cutterGames = min(2*b.cutterGames, maxCutterGames)
	return nil
}

// end is where the text ends, once all was read.
func (b *builder) end() int64 {
	if b.ix.text != nil {
		size, _ := b.ix.text.End()
		return size
	}
	return b.offset
}

// maxPending is how many games the index waits for at most.
const maxPending = 256

// addChunk adds a game that the cutter found.
func (b *builder) addChunk(g syntax.Chunk) error {
	if b.each != nil && g.Long {
		b.longOpen = false
		return b.each(recordOf(g), nil, lastPart)
	}
	return b.add(recordOf(g), g.Text)
}

// longPart hands on a part of a game that is too long, of which g has the head.
func (b *builder) longPart(g syntax.Chunk, text []byte) error {
	how := morePart
	if !b.longOpen {
		how, b.longOpen = firstPart, true
	}
	return b.each(recordOf(g), text, how)
}

func (b *builder) add(r record, text []byte) error {
	if b.each != nil {
		return b.each(r, text, wholeGame)
	}
	if len(b.found) == maxPending {
		b.flush()
	}
	b.found = append(b.found, r)
	return nil
}

func (b *builder) flush() {
	b.ix.add(b.found)
	b.found = b.found[:0]
}

// tell reports progress once a megabyte and asks whether to go on.
func (b *builder) tell() error {
	if b.offset-b.told < 1<<20 {
		return nil
	}
	b.told = b.offset
	b.flush()
	if b.progress != nil {
		b.progress(b.offset)
	}
	return b.ctx.Err()
}

func recordOf(g syntax.Chunk) record {
	r := record{offset: g.Offset, line: uint32(g.At.Line), column: uint16(min(g.At.Column, 1<<16-1))}
	r.setSize(g.Length, g.Long)
	for _, t := range g.Tokens {
		if t.Kind != syntax.TagPair {
			if t.Kind == syntax.BadTag {
				r.above |= oddMark
			}
			if t.Kind == syntax.Comment || t.Kind == syntax.LineComment || t.Kind == syntax.BadTag {
				continue
			}
			break
		}
		i := syntax.SkipSpace(g.Text, t.Start+1)
		j := i
		for syntax.IsTagNameByte(g.Text[j]) {
			j++
		}
		if col, ok := columnOf(g.Text[i:j]); ok {
			r.note(col, t.Start)
		}
	}
	return r
}

func (ix *Index) noteNoise(at syntax.Place, text []byte) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if len(ix.warnings) < syntax.MaxWarnings {
		ix.warnings = append(ix.warnings, pgn.ParseError{Line: at.Line, Column: at.Column, Token: syntax.ShortenToken(syntax.ToUTF8(string(text))), Err: pgn.ErrNoise})
	}
}
