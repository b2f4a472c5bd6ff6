package collection

import (
	"context"
	"errors"
	"io"

	"rookery/pgn"
	"rookery/pgn/opening"
)

// Rewrite writes the games that are meant to w in export format, as [pgn.Writer] does
// with Format set, on all processors and in the order of the file. It passes
// through the file as [Index.Select] does. openings puts the opening into the
// tags of games of chess as [opening.Tag] does. Text that has no place in export format,
// such as words among the moves, is left out: told, unless it is nil, is told of each in
// the order of the file, and with [pgn.ErrTooLong] of games that are too long to be read,
// which are copied as they stand. Rewrite stops with the error of ctx or of w.
func (ix *Index) Rewrite(ctx context.Context, s Selection, openings bool, w io.Writer, told func(*pgn.ParseError)) error {
	m, err := s.Query.compile()
	if err != nil {
		return err
	}
	return ix.inOrder(ctx, ix.games(ctx, s.Games), func() worker {
		r := newRewriter(openings)
		r.filter = newSearcher(m)
		return r.work
	}, (&longCopier{w: pgn.NewWriter(w), game: func(b *batch) error {
		for i := range b.lost {
			if told != nil {
				told(&b.lost[i])
			}
		}
		_, err := w.Write(b.out)
		return err
	}, long: func(b *batch) {
		if r := &b.games[0]; told != nil {
			told(&pgn.ParseError{Game: b.first + 1, Line: int(r.line), Column: int(r.column), Err: pgn.ErrTooLong})
		}
	}}).deliver)
}

// longCopier writes batches by game, and those of games that are too long to be read as
// they stand.
type longCopier struct {
	w    *pgn.Writer
	game func(*batch) error
	long func(*batch) // is told of each of those
	open bool         // one is being copied
}

func (c *longCopier) deliver(b *batch) error {
	if b.part == wholeGame {
		return c.game(b)
	}
	if b.part == firstPart {
		if c.open = len(b.fit) > 0; c.open {
			c.long(b)
		}
		if c.open && !b.given {
			return b.ix.CopyGame(c.w, b.first)
		}
	}
	if !c.open {
		return nil
	}
	return c.w.WritePart(b.text, b.part == lastPart)
}

// loses tells whether what a warning is about is not written again. Moves that could
// not be read are: they stand in a comment.
func loses(w *pgn.ParseError) bool {
	return errors.Is(w.Err, pgn.ErrStrayText) || errors.Is(w.Err, pgn.ErrNoise) || errors.Is(w.Err, pgn.ErrTagTwice) || errors.Is(w.Err, pgn.ErrResults)
}

// rewriter keeps its exporter in itself: alone it is small, so that those of two workers came to
// lie on one cache line, and at a bad time an export by two processors took a third more of their time.
type rewriter struct {
	filter   *searcher // which games are meant; nil for all
	fast     fastParser
	exporter exporter
	careful  carefulReader
	writer   pgn.Writer // appends alone
	openings bool
}

func newRewriter(openings bool) *rewriter {
	r := &rewriter{openings: openings, exporter: exporter{wantOpening: openings}}
	r.fast.exporter = &r.exporter
	return r
}

func (r *rewriter) work(b *batch) error {
	s := &r.exporter
	s.out, b.lost = b.out[:0], b.lost[:0]
	for i := range b.games {
		if r.filter != nil {
			if ok, err := r.filter.fits(b, i); err != nil || !ok {
				if err != nil {
					return err
				}
				continue
			}
		}
		if b.part != wholeGame {
			b.fit = append(b.fit, i)
			break
		}
		if r.fast.parse(b.game(i)) {
			continue
		}
		g, err := r.careful.read(b, i)
		if err != nil {
			return err
		}
		for k := range g.Warnings {
			if w := &g.Warnings[k]; loses(w) {
				b.lost = append(b.lost, *w)
			}
		}
		if r.openings {
			opening.Tag(g)
		}
		if s.out, err = r.writer.AppendGame(s.out, g); err != nil {
			return err
		}
	}
	b.out, s.out = s.out, nil
	return nil
}
