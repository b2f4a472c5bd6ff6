package engineplay

import (
	"context"
	"strings"
	"testing"

	"rookery/ai"
	"rookery/ai/book"
	"rookery/chess"
	"rookery/tui/play"
)

// lines is a book of lines in UCI.
func lines(t *testing.T, all ...string) *book.Book {
	t.Helper()
	return book.FromLines(func() [][]chess.Move {
		var out [][]chess.Move
		for _, line := range all {
			b, err := chess.NewBoard(chess.Rules{}, "")
			if err != nil {
				t.Fatal(err)
			}
			var moves []chess.Move
			for _, text := range strings.Fields(line) {
				m, err := chess.ParseUCI(b, text)
				if err != nil {
					t.Fatal(err)
				}
				moves = append(moves, m)
				b.Make(m)
			}
			out = append(out, moves)
		}
		return out
	})
}

// through lets an opener play both sides of a game, as long as it knows moves.
func through(t *testing.T, o *Opener, r chess.Rules) (moves string) {
	t.Helper()
	b, err := chess.NewBoard(r, "")
	if err != nil {
		t.Fatal(err)
	}
	for made := 0; ; made++ {
		before := b.FEN()
		c, ok := o.Choose(t.Context(), b, made)
		if b.FEN() != before {
			t.Fatalf("the board was left as %s", b.FEN())
		}
		if !ok {
			return strings.TrimSpace(moves)
		}
		if c.Depth != 0 || len(c.PV) != 1 || c.PV[0] != c.Move {
			t.Errorf("%+v, want a move of the book", c)
		}
		moves += chess.UCI(b, c.Move) + " "
		b.Make(c.Move)
	}
}

const knights = "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f1b5 f8b4 e1g1 e8g8"

func TestBookIsPlayedAsFarAsTheLevelGoes(t *testing.T) {
	if testing.Short() {
		t.Skip("many searches")
	}
	levels := ai.Levels()
	all := strings.Fields(knights)
	for i, level := range levels {
		want := strings.Join(all[:min(book.Plies(i, len(levels)), len(all))], " ")
		if got := through(t, NewOpener(lines(t, knights), level, 1), chess.Rules{}); got != want {
			t.Errorf("%s: %s, want %s", level.Name(), got, want)
		}
	}
}

func TestNoOpener(t *testing.T) {
	if got := through(t, NewOpener(lines(t, knights), play.Strongest(), 1), chess.Rules{Pocket: chess.Anywhere}); got != "" {
		t.Errorf("in another game: %s", got)
	}
	if got := through(t, NewOpener(nil, play.Strongest(), 1), chess.Rules{}); got != "" {
		t.Errorf("without a book: %s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := NewOpener(lines(t, knights), play.Strongest(), 1).Choose(ctx, b, 0); ok {
		t.Errorf("%s after it was called off", c.Move)
	}
}

func TestBadBookMovesAreLeftAside(t *testing.T) {
	for name, c := range map[string]struct {
		line string // of which the last move is to be judged
		good bool
	}{
		"the queen for nothing, and one answer": {"e2e4 e7e5 d1h5 b8c6 h5f7", false},
		"the queen for nothing":                 {"e2e4 e7e5 g1f3 d8g5", false},
		"into mate at once":                     {"f2f3 e7e5 g2g4", false},
		"mate":                                  {"e2e4 e7e5 d1h5 b8c6 f1c4 a7a6 h5f7", true},
		"mate by Black":                         {"f2f3 e7e5 g2g4 d8h4", true},
		"an ordinary move":                      {"e2e4 e7e5 g1f3", true},
	} {
		b, err := chess.NewBoard(chess.Rules{}, "")
		if err != nil {
			t.Fatal(err)
		}
		moves := strings.Fields(c.line)
		last := moves[len(moves)-1]
		for _, text := range moves[:len(moves)-1] {
			m, err := chess.ParseUCI(b, text)
			if err != nil {
				t.Fatal(err)
			}
			b.Make(m)
		}
		got, ok := NewOpener(lines(t, c.line), play.Strongest(), 1).Choose(t.Context(), b, 0)
		if ok != c.good || ok && chess.UCI(b, got.Move) != last {
			t.Errorf("%s: %s %v, want %s %v", name, got.Move, ok, last, c.good)
		}
	}
}

func TestSameSeedSameBookMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("many searches")
	}
	k := lines(t, knights, "d2d4 d7d5 c2c4 e7e6", "c2c4 e7e5 b1c3 g8f6", "g1f3 d7d5 g2g3 g8f6")
	first := make(map[string]bool)
	for seed := range uint64(12) {
		one := through(t, NewOpener(k, play.Strongest(), seed), chess.Rules{})
		two := through(t, NewOpener(k, play.Strongest(), seed), chess.Rules{})
		if one != two {
			t.Errorf("seed %d: %s and %s", seed, one, two)
		}
		first[one[:4]] = true
	}
	if len(first) < 2 {
		t.Errorf("twelve seeds begin with %v alone", first)
	}
}
