package explain

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"rookery/ai"
	"rookery/ai/internal/testgames"
	"rookery/chess"
)

// explained searches a position and explains the move that is asked for, or
// the best one.
func explained(t *testing.T, b chess.Board, uci string) Explanation {
	t.Helper()
	levels := ai.Levels()
	on := b
	var first chess.Move
	if uci != "" {
		m, err := chess.ParseUCI(b, uci)
		if err != nil {
			t.Fatal(err)
		}
		first = m
		on = b.Clone()
		on.Make(m)
	}
	c, err := ai.New(levels[len(levels)-1], ai.Balanced, 1).Choose(context.Background(), on, ai.Limit{Nodes: 40_000, Depth: 8})
	line := ai.Line{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV}
	if first != 0 {
		line = ai.Line{Move: first, Score: -c.Score, Mate: -c.Mate, PV: append([]chess.Move{first}, c.PV...)}
		if c.Mate < 0 {
			line.Mate++
		}
		if err != nil { // the move ends the game
			line.PV = []chess.Move{first}
		}
	}
	return Move(b, line)
}

func TestReasonsAreGiven(t *testing.T) {
	for _, c := range []struct{ game, fen, move, want string }{
		{"ordinary", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Checkmates."},
		{"ordinary", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", "Forces checkmate in two moves."},
		{"ordinary", "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", "d1d5", "Wins a rook."},
		{"ordinary", "r3k3/8/8/3N4/8/8/2P5/4K3 w - - 0 1", "d5c7", "Forks the king and the rook and wins"},
		{"ordinary", "4k3/4n3/4p3/8/8/8/3K4/R7 w - - 0 1", "a1a8", "Gives check."},
		{"ordinary", "3qk3/4p3/8/8/8/8/3K1P2/8 w - - 0 1", "d2e3", "Gets out of check."},
		{"ordinary", "4k3/4n3/4p3/8/8/8/3PK3/R7 w - - 0 1", "a1a7", "Aims the rook at the king."},
		{"ordinary", "4k3/3n4/4p3/8/8/5B2/3PK3/8 w - - 0 1", "f3c6", "Pins the knight to the king."},
		{"ordinary", "4k3/3n1p2/4p3/8/8/2N5/3PK3/r5R1 w - - 0 1", "g1g8", "Saves the rook."},
		{"ordinary", "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "h7h6", "Stops the opponent from mating."},
		{"ordinary", "6k1/5ppp/8/8/8/8/5PPP/2q3RK w - - 0 1", "g1c1", "Wins a queen and threatens mate."},
		{"ordinary", "r3k3/1b6/8/8/8/8/8/R3K2R w K - 0 1", "a1a8", "Wins a bishop."},
		{"ordinary", "6k1/r4ppp/8/8/8/8/5PPP/B5K1 w - - 0 1", "a1d4", "Loses only a bishop"},
		{"ordinary", "6k1/5ppp/8/3r4/4B3/8/5PPP/6K1 w - - 0 1", "e4d5", ""},
		{"ordinary", "6k1/3r1ppp/8/3r4/4B3/8/5PPP/6K1 w - - 0 1", "e4d5", ""},
		{"ordinary", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "Promotes to a queen."},
		{"ordinary", "8/5k2/8/2p5/2P5/8/8/3K4 w - - 0 1", "d1e2", "Activates the king."},
		{"ordinary", "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR w KQkq - 0 4", "d2d3", "Gives its pieces more space."},
		{"ordinary", "", "e2e4", "Occupies the centre with a pawn."},
		{"ordinary", "", "g1f3", "Develops a knight."},
		{"ordinary", "4k3/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/4K2R w K - 4 4", "e1h1", "Castles."},
		{"ordinary", "3rk3/8/8/8/8/4n3/8/3R1K2 w - - 0 1", "f1e2", "Loses only a rook."},
		{"ordinary", "6k1/5ppp/8/3r4/4B3/8/5PPP/6K1 w - - 0 1", "e4d5", "Wins a rook and stops the opponent from mating."},
		{"ordinary", "6k1/3r1ppp/8/3r4/4B3/8/5PPP/6K1 w - - 0 1", "e4d5", "Wins the exchange"},
		{"ordinary", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", "Draws by insufficient material."},
		{"ordinary", "4k3/8/8/8/8/4r3/4q3/7K w - - 0 1", "h1g1", "Is the only legal move"},
		{"ordinary", "3qk3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "d2d8", "Exchanges queens."},
		{"ordinary", "3q1k2/4n3/8/8/8/8/3Q4/3RK3 w - - 0 1", "d2d8", "Wins a queen"},
		{"ordinary", "4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1", "e5c6", "Gives discovered check."},
		{"ordinary", "6k1/5p1p/6p1/8/2P5/8/5PPP/6K1 w - - 0 1", "c4c5", "Advances a passed pawn to c5."},
		{"drops", "4k3/5p1p/8/8/8/8/3P1PPP/4K3[N] w - - 0 1", "N@d5", "Aims the knight at the king."},
		{"drops", "r3k3/5ppp/8/8/8/8/3P1PPP/4K3[N] w - - 0 1", "N@c7", "Drops a knight with check and wins a rook."},
		{"drops", "r3k3/5ppp/8/8/8/8/3P1PPP/4K3[B] w - - 0 1", "B@b5", "Drops a bishop with check."},
		{"explosions", "4k3/3p4/8/8/8/5N2/PP2P3/4K3 w - - 0 1", "f3e5", "Threatens to blow up the king."},
		{"explosions", "4k3/8/8/1n6/p1q5/1P6/8/4K3 w - - 0 1", "b3a4", "Holds out longest, but loses in one move."},
		{"forced to lose", "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2", "f1b5", "Is the only capture, and compulsory"},
		{"forced to lose", "8/8/8/8/1p6/8/P7/8 w - - 0 1", "", "Gives away the last piece and wins."},
		{"forced to take", "4k3/8/8/3r4/4P3/8/3R4/4K3 w - - 0 1", "e4d5", "Is a compulsory capture and wins a rook"},
		{"extinction", "rn2kb1r/p3pppp/3p1n2/1pPQ2B1/q4Pb1/2P3P1/PP1NPN1P/R3KB1R b KQkq - 4 10", "a4a2", "Holds out longest"},
		{"race", "8/8/8/8/8/K7/8/7k w - - 0 1", "a3a4", "Brings the king"},
		{"hill", "k7/8/8/8/8/8/8/K7 w - - 0 1", "a1b2", "Brings the king to the centre in three moves."},
		{"three checks", "4k3/8/8/8/8/8/8/4KR2 w - - 3+3 0 1", "f1f8", "Gives check (two more to win)"},
		{"fog", "4k3/8/8/3r4/4P3/8/3R4/4K3 w - - 0 1", "e4d5", "Captures the rook."},
		{"drops", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "R@a8", "Checkmates."},
		{"explosions", "rnbqkbnr/1ppppppp/8/p3N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3", "e5d7", "Blows up the king."},
		{"conversions", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", "Converts the king."},
		{"conversions", "4k3/1pp5/8/8/8/8/1Q6/4K3 w - - 0 1", "b2b6", "Converts the king in two moves and converts two pawns."},
		{"forced to lose", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4d5", "Is the only capture, and compulsory"},
		{"race", "8/4K3/8/k7/8/8/8/8 w - - 0 1", "", "Brings the king to the goal."},
		{"hill", "8/8/8/8/8/4K3/8/k7 w - - 0 1", "", "Brings the king to the centre."},
		{"three checks", "4k3/8/8/8/8/8/8/4KR2 w - - 1+3 0 1", "", "Gives the winning check."},
		{"exposed king", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "e1e8", "Captures the king."},
	} {
		x := explained(t, testgames.Board(t, testgames.Games[c.game], c.fen), c.move)
		if got := x.String(); !strings.Contains(got, c.want) {
			t.Errorf("%s %s %s: %q, want %q", c.game, c.fen, c.move, got, c.want)
		}
	}
}

// What a line holds later is not said of its first move, and what is lost anyway
// is not held.
func TestReasonsDoNotExaggerate(t *testing.T) {
	for _, c := range []struct {
		name, game, fen string
		score           ai.Centipawns
		mate            int
		line, rest      string // rest: a move that is worse by a mate, or nothing
		want            string
	}{
		{"a queen for nothing but checks", "ordinary", "r1k4r/p2n1N1p/3B2p1/3N1p2/7q/1P1P4/2P3P1/RR2RK2 b - - 8 33", 0, 0, "h4h1 f1f2 h1h4 f2f1", "", "Draws by perpetual check."},
		{"to and fro, worse", "ordinary", "6k1/8/8/8/8/5pPp/r6P/5R1K b - - 0 1", 0, 0, "a2b2 h1g1 b2a2 g1h1", "", "Puts the rook on an open file."},
		{"to and fro, else worse", "ordinary", "6k1/8/8/8/8/5pPp/r6P/5R1K b - - 0 1", 0, 0, "a2b2 h1g1 b2a2 g1h1", "a2h2", "Draws by repetition."},
		{"all else is mate, and this is lost too", "ordinary", "6k1/5ppp/8/8/8/8/q4PPP/R5K1 b - - 0 1", -700, 0, "g7g6 a1a2", "a2a1", "Loses only a queen and all other moves are worse."},
		{"all else is mate, a quiet loss", "ordinary", "6k1/5ppp/8/8/8/8/5PPP/Q5K1 b - - 0 1", -700, 0, "g7g6 g2g3", "f7f6", "Is the only move that avoids a forced loss."},
		{"all else is mate, and this is even", "ordinary", "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", -100, 0, "g7g6 g2g3", "f7f6", "Is the only move that holds"},
		{"a pawn that goes through later", "ordinary", "8/8/1P6/8/7k/8/8/K7 w - - 0 1", 800, 0, "b6b7 h4g4 b7b8q g4f5", "", "Will promote to a queen."},
		{"a pawn of theirs that goes through", "ordinary", "8/8/8/8/8/k6p/8/3K4 w - - 0 1", -900, 0, "d1e2 h3h2 e2f2 h2h1q", "", "Loses less than other moves."},
		{"a capture that changes nothing", "ordinary", "4k3/3p4/2p5/3p4/4P3/8/3P4/4K3 w - - 0 1", 0, 0, "e4d5 c6d5", "", "Exchanges pawns."},
		{"an explosion that changes nothing", "explosions", "4k3/8/8/3p4/4P3/8/3PP3/4K3 w - - 0 1", 50, 0, "e4d5", "", "Blows up a pawn for a pawn."},
		{"a sacrifice of a later move", "ordinary", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1", 90, 0, "e1h1 h7h6 f3e5 c6e5", "", "Castles."},
		{"a sacrifice now", "ordinary", "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1", 90, 0, "c4f7 e8f7 f3e5 f7g8", "", "Sacrifices a bishop for two pawns and a strong position."},
		{"a sacrifice for less", "ordinary", "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1", 45, 0, "c4f7 e8f7 f3e5 f7g8", "", "Sacrifices a bishop for two pawns and counterplay."},
		{"only move, and lost", "ordinary", "7k/5Q2/8/8/8/8/q7/r6K w - - 0 1", 0, -1, "f7f1 a1f1", "", "Is the only way out of check, but loses in one move."},
		{"only move loses a queen", "ordinary", "rn5r/p4k1p/2b1p1p1/5p2/2B1N1n1/1P1P2N1/2P2QPq/R1B1R1K1 w - - 0 22", -627, 0, "g1f1 g4f2", "", "Is the only way out of check."},
		{"pieces that change sides", "conversions", "4k3/8/1pp5/8/8/8/Q7/4K3 w - - 0 1", 300, 0, "a2b1", "", "Converts a pawn"},
		{"a race that is level", "race", "8/4K3/k7/8/8/8/8/8 b - - 0 1", 0, 0, "a6a7 e7d8 a7a8", "", "Stops the opponent from winning the race"},
		{"by what the opponent must take", "forced to lose", "8/8/8/8/1p6/8/P7/8 w - - 0 1", 0, 1, "a2a3 b4a3", "", "Gives away the last piece and wins."},
	} {
		b := testgames.Board(t, testgames.Games[c.game], c.fen)
		on := b.Clone()
		var pv []chess.Move
		for text := range strings.FieldsSeq(c.line) {
			m, err := chess.ParseUCI(on, text)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			pv = append(pv, m)
			on.Make(m)
		}
		var rest []ai.Line
		if c.rest != "" {
			m, err := chess.ParseUCI(b, c.rest)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			rest = []ai.Line{{Move: m, Score: -31990, Mate: -3, PV: []chess.Move{m}}}
		}
		if got := Move(b, ai.Line{Move: pv[0], Score: c.score, Mate: c.mate, PV: pv}, rest...).String(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Every legal move of every game has a sentence, and explaining leaves the
// board alone.
func TestEveryMoveHasASentence(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, name := range testgames.Names() {
		rules := testgames.Games[name]
		b := testgames.Board(t, rules, "")
		for range 6 {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			before := b.FEN()
			x := Move(b, ai.Line{Move: m, PV: []chess.Move{m}})
			if b.FEN() != before {
				t.Fatalf("%s: the board was changed", name)
			}
			text := x.String()
			if len(text) < 8 || !strings.HasSuffix(text, ".") || strings.Contains(text, "  ") || strings.Contains(text, "%!") {
				t.Errorf("%s %s %s: %q", name, before, m, text)
			}
			b.Make(m)
		}
	}
}

// A board that shows no Position is explained all the same.
func TestOtherBoardsAreExplained(t *testing.T) {
	for _, c := range []struct{ game, fen, move, want string }{
		{"ordinary", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Checkmates."},
		{"ordinary", "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", "d1d5", "Wins a rook."},
		{"ordinary", "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "h7h6", "Stops the opponent from mating."},
		{"hill", "8/8/8/8/8/4K3/8/k7 w - - 0 1", "e3e4", "Brings the king to the centre."},
	} {
		if got := explained(t, testgames.Hide(testgames.Board(t, testgames.Games[c.game], c.fen)), c.move).String(); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.game, c.fen, got, c.want)
		}
	}
}

func TestOtherLinesShowTheOnlyGoodMove(t *testing.T) {
	b := testgames.Board(t, chess.Rules{}, "4k3/8/8/8/8/8/4r1PP/4K2R w K - 0 1")
	m, err := chess.ParseUCI(b, "e1f1")
	if err != nil {
		t.Fatal(err)
	}
	other, _ := chess.ParseUCI(b, "e1d1")
	line := ai.Line{Move: m, Score: 10, PV: []chess.Move{m}}
	alone := Move(b, line, ai.Line{Move: other, Score: -600})
	if !strings.Contains(alone.String(), "only move that holds") && !strings.Contains(alone.String(), "and all other moves are worse") {
		t.Errorf("with a bad second move: %q", alone)
	}
	if both := Move(b, line, ai.Line{Move: other, Score: 0}); strings.Contains(both.String(), "holds") {
		t.Errorf("with a good second move: %q", both)
	}
}

// Where pieces are disguised no sentence names what a piece can do.
func TestDisguisedPiecesAreNotNamed(t *testing.T) {
	rules := chess.Rules{Disguise: true, NoCastling: true}
	b := testgames.Board(t, rules, "4k3/8/8/3r{q}3q{n}/8/5N{r}2/2P{b}1P3/4KR{n}1Q{r} w - - 0 1")
	for _, m := range b.Moves(nil) {
		text := Move(b, ai.Line{Move: m, PV: []chess.Move{m}}).String()
		for _, role := range []string{"queen", "rook", "bishop", "knight", "pawn"} {
			if strings.Contains(text, role) {
				t.Errorf("%v: %q", m, text)
			}
		}
	}
}

func TestLineWithoutAMoveHasNoSentence(t *testing.T) {
	if x := Move(testgames.Board(t, chess.Rules{}, ""), ai.Line{}); x.String() != "" {
		t.Errorf("a line without a move: %q", x)
	}
}

func BenchmarkMove(b *testing.B) {
	board := testgames.Board(b, chess.Rules{}, "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 0 12")
	levels := ai.Levels()
	c, err := ai.New(levels[len(levels)-1], ai.Balanced, 1).Choose(context.Background(), board, ai.Limit{Depth: 8, Nodes: 100_000})
	if err != nil {
		b.Fatal(err)
	}
	line := ai.Line{Move: c.Move, Score: c.Score, PV: c.PV}
	for b.Loop() {
		Move(board, line)
	}
}
