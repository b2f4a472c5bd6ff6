package collection

import (
	"context"
	"io"

	"rookery/pgn"
	"rookery/pgn/opening"
)

// Rewrite writes games to w in export format, as [pgn.Writer] does with Format set,
// on all processors and in the order of their numbers in games, which count
// from 0. With nil it writes all games; an index that is not built yet is built
// on the way then, in place of [Index.Build]. openings puts the opening into the
// tags of games of chess as [opening.Tag] does. It stops with the error of ctx
// or of w.
func (ix *Index) Rewrite(ctx context.Context, games []int, openings bool, w io.Writer) error {
	return ix.inOrder(ctx, ix.visitGames(ctx, games), func() worker {
		return newRewriter(openings).work
	}, func(b *batch) error {
		_, err := w.Write(b.out)
		return err
	})
}

// visitGames finds the games with the given numbers.
func (ix *Index) visitGames(ctx context.Context, games []int) func(visitRecord) error {
	n := len(games)
	if games == nil {
		if n = ix.Len(); n == 0 && !ix.Whole() {
			return ix.buildAndVisit(ctx)
		}
	}
	return func(take visitRecord) error {
		for k := range n {
			i := k
			if games != nil {
				i = games[k]
			}
			if err := take(i, ix.record(i)); err != nil {
				return err
			}
		}
		return nil
	}
}

type rewriter struct {
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
