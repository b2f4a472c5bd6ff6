package chess

import (
	"errors"
	"strings"
	"testing"
)

// played starts a game and plays moves given as SAN or UCI.
func played(t *testing.T, rules, fen, moves string) *Game {
	t.Helper()
	r, ok := notationRules(rules)
	if !ok {
		t.Fatalf("unknown rules %q", rules)
	}
	g, err := NewGameFEN(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields(moves) {
		if _, err := g.PlaySAN(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return g
}

const (
	shuffle    = "Nf3 Nf6 Ng1 Ng8 "
	foolsMate  = "f3 e5 g4 Qh4"
	bareKings  = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	lonelyRook = "4k3/8/8/8/8/8/8/R3K3 w - - "
)

func TestGameEnds(t *testing.T) {
	for _, c := range []struct {
		name, rules, fen, moves string
		outcome                 Outcome
		claim                   Reason
	}{
		{"the start is open", "ordinary", "", "", Outcome{}, NoReason},
		{"mate", "ordinary", "", foolsMate, Outcome{BlackWins, ByCheckmate}, NoReason},
		{"twice is not enough", "ordinary", "", shuffle, Outcome{}, NoReason},
		{"thrice may be claimed", "ordinary", "", shuffle + shuffle, Outcome{}, ByThreefold},
		{"five times ends it", "ordinary", "", strings.Repeat(shuffle, 4), Outcome{Drawn, ByFivefold}, NoReason},
		{"a position without castling rights is another", "ordinary", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8", Outcome{}, NoReason},
		{"fifty moves may be claimed", "ordinary", lonelyRook + "99 80", "Ra2", Outcome{}, ByFifty},
		{"a pawn move begins the count anew", "ordinary", "4k3/8/8/8/8/8/P7/4K3 w - - 99 80", "a3", Outcome{}, NoReason},
		{"seventy-five moves end it", "ordinary", lonelyRook + "149 120", "Ra2", Outcome{Drawn, BySeventyFive}, NoReason},
		{"mate goes before seventy-five moves", "ordinary", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 120", "Ra8", Outcome{WhiteWins, ByCheckmate}, NoReason},
		{"drops know no fifty moves", "drops", lonelyRook + "149 120", "Ra2", Outcome{}, NoReason},
		{"bare kings", "ordinary", bareKings, "", Outcome{Drawn, ByInsufficient}, NoReason},
		{"stalemate", "ordinary", "k7/8/8/1Q6/8/8/8/4K3 w - - 0 1", "Qb6", Outcome{Drawn, ByStalemate}, NoReason},
		{"the last piece lost", "forced to lose", "8/8/8/8/8/1p6/P7/8 w - - 0 1", "axb3", Outcome{BlackWins, ByAllLost}, NoReason},
		{"a king blown up", "explosions", "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8", Outcome{WhiteWins, ByExplosion}, NoReason},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := played(t, c.rules, c.fen, c.moves)
			if got := g.Outcome(); got != c.outcome {
				t.Errorf("outcome %v %v, want %v %v", got.Result, got.Reason, c.outcome.Result, c.outcome.Reason)
			}
			if got := g.Claimable(); got != c.claim {
				t.Errorf("claimable %v, want %v", got, c.claim)
			}
			err := g.Claim()
			switch {
			case c.claim != NoReason:
				if err != nil || g.Outcome() != (Outcome{Drawn, c.claim}) {
					t.Errorf("the claim gave %v and %v", err, g.Outcome())
				}
			case c.outcome.Over():
				if !errors.Is(err, ErrGameOver) {
					t.Errorf("a claim after the end gave %v", err)
				}
			case !errors.Is(err, ErrNoClaim):
				t.Errorf("an unfounded claim gave %v", err)
			}
		})
	}
}

func TestGameEndedByPlayers(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		end       func(*Game) error
		want      Outcome
	}{
		{"White resigns", "", func(g *Game) error { return g.Resign(White) }, Outcome{BlackWins, ByResignation}},
		{"agreement", "", (*Game).AgreeDraw, Outcome{Drawn, ByAgreement}},
		{"Black's flag falls", "", func(g *Game) error { return g.Flag(Black) }, Outcome{WhiteWins, ByTime}},
		{"White's flag falls against a bare king", lonelyRook + "0 1", func(g *Game) error { return g.Flag(White) }, Outcome{Drawn, ByTimeDraw}},
		{"Black's flag falls against a rook", lonelyRook + "0 1", func(g *Game) error { return g.Flag(Black) }, Outcome{WhiteWins, ByTime}},
		{"both leave", "", (*Game).Abandon, Outcome{Drawn, ByAbandonment}},
		{"Black leaves", "", func(g *Game) error { return g.AbandonBy(Black) }, Outcome{WhiteWins, ByAbandonment}},
	} {
		g := played(t, "ordinary", c.fen, "")
		if err := c.end(g); err != nil || g.Outcome() != c.want {
			t.Errorf("%s: %v, %v, want %v", c.name, err, g.Outcome(), c.want)
		}
		if err := c.end(g); !errors.Is(err, ErrGameOver) {
			t.Errorf("%s twice: %v, want %v", c.name, err, ErrGameOver)
		}
		if _, err := g.PlaySAN("e4"); !errors.Is(err, ErrGameOver) {
			t.Errorf("%s, then e4: %v, want %v", c.name, err, ErrGameOver)
		}
		if g.Undo(); g.Outcome().Over() {
			t.Errorf("%s, taken back: still %v", c.name, g.Outcome())
		}
	}
}

func TestGameUndo(t *testing.T) {
	g := played(t, "ordinary", "", foolsMate)
	if got := strings.Join(g.SANs(), " "); got != "f3 e5 g4 Qh4#" {
		t.Errorf("moves %s", got)
	}
	if !g.Undo() || g.Outcome().Over() || g.Turn() != Black || g.Ply() != 3 {
		t.Errorf("after taking the mate back: %v, %v to move, ply %d", g.Outcome(), g.Turn(), g.Ply())
	}
	if _, err := g.PlaySAN("Nc6"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(g.SANs(), " "); got != "f3 e5 g4 Nc6" {
		t.Errorf("moves %s", got)
	}
	start := g.Start()
	if got := g.BoardAt(0).FEN(); got != start {
		t.Errorf("the board at ply 0 is %s, want %s", got, start)
	}
	if got, want := g.BoardAt(g.Ply()).FEN(), g.Board().FEN(); got != want {
		t.Errorf("the board at the last ply is %s, want %s", got, want)
	}
	other := g.Clone()
	for g.Undo() {
	}
	if g.Board().FEN() != start || g.Undo() || g.Repetitions() != 1 {
		t.Errorf("all taken back: %s, seen %d times", g.Board().FEN(), g.Repetitions())
	}
	if other.Ply() != 4 || len(other.SANs()) != 4 {
		t.Errorf("the clone has %d moves, want 4", other.Ply())
	}
}

func TestGamePlay(t *testing.T) {
	g := played(t, "ordinary", "", "")
	var illegal *IllegalError
	for _, m := range []Move{0, Pass, NewMove(E1, H1, Castling), NewMove(At(4, 1), At(4, 3), Quiet), NewMove(At(4, 1), At(4, 4), Quiet), ^Move(0)} {
		if err := g.Play(m); !errors.As(err, &illegal) || err.Error() == "" {
			t.Errorf("%v: %v, want an *IllegalError", m, err)
		}
	}
	if g.Ply() != 0 {
		t.Errorf("%d moves were made", g.Ply())
	}
	if _, err := g.PlaySAN("--"); err == nil {
		t.Error("PlaySAN passes the turn")
	}
	if err := g.PassTurn(); err != nil || g.Turn() != Black {
		t.Errorf("PassTurn: %v, %v to move", err, g.Turn())
	}
	if _, err := g.PlayUCI("e7e5"); err != nil {
		t.Error(err)
	}
	if got := strings.Join(g.SANs(), " "); got != "-- e5" {
		t.Errorf("moves %s", got)
	}
}

func TestNewGame(t *testing.T) {
	if g, err := NewGame(Rules{}, -1); err != nil || g.Setup() != 0 || g.Start() != startFEN {
		t.Errorf("the usual game: %v", err)
	}
	if g, err := NewGame(Rules{Start: numbered}, -1); err != nil || g.Setup() != 518 {
		t.Errorf("the usual starting position of a family: %v", err)
	}
	for _, n := range []int{960, 1000} {
		if _, err := NewGame(Rules{Start: numbered}, n); err == nil {
			t.Errorf("starting position %d of 960 is accepted", n)
		}
	}
	if _, err := NewGame(Rules{}, 3); err == nil {
		t.Error("starting position 3 of one is accepted")
	}
	if g, err := NewGameFEN(Rules{}, bareKings); err != nil || g.Setup() != -1 {
		t.Errorf("a game from a FEN: %v", err)
	}
	if _, err := NewGameFEN(Rules{Royalty: Commoner}, ""); err == nil {
		t.Error("rules that contradict themselves are accepted")
	}
}

// TestWhiteScore sums up both sides of every result.
func TestWhiteScore(t *testing.T) {
	for result, want := range map[Result]float64{
		Ongoing: 0.5, WhiteWins: 1, BlackWins: 0, Drawn: 0.5, WhiteStalemates: 0.75, BlackStalemates: 0.25,
	} {
		o := Outcome{Result: result}
		if got := o.WhiteScore(); got != want {
			t.Errorf("result %v: White scores %v, want %v", result, got, want)
		}
		if w, won := o.Winner(); won != (want == 0 || want == 1) || won && (w == White) != (want == 1) {
			t.Errorf("result %v: %v won, %v", result, w, won)
		}
	}
}
