package pgn

import (
	"bytes"
	"errors"
	"io"

	"rookery/pgn/internal/syntax"
)

// Reader reads games in order. Its memory does not grow with the
// length of the stream, only with the longest game.
type Reader struct {
	cut      *syntax.Cutter
	src      io.Reader
	number   int // of the last game
	parser   Parser
	warnings []ParseError
	kept     int // warnings that are kept, those on games included
}

// NewReader reads PGN from r. Text may be UTF-8, Windows-1252, or UTF-16 with
// a byte order mark.
func NewReader(r io.Reader) *Reader { return &Reader{src: r} }

// Read is the next game, io.EOF after the last one. Faults of the text are
// warnings of the game; an error is one of the stream.
func (r *Reader) Read() (*Game, error) {
	if r.cut == nil {
		if err := r.open(); err != nil {
			return nil, err
		}
	}
	c, err := r.cut.Next()
	if err != nil {
		return nil, err
	}
	r.number++
	g := r.parser.Parse(c, r.number)
	r.limit(g)
	return g, nil
}

// open looks for a byte order mark and makes the cutter.
func (r *Reader) open() error {
	var head [2]byte
	n, err := io.ReadFull(r.src, head[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	src := io.MultiReader(bytes.NewReader(head[:n]), r.src)
	if order := syntax.ByteOrder(head[:n]); order != nil {
		src = syntax.FromUTF16(src, order)
	}
	r.cut = syntax.NewCutter(src, syntax.Between, syntax.Place{Line: 1, Column: 1}, 0)
	r.cut.Noise = r.noise
	return nil
}

func (r *Reader) noise(at syntax.Place, text []byte) {
	if r.kept == syntax.MaxWarnings {
		return
	}
	r.kept++
	r.warnings = append(r.warnings, ParseError{Line: at.Line, Column: at.Column, Token: syntax.ShortenToken(syntax.ToUTF8(string(text))), Err: ErrNoise})
}

// limit keeps the warnings of a whole file within maxWarnings; a faulty game
// always keeps its first.
func (r *Reader) limit(g *Game) {
	n := len(g.Warnings)
	if room := max(syntax.MaxWarnings-r.kept, 1); n > room {
		g.Warnings = g.Warnings[:room:room]
	}
	r.kept = min(r.kept+n, syntax.MaxWarnings)
}

// Warnings are the faults of text that belongs to no game, as far as the file
// has been read. Each game has its own in [Game.Warnings].
func (r *Reader) Warnings() []ParseError { return r.warnings }
