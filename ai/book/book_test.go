package book_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"rookery/ai/book"
	"rookery/chess"
)

func board(t testing.TB, moves string) chess.Board {
	t.Helper()
	b, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, san := range strings.Fields(moves) {
		m, err := chess.ParseSAN(b, san)
		if err != nil {
			t.Fatal(err)
		}
		b.Make(m)
	}
	return b
}

func fromLines(t testing.TB, lines ...string) *book.Book {
	return book.FromLines(func() [][]chess.Move {
		var out [][]chess.Move
		for _, line := range lines {
			b, moves := board(t, ""), []chess.Move(nil)
			for _, san := range strings.Fields(line) {
				m, err := chess.ParseSAN(b, san)
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

// known writes the replies of a book: "e4 3, d4 1".
func known(k *book.Book, b chess.Board) string {
	var out []string
	for _, r := range k.Replies(b) {
		out = append(out, fmt.Sprintf("%s %d", chess.SAN(b, r.Move), r.Weight))
	}
	return strings.Join(out, ", ")
}

func times(n int, line string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = line
	}
	return out
}

func TestLines(t *testing.T) {
	lines := append(times(12, "e4 e5 Nf3 Nc6"), "e4 c5", "e4 d5 exd5", "e4 c5 Nf3", "d4 d5 c4", "c4 d5 d4 e6")
	k := fromLines(t, lines...)
	for _, c := range []struct{ name, moves, want string }{
		{"a move weighs as much as the lines that go on with it", "", "e4 15"},
		{"one that a tenth of the most go on with is played", "e4", "e5 12, c5 2"},
		{"the end of all lines is the end of the book", "e4 e5 Nf3 Nc6", ""},
		{"a position off the lines is not known", "e4 e6", ""},
		{"ways to one position are counted together", "c4 d5 d4", "e6 1"},
		{"another order of moves finds it", "d4 d5 c4", "e6 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := known(k, board(t, c.moves)); got != c.want {
				t.Errorf("after %q: %q, want %q", c.moves, got, c.want)
			}
		})
	}
}

func TestPickFollowsSeedAndWeights(t *testing.T) {
	k := fromLines(t, append(times(3, "e4 e5"), "d4 d5")...)
	b := board(t, "")
	before := b.FEN()
	count := make(map[string]int)
	rng := rand.New(rand.NewPCG(7, 0))
	for range 4000 {
		m, ok := k.Pick(b, rng)
		if !ok {
			t.Fatal("no move at the start")
		}
		count[chess.SAN(b, m)]++
	}
	if n := count["e4"]; n < 2900 || n > 3100 || n+count["d4"] != 4000 {
		t.Errorf("%v, want e4 some 3000 times and d4 some 1000", count)
	}
	if b.FEN() != before {
		t.Errorf("the board was changed to %s", b.FEN())
	}
	one, two := rand.New(rand.NewPCG(9, 9)), rand.New(rand.NewPCG(9, 9))
	for range 100 {
		m, _ := k.Pick(b, one)
		if n, _ := k.Pick(b, two); m != n {
			t.Fatalf("%s and %s with the same seed", m, n)
		}
	}
	if m, ok := k.Pick(board(t, "e4 e5"), one); ok {
		t.Errorf("%s behind the end of the book", m)
	}
}

func TestOtherGamesHaveNoBook(t *testing.T) {
	k := fromLines(t, "e4 e5")
	usual := func(int) string { return "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" }
	for name, r := range map[string]chess.Rules{
		"explosions":    {Capture: chess.Explode},
		"fog":           {Fog: true},
		"random starts": {Start: &chess.StartPositions{Name: "any", Count: 960, Usual: 518, FEN: usual}},
		"a hill":        {Goal: chess.Hill},
		"pockets":       {Pocket: chess.Anywhere},
		"no castling":   {NoCastling: true},
		"named as such": {Name: "Anything", Forced: true},
	} {
		b, err := chess.NewBoard(r, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := known(k, b); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
	b, err := chess.NewBoard(chess.Rules{Name: "Chess", Aim: "Checkmate the king."}, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := known(k, b); got != "e4 1" {
		t.Errorf("chess by its name: %q, want %q", got, "e4 1")
	}
	var none *book.Book
	if _, ok := none.Pick(board(t, ""), rand.New(rand.NewPCG(1, 1))); ok {
		t.Error("a move from no book")
	}
	if err := none.Close(); err != nil {
		t.Error(err)
	}
}

func TestPickSoundAvoidsBadMoves(t *testing.T) {
	k := fromLines(t, append(times(6, "e4 e5 f4"), append(times(3, "e4 e5 Nf3"), "e4 e5 Bc4")...)...)
	b := board(t, "e4 e5")
	before := b.Key()
	worth := map[string]int{ // for the side to move, by the last move
		"f4": 90, "Nf3": -20, "Bc4": 31,
	}
	judge := func(_ context.Context, now chess.Board) (int, error) {
		if now.Key() == before {
			return 30, nil
		}
		for san, cp := range worth {
			if now.Key() == board(t, "e4 e5 "+san).Key() {
				return cp, nil
			}
		}
		t.Errorf("asked about %s", now.FEN())
		return 0, nil
	}
	pick := func(judge book.Judge) map[string]bool {
		got := make(map[string]bool)
		for seed := range uint64(60) {
			m, ok := k.PickSound(t.Context(), b, rand.New(rand.NewPCG(seed, 0)), judge)
			san := "none"
			if ok {
				san = chess.SAN(b, m)
			}
			got[san] = true
			if b.Key() != before {
				t.Fatalf("the board was left as %s", b.FEN())
			}
		}
		return got
	}
	if got := pick(judge); len(got) != 1 || !got["Nf3"] {
		t.Errorf("%v, want Nf3 alone: f4 is worth 120 less than the position, Bc4 61", got)
	}
	worth["Bc4"] = 30
	if got := pick(judge); len(got) != 2 || !got["Nf3"] || !got["Bc4"] {
		t.Errorf("%v, want Nf3 and Bc4, which is worth 60 less", got)
	}
	worth["Bc4"], worth["Nf3"] = 500, 500
	if got := pick(judge); len(got) != 1 || !got["none"] {
		t.Errorf("%v, want none where all are bad", got)
	}
	fails := func(context.Context, chess.Board) (int, error) { return 0, errors.New("no opinion") }
	if got := pick(fails); !got["f4"] || got["none"] {
		t.Errorf("%v, want what is drawn where the judge fails", got)
	}
}

func TestPliesGrowWithTheLevel(t *testing.T) {
	for _, levels := range []int{1, 2, 3, 10} {
		last := 0
		for level := range levels {
			n := book.Plies(level, levels)
			if n <= last {
				t.Errorf("level %d of %d: %d plies, want more than %d", level, levels, n, last)
			}
			last = n
		}
		if last < 100 {
			t.Errorf("the strongest of %d leaves the book after %d plies", levels, last)
		}
	}
	if n := book.Plies(0, 10); n != 4 {
		t.Errorf("the weakest plays %d plies, want 4", n)
	}
}

// TestBookIsSafeForSeveralPlayers is for the race detector.
func TestBookIsSafeForSeveralPlayers(t *testing.T) {
	file, err := book.Open(put(t, line{0x463b96181691fc9c, move("e2e4", 0), 1}))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, k := range []*book.Book{fromLines(t, "e4 e5", "e4 c5"), file} {
		var wait sync.WaitGroup
		for seed := range uint64(8) {
			wait.Go(func() {
				b, rng := board(t, ""), rand.New(rand.NewPCG(seed, 0))
				for range 50 {
					m, ok := k.Pick(b, rng)
					if !ok || chess.UCI(b, m) != "e2e4" {
						t.Errorf("%s %v, want e2e4", m, ok)
					}
				}
			})
		}
		wait.Wait()
	}
}
