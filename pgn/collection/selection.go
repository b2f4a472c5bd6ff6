package collection

import (
	"bytes"
	"context"
	"errors"
	"math"
	"sort"

	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// Selection says which games of a file are meant: those that fit Query and whose
// numbers are among Games. The zero Selection means all.
type Selection struct {
	Query Query
	Games Numbers
	// Codes asks for the opening codes of games whose ECO tag is none: those that their
	// moves come to, as Query looks for them.
	Codes bool
}

// All reports whether no game is left out.
func (s Selection) All() bool { return s.Games == nil && s.Query.Empty() }

// Numbers are numbers of games as ranges, upwards and apart from each other; nil
// means all numbers.
type Numbers []Range

// Range is the numbers From ≤ n < To.
type Range struct{ From, To int }

// Has reports whether a number is among them.
func (n Numbers) Has(i int) bool {
	if n == nil {
		return true
	}
	k := sort.Search(len(n), func(k int) bool { return n[k].To > i })
	return k < len(n) && n[k].From <= i
}

// end is the number behind the last.
func (n Numbers) end() int {
	switch {
	case n == nil:
		return math.MaxInt
	case len(n) == 0:
		return 0
	}
	return n[len(n)-1].To
}

// errEnough ends a pass behind the last game that is meant.
var errEnough = errors.New("no more games are meant")

// games finds the games with the given numbers: in the index where it is built,
// else by a pass through the file that keeps nothing of them. Of a game that is too
// long to be read the index gives the head alone, a pass all parts.
func (ix *Index) games(ctx context.Context, numbers Numbers) func(visitRecord) error {
	return func(take visitRecord) error {
		end := numbers.end()
		if ix.Len() > 0 || ix.Whole() {
			for i := range min(ix.Len(), end) {
				if !numbers.Has(i) {
					continue
				}
				r := ix.record(i)
				how := wholeGame
				if r.long() {
					how = firstPart
				}
				if err := take(i, r, nil, how); err != nil {
					return err
				}
			}
			return nil
		}
		i := -1
		err := ix.build(ctx, nil, func(r record, text []byte, how part) error {
			if how <= firstPart {
				i++
			}
			if i >= end {
				return errEnough
			}
			if !numbers.Has(i) {
				return nil
			}
			return take(i, r, text, how)
		})
		if errors.Is(err, errEnough) {
			err = nil
		}
		return err
	}
}

// Found is a game that a pass has come to. It is valid until the function returns that
// was given it. A game that is too long to be read comes in several: what they have in Text makes the whole.
type Found struct {
	Number int    // from 0
	Entry         // Length is there with the last
	Text   []byte // as in the file, up to the next game
	More   bool   // more of the game follows

	rec  *record
	head []byte // of a game that is too long; else nil
	code string // of the opening that the moves come to, where it was asked for
}

// Header is the tags that a list of games shows, with the code that the selection
// asked for.
func (f *Found) Header() Header {
	text := f.Text
	if f.head != nil {
		text = f.head
	}
	h := headerOf(text, *f.rec)
	if f.code != "" {
		h.ECO = f.code
	}
	return h
}

// Copy writes the game as [pgn.Writer.WriteRaw] does, or what there is of it.
func (f *Found) Copy(w *pgn.Writer) error {
	if f.head != nil {
		return w.WritePart(f.Text, !f.More)
	}
	return w.WriteRaw(f.Text)
}

// Select passes through the file, in place of [Index.Build] unless that was done
// before, and calls found with the games that are meant, in their order and one
// call at a time. Nothing of them is kept, so that memory does not grow with the file. It
// uses all processors and stops with the error of ctx or of found. In an index that was
// built before, it has the head alone of a game that is too long to be read.
func (ix *Index) Select(ctx context.Context, s Selection, found func(*Found) error) error {
	m, err := s.Query.compile()
	if err != nil {
		return err
	}
	var as handover
	return ix.inOrder(ctx, ix.games(ctx, s.Games), func() worker {
		w := newSearcher(m)
		w.codes = s.Codes
		return w.work
	}, func(b *batch) error { return as.deliver(b, b.fit, found) })
}

// handover makes games of batches.
type handover struct {
	head []byte // of a game that is too long and is handed on
}

// deliver hands on the games of a batch at the places of fit, which for a game that is too
// long the first part has.
func (h *handover) deliver(b *batch, fit []int, found func(*Found) error) error {
	if b.part > wholeGame {
		if b.part == firstPart {
			if h.head = nil; len(fit) > 0 {
				h.head = bytes.Clone(b.text[:min(len(b.text), syntax.HeadOfLong)])
			}
		}
		if h.head == nil {
			return nil
		}
		r := &b.games[0]
		return found(&Found{Number: b.first, Entry: r.entry(), Text: b.text, More: b.given && b.part < lastPart, rec: r, head: h.head})
	}
	for k, i := range fit {
		r := &b.games[i]
		f := Found{Number: b.first + i, Entry: r.entry(), Text: b.game(i), rec: r}
		if len(b.codes) > k {
			f.code = b.codes[k]
		}
		if err := found(&f); err != nil {
			return err
		}
	}
	return nil
}

// Search looks through the games found so far and calls found with the numbers
// of those that fit, counted from 0, in their order and one call at a time. It
// uses all processors and stops with the error of ctx.
func (ix *Index) Search(ctx context.Context, q Query, found func(i int)) error {
	return ix.SearchPart(ctx, q, 0, ix.Len(), found)
}

// SearchPart is Search among the games from ≤ i < to alone.
func (ix *Index) SearchPart(ctx context.Context, q Query, from, to int, found func(i int)) error {
	if from >= to {
		return q.Check()
	}
	return ix.Select(ctx, Selection{Query: q, Games: Numbers{{from, to}}}, func(f *Found) error {
		if !f.More {
			found(f.Number)
		}
		return nil
	})
}
