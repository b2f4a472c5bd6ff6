package chess

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// randomRules draws axes until they do not contradict each other.
func randomRules(rng *rand.Rand) Rules {
	for {
		some := func() bool { return rng.IntN(4) == 0 }
		pick := func(n int) int {
			if some() {
				return rng.IntN(n)
			}
			return 0
		}
		r := Rules{
			Capture: Capture(pick(3)), Forced: some(), Royalty: Royalty(pick(3)), NoChecks: some(),
			Goal: Goal(pick(8)), Stalemate: Stalemate(pick(5)), Pocket: Pocket(pick(3)), Pawns: PawnStep(pick(2)),
			NoCastling: some(), NoEnPassant: some(), NoPromotion: some(), Fog: some(), Disguise: some(),
		}
		if some() {
			r.Promotion = Roles(Knight, Queen)
		}
		if some() {
			r.Start = numbered
		}
		if some() {
			r.Start = &StartPositions{Name: "pawns everywhere", Count: 1, FEN: func(int) string {
				return "ppppkppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPKPPP w - - 0 1"
			}}
		}
		if len(r.conflicts()) == 0 {
			return r
		}
	}
}

// Any game that rules allow can be saved at every move and read back, and each
// of its moves too.
func TestNotationOfRandomGames(t *testing.T) {
	games := 120
	if testing.Short() {
		games = 40
	}
	for seed := range uint64(games) {
		rng := rand.New(rand.NewPCG(seed, 1))
		r := randomRules(rng)
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { randomGame(t, r, rng) }) {
			t.Logf("rules of seed %d: %+v", seed, r)
		}
	}
}

func randomGame(t *testing.T, r Rules, rng *rand.Rand) {
	g, err := NewGame(r, -1)
	if err != nil {
		t.Fatal(err)
	}
	for range 80 {
		roundTrip(t, g.Board())
		moves := g.Board().Moves(nil)
		if len(moves) == 0 || g.Outcome().Over() || t.Failed() {
			break
		}
		if err := g.Play(moves[rng.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	roundTrip(t, g.Board())
	again, err := NewGameFEN(r, g.Start())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range g.SANs() {
		if _, err := again.PlaySAN(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if got, want := again.Board().FEN(), g.Board().FEN(); got != want {
		t.Errorf("the game read back ends at %s, want %s", got, want)
	}
}
