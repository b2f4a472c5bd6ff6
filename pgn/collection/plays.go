package collection

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// Play is how a game began and what came of it.
type Play struct {
	Number  int   // from 0
	Offset  int64 // of its first byte
	Variant string
	Result  string
	Rating  int // of the players, on average; 0 where none is known
	Year    int // 0 where it is not known
	Steps   []Step
}

// Step is a move of the main line and the [chess.Board.Key] of the position that it was
// made in.
type Step struct {
	Key  uint64
	Move chess.Move
}

// Plays passes through the file as [Index.Select] does and calls visit with the first moves
// of each game, plies of them at most, in the order of the file. What it is given is
// valid until it returns.
func (ix *Index) Plays(ctx context.Context, plies int, visit func(*Play) error) error {
	return ix.inOrder(ctx, ix.games(ctx, nil), func() worker { return newPlayReader(plies).work }, func(b *batch) error {
		for i := range b.plays {
			if err := visit(&b.plays[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Passed is how many bytes of how many of the file a pass has read that has come to an offset
// of the text; the file may be packed.
func (f *File) Passed(offset int64) (read, size int64) {
	if f.text != nil {
		return f.text.Progress(), f.packedSize
	}
	return offset, f.size
}

// VariantOf is the name for people of rules, by which [Play] tells variants apart.
func VariantOf(r chess.Rules) string { return variantName(r) }

// HeaderAt reads the tags of the game that begins at an offset; the index need not be built.
func (ix *Index) HeaderAt(offset int64) (h Header, err error) {
	err = ix.at(offset, func(r record, text []byte, _ part) { h = headerOf(text, r) })
	return h, err
}

// TextAt is the text of the game that begins at an offset; [pgn.ErrTooLong] for one that is too
// long to be read.
func (ix *Index) TextAt(offset int64) (text []byte, err error) {
	how := wholeGame
	err = ix.at(offset, func(_ record, game []byte, part part) { text, how = bytes.Clone(game), part })
	if how != wholeGame {
		return nil, pgn.ErrTooLong
	}
	return text, err
}

// at finds the game that begins at an offset.
func (ix *Index) at(offset int64, visit func(record, []byte, part)) error {
	b := builder{
		ix: ix, ctx: context.Background(), offset: offset, cutterGames: 1,
		place: syntax.Place{Line: 1, Column: 1}, phase: syntax.InTags,
	}
	found := false
	b.each = func(r record, text []byte, how part) error {
		visit(r, text, how)
		found = true
		return errEnough
	}
	for !b.done {
		if err := b.step(); err != nil {
			if found {
				return nil
			}
			return err
		}
	}
	return io.ErrUnexpectedEOF
}

// stepNotes notes the moves of the main line of a game while it is parsed.
type stepNotes struct {
	most  int
	known bool // the result is told by its tag
	from  int  // of steps, where the game begins
	steps []Step
}

func (n *stepNotes) begin(result string) {
	n.from, n.known = len(n.steps), result != "" && result != pgn.Unknown
}

func (n *stepNotes) move(key uint64, m chess.Move) {
	if len(n.steps)-n.from < n.most && m != chess.Pass {
		n.steps = append(n.steps, Step{key, m})
	}
}

// enough reports whether nothing more of the game is asked for.
func (n *stepNotes) enough() bool { return n.known && len(n.steps)-n.from == n.most }

// playReader reads how games began on one processor.
type playReader struct {
	notes   stepNotes
	fast    fastParser
	careful carefulReader
}

func newPlayReader(plies int) *playReader {
	r := &playReader{notes: stepNotes{most: plies}}
	r.fast.steps = &r.notes
	return r
}

func (r *playReader) work(b *batch) error {
	b.plays, r.notes.steps = b.plays[:0], b.steps[:0]
	for i := range b.games {
		from := len(r.notes.steps)
		p := Play{Number: b.first + i, Offset: b.games[i].offset}
		if b.quick(&r.fast, i) {
			r.tags(&p)
		} else {
			r.notes.steps = r.notes.steps[:from]
			g, err := r.careful.read(b, i)
			if err != nil {
				return err
			}
			if err := r.game(&p, g); err != nil {
				return err
			}
		}
		p.Steps = r.notes.steps[from:] // its length alone counts until all are there
		b.plays = append(b.plays, p)
	}
	b.steps, r.notes.steps = r.notes.steps, nil
	at := 0
	for i := range b.plays {
		n := len(b.plays[i].Steps)
		b.plays[i].Steps = b.steps[at : at+n : at+n]
		at += n
	}
	return nil
}

// tags takes in what the tags of the game say that the fast parser read.
func (r *playReader) tags(p *Play) {
	p.Variant, p.Result = variantName(r.fast.found.Rules), r.fast.result
	var elo [2]int
	for i := range r.fast.tags {
		value := r.fast.tags[i].value
		switch string(r.fast.tags[i].name) {
		case "Date":
			p.Year = yearOf(value)
		case "WhiteElo":
			elo[0], _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		case "BlackElo":
			elo[1], _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		}
	}
	p.Rating = meanRating(elo)
}

// game takes in a game that the parser read.
func (r *playReader) game(p *Play, g *pgn.Game) error {
	var elo [2]int
	for c, name := range [2]string{"WhiteElo", "BlackElo"} {
		elo[c], _ = strconv.Atoi(strings.TrimSpace(g.Tags.Value(name)))
	}
	p.Variant, p.Result, p.Rating, p.Year = variantName(g.Rules), g.Result, meanRating(elo), yearOf([]byte(g.Tags.Value("Date")))
	if g.Err != nil {
		return nil
	}
	b, err := g.Board()
	if err != nil {
		return err
	}
	r.notes.begin("")
	for n, ply := g.Root.Next(), 0; n != nil && ply < r.notes.most; n, ply = n.Next(), ply+1 {
		r.notes.move(b.Key(), n.Move)
		b.Make(n.Move)
	}
	return nil
}

// meanRating is the mean of the ratings that are known.
func meanRating(elo [2]int) int {
	switch {
	case elo[0] <= 0:
		return max(elo[1], 0)
	case elo[1] <= 0:
		return elo[0]
	}
	return (elo[0] + elo[1]) / 2
}

// yearOf is the year of a date as PGN writes it.
func yearOf(date []byte) int {
	year, err := strconv.ParseUint(string(date[:min(4, len(date))]), 10, 16)
	if err != nil {
		return 0
	}
	return int(year)
}
