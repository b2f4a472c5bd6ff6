package collection

import (
	"context"
	"io"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/variants"
)

// LineForm is how the main line of a game is written.
type LineForm uint8

const (
	// UCILines is one line for each game: id of the variant, FEN of the first position
	// unless it is the usual one, and the moves as UCI writes them.
	UCILines LineForm = iota
	// FENLines is one line for each position: a name, the number of the game from 1,
	// the number of half-moves made, and the FEN.
	FENLines
)

// Lines writes the main lines of the games that are meant, separated by tabs, on all processors and
// in the order of the file. name stands at the head of each of [FENLines]. It
// passes through the file as [Index.Select] does. skipped is told of games that have no board.
func (ix *Index) Lines(ctx context.Context, s Selection, form LineForm, name string, w io.Writer, skipped func(game int, err error)) error {
	m, err := s.Query.compile()
	if err != nil {
		return err
	}
	return ix.inOrder(ctx, ix.games(ctx, s.Games), func() worker {
		l := &lineWriter{filter: newSearcher(m), form: form, name: name}
		l.fast.lines = l
		return l.work
	}, func(b *batch) error {
		for _, f := range b.skipped {
			skipped(b.first+f.game, f.err)
		}
		_, err := w.Write(b.out)
		return err
	})
}

// skippedGame is a game of a batch that could not be written.
type skippedGame struct {
	game int
	err  error
}

// lineWriter writes main lines on one processor.
type lineWriter struct {
	filter  *searcher
	form    LineForm
	name    string
	fast    fastParser
	careful carefulReader

	number int    // of the game, from 1
	ply    int    // moves made
	out    []byte // whole games
	moves  []byte // of the current one, as UCI writes them
}

func (l *lineWriter) work(b *batch) error {
	l.out, b.skipped = b.out[:0], b.skipped[:0]
	for i := range b.games {
		ok, err := l.filter.fits(b, i)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		l.number = b.first + i + 1
		from := len(l.out)
		if b.quick(&l.fast, i) {
			fen, _ := l.fast.value("FEN")
			l.end(l.fast.found.Rules, variantName(l.fast.found.Rules), string(fen))
			continue
		}
		l.out = l.out[:from]
		g, err := l.careful.read(b, i)
		if err != nil {
			return err
		}
		if err := l.game(g); err != nil {
			l.out = l.out[:from]
			b.skipped = append(b.skipped, skippedGame{i, err})
		}
	}
	b.out, l.out = l.out, nil
	return nil
}

// begin starts with the first position of a game.
func (l *lineWriter) begin(p *chess.Position) {
	l.moves, l.ply = l.moves[:0], 0
	if l.form == FENLines {
		l.position(p.FEN())
	}
}

// move takes a move of the main line and the position after it.
func (l *lineWriter) move(p *chess.Position, m chess.Move) {
	l.ply++
	if l.form == FENLines {
		l.position(p.FEN())
		return
	}
	l.moves = p.AppendUCI(l.separated(), m)
}

// separated is the moves with what stands before the next.
func (l *lineWriter) separated() []byte {
	if len(l.moves) == 0 {
		return l.moves
	}
	return append(l.moves, ' ')
}

// position writes a position.
func (l *lineWriter) position(fen string) {
	out := append(append(l.out, l.name...), '\t')
	out = append(strconv.AppendInt(out, int64(l.number), 10), '\t')
	out = append(strconv.AppendInt(out, int64(l.ply), 10), '\t')
	l.out = append(append(out, fen...), '\n')
}

// end writes the line of a game.
func (l *lineWriter) end(r chess.Rules, name, start string) {
	if l.form == FENLines {
		return
	}
	if v, ok := variants.Of(r); ok {
		name = v.ID
	}
	if start = strings.Join(strings.Fields(start), " "); start == "?" || start == "-" {
		start = ""
	}
	out := append(append(l.out, name...), '\t')
	out = append(append(out, start...), '\t')
	l.out = append(append(out, l.moves...), '\n')
}

// game writes a game that the parser has read.
func (l *lineWriter) game(g *pgn.Game) error {
	b, err := g.Board()
	if err != nil {
		return err
	}
	l.moves, l.ply = l.moves[:0], 0
	if l.form == FENLines {
		l.position(b.FEN())
	}
	for n := g.Root.Next(); n != nil; n = n.Next() {
		if l.ply++; l.form == UCILines {
			l.moves = append(l.separated(), chess.UCI(b, n.Move)...)
		}
		if b.Make(n.Move); l.form == FENLines {
			l.position(b.FEN())
		}
	}
	l.end(g.Rules, g.Variant(), g.Start)
	return nil
}
