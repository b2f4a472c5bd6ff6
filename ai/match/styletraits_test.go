package match

import (
	"math"
	"strings"
	"testing"

	"rookery/chess"
)

// play plays moves in SAN from a FEN, empty for the usual starting position.
func play(t *testing.T, r chess.Rules, fen, moves string) *chess.Game {
	t.Helper()
	g, err := chess.NewGame(r, -1)
	if fen != "" {
		g, err = chess.NewGameFEN(r, fen)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, san := range strings.Fields(moves) {
		if _, err := g.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestSacrifices(t *testing.T) {
	for name, c := range map[string]struct {
		fen, moves   string
		white, black int
	}{
		"a queen for a mate": {
			moves: "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#", white: 9,
		},
		"a pawn for the centre": {moves: "e4 e5 f4 exf4 Nf3 g5 Bc4", white: 3},
		"a pawn by Black":       {moves: "d4 Nf6 c4 c5 d5 b5 cxb5 a6 e3 g6 Nc3", black: 6},
		"a pawn won back":       {moves: "d4 d5 c4 dxc4 e3 Nf6 Bxc4 e6 Nf3"},
		"an exchange of pieces": {moves: "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bd6 d4 exd4"},
		"the game ends before anything shows": {
			moves: "e4 e5 f4 exf4",
		},
		// The knight forks king and queen, and no move saves the queen.
		"a queen that cannot be saved is not given": {
			fen: "4k3/8/8/8/3n4/8/PP6/Q3K3 b - - 0 1", moves: "Nc2+ Kd2 Nxa1 Kc3 Kd7 Kb4 Kd6",
		},
		"a fork that wins a piece": {
			fen: "r3k3/p7/8/3N4/8/8/7P/6K1 w - - 0 1", moves: "Nc7+ Kd7 Nxa8 Kc8 h4 Kb7 h5 Kxa8",
		},
	} {
		sides, ok := ObserveStyle(play(t, chess.Rules{}, c.fen, c.moves), 0)
		if !ok || sides[chess.White].Sacrifice != c.white || sides[chess.Black].Sacrifice != c.black {
			t.Errorf("%s: White at ply %d, Black at %d; want %d and %d", name,
				sides[chess.White].Sacrifice, sides[chess.Black].Sacrifice, c.white, c.black)
		}
	}
}

func TestAttacksOnTheKing(t *testing.T) {
	// The zone of the king on h8 is g8, h8, g7 and h7. The queen attacks g7 and
	// g8, the rook after its move g7 and h7.
	g := play(t, chess.Rules{}, "7k/8/p7/8/8/8/8/K4RQ1 w - - 0 1", "Rf7")
	sides, ok := ObserveStyle(g, 0)
	if want := 4.0; !ok || sides[chess.White].Attacks != want || sides[chess.White].Moves != 1 {
		t.Errorf("%+v, want %v attacks a move", sides[chess.White], want)
	}
}

func TestExchangesAndStorms(t *testing.T) {
	g := play(t, chess.Rules{}, "", "e4 d5 exd5 Qxd5 Nc3 Qe6 Be2 Nf6 d4 h5 Nf3 h4 Ng5 Qf5 O-O h3 g4")
	sides, ok := ObserveStyle(g, 0)
	if !ok || sides[chess.White].Exchange != 1 || sides[chess.Black].Exchange != 0 {
		t.Errorf("exchanges %d and %d, want one by White", sides[chess.White].Exchange, sides[chess.Black].Exchange)
	}
	// Black's pawn goes to h4 while the king stands on e1 and to h3 when it
	// stands on g1; White's takes on d5 before the king on e8, and g4 is in
	// White's own half.
	if w, b := sides[chess.White].Storm, sides[chess.Black].Storm; w != 40.0/9 || b != 40.0/8 {
		t.Errorf("storms %v and %v, want one pawn move each in 9 and 8 moves", w, b)
	}
	// Without the first three plies White has not taken on d5.
	sides, _ = ObserveStyle(g, 3)
	if h := sides[chess.White]; h.Exchange != 0 || h.Storm != 0 || h.Moves != 7 {
		t.Errorf("behind the opening %+v, want seven moves and no exchange", h)
	}
}

func TestStyleNeedsAKingAndMaterial(t *testing.T) {
	for name, r := range map[string]chess.Rules{
		"compulsory captures": {Forced: true, Royalty: chess.Commoner, Goal: chess.LoseAll},
		"a common king":       {Royalty: chess.Commoner, Goal: chess.Extinct},
	} {
		if _, ok := ObserveStyle(play(t, r, "", "e4 e5"), 0); ok {
			t.Errorf("%s: habits are told", name)
		}
	}
	if _, ok := ObserveStyle(play(t, chess.Rules{Pocket: chess.Anywhere}, "", "e4 d5 exd5 Qxd5 P@e4"), 0); !ok {
		t.Error("a pocket: no habits are told")
	}
}

func TestMeansAndErrorsOfAStyle(t *testing.T) {
	var m, other StyleStats
	for i, attacks := range []float64{1, 2, 3, 6} {
		m.Add(styleTraits{Moves: 10, Attacks: attacks, Sacrifice: 30 * (i % 2)}, 40+i, i == 0)
		other.Add(styleTraits{Moves: 10, Attacks: attacks + 5}, 40, true)
	}
	got := m.Means()
	// Attacks: mean 3, squared distances 4+1+0+9 = 14, variance 14/3, error
	// sqrt(14/12).
	want := map[string]Mean{
		"attacks on the king's zone a move":  {Games: 4, Mean: 3, Error: math.Sqrt(14.0 / 12)},
		"games with a sacrifice, %":          {Games: 4, Mean: 50, Error: math.Sqrt(10000.0 / 12)},
		"ply of the first sacrifice":         {Games: 2, Mean: 30},
		"the same, 100 where later or never": {Games: 4, Mean: 65, Error: math.Sqrt(4 * 35 * 35 / 12.0)},
		"plies of a game":                    {Games: 4, Mean: 41.5, Error: math.Sqrt(5.0 / 12)},
		"plies of a won game":                {Games: 1, Mean: 40},
	}
	seen := 0
	for _, f := range got {
		if w, ok := want[f.Name]; ok {
			seen++
			if f.Games != w.Games || !about(f.Mean, w.Mean) || !about(f.Error, w.Error) {
				t.Errorf("%s: %+v, want %+v", f.Name, f, w)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d figures were looked at, want %d", seen, len(want))
	}
	if apart, want := got[0].Apart(other.Means()[0]), -5/math.Sqrt(2*14.0/12); !about(apart, want) {
		t.Errorf("%v standard errors apart, want %v", apart, want)
	}
}
