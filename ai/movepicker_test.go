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
		for range 30 {
			b := testgames.Board(t, r, "")
			for range 60 {
				moves := b.Moves(nil)
				if len(moves) == 0 || b.Outcome().Over() {
					break
				}
				p := b.(chess.Positioned).Position()
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
				b.Make(moves[rng.IntN(len(moves))])
			}
		}
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
