package chess

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// rulesByName are the sets of rules that testdata/perft.tsv speaks of, written
// as axes, for this package knows no variant.
var rulesByName = map[string]Rules{
	"ordinary":          {},
	"drops":             {Pocket: Anywhere},
	"explosions":        {Capture: Explode},
	"conversions":       {Capture: Convert},
	"forced to lose":    {Forced: true, Royalty: Commoner, Goal: LoseAll, Stalemate: StalemateFewerWins, NoCastling: true, Promotion: Roles(King, Queen, Rook, Bishop, Knight)},
	"forced to take":    {Forced: true, Royalty: Commoner, Goal: TakeAll, Stalemate: StalemateMoreWins, NoCastling: true, Promotion: Roles(King, Queen, Rook, Bishop, Knight)},
	"race":              {NoChecks: true, Goal: Race, NoCastling: true},
	"exposed king":      {Royalty: Exposed},
	"drops where seen":  {Pocket: Seen, Fog: true},
	"hill":              {Goal: Hill},
	"three checks":      {Goal: ThreeChecks},
	"extinction":        {Royalty: Commoner, Goal: Extinct, Promotion: Roles(King, Queen, Rook, Bishop, Knight)},
	"bare or mated":     {Forced: true, Goal: BareOrMated, Stalemate: StalemateWins},
	"explosive drops":   {Capture: Explode, Pocket: Anywhere},
	"forced explosions": {Capture: Explode, Forced: true},
	"checkless pawns":   {NoChecks: true, Goal: Race},
}

// perftCase is one line of a perft table.
type perftCase struct {
	name, fen string
	depth     int
	nodes     uint64
}

func perftCases(t testing.TB) []perftCase {
	text, err := os.ReadFile("testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var cases []perftCase
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 4 {
			continue
		}
		depth, _ := strconv.Atoi(f[2])
		nodes, _ := strconv.ParseUint(f[3], 10, 64)
		cases = append(cases, perftCase{f[0], f[1], depth, nodes})
	}
	if len(cases) == 0 {
		t.Fatal("testdata/perft.tsv holds no case")
	}
	return cases
}

func TestPerft(t *testing.T) {
	for _, c := range perftCases(t) {
		rules, ok := rulesByName[c.name]
		if !ok {
			t.Fatalf("unknown rules %q", c.name)
		}
		b, err := NewBoard(rules, c.fen)
		if err != nil {
			t.Errorf("%s %s: %v", c.name, c.fen, err)
			continue
		}
		if got := Perft(b, c.depth); got != c.nodes {
			t.Errorf("%s %s depth %d: %d nodes, want %d", c.name, c.fen, c.depth, got, c.nodes)
		}
		if got := BoardPerft(b, c.depth); got != c.nodes {
			t.Errorf("%s %s depth %d through Board: %d nodes, want %d", c.name, c.fen, c.depth, got, c.nodes)
		}
	}
}

// The count of the last ply, the staged lists and the whole list must agree in
// every position that two plies lead to.
func TestCountsAgree(t *testing.T) {
	for _, c := range perftCases(t) {
		p, err := ParsePosition(rulesByName[c.name], c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		walk(p, 2, func(p *Position) {
			moves := p.AppendMoves(nil)
			if n := p.CountMoves(); n != len(moves) {
				t.Errorf("%s %s: CountMoves says %d, the list has %d", c.name, p.FEN(), n, len(moves))
			}
			if _, must := p.CountMovesForced(); must != p.MustCapture() {
				t.Errorf("%s %s: CountMovesForced says %v, MustCapture %v", c.name, p.FEN(), must, !must)
			}
			staged := p.AppendQuiet(p.AppendNoisy(nil))
			if !sameMoves(staged, moves) {
				t.Errorf("%s %s: stages give %v, all at once %v", c.name, p.FEN(), staged, moves)
			}
			for _, m := range moves {
				if !p.IsLegal(m) {
					t.Errorf("%s %s: IsLegal refuses %v", c.name, p.FEN(), m)
				}
			}
			if p.Key() != p.FreshKey() {
				t.Errorf("%s %s: key %x, fresh %x", c.name, p.FEN(), p.Key(), p.FreshKey())
			}
		})
	}
}

func walk(p *Position, depth int, visit func(*Position)) {
	visit(p)
	if depth == 0 {
		return
	}
	var next Position
	for _, m := range p.AppendMoves(nil) {
		p.Apply(m, &next)
		walk(&next, depth-1, visit)
	}
}

// IsLegal accepts the listed moves and no other value.
func TestIsLegalAcceptsOnlyLegalMoves(t *testing.T) {
	var rng splitmix = 7
	for _, c := range perftCases(t) {
		p, err := ParsePosition(rulesByName[c.name], c.fen)
		if err != nil {
			t.Fatal(err)
		}
		legal := make(map[Move]bool)
		for _, m := range p.AppendMoves(nil) {
			legal[m] = true
		}
		for range 20000 {
			m := Move(rng.next()) & (1<<21 - 1)
			if m.Kind() == Dropping {
				m = NewDrop(m.Role(), m.To())
			}
			if p.IsLegal(m) != legal[m] {
				t.Errorf("%s %s: IsLegal(%v, kind %d) is %v", c.name, c.fen, m, m.Kind(), !legal[m])
			}
		}
	}
}

func sameMoves(a, b []Move) bool {
	set := make(map[Move]int)
	for _, m := range a {
		set[m]++
	}
	for _, m := range b {
		set[m]--
	}
	for _, n := range set {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestMovingAllocatesNothing(t *testing.T) {
	for name, rules := range rulesByName {
		p, err := ParsePosition(rules, kiwipete)
		if err != nil {
			p, err = ParsePosition(rules, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1")
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var next Position
		moves := make([]Move, 0, 320)
		allocs := testing.AllocsPerRun(10, func() {
			moves = p.AppendMoves(moves[:0])
			for _, m := range moves {
				p.Apply(m, &next)
				next.CountMoves()
				next.Key()
				next.VariantEnd()
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %.0f allocations in make and generate, want 0", name, allocs)
		}
		b := &standard{stack: make([]Position, 8)}
		b.stack[0] = *p
		allocs = testing.AllocsPerRun(10, func() {
			for _, m := range moves {
				b.Make(m)
				b.Undo()
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %.0f allocations in make and undo, want 0", name, allocs)
		}
	}
}

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, rules, fen string
		depth            int
	}{
		{"start", "ordinary", "", 5},
		{"kiwipete", "ordinary", kiwipete, 4},
		{"drops", "drops", "", 5},
		{"explosions", "explosions", "", 5},
		{"conversions", "conversions", "", 5},
		{"lose all", "forced to lose", "", 5},
		{"take all", "forced to take", "", 5},
		{"race", "race", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", 5},
	} {
		board, err := NewBoard(rulesByName[c.rules], c.fen)
		if err != nil {
			b.Fatal(err)
		}
		measure := func(name string, perft func(Board, int) uint64) {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				var nodes uint64
				for b.Loop() {
					nodes += perft(board, c.depth)
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			})
		}
		measure("position", Perft)
		measure("board", BoardPerft)
	}
}
