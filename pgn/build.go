package pgn

import (
	"context"
	"errors"
	"io"
)

// builder fills an index: the sweep passes over ordinary games, the cutter
// takes the others.
type builder struct {
	ix       *Index
	ctx      context.Context
	progress func(read int64)
	told     int64              // bytes that progress was told of
	each     func(record) error // told of every game; may be nil

	offset int64 // where the next game begins
	at     place // of offset
	phase  phase // between at the head of the file, inTags where a game begins
	done   bool

	found []record // that the index does not have yet
	sweep sweep
	cut   *cutter
	batch int // games that the cutter takes in a row
}

// mostBatch bounds batch: a file that is unusual throughout is left to the
// cutter, but looked at again now and then.
const mostBatch = 1 << 12

// step finds one or more games.
func (b *builder) step() error {
	if b.phase == inTags && b.at.column == 1 {
		n, err := b.pass()
		if err != nil || b.done {
			return err
		}
		if n >= 4 {
			b.batch = 1
		}
	}
	return b.read()
}

// pass lets the sweep take games as far as it gets and counts them.
func (b *builder) pass() (n int, err error) {
	for {
		text, err := b.sweep.window(b.ix.src, b.ix.size, b.offset)
		if err != nil {
			return n, err
		}
		r, end, lines, how := b.sweep.passOver(text, b.sweep.eof)
		switch how {
		case cutOff:
			if len(text) == len(b.sweep.buf) {
				return n, nil // longer than the window
			}
			if _, err := b.sweep.refill(b.ix.src, b.ix.size, b.offset); err != nil {
				return n, err
			}
			continue
		case unusual:
			return n, nil
		}
		r.offset, r.length, r.line = b.offset, uint32(end), uint32(b.at.line)
		if err := b.add(r); err != nil {
			return n, err
		}
		n++
		b.offset += int64(end)
		b.at.line += lines
		if b.offset == b.ix.size {
			b.done = true
			return n, nil
		}
		if err := b.tell(); err != nil {
			return n, err
		}
	}
}

// read lets the cutter take a batch of games.
func (b *builder) read() error {
	src := io.NewSectionReader(b.ix.src, b.offset, b.ix.size-b.offset)
	if b.cut == nil {
		b.cut = newCutter(src, b.phase, b.at, b.offset)
		b.cut.noise = b.ix.noise
	} else {
		b.cut.restart(src, b.phase, b.at, b.offset)
	}
	for range b.batch {
		g, err := b.cut.next()
		if errors.Is(err, io.EOF) {
			b.done = true
			return nil
		}
		if err != nil {
			return err
		}
		if int64(len(g.text)) > 1<<32-1 {
			return errLongGame
		}
		if err := b.add(recordOf(g)); err != nil {
			return err
		}
		if b.cut.done {
			b.done = true
			return nil
		}
		b.offset, b.at, b.phase = g.offset+int64(len(g.text)), b.cut.mark, inTags
		if err := b.tell(); err != nil {
			return err
		}
	}
	b.batch = min(2*b.batch, mostBatch)
	return nil
}

// mostFound is how many games the index waits for at most.
const mostFound = 256

// add notes a game.
func (b *builder) add(r record) error {
	if len(b.found) == mostFound {
		b.flush()
	}
	b.found = append(b.found, r)
	if b.each == nil {
		return nil
	}
	return b.each(r)
}

// flush hands the games that were found to the index.
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

// recordOf is the record of a game that the cutter found.
func recordOf(g chunk) record {
	r := record{offset: g.offset, length: uint32(len(g.text)), line: uint32(g.at.line)}
	for _, t := range g.toks {
		if t.kind != tagPair {
			if t.kind == brace || t.kind == lineNote || t.kind == badTag {
				continue
			}
			break
		}
		i := skipWhite(g.text, t.start+1)
		j := i
		for isNameByte(g.text[j]) {
			j++
		}
		if col, ok := columnOf(g.text[i:j]); ok && t.start < 1<<16-1 && r.tags[col] == 0 {
			r.tags[col] = uint16(t.start + 1)
		}
	}
	return r
}

// noise notes text that belongs to no game.
func (ix *Index) noise(at place, text []byte) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if len(ix.warnings) < maxWarnings {
		ix.warnings = append(ix.warnings, ParseError{Line: at.line, Column: at.column, Token: shorten(toUTF8(string(text))), Err: ErrNoise})
	}
}
