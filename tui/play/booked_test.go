package play

import (
	"context"
	"errors"
	"strings"
	"testing"

	"rookery/ai"
	"rookery/ai/book"
	"rookery/chess"
)

// wanderer always plays the first legal move, and notes what it is told.
type wanderer struct{ asked, known int }

func (w *wanderer) History(keys []uint64) { w.known = len(keys) }

func (w *wanderer) Choose(_ context.Context, b chess.Board, _ ai.Limit) (ai.Choice, error) {
	w.asked++
	return ai.Choice{Move: b.Moves(nil)[0], Depth: 1}, nil
}

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

// through plays a game of a thinker against itself and tells how many of the
// first plies came without a search.
func through(t *testing.T, mind Thinker, w *wanderer, r chess.Rules, plies int) (booked int, moves string) {
	t.Helper()
	b, err := chess.NewBoard(r, "")
	if err != nil {
		t.Fatal(err)
	}
	var keys []uint64
	for range plies {
		mind.History(keys)
		if w.known != len(keys) {
			t.Fatalf("the thinker was told of %d positions, want %d", w.known, len(keys))
		}
		before := b.FEN()
		c, err := mind.Choose(t.Context(), b, ai.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if b.FEN() != before {
			t.Fatalf("the board was left as %s", b.FEN())
		}
		if c.Depth == 0 {
			booked++
		}
		moves += chess.UCI(b, c.Move) + " "
		keys = append(keys, b.Key())
		b.Make(c.Move)
	}
	return booked, strings.TrimSpace(moves)
}

const knights = "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f1b5 f8b4 e1g1 e8g8"

func TestBookIsPlayedAsFarAsTheLevelGoes(t *testing.T) {
	levels := ai.Levels()
	for _, level := range levels {
		w := &wanderer{}
		mind := WithBook(w, lines(t, knights), level, 1)
		n, moves := through(t, mind, w, chess.Rules{}, 12)
		want := min(book.Plies(int(level), len(levels)), len(strings.Fields(knights)))
		if n != want || w.asked != 12-want || !strings.HasPrefix(moves, strings.Join(strings.Fields(knights)[:want], " ")) {
			t.Errorf("%s: %d moves of the book, %d searched, want %d: %s", level.Name(), n, w.asked, want, moves)
		}
	}
}

func TestOtherGamesHaveNoBook(t *testing.T) {
	w := &wanderer{}
	mind := WithBook(w, lines(t, knights), strongest(), 1)
	if n, moves := through(t, mind, w, chess.Rules{Pocket: chess.Anywhere}, 4); n != 0 || w.asked != 4 {
		t.Errorf("%d moves of the book, want none: %s", n, moves)
	}
	if WithBook(w, nil, strongest(), 1) != Thinker(w) {
		t.Error("without a book the thinker is not as it was")
	}
}

func TestBadBookMovesAreSearchedInstead(t *testing.T) {
	// White gives his queen away for nothing.
	w := &wanderer{}
	mind := WithBook(w, lines(t, "e2e4 e7e5 d1h5 b8c6 h5f7 e8f7"), strongest(), 1)
	n, moves := through(t, mind, w, chess.Rules{}, 5)
	if strings.Contains(moves, "h5f7") {
		t.Errorf("%d moves of the book: %s", n, moves)
	}
	if !strings.HasPrefix(moves, "e2e4 e7e5") {
		t.Errorf("sound moves were left aside: %s", moves)
	}
}

func TestNoBookMoveAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	mind := WithBook(ai.New(strongest(), ai.Balanced, 1), lines(t, knights), strongest(), 1)
	b, err := chess.NewBoard(chess.Rules{}, "8/8/8/8/8/5k2/5q2/7K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		mind.History(nil)
		if c, err := mind.Choose(ctx, b, ai.Limit{Depth: 1}); !errors.Is(err, ai.ErrNoMove) {
			t.Errorf("%v %v, want %v", c.Move, err, ai.ErrNoMove)
		}
		for _, san := range []string{"f3", "e5", "g4", "Qh4"} { // mated
			if b, err = played(b, san); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// played is the usual array when a board is over, with one more move.
func played(b chess.Board, san string) (chess.Board, error) {
	if len(b.Moves(nil)) == 0 {
		var err error
		if b, err = chess.NewBoard(chess.Rules{}, ""); err != nil {
			return nil, err
		}
	}
	m, err := chess.ParseSAN(b, san)
	if err == nil {
		b.Make(m)
	}
	return b, err
}

func TestSameSeedSameBookMoves(t *testing.T) {
	k := lines(t, knights, "d2d4 d7d5 c2c4 e7e6", "c2c4 e7e5 b1c3 g8f6", "g1f3 d7d5 g2g3 g8f6")
	first := make(map[string]bool)
	for seed := range uint64(12) {
		w := &wanderer{}
		_, one := through(t, WithBook(w, k, strongest(), seed), w, chess.Rules{}, 4)
		_, two := through(t, WithBook(w, k, strongest(), seed), w, chess.Rules{}, 4)
		if one != two {
			t.Errorf("seed %d: %s and %s", seed, one, two)
		}
		first[one[:4]] = true
	}
	if len(first) < 2 {
		t.Errorf("twelve seeds begin with %v alone", first)
	}
}
