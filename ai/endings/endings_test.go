package endings

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/variants"
)

// made is a set in memory with the tables of materials.
func made(t testing.TB, r chess.Rules, materials ...string) *Set {
	t.Helper()
	s, err := NewSet(r, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range materials {
		m, err := ParseMaterial(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Make(context.Background(), nil, s.Whole(m)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestLongestWins holds the tables to wins whose length everybody knows, in moves. Longer ones
// are made where ENDINGS_LONG is set.
func TestLongestWins(t *testing.T) {
	known := []struct {
		name  string
		moves int
		long  bool
	}{
		{"KQvK", 10, false}, {"KRvK", 16, false}, {"KPvK", 28, false},
		{"KBBvK", 19, false}, {"KBNvK", 33, true}, {"KQvKR", 35, true}, {"KRvKB", 29, true},
		{"KRvKN", 40, true}, {"KQvKB", 17, true}, {"KQvKN", 21, true},
	}
	s := made(t, chess.Rules{})
	for _, k := range known {
		if k.long && os.Getenv("ENDINGS_LONG") == "" {
			continue
		}
		m, _ := ParseMaterial(k.name)
		if err := s.Make(context.Background(), nil, m); err != nil {
			t.Fatal(err)
		}
		sum, _ := s.Summary(m)
		if got := (sum.Plies[chess.White] + 1) / 2; got != k.moves {
			t.Errorf("%s: the longest win has %d moves, want %d", k.name, got, k.moves)
		}
		if line := s.Line(sum.Longest[chess.White]); len(line) != sum.Plies[chess.White] {
			t.Errorf("%s: the line of the longest win has %d plies, want %d", k.name, len(line), sum.Plies[chess.White])
		}
	}
}

// TestPawnAgainstKing holds counts that are published: of the positions of king and pawn against king
// White to move wins 124,960 of 163,328, and Black to move loses 97,604 of 168,024.
func TestPawnAgainstKing(t *testing.T) {
	s := made(t, chess.Rules{}, "KPvK")
	m, _ := ParseMaterial("KPvK")
	for _, m := range []Material{m, m.Flipped()} {
		sum, _ := s.Summary(m)
		strong := chess.White
		if m.Count[chess.Black][chess.Pawn] > 0 {
			strong = chess.Black
		}
		if got, want := sum.Counts[strong], (Count{Won: 124960, Drawn: 163328 - 124960}); got != want {
			t.Errorf("%s, the pawn's side to move: %+v, want %+v", m, got, want)
		}
		if got, want := sum.Counts[strong^1], (Count{Lost: 97604, Drawn: 168024 - 97604}); got != want {
			t.Errorf("%s, the king to move: %+v, want %+v", m, got, want)
		}
	}
}

// TestPublishedCounts holds the table of king, bishop and knight against king to the statistics of the Syzygy
// table that syzygy-tables.info publishes, in which images of a position count once: what White to move wins and what
// Black to move loses by plies to the end, where both count alike because nothing is ever taken.
func TestPublishedCounts(t *testing.T) {
	s := made(t, chess.Rules{}, "KBNvK")
	m, _ := ParseMaterial("KBNvK")
	table := (*s.loaded.Load())[m]
	var count [2]map[Verdict]int
	var drawn, decided [2]int
	for c := range count {
		count[c] = make(map[Verdict]int)
	}
	for i := range table.space.size() {
		sq, turn := table.space.at(i)
		if !table.space.placeable(sq) || table.space.number(sq, turn) != i || !table.position(i, false).Proper() {
			continue
		}
		v := table.verdict(i)
		count[turn][v]++
		if v.Result == Drawn {
			drawn[turn]++
		} else {
			decided[turn]++
		}
	}
	if drawn != [2]int{6665, 309147} || decided != [2]int{1352913, 1398741} {
		t.Errorf("drawn %v, decided %v; want [6665 309147] and [1352913 1398741]", drawn, decided)
	}
	for plies, want := range map[int]int{1: 230, 3: 150, 5: 402, 15: 5053, 31: 14754, 41: 43776, 51: 118729, 55: 191450, 61: 32633, 63: 4198, 65: 138} {
		if got := count[chess.White][Verdict{Won, plies}]; got != want {
			t.Errorf("White wins %d positions in %d plies, want %d", got, plies, want)
		}
	}
	for plies, want := range map[int]int{0: 58, 2: 39, 4: 37, 14: 1485, 30: 6242, 58: 253469, 62: 69191, 64: 10681, 66: 370} {
		if got := count[chess.Black][Verdict{Lost, plies}]; got != want {
			t.Errorf("Black loses %d positions in %d plies, want %d", got, plies, want)
		}
	}
}

// TestPublishedSuicide holds tables of suicide to published ones: of each table these are positions that need longest, with the
// plies to the next capture or pawn move, one less where moves were counted; lost ones are negative. Of two pieces the first
// capture ends the game, so that both distances are one.
func TestPublishedSuicide(t *testing.T) {
	v, _ := variants.ByName("suicide")
	s := made(t, v.Rules)
	for _, c := range []struct {
		fen   string
		plies int
	}{
		{"8/8/8/8/8/8/8/1n5B b", -7}, {"3B4/8/8/8/8/8/8/2n5 b", 4}, {"8/8/8/8/8/8/8/2K2b2 b", 4}, {"8/8/8/8/8/8/8/1K4n1 b", -19},
		{"8/8/8/8/8/8/8/1K3n2 b", 4}, {"8/8/8/8/8/6q1/8/1K6 w", -11}, {"8/8/8/8/8/3K4/8/r7 w", -35}, {"8/8/8/8/8/8/8/Nn6 b", -13},
		{"8/8/8/8/8/8/8/nN6 w", -13}, {"1Q6/8/8/8/8/8/8/1b6 b", -3}, {"8/8/8/7Q/8/8/2n5/8 b", -5}, {"1R6/8/8/8/8/8/8/1b6 b", -3},
		{"8/8/8/6R1/8/8/8/1n6 b", -5}, {"8/8/8/8/8/8/3R4/1n6 w", -3},
		{"8/8/8/8/8/8/2B5/1B3b2 w", -3}, {"8/8/8/2B4B/8/8/8/1k6 b", -45}, {"B7/8/8/8/8/8/8/1k5B b", 6}, {"8/5B2/8/8/7B/8/8/1n6 b", -9},
		{"8/8/8/8/8/8/7N/1k3B2 w", 20}, {"7N/8/8/8/4B3/2k5/8/8 w", -17}, {"8/8/8/4n3/7B/8/2N5/8 w", 24}, {"8/8/8/8/8/8/8/k2K3Q b", -35},
		{"7Q/8/8/8/8/2K5/8/k7 w", -11}, {"8/8/8/8/6R1/8/7k/3K4 w", 32}, {"3B4/8/8/8/8/8/6Q1/1k6 w", 34}, {"8/7B/8/5R2/8/8/8/1k6 b", -27},
		{"8/8/8/8/8/8/8/1k4NR w", 26}, {"8/8/8/3N4/8/8/8/1k4N1 w", 8}, {"N7/8/8/8/8/8/7n/2N5 b", 22}, {"8/8/8/8/3RR3/8/8/1k6 b", -13},
	} {
		p, err := chess.ParsePosition(v.Rules, c.fen+" - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		m := MaterialOf(p)
		if testing.Short() && m.Pieces() > 2 {
			continue
		}
		if err := s.Make(context.Background(), nil, m); err != nil {
			t.Fatal(err)
		}
		got, ok := s.Judge(p)
		want, least := Won, c.plies
		if c.plies < 0 {
			want, least = Lost, -c.plies
		}
		if !ok || got.Result != want || got.Plies < least || m.Pieces() == 2 && got.Plies > least+1 {
			t.Errorf("%s: %+v, want %d in %d plies at least", c.fen, got, want, least)
		}
	}
}

// TestPublishedAtomic holds tables of atomic to what published ones say: kings that touch, a pawn that must become a
// queen, another that wins by going on and only draws by taking en passant. Four pieces where ENDINGS_LONG is set.
func TestPublishedAtomic(t *testing.T) {
	v, _ := variants.ByName("atomic")
	s := made(t, v.Rules)
	for _, c := range []struct {
		fen     string
		want    Result
		winning string // when not empty the move that wins, which others of its kind do not
	}{
		{"7k/8/8/8/8/8/P7/6K1 b - -", Drawn, ""},
		{"8/8/8/8/8/8/NkN5/1K6 w - -", Drawn, ""},
		{"k7/6P1/8/8/8/8/8/K7 w - -", Won, "g7g8q"},
		{"7k/8/8/3pP3/8/8/8/K7 w - d6", Won, "e5e6"},
	} {
		p, err := chess.ParsePosition(v.Rules, c.fen+" 0 1")
		if err != nil {
			t.Fatal(err)
		}
		if MaterialOf(p).Pieces() > 3 && os.Getenv("ENDINGS_LONG") == "" {
			continue
		}
		if err := s.Make(context.Background(), nil, MaterialOf(p)); err != nil {
			t.Fatal(err)
		}
		if got, ok := s.Judge(p); !ok || got.Result != c.want {
			t.Errorf("%s: %+v, want %v", c.fen, got, c.want)
		}
		list, ok := s.Moves(p)
		for _, m := range list {
			if !ok || (m.Move.IsPromotion() || m.Move.IsCapture() || m.Move.String() == c.winning) &&
				c.winning != "" && (m.Result == Won) != (m.Move.String() == c.winning) {
				t.Errorf("%s: %s %+v", c.fen, m.Move, m.Verdict)
			}
		}
	}
}

// TestPublishedAntichess holds tables of giveaway to published ones: plies to the next capture or pawn move, lost ones
// negative (Syzygy's, as in TestPublishedSuicide), and the one best move with the moves to the end. Four pieces where
// ENDINGS_LONG is set.
func TestPublishedAntichess(t *testing.T) {
	v, _ := variants.ByName("giveaway")
	s := made(t, v.Rules)
	read := func(fen string) *chess.Position {
		t.Helper()
		p, err := chess.ParsePosition(v.Rules, fen+" - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		if n := MaterialOf(p).Pieces(); n > 3 && os.Getenv("ENDINGS_LONG") == "" || n > 2 && testing.Short() {
			return nil
		}
		if err := s.Make(context.Background(), nil, MaterialOf(p)); err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, c := range []struct {
		fen   string
		plies int
	}{
		{"8/8/8/3K4/8/8/8/5r2 b", 31}, {"8/2K3p1/8/8/8/8/8/8 b", -1}, {"R7/8/8/8/8/8/2p5/8 b", -1}, {"8/4P3/8/8/8/8/8/7b w", 0},
		{"5k1K/8/8/8/8/8/p1k5/8 b", 12}, {"8/5Q2/8/k7/8/8/8/8 b", -3},
	} {
		p := read(c.fen)
		if p == nil {
			continue
		}
		got, ok := s.Judge(p)
		want, least := Won, c.plies
		switch {
		case c.plies < 0:
			want, least = Lost, -c.plies
		case c.plies == 0:
			want = Drawn
		}
		pawnless := p.Of(chess.Pawn) == 0
		if !ok || got.Result != want || got.Plies < least || pawnless && MaterialOf(p).Pieces() == 2 && got.Plies > least+1 {
			t.Errorf("%s: %+v, want %d", c.fen, got, c.plies)
		}
	}
	for _, c := range []struct {
		fen, best string
		moves     int
	}{
		{"8/5P2/8/2r5/8/8/8/8 w", "f8=B", 3}, {"8/8/8/8/8/8/8/3K2b1 b", "Bd4", 3}, {"8/8/p7/8/8/8/7P/8 w", "h3", 16},
		{"2q5/3k4/8/8/8/5K2/8/8 w", "Ke4", 4}, {"3n4/8/1k6/8/8/8/8/1B6 w", "Be4", 3}, {"7K/8/3k4/5k2/8/8/8/8 b", "Kde6", 4},
		{"8/8/8/6b1/1NR5/8/8/8 w", "Rc1", 4}, {"8/8/8/8/1p6/7R/p7/8 b", "b3", 4}, {"8/P7/8/8/8/5k2/8/7b w", "a8=K", 6},
		{"8/P7/8/k7/P7/8/8/8 w", "a8=N", 4}, {"8/8/8/8/5k1k/3k4/8/7K b", "Kde3", 5}, {"8/8/8/KK6/8/6r1/1k6/8 w", "Kab4", 4},
	} {
		p := read(c.fen)
		if p == nil {
			continue
		}
		b, err := chess.NewBoard(v.Rules, c.fen+" - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		best, err := chess.ParseMove(b, c.best)
		if err != nil {
			t.Fatal(c.fen, err)
		}
		list, ok := s.Moves(p) // the fastest win first; they count the turn on which a side has no pieces left
		at := slices.IndexFunc(list, func(m MoveVerdict) bool { return m.Move == best })
		if !ok || list[0].Result != Won || list[at].Verdict != list[0].Verdict || list[0].Plies/2+1 != c.moves {
			t.Errorf("%s: %s %+v, the fastest %+v; want a win in %d moves", c.fen, c.best, list[at].Verdict, list[0].Verdict, c.moves)
		}
	}
}

// examine compares the verdict on every step-th position of a table with those on the positions after its
// moves, which the rules core makes. As distances to the end count, a table that stands this for every
// position is right. Each is looked up by a random image.
func examine(t testing.TB, s *Set, m Material, step int) (positions int) {
	canon, _ := s.canonical(m)
	table := (*s.loaded.Load())[canon]
	if table == nil {
		t.Fatalf("no table of %s", m)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	faults := 0
	for i := uint32(rng.IntN(step)); i < table.space.size(); i += uint32(step) {
		sq, _ := table.space.at(i)
		if !table.space.placeable(sq) {
			continue
		}
		p := image(table, i, rng)
		if !p.Proper() {
			continue
		}
		positions++
		got, ok := s.Probe(p)
		want, how := plain(s, p)
		if !ok || got != want {
			t.Errorf("%s %s %s: %+v, want %+v by %s", s.rules.Name, m, p.FEN(), got, want, how)
			if faults++; faults > 3 {
				return positions
			}
		}
	}
	return positions
}

// plain judges a position by its end or by the verdicts on those after its moves.
func plain(s *Set, p *chess.Position) (best Verdict, how string) {
	if o := p.End(); o.Over() {
		return verdictOf(o, p.Turn()), o.Reason.String()
	}
	var next chess.Position
	for i, m := range p.AppendMoves(nil) {
		p.Apply(m, &next)
		v, ok := s.Judge(&next)
		if !ok {
			return Verdict{}, "no verdict after " + m.String()
		}
		if v = v.before(); i == 0 || v.better(best) {
			best, how = v, m.String()
		}
	}
	return best, how
}

// image is position number i of a table, reflected anyhow.
func image(t *Table, i uint32, rng *rand.Rand) *chess.Position {
	sp := *t.space
	sq, turn := sp.at(i)
	r := rng.IntN(2)
	if sp.eight {
		r = rng.IntN(8)
	}
	p := *sp.rules
	for k := range sp.n {
		p.Put(chess.PieceOf(sp.slots[k].color, sp.slots[k].role), reflect[r][sq[k]])
	}
	p.SetTurn(turn)
	p.SetChecksLeft(int(sp.material.Checks[0]), int(sp.material.Checks[1]))
	return &p
}

// ten variants; those in which any piece may be missing have some 160 materials of three pieces.
var examined = []string{
	"chess", "atomic", "kingofthehill", "racingkings", "threecheck", "benedict", "losers", "horde",
	"suicide", "giveaway", "capture", "pawnattack", "allqueens", "nopromotion", "chaos",
}

// TestEveryPosition examines every position of up to three pieces of the variants. Of materials without
// kings, of which there are many, one in 29 is taken where ENDINGS_LONG is not set.
func TestEveryPosition(t *testing.T) {
	for _, id := range examined {
		t.Run(id, func(t *testing.T) {
			v, ok := variants.ByName(id)
			if !ok {
				t.Fatal("no such variant")
			}
			examineAll(t, v.Rules)
		})
	}
}

func examineAll(t *testing.T, r chess.Rules) {
	s, err := NewSet(r, "")
	if err != nil {
		t.Fatal(err)
	}
	s.limit = 1 << 40
	materials := append(s.All(2), s.All(3)...)
	every := 1
	if len(materials) > 20 && os.Getenv("ENDINGS_LONG") == "" {
		every = 29
	}
	positions, n := 0, 0
	for i, m := range materials {
		if i%every != every/2 {
			continue
		}
		if err := s.Make(context.Background(), nil, m); err != nil {
			t.Fatal(err)
		}
		positions += examine(t, s, m, 1)
		n++
	}
	t.Logf("%s: %d positions of %d of %d materials", r.Name, positions, n, len(materials))
}

// TestCombinations examines twenty random combinations of rules.
func TestCombinations(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	all := variants.All()
	seen := make(map[string]bool)
	for n := 0; n < 20; {
		parts := []chess.Rules{{
			Forced: rng.IntN(4) == 0, NoEnPassant: rng.IntN(6) == 0, NoPromotion: rng.IntN(6) == 0,
			Stalemate: chess.Stalemate(rng.IntN(5)),
		}}
		if rng.IntN(3) > 0 {
			parts[0].Stalemate = 0
		}
		for range 1 + rng.IntN(3) {
			parts = append(parts, all[rng.IntN(len(all))].Rules)
		}
		r, err := chess.Combine(parts...)
		if err != nil {
			continue
		}
		s, err := NewSet(r, "")
		if err != nil || seen[s.hash] {
			continue
		}
		seen[s.hash] = true
		n++
		t.Run(strings.ReplaceAll(r.Name, " ", ""), func(t *testing.T) {
			t.Logf("%+v", parts[0])
			examineAll(t, r)
		})
	}
}

// TestFourPieces examines a share of the positions of some tables of four pieces: pawns that may take
// each other in passing, equal pieces, pieces that change sides.
func TestFourPieces(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	cases := []struct{ variant, material string }{
		{"suicide,nopromotion", "PPvPP"}, {"chess", "KNNvK"},
	}
	if os.Getenv("ENDINGS_LONG") != "" {
		cases = append(cases, []struct{ variant, material string }{
			{"chess,nopromotion", "KPvKP"}, {"benedict", "KNNvK"}, {"chess", "KPvKP"}, {"atomic", "KQvKN"}, {"benedict", "KRvKN"}, {"suicide", "NNvNN"}, {"threecheck", "KBvKN 2+1"}, {"horde", "PPPvK"},
		}...)
	}
	for _, c := range cases {
		t.Run(c.variant+" "+c.material, func(t *testing.T) {
			v, err := variants.Custom(strings.Split(c.variant, ",")...)
			if err != nil {
				t.Fatal(err)
			}
			s := made(t, v.Rules, c.material)
			m, _ := ParseMaterial(c.material)
			t.Log(examine(t, s, m, 97), "positions")
		})
	}
}

// TestRandom draws positions of a length for either side, of colours as asked for.
func TestRandom(t *testing.T) {
	s := made(t, chess.Rules{}, "KPvK")
	for _, name := range []string{"KPvK", "KvKP"} {
		m, _ := ParseMaterial(name)
		strong := chess.White
		if name == "KvKP" {
			strong = chess.Black
		}
		seen := make(map[string]bool)
		for seed := range uint64(50) {
			p := s.Random(m, strong, 20, 30, seed)
			if p == nil {
				t.Fatalf("%s: none", name)
			}
			if v, ok := s.Probe(p); !ok || v.Result != Won || v.Plies < 20 || v.Plies > 30 || MaterialOf(p) != m || p.Turn() != strong || !p.Proper() {
				t.Errorf("%s: %s is %+v", name, p.FEN(), v)
			}
			seen[p.FEN()] = true
		}
		if len(seen) < 40 {
			t.Errorf("%s: only %d different positions of 50", name, len(seen))
		}
		if p := s.Random(m, strong, 60, 99, 1); p != nil {
			t.Errorf("%s: %s wins in more than 60 plies", name, p.FEN())
		}
	}
}

// TestRefusals holds that rules and pieces that have no tables are refused in words.
func TestRefusals(t *testing.T) {
	for id, word := range map[string]string{"crazyhouse": "pocket", "dark1": "see", "extinction": "over", "hex": "8×8"} {
		v, _ := variants.ByName(id)
		if _, err := NewSet(v.Rules, ""); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v, want a refusal that says %q", id, err, word)
		}
	}
	s, _ := NewSet(chess.Rules{}, "")
	for name, word := range map[string]string{"KvQ": "king", "KQQvKR": "at most 4", "KKvK": "one king", "KQv": "both", "KQvK 3+2": "not counted"} {
		m, err := ParseMaterial(name)
		if err == nil {
			err = s.Check(m)
		}
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v, want a refusal that says %q", name, err, word)
		}
	}
	for _, name := range []string{"", "KQK", "KXvK", "KQvKvK", "KQvK 4+1", "KQvK x"} {
		if m, err := ParseMaterial(name); err == nil {
			t.Errorf("%q was read as %v", name, m)
		}
	}
}

// TestFiles holds that tables on disk are what was made, that what is damaged is made anew,
// and that a stopped run goes on where it was.
func TestFiles(t *testing.T) {
	folder := t.TempDir()
	m, _ := ParseMaterial("KPvK")
	made := func(stop string) (names []string, err error) {
		s, err := NewSet(chess.Rules{}, folder)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		err = s.Make(ctx, func(p Progress) {
			if p.Material.String() == stop {
				cancel()
			}
			if p.Done == 1 {
				names = append(names, p.Material.String())
			}
		}, m)
		if err == nil {
			sum, ok := s.Summary(m)
			if !ok || sum.Counts[chess.White].Won != 124960 || sum.Plies[chess.White] != 55 {
				t.Errorf("the summary is %+v", sum)
			}
			examine(t, s, m, 11)
		}
		return names, err
	}
	first, err := made("KRvK")
	if err == nil || len(first) == 0 {
		t.Fatalf("stopped: made %v, error %v", first, err)
	}
	second, err := made("")
	if err != nil || len(first)+len(second) != 6 {
		t.Fatalf("made %v, then %v, error %v; want six tables in all", first, second, err)
	}
	if third, err := made(""); err != nil || len(third) != 0 {
		t.Errorf("made %v again, error %v", third, err)
	}
	s, _ := NewSet(chess.Rules{}, folder)
	path := s.path(m)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"cut":     whole[:len(whole)/2],
		"empty":   nil,
		"changed": append(append([]byte{}, whole[:len(whole)*2/3]...), append([]byte{whole[len(whole)*2/3] ^ 4}, whole[len(whole)*2/3+1:]...)...),
	} {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if names, err := made(""); err != nil || fmt.Sprint(names) != "[KPvK]" {
			t.Errorf("%s: made %v, error %v; want that table anew", name, names, err)
		}
	}
}

// TestLoadWhileTablesAreMade reads a table in the midst of making others: a game goes on meanwhile.
func TestLoadWhileTablesAreMade(t *testing.T) {
	s, err := NewSet(chess.Rules{}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	pawn, _ := ParseMaterial("KPvK")
	other, _ := ParseMaterial("KRvKB")
	asked := false
	err = s.Make(t.Context(), func(p Progress) {
		if asked || p.Table < p.Tables {
			return
		}
		asked = true
		if s.Load(other) {
			t.Error("a table that nobody has made is there")
		}
		if queen, _ := ParseMaterial("KQvK"); !s.Load(queen) {
			t.Error("a table that has been made is not there")
		}
	}, pawn)
	if err != nil || !asked {
		t.Errorf("%v; asked: %t", err, asked)
	}
}
