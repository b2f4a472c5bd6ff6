package ai

import (
	"math/rand/v2"
	"testing"

	"rookery/ai/internal/testgames"
	"rookery/chess"
)

// TestQuietLook plays random moves and holds the checks that a look tells of to those that the rules know.
// Where captures explode, kings beside each other take no check.
func TestQuietLook(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range testgames.Names() {
		r := testgames.Games[name]
		tr := traitsOf(r)
		checks := 0
		playRandomly(t, rng, r, 30, func(b chess.Board, p *chess.Position) {
			g := newPositionStack(&tr, nil, p)
			look := tr.look(p)
			for _, m := range p.AppendQuiet(nil) {
				if at := pieceToOf(g, m); look.checks[at>>6]&chess.Bit(m.To()) == 0 || tr.explode {
					continue
				}
				checks++
				if !p.GivesCheck(m) {
					t.Fatalf("%s: %s: %s gives no check", name, b.FEN(), m)
				}
			}
		})
		if want := tr.royal && !tr.explode && !r.NoChecks; want != (checks > 0) {
			t.Errorf("%s: %d checks seen, any expected: %v", name, checks, want)
		}
	}
}

// TestQuietLookAtPawns: a piece does well to leave the reach of a pawn, and badly to enter it.
func TestQuietLookAtPawns(t *testing.T) {
	tr := traitsOf(chess.Rules{})
	b := testgames.Board(t, chess.Rules{}, "4k3/8/8/2p1p3/3N4/8/8/4K2R w K - 0 1")
	p := b.(chess.Positioned).Position()
	g, look := newPositionStack(&tr, nil, p), tr.look(p)
	for _, c := range []struct {
		move string
		want int
	}{
		{"d4b3", pawnBonus},
		{"d4c6", pawnBonus},
		{"h1h4", 0},
		{"h1h8", checkBonus},
		{"e1d2", 0},
	} {
		m, err := chess.ParseUCI(b, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := look.bonus(m, pieceToOf(g, m)); got != c.want {
			t.Errorf("%s: %d, want %d", c.move, got, c.want)
		}
	}
}

// TestPickerKnowsWhatForces plays random moves of games in which pieces are to be lost, and holds what the
// picker says of each move to the rules. It hands out every move once.
func TestPickerKnowsWhatForces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range []chess.Rules{
		{Goal: chess.LoseAll, Royalty: chess.Commoner, Forced: true},
		{Goal: chess.BareOrMated, Forced: true},
	} {
		tr := traitsOf(r)
		s := newSearch(&tr, Balanced, nil)
		forcing := 0
		playRandomly(t, rng, r, 20, func(b chess.Board, p *chess.Position) {
			s.reset(t.Context(), b, nil)
			s.startPicker(0, 0, true)
			left := map[chess.Move]bool{}
			for _, m := range p.AppendMoves(nil) {
				left[m] = true
			}
			for m := s.nextMove(0, true); m != 0; m = s.nextMove(0, true) {
				if !left[m] {
					t.Fatalf("%s: %s comes twice, or is no move", b.FEN(), m)
				}
				delete(left, m)
				var next chess.Position
				p.Apply(m, &next)
				if got := s.frames[0].picker.forces; got != next.MustCapture() {
					t.Fatalf("%s: %s forces a capture: %v, the rules say %v", b.FEN(), m, got, !got)
				} else if got {
					forcing++
				}
			}
			if len(left) > 0 {
				t.Fatalf("%s: %v are missing", b.FEN(), left)
			}
		})
		if forcing == 0 {
			t.Error("no move forces a capture")
		}
	}
}

// playRandomly plays random moves, up to 60 a game, and visits each position in which there is one.
func playRandomly(t *testing.T, rng *rand.Rand, r chess.Rules, games int, visit func(chess.Board, *chess.Position)) {
	t.Helper()
	for range games {
		b := testgames.Board(t, r, "")
		for range 60 {
			moves := b.Moves(nil)
			if len(moves) == 0 || b.Outcome().Over() {
				break
			}
			visit(b, b.(chess.Positioned).Position())
			b.Make(moves[rng.IntN(len(moves))])
		}
	}
}

// TestTableKeepsAll: an entry comes back as it was stored, in every age.
func TestTableKeepsAll(t *testing.T) {
	table := newTable(1 << 10)
	for age := range 2*ageMask + 2 {
		want := entry{move: chess.NewMove(chess.Square(age&63), 63, chess.Quiet), score: -age, depth: age & 127, bound: lower, pv: age%3 == 0}
		key := uint64(age)*0x9e3779b97f4a7c15 + 1
		table.store(key, want)
		if got, ok := table.probe(key); !ok || got != want {
			t.Fatalf("age %d: %+v, want %+v", age, got, want)
		}
		table.nextAge()
	}
}
