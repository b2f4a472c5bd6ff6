package pgn

import (
	"context"
	"io"
)

// Rewrite writes games to w in export format, as [Writer] does with Format set,
// on all processors and in the order of their numbers in games, which count
// from 0. With nil it writes all games; an index that is not built yet is built
// on the way then, in place of [Index.Build]. openings puts the opening into the
// tags of games of chess as [TagOpening] does. It stops with the error of ctx
// or of w.
func (ix *Index) Rewrite(ctx context.Context, games []int, openings bool, w io.Writer) error {
	return ix.inOrder(ctx, ix.finding(ctx, games), func() worker {
		return newRewriter(openings).work
	}, func(b *batch) error {
		_, err := w.Write(b.out)
		return err
	})
}

// finding finds the games with the given numbers.
func (ix *Index) finding(ctx context.Context, games []int) func(found) error {
	n := len(games)
	if games == nil {
		if n = ix.Len(); n == 0 && !ix.Whole() {
			return ix.building(ctx)
		}
	}
	return func(take found) error {
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

// rewriter is what one processor needs to write games anew.
type rewriter struct {
	replay   replay
	slow     careful
	writer   Writer // appends alone
	openings bool
}

func newRewriter(openings bool) *rewriter {
	r := &rewriter{openings: openings}
	r.replay.scribe = &scribe{name: openings}
	return r
}

func (r *rewriter) work(b *batch) error {
	s := r.replay.scribe
	s.out = b.out[:0]
	for i := range b.games {
		if r.replay.game(b.game(i)) {
			continue
		}
		g, err := r.slow.read(b, i)
		if err != nil {
			return err
		}
		if r.openings {
			TagOpening(g)
		}
		if s.out, err = r.writer.AppendGame(s.out, g); err != nil {
			return err
		}
	}
	b.out, s.out = s.out, nil
	return nil
}
