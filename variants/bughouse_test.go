package variants

import (
	"slices"
	"strings"
	"testing"

	"rookery/chess"
)

// bughouseMates are positions after a check: whether it is mate, and why.
var bughouseMates = []struct {
	name, fen string
	over      bool
	canMove   bool
}{
	{"scholar's mate: the queen stands beside the king", "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR[] b KQkq - 0 4", true, false},
	{"fool's mate: a piece on g3 or f2 would answer", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR[] w KQkq - 1 3", false, false},
	{"the same with a pawn in the pocket", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR[P] w KQkq - 1 3", false, true},
	{"a back rank: f8 may be filled", "4R1k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1", false, false},
	{"a back rank with a pawn in the pocket, which cannot go there", "4R1k1/5ppp/8/8/8/8/8/4K3[p] b - - 0 1", false, false},
	{"a back rank with a knight in the pocket", "4R1k1/5ppp/8/8/8/8/8/4K3[n] b - - 0 1", false, true},
	{"the rook stands beside the king", "5Rk1/6pp/8/8/8/8/1B6/K4R2[] b - - 0 1", true, false},
	{"a smothered mate by a knight", "6rk/5Npp/8/8/8/8/8/4K3[] b - - 0 1", true, false},
	{"a double check", "3rkr2/3p1p2/5N2/8/8/8/8/4RK2[qrbnp] b - - 0 1", true, false},
	{"no move and no check: not stalemate", "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", false, false},
}

// TestBughouseMate: a mate that a later piece could answer is none, and nobody is stalemated.
func TestBughouseMate(t *testing.T) {
	for _, c := range bughouseMates {
		b, err := chess.NewBoard(Bughouse, c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		o := b.Outcome()
		if o.Over() != c.over || c.over && o.Reason != chess.ByCheckmate {
			t.Errorf("%s: %v", c.name, o)
		}
		if can := len(b.Moves(nil)) > 0; can != c.canMove {
			t.Errorf("%s: can move %v", c.name, can)
		}
	}
}

// TestBughousePieces: what is captured goes to the partner, promoted pieces as pawns, and what comes can be dropped.
func TestBughousePieces(t *testing.T) {
	for _, c := range []struct{ fen, move, piece string }{
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "p"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "p"},
		{"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "exd5", "q"},
		{"4k3/8/8/3q~4/4P3/8/8/4K3 w - - 0 1", "exd5", "p"},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q", "n"},
		{"4k3/8/8/8/8/3p4/4R3/4K3 b - - 0 1", "dxe2", "R"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e5", ""},
	} {
		g, err := chess.NewGameFEN(Bughouse, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := chess.ParseMove(g.Board(), c.move)
		if err != nil {
			t.Fatalf("%s in %s: %v", c.move, c.fen, err)
		}
		piece, ok := g.Board().(chess.Positioned).Position().Passed(m)
		if ok != (c.piece != "") || ok && piece.String() != c.piece {
			t.Errorf("%s in %s passes %v, want %q", c.move, c.fen, piece, c.piece)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		if p := g.Board().View(chess.Everyone).Pockets; p != [2]chess.RoleCounts{} {
			t.Errorf("%s in %s fills a pocket of the same board", c.move, c.fen)
		}
	}
	g, err := chess.NewGame(Bughouse, -1)
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	play := func(text string) {
		t.Helper()
		_, err := g.PlaySAN(text)
		must(err)
	}
	play("f3")
	play("e5")
	play("g4")
	play("Qh4")
	if g.Outcome().Over() || len(g.Board().Moves(nil)) != 0 {
		t.Fatal("White waits for a piece")
	}
	if _, err := g.PlaySAN("P@g3"); err == nil {
		t.Fatal("a pawn was dropped that has not come")
	}
	if err := g.Give(chess.PieceOf(chess.White, chess.King)); err == nil {
		t.Error("a king came")
	}
	must(g.Give(chess.PieceOf(chess.White, chess.Pawn)))
	copied := g.Clone()
	play("P@g3")
	play("Qg5")
	must(g.Give(chess.PieceOf(chess.Black, chess.Knight)))
	play("a3")
	play("N@e3")
	if got := strings.Join(g.SANs(), " "); got != "f3 e5 g4 Qh4+ P@g3 Qg5 a3 N@e3" {
		t.Errorf("the moves are %q", got)
	}
	if v := g.BoardAt(4).View(chess.Everyone); v.Pockets[chess.White][chess.Pawn] != 1 {
		t.Error("the position before the drop has no pawn in the pocket")
	}
	if copied.Ply() != 4 || len(copied.Gifts()) != 1 || len(g.Gifts()) != 2 {
		t.Errorf("gifts: %v and %v", copied.Gifts(), g.Gifts())
	}
	must(g.EndByPartner(chess.BlackWins))
	if o := g.Outcome(); o.Result != chess.BlackWins || o.Reason != chess.ByPartner {
		t.Errorf("it ended with %v", o)
	}
}

// TestBughousePerft counts moves a second time: by the rules with own pockets, whose pockets are put back
// in the FEN after each capture.
func TestBughousePerft(t *testing.T) {
	var slow func(fen string, depth int) int
	slow = func(fen string, depth int) int {
		b, err := chess.NewBoard(Crazyhouse, fen)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		moves := b.Moves(nil)
		if depth == 1 {
			return len(moves)
		}
		n := 0
		for _, m := range moves {
			before := pocketOf(b.FEN())
			b.Make(m)
			after := b.FEN()
			if m.IsCapture() {
				after = strings.Replace(after, "["+pocketOf(after)+"]", "["+before+"]", 1)
			}
			n += slow(after, depth-1)
			b.Undo()
		}
		return n
	}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
		"r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R[Pn] w KQkq - 0 1",
		"r2q1rk1/pP3ppp/2n5/8/3p4/2B2N2/P4PPP/R2QK2R[QNpb] w KQ - 0 1",
		"4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] b - - 0 1",
	} {
		b, err := chess.NewBoard(Bughouse, fen)
		if err != nil {
			t.Fatal(err)
		}
		depth := 3
		if testing.Short() {
			depth = 2
		}
		if got, want := int(chess.Perft(b, depth)), slow(fen, depth); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

func pocketOf(fen string) string {
	inside, _, _ := strings.Cut(fen[strings.IndexByte(fen, '[')+1:], "]")
	return inside
}

// TestTeamsAreNamed: the games of four are found by their names, and are no games of two.
func TestTeamsAreNamed(t *testing.T) {
	for _, v := range Partners() {
		found, ok := ByName(v.ID)
		if !ok || !sameAxes(found.Rules, v.Rules) || found.ID != v.ID {
			t.Errorf("%s is found as %v", v.ID, found.ID)
		}
		if got, ok := Of(v.Rules); !ok || got.ID != v.ID {
			t.Errorf("the rules of %s are those of %q", v.ID, got.ID)
		}
		if slices.ContainsFunc(All(), func(o Variant) bool { return o.ID == v.ID }) {
			t.Errorf("%s is among the games of two", v.ID)
		}
		if v.Sample == "" {
			continue
		}
		g, err := chess.NewGame(v.Rules, -1)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Fields(v.Sample) {
			if _, err := g.PlaySAN(text); err != nil {
				t.Errorf("the sample of %s: %v", v.ID, err)
			}
		}
		if got := strings.Join(g.SANs(), " "); got != v.Sample {
			t.Errorf("the sample of %s is written %q", v.ID, got)
		}
	}
	if v, err := Custom("bughouse", "atomic"); err != nil || v.Rules.Pocket != chess.ToPartner {
		t.Errorf("atomic bughouse: %v", err)
	}
	if _, err := Custom("bughouse", "crazyhouse"); err == nil {
		t.Error("captured pieces go to two pockets")
	}
}
