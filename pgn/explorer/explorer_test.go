package explorer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"rookery/chess"
	"rookery/chess/known"
	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/pgn/safefile"
	"rookery/variants"
)

// copied is a collection in a folder of its own.
func copied(t *testing.T, texts ...[]byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, bytes.Join(texts, []byte("\n\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// games is a collection of several variants, each game twice.
func games(t *testing.T) []byte {
	t.Helper()
	var all [][]byte
	paths := known.Glob(t, "games/*.pgn.gz")
	for _, name := range []string{"zh", "sample_atomic", "fischerr19", "dortmund"} {
		paths = append(paths, known.Glob(t, "corpora/"+name+".pgn")...)
	}
	for _, path := range paths {
		text := known.Read(t, path)
		all = append(all, text, text)
	}
	return bytes.Join(all, []byte("\n\n"))
}

// counted is what a plain walk through the games finds of a move.
type counted struct {
	Move
	rated   int
	numbers []int
}

// walk counts every move of the first plies of every game, by variant and position.
func walk(t *testing.T, text []byte, plies int) (map[string]map[chess.Move]*counted, map[string]chess.Board) {
	t.Helper()
	all, boards := make(map[string]map[chess.Move]*counted), make(map[string]chess.Board)
	r := pgn.NewReader(bytes.NewReader(text))
	for number := 0; ; number++ {
		g, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, boards
		}
		if err != nil {
			t.Fatal(err)
		}
		if g.Err != nil {
			continue
		}
		b, err := g.Board()
		if err != nil {
			t.Fatal(err)
		}
		rating, players, year := 0, 0, 0
		for _, name := range []string{"WhiteElo", "BlackElo"} {
			n := 0
			if fmt.Sscan(g.Tags.Value(name), &n); n > 0 {
				rating += n
				players++
			}
		}
		if players > 0 {
			rating /= players
		}
		if date := g.Tags.Value("Date"); len(date) >= 4 {
			fmt.Sscan(date[:4], &year)
		}
		for n, ply := g.Root.Next(), 0; n != nil && ply < plies; n, ply = n.Next(), ply+1 {
			place := fmt.Sprintf("%s %x", g.Variant(), b.Key())
			if all[place] == nil {
				all[place], boards[place] = make(map[chess.Move]*counted), b.Clone()
			}
			c := all[place][n.Move]
			if c == nil {
				c = &counted{Move: Move{Move: n.Move}}
				all[place][n.Move] = c
			}
			if k := len(c.numbers); k == 0 || c.numbers[k-1] != number {
				c.Games++
				switch g.Result {
				case pgn.WhiteWins:
					c.White++
				case pgn.Draw:
					c.Draws++
				case pgn.BlackWins:
					c.Black++
				}
				if rating > 0 {
					c.Rating += rating
					c.rated++
				}
				c.Year = max(c.Year, year)
				c.numbers = append(c.numbers, number)
			}
			b.Make(n.Move)
		}
	}
}

// What an index says of every position is what a plain walk through the games finds, also
// where it comes together from many sorted files.
func TestIndexIsRight(t *testing.T) {
	text := games(t)
	path := copied(t, text)
	for _, most := range []int{mostEntries, 5000} {
		x, err := build(t.Context(), path, 24, most, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, boards := walk(t, text, 24)
		if len(want) < 1000 || x.Positions != len(want) {
			t.Fatalf("%d positions, want %d", x.Positions, len(want))
		}
		for place, moves := range want {
			got, err := x.At(boards[place])
			if err != nil || len(got) != len(moves) {
				t.Fatalf("%s: %d moves, want %d; %v", place, len(got), len(moves), err)
			}
			for i := range got {
				m, w := got[i], moves[got[i].Move]
				if w == nil {
					t.Fatalf("%s: %v was not played", place, m)
				}
				if i > 0 && m.Games > got[i-1].Games {
					t.Fatalf("%s: not in order", place)
				}
				numbers, err := x.Numbers(&m, 1<<20)
				if err != nil || !slices.Equal(numbers, w.numbers) {
					t.Fatalf("%s: games %v, want %v; %v", place, numbers, w.numbers, err)
				}
				rating := 0
				if w.rated > 0 {
					rating = w.Rating / w.rated
				}
				if m.Games != w.Games || m.White != w.White || m.Draws != w.Draws || m.Black != w.Black || m.Rating != rating || m.Year != w.Year {
					t.Fatalf("%s: %+v, want %+v", place, m, w)
				}
			}
		}
		first, err := x.Text(0)
		if err != nil || !bytes.HasPrefix(text, first) || len(first) == 0 {
			t.Errorf("the first game is %q, %v", first, err)
		}
		last, err := x.Header(x.Len() - 1)
		if err != nil || last.White == "" {
			t.Errorf("the last game is %+v, %v", last, err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 2 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestTranspositionsAreKnown(t *testing.T) {
	path := copied(t, []byte("[White \"A\"]\n\n1. d4 Nf6 2. c4 e6 3. Nf3 d5 1-0\n\n[White \"B\"]\n\n1. Nf3 d5 2. d4 Nf6 3. c4 e6 4. Nc3 0-1\n"))
	x, err := Build(t.Context(), path, Plies, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	b, err := chess.NewBoard(chess.Rules{}, "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 0 4")
	if err != nil {
		t.Fatal(err)
	}
	if moves, err := x.At(b); err != nil || len(moves) != 1 || moves[0].Black != 1 {
		t.Errorf("%v, %v", moves, err)
	}
}

// An index of a file that has changed, or that is damaged, is not used.
func TestStaleIndex(t *testing.T) {
	path := copied(t, []byte("1. e4 e5 1-0\n"))
	if _, err := Open(path); !errors.Is(err, ErrMissing) {
		t.Errorf("without an index: %v", err)
	}
	x, err := Build(t.Context(), path, Plies, nil)
	if err != nil {
		t.Fatal(err)
	}
	x.Close()
	if x, err = Open(path); err != nil {
		t.Fatal(err)
	}
	x.Close()
	whole, err := os.ReadFile(path + Suffix)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 10, len(whole) / 2, len(whole) - 1} {
		if err := os.WriteFile(path+Suffix, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); !errors.Is(err, ErrStale) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
	if err := os.WriteFile(path+Suffix, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("1. d4 d5 1-0\n\n1. e4 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, ErrStale) {
		t.Errorf("of a file that has changed: %v", err)
	}
}

// Any damage within an index gives an error or other moves, never a crash.
func TestDamagedIndex(t *testing.T) {
	path := copied(t, games(t)[:40_000])
	x, err := Build(t.Context(), path, Plies, nil)
	if err != nil {
		t.Fatal(err)
	}
	x.Close()
	whole, err := os.ReadFile(path + Suffix)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := chess.NewBoard(chess.Rules{}, "")
	for i := 0; i < len(whole); i += max(len(whole)/300, 1) {
		hurt := bytes.Clone(whole)
		for k := i; k < min(i+9, len(hurt)); k++ {
			hurt[k] = 0xff
		}
		if err := os.WriteFile(path+Suffix, hurt, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := Open(path)
		if err != nil {
			continue
		}
		if moves, err := x.At(b); err == nil {
			for i := range moves {
				if numbers, err := x.Numbers(&moves[i], 10); err == nil && len(numbers) > 0 {
					_, _ = x.Header(numbers[0])
				}
			}
		}
		x.Close()
	}
}

// Who stops building leaves nothing behind.
func TestBuildStops(t *testing.T) {
	path := copied(t, []byte(strings.Repeat("[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n", 50_000)))
	for _, at := range []float64{0, shareOfReading / 2} {
		ctx, cancel := context.WithCancel(t.Context())
		if at == 0 {
			cancel()
		}
		if _, err := Build(ctx, path, Plies, func(part float64) {
			if part >= at {
				cancel()
			}
		}); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at %v: %v", at, err)
		}
		cancel()
		if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
			t.Errorf("left are %v, %v", left, err)
		}
	}
}

// Boards that are not 8×8 have an explorer like any other.
func TestOtherBoards(t *testing.T) {
	var text bytes.Buffer
	w := pgn.NewWriter(&text)
	rng := rand.New(rand.NewPCG(1, 1))
	var names []string
	for _, v := range variants.All() {
		b, err := chess.NewBoard(v.Rules, "")
		if err != nil {
			t.Fatal(err)
		}
		g := pgn.NewGame(v.Rules, b.FEN())
		at := g.Root
		for range 6 {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if at, err = g.AddMove(at, m); err != nil {
				t.Fatal(err)
			}
			b.Make(m)
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
		names = append(names, v.Rules.Name)
	}
	path := copied(t, text.Bytes())
	x, err := Build(t.Context(), path, Plies, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	r := pgn.NewReader(&text)
	for i := range names {
		g, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Board()
		if err != nil {
			t.Fatal(err)
		}
		for n := g.Root.Next(); n != nil; n = n.Next() {
			moves, err := x.At(b)
			if err != nil || !slices.ContainsFunc(moves, func(m Move) bool { return m.Move == n.Move }) {
				t.Fatalf("%s: %v, want %v; %v", names[i], moves, n.Move, err)
			}
			b.Make(n.Move)
		}
	}
}

// Archives are explored as they lie.
func TestArchiveIsExplored(t *testing.T) {
	for _, name := range known.Glob(t, "games/*.pgn.gz") {
		packed, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "games.pgn.gz")
		if err := os.WriteFile(path, packed, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := Build(t.Context(), path, Plies, nil)
		if err != nil {
			t.Fatal(err)
		}
		if h, err := x.Header(x.Len() / 2); err != nil || h.White == "" || collection.VariantName(h.Variant, h.FEN) == "" {
			t.Errorf("%+v, %v", h, err)
		}
		x.Close()
	}
}

// A disk that is full is told in words, and nothing is left on it.
func TestFullDisk(t *testing.T) {
	path := copied(t, []byte("1. e4 e5 1-0\n"))
	defer safefile.Inject(func(string) error { return &os.PathError{Op: "write", Path: "x.tmp", Err: syscall.ENOSPC} })()
	if _, err := Build(t.Context(), path, Plies, nil); err == nil || err.Error() != "cannot save "+path+Suffix+": the disk is full" {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left are %v, %v", left, err)
	}
}
