package puzzlemaker

import (
	"slices"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/variants"
)

// lineOf reads a position and moves in SAN or UCI.
func lineOf(t *testing.T, r chess.Rules, fen, text string) (chess.Board, []chess.Move) {
	t.Helper()
	b, err := chess.NewBoard(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	start := b.Clone()
	var moves []chess.Move
	for word := range strings.FieldsSeq(text) {
		m, err := chess.ParseUCI(b, word)
		if err != nil {
			if m, err = chess.ParseMove(b, word); err != nil {
				t.Fatal(err)
			}
		}
		moves = append(moves, m)
		b.Make(m)
	}
	return start, moves
}

// TestThemes tells what puzzles of lichess (CC0) are about.
func TestThemes(t *testing.T) {
	for _, c := range []struct {
		id, fen, moves string
		gain           float64
		want, lack     string
	}{
		{"002Q2", "7k/p4R1p/3p3r/2pN1n2/2PbBBb1/3P2P1/P3r3/5R1K w - - 1 28", "f4h6 f5g3", 1, "cornerMate mate mateIn1 middlegame oneMove", "fork smotheredMate"},
		{"001KR", "6Qk/p1p3pp/4N3/1p6/2q1r1n1/2B5/PP4PP/3R1R1K b - - 0 28", "h8g8 f1f8", 1, "mate mateIn1 middlegame oneMove", "short"},
		{"000tp", "4r3/5pk1/1p3np1/3p3p/2qQ4/P4N1P/1P3RP1/7K w - - 6 34", "d4b6 f6e4 h1g1 e4f2", 1, "endgame short crushing", "mate"},
		{"zugzwang", "8/8/8/8/8/1p1k4/1P6/1K6 b - - 0 1", "d3d2 b1a1 d2c2", 1, "endgame pawnEndgame", "opening"},
		{"back rank", "3r3k/5ppp/8/8/8/8/4R3/4R1K1 b - - 0 1", "h8g8 e2e8 d8e8 e1e8", 1, "backRankMate mateIn2 short", "smotheredMate"},
		{"smothered", "6rk/p5pp/8/6N1/8/8/8/K7 b - - 0 1", "a7a6 g5f7", 1, "smotheredMate mateIn1", "backRankMate"},
		{"fork", "r3k3/8/8/3N4/8/8/8/4K3 b q - 0 1", "e8d8 d5b6 a8a7 b6d5", 0.6, "short", "mate"},
		{"promotion", "8/P6k/8/8/8/8/7K/8 b - - 0 1", "h7g7 a7a8q", 1, "promotion advancedPawn pawnEndgame", "underPromotion"},
	} {
		b, moves := lineOf(t, variants.Chess, c.fen, c.moves)
		got := Themes(b, moves, c.gain)
		for theme := range strings.FieldsSeq(c.want) {
			if !slices.Contains(got, theme) {
				t.Errorf("%s: %v lacks %s", c.id, got, theme)
			}
		}
		for theme := range strings.FieldsSeq(c.lack) {
			if slices.Contains(got, theme) {
				t.Errorf("%s: %v has %s", c.id, got, theme)
			}
		}
	}
}

// quick is a maker for tests.
func quick() *Maker {
	m := New()
	m.Scan, m.Find, m.Check = 2_000, 10_000, 40_000
	return m
}

// TestGame finds the puzzle of a short game and none in a quiet one, and names it always the
// same.
func TestGame(t *testing.T) {
	b, moves := lineOf(t, variants.Chess, "", "f3 e5 g4 Qh4#")
	found, err := quick().Game(t.Context(), b, moves, nil)
	if err != nil || len(found) != 1 || found[0].Ply != 2 || strings.Join(found[0].UCI, " ") != "g2g4 d8h4" || !slices.Contains(found[0].Themes, "mateIn1") {
		t.Fatalf("%+v, %v", found, err)
	}
	if id := found[0].ID(); len(id) != 8 || id != found[0].ID() {
		t.Errorf("name %q", id)
	}
	if r := found[0].Rating; r < 500 || r > 1200 {
		t.Errorf("a mate in one is rated %d", r)
	}
	b, moves = lineOf(t, variants.Chess, "", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6")
	if found, err = quick().Game(t.Context(), b, moves, nil); err != nil || len(found) != 0 {
		t.Errorf("%+v, %v in a quiet opening", found, err)
	}
}

// TestTestingReply pins a queen, which is lost by every reply: the one that lets it be taken at once is as good as
// giving a bishop first, after which there is a choice, so that the puzzle has two moves.
func TestTestingReply(t *testing.T) {
	b, _ := lineOf(t, variants.Chess, "r1bqkbnr/pppp1ppp/2n5/8/4P3/2Q5/PPP2PPP/RNB1KBNR b KQkq - 2 4", "")
	p, err := quick().Puzzle(t.Context(), b)
	if err != nil || p == nil {
		t.Fatalf("%v, %v", p, err)
	}
	if got := chess.UCI(b, p.Moves[0]); got != "f8b4" || len(p.Moves) != 3 {
		t.Errorf("%s and %d moves, want f8b4, a reply and the queen taken", got, len(p.Moves))
	}
}

// TestVariant finds the explosion of a king.
func TestVariant(t *testing.T) {
	v, ok := variants.ByName("atomic")
	if !ok {
		t.Fatal("no atomic chess")
	}
	b, moves := lineOf(t, v.Rules, "", "Nf3 f6 e3 e5 Nxe5")
	found, err := quick().Game(t.Context(), b, moves, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		on := b.Clone()
		for _, m := range moves[:p.Ply+1] {
			on.Make(m)
		}
		if len(p.Moves) < 2 || len(p.Moves)%2 != 0 || len(p.Themes) == 0 {
			t.Errorf("%+v", p)
		}
	}
	b, moves = lineOf(t, v.Rules, "", "e4 e5 Qh5 d6")
	if p, err := quick().Puzzle(t.Context(), boardAfter(b, moves)); err != nil || p == nil || len(p.Moves) != 1 || chess.UCI(boardAfter(b, moves), p.Moves[0]) != "h5f7" {
		t.Errorf("%+v, %v: Qxf7 explodes the king", p, err)
	}
}

func boardAfter(b chess.Board, moves []chess.Move) chess.Board {
	on := b.Clone()
	for _, m := range moves {
		on.Make(m)
	}
	return on
}

// TestExact lets a table of endings decide where the search might not.
func TestExact(t *testing.T) {
	m := quick()
	asked := 0
	m.Exact = func(b chess.Board) (int, bool) {
		asked++
		if b.Turn() == chess.White {
			return 3, true
		}
		return -2, b.FEN()[0] == 'K'
	}
	b, err := chess.NewBoard(variants.Chess, "8/8/8/8/8/2k5/7P/K7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := m.look(t.Context(), b, 100); err != nil || v != 1 || asked == 0 {
		t.Errorf("%v, %v: the table says it is won", v, err)
	}
}
