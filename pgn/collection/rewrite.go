package collection

import (
	"context"
	"io"

	"rookery/pgn"
	"rookery/pgn/opening"
)

// Rewrite writes the games that are meant to w in export format, as [pgn.Writer] does
// with Format set, on all processors and in the order of the file. It passes
// through the file as [Index.Select] does. openings puts the opening into the
// tags of games of chess as [opening.Tag] does. It stops with the error of ctx
// or of w.
func (ix *Index) Rewrite(ctx context.Context, s Selection, openings bool, w io.Writer) error {
	m, err := s.Query.compile()
	if err != nil {
		return err
	}
	return ix.inOrder(ctx, ix.games(ctx, s.Games), func() worker {
		r := newRewriter(openings)
		r.filter = newSearcher(m)
		return r.work
	}, (&longCopier{w: pgn.NewWriter(w), game: func(b *batch) error {
		_, err := w.Write(b.out)
		return err
	}}).deliver)
}

// longCopier writes batches by game, and those of games that are too long to be read as
// they stand.
type longCopier struct {
	w    *pgn.Writer
	game func(*batch) error
	open bool // a game is being copied
}

func (c *longCopier) deliver(b *batch) error {
	if b.part == wholeGame {
		return c.game(b)
	}
	if b.part == firstPart {
		if c.open = len(b.fit) > 0; c.open && !b.given {
			return b.ix.CopyGame(c.w, b.first)
		}
	}
	if !c.open {
		return nil
	}
	return c.w.WritePart(b.text, b.part == lastPart)
}

type rewriter struct {
	filter   *searcher // which games are meant; nil for all
	fast     fastParser
	careful  carefulReader
	writer   pgn.Writer // appends alone
	openings bool
}

func newRewriter(openings bool) *rewriter {
	r := &rewriter{openings: openings}
	r.fast.exporter = &exporter{wantOpening: openings}
	return r
}

func (r *rewriter) work(b *batch) error {
	s := r.fast.exporter
	s.out = b.out[:0]
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
