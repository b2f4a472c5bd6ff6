package variants

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/chess/boardtest"
)

// randomRules draws axes until they make a game. Half of the draws start from
// a variant of the register, so that the known games meet each other.
func randomRules(rng *rand.Rand) chess.Rules {
	maybe := func(n int) bool { return rng.IntN(n) == 0 }
	all := All()
	for {
		var r chess.Rules
		if maybe(2) {
			v := all[rng.IntN(len(all))]
			if v.Rules.Board != nil {
				continue
			}
			r = v.Rules
		}
		if maybe(3) {
			r.Capture = chess.Capture(rng.IntN(3))
		}
		r.Forced = r.Forced != maybe(5)
		if maybe(4) {
			r.Royalty = chess.Royalty(rng.IntN(3))
		}
		r.NoChecks = r.NoChecks != maybe(8)
		if maybe(3) {
			r.Goal = chess.Goal(rng.IntN(8))
		}
		if maybe(3) {
			r.Stalemate = chess.Stalemate(rng.IntN(5))
		}
		if maybe(3) {
			r.Pocket = chess.Pocket(rng.IntN(3))
		}
		if maybe(6) {
			r.Pawns = chess.FromFirstToo
		}
		if maybe(5) {
			r.Promotion = chess.RoleSet(rng.IntN(64)) << 2 &^ 1 & chess.Roles(chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King)
		}
		r.NoCastling = r.NoCastling || maybe(8)
		r.NoEnPassant = r.NoEnPassant || maybe(8)
		r.NoPromotion = r.NoPromotion || maybe(8)
		r.Fog = r.Fog || maybe(5)
		if maybe(6) {
			r.Disguise = true
		}
		if maybe(4) {
			r.Start = Chess960.Start
		}
		if _, err := chess.Combine(r); err == nil {
			return r
		}
	}
}

// checkPosition holds one position against the reference and against itself.
func checkPosition(t *testing.T, b chess.Board, rng *rand.Rand) {
	t.Helper()
	fen := b.FEN()
	ref := refer(b.Rules(), fen)
	var got []string
	moves := b.Moves(nil)
	for _, m := range moves {
		got = append(got, m.String())
	}
	slices.Sort(got)
	if want := ref.legal(); !slices.Equal(got, want) {
		t.Fatalf("%+v\n%s\nmoves %v\nwant  %v", axesOf(b.Rules()), fen, got, want)
	}
	p := b.(chess.Positioned).Position()
	if over := p.VariantEnd().Over(); over != ref.over() {
		t.Fatalf("%+v\n%s: over is %v, the reference says %v", axesOf(b.Rules()), fen, over, !over)
	}
	if p.Key() != p.FreshKey() {
		t.Fatalf("%+v\n%s: key %x, fresh key %x", axesOf(b.Rules()), fen, p.Key(), p.FreshKey())
	}
	if rng.IntN(8) == 0 {
		boardtest.Check(t, b)
	}
}

// playRandomly plays one random game and checks it all along.
func playRandomly(t *testing.T, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	r := randomRules(rng)
	n := -1
	if r.Start != nil {
		n = rng.IntN(r.Start.Count)
	}
	g, err := chess.NewGame(r, n)
	if err != nil {
		return // a starting position with the king in check where that is illegal
	}
	b := g.Board().Clone()
	type before struct {
		fen string
		key uint64
	}
	var history []before
	for range 60 {
		checkPosition(t, b, rng)
		moves := b.Moves(nil)
		if len(moves) == 0 {
			break
		}
		history = append(history, before{b.FEN(), b.Key()})
		b.Make(moves[rng.IntN(len(moves))])
	}
	for i := len(history) - 1; i >= 0; i-- {
		b.Undo()
		if b.FEN() != history[i].fen || b.Key() != history[i].key {
			t.Fatalf("%+v: undo gives %s, want %s", axesOf(r), b.FEN(), history[i].fen)
		}
	}
}

// axesOf is rules without the functions that would print as addresses.
func axesOf(r chess.Rules) chess.Rules {
	if r.Start != nil {
		r.Start = &chess.StartPositions{Name: r.Start.Name}
	}
	return r
}

func TestBoardsPassTheSharedSuite(t *testing.T) {
	for _, v := range All() {
		t.Run(v.ID, func(t *testing.T) {
			boardtest.Run(t, boardtest.Suite{Rules: v.Rules, Games: 1, Plies: 60})
		})
	}
}

func TestRandomCombinationsPlay(t *testing.T) {
	games := 250
	if testing.Short() {
		games = 60
	}
	for seed := range games {
		playRandomly(t, uint64(seed))
	}
}

func FuzzPlay(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(playRandomly)
}

// The reference is held to the published counts, too.
func TestReferenceHasThePublishedCounts(t *testing.T) {
	for _, row := range table(t, "testdata/perft.tsv", 4) {
		v := mustFind(t, row[0])
		if v.Rules.Board != nil {
			continue
		}
		b, err := chess.NewBoard(v.Rules, row[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range b.Moves(nil) {
			b.Make(m)
			var got []string
			for _, m := range b.Moves(nil) {
				got = append(got, m.String())
			}
			slices.Sort(got)
			if want := refer(v.Rules, b.FEN()).legal(); !slices.Equal(got, want) {
				t.Errorf("%s %s\nmoves %s\nwant  %s", v.ID, b.FEN(), strings.Join(got, " "), strings.Join(want, " "))
			}
			b.Undo()
		}
	}
}
