package collection

import (
	"context"

	"rookery/chess"
	"rookery/pgn"
	"rookery/variants"
)

// Report is what checking finds out about a game.
type Report struct {
	Number   int    // in its file, from 1
	Plies    int    // of the main line
	Result   string // as [Game] has it
	Warnings []pgn.ParseError

	// The rest is there when it was asked for.
	Rules   chess.Rules
	Variant string // name of the rules for people
	FEN     string // of the position at the end of the main line; empty with Err
	Err     error  // as [Game] has it
}

// Check builds the index, in place of [Index.Build], and meanwhile reads every
// game with all its variations on all processors, as [pgn.Reader] does but without
// keeping them. visit is told of each in the order of the file; whole asks for
// whole reports. It stops with the error of ctx or of visit. Text that belongs
// to no game is among [Index.Warnings] afterwards.
func (ix *Index) Check(ctx context.Context, whole bool, visit func(*Report) error) error {
	return ix.inOrder(ctx, ix.games(ctx, nil), func() worker {
		c := &checker{whole: whole}
		return c.work
	}, func(b *batch) error {
		for i := range b.reports {
			if err := visit(&b.reports[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// checker is what one processor needs to check games.
type checker struct {
	whole   bool
	fast    fastParser
	careful carefulReader
}

func (c *checker) work(b *batch) error {
	b.reports = b.reports[:0]
	for i := range b.games {
		r := Report{Number: b.first + i + 1}
		if b.quick(&c.fast, i) {
			r.Plies, r.Result = c.fast.plies, c.fast.result
			if c.whole {
				r.Rules, r.FEN = c.fast.found.Rules, c.fast.finalPosition().FEN()
				r.Variant = variantName(r.Rules)
			}
		} else if err := c.read(&r, b, i); err != nil {
			return err
		}
		b.reports = append(b.reports, r)
	}
	return nil
}

// read lets the parser read what the fast parser does not.
func (c *checker) read(r *Report, b *batch, i int) error {
	g, err := c.careful.read(b, i)
	if err != nil {
		return err
	}
	r.Plies, r.Result, r.Warnings = g.Plies(), g.Result, g.Warnings
	if !c.whole {
		return nil
	}
	r.Rules, r.Variant, r.Err = g.Rules, g.Variant(), g.Err
	if g.Err == nil {
		at, err := g.BoardAt(g.Root.End())
		if err != nil {
			return err
		}
		r.FEN = at.FEN()
	}
	return nil
}

// VariantName is the name for people of the rules that the tags Variant and FEN tell,
// whichever way they are spelled; the tag itself where they are not known.
func VariantName(tag, fen string) string {
	r, err := variants.FromPGN(tag, fen)
	if err != nil {
		return tag
	}
	return variantName(r)
}

// variantName is the name of known rules for people.
//
//go:noinline
func variantName(r chess.Rules) string {
	if v, ok := variants.Of(r); ok {
		return v.Rules.Name
	}
	return r.Name
}
