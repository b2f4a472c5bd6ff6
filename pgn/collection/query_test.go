package collection

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/chess/known"
	"rookery/pgn"
	"rookery/pgn/internal/pgntest"
)

func TestParseQuery(t *testing.T) {
	for text, want := range map[string]Query{
		"":                                  {},
		"carlsen 2700+ 1-0 B90 2019..2021":  {Text: "carlsen", MinElo: 2700, Result: "1-0", ECO: "B90", From: "2019", To: "2021"},
		"carlsen caruana":                   {Text: "carlsen caruana"},
		`"Magnus Carlsen" white:caruana`:    {Text: "Magnus Carlsen", White: "caruana"},
		`player:"de firmian" event:open`:    {Player: "de firmian", Event: "open"},
		"2600-2750 e2-e4":                   {MinElo: 2600, MaxElo: 2750, Text: "e2-e4"},
		"<2000 >=1500":                      {MinElo: 1500, MaxElo: 1999},
		"<=2000 >1500":                      {MinElo: 1501, MaxElo: 2000},
		"elo:2500":                          {MinElo: 2500, MaxElo: 2500},
		"elo:2500+ date:2019":               {MinElo: 2500, From: "2019", To: "2019"},
		"2019.. B9 draw b9":                 {From: "2019", ECO: "B9", Text: "draw b9"},
		"..2021.5 ½-½":                      {To: "2021.5", Result: "½-½"},
		"2021.05.17":                        {From: "2021.05.17", To: "2021.05.17"},
		"tata 2019 B90-B99 *":               {Text: "tata 2019", ECO: "B90-B99", Result: "*"},
		"KRPvKR variant:atomic round:3":     {Material: "KRPvKR", Variant: "atomic", Round: "3"},
		"Kasparov KQ*vKP+":                  {Text: "Kasparov", Material: "KQ*vKP+"},
		`opening:najdorf result:0-1 site:"`: {Opening: "najdorf", Result: "0-1"},
		"carlsen eco: fen: elo:":            {Text: "carlsen"},
		"https://lichess.org/abc":           {Text: "https://lichess.org/abc"},
		`"1-0"`:                             {Text: "1-0"},
	} {
		got, err := ParseQuery(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
		if got.Empty() != (text == "") {
			t.Errorf("%s: empty %v", text, got.Empty())
		}
	}
	for text, word := range map[string]string{
		"elo:high":                   "high",
		"eco:F99":                    "F99",
		"date:soon":                  "soon",
		"result:won":                 "won",
		"material:KX":                "KX",
		"fen:x":                      "",
		`variant:draughts fen:"8/8"`: "draughts",
	} {
		if _, err := ParseQuery(text); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v, want %q in it", text, err, word)
		}
	}
	q, err := ParseQuery(`fen:"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"`)
	b, _ := chess.NewBoard(chess.Rules{}, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	if err != nil || q.Position != b.Key() {
		t.Errorf("the position of a query is %x, %v, want %x", q.Position, err, b.Key())
	}
}

func TestMaterial(t *testing.T) {
	for _, c := range []struct {
		pattern, fen string
		fits         bool
	}{
		{"KRPvKR", "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1", true},
		{"krpkr", "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1", true},
		{"KRvKRP", "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1", false},
		{"KRPPvKR", "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1", false},
		{"KRP1-3vKRP0-2", "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1", true},
		{"KRP2-3vKR", "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1", false},
		{"KRP+vKRP*", "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1", true},
		{"KRP?vK*", "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1", true},
		{"K*vK*", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true},
		{"KQRRBBNNP8vKQRRBBNNP8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true},
		{"KQ0*vKQ", "8/8/4k2q/8/8/4K3/4P3/4R3 w - - 0 1", true},
		{"KQ0*vKQ", "8/8/4k2q/8/8/4K3/4P3/4Q3 w - - 0 1", false},
		{"KRR*vK", "8/8/4k3/8/8/4K3/4R3/4R3 w - - 0 1", true},
		{"KRR*vK", "8/8/4k3/8/8/4K3/4R3/4RN2 w - - 0 1", false},
	} {
		b, err := parseMaterial(c.pattern)
		if err != nil {
			t.Error(err)
			continue
		}
		p, err := chess.ParsePosition(chess.Rules{}, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m := countPieces(p)
		if got := b.fits(&m); got != c.fits {
			t.Errorf("%s in %s: %v, want %v", c.pattern, c.fen, got, c.fits)
		}
	}
}

// Searching by the heads of games finds what reading every game whole finds.
func TestSearchAgreesWithReading(t *testing.T) {
	ask := []string{
		"carlsen", "2500+", "<2200", "2300-2400 1-0", "B9", "2024..", "blitz", "rated 2000-2100", "variant:chess960", "chess",
		"KRPvKR", "KRP+vKR*", "opening:sicilian", "C50-C59 0-1", `fen:"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"`,
	}
	// What the games of testdata have not.
	texts := map[string]string{"own": sheet("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 ", "White=Carlsen, Magnus", "Result=1-0", "WhiteElo=2350", "BlackElo=2340", "ECO=B90") +
		sheet("1. Kd2 Rh8 ", "SetUp=1", "FEN=4k3/7r/8/8/8/4P3/8/R3K3 w - - 0 1")}
	for _, path := range pgntest.Files(t) {
		if text := known.Read(t, path); !testing.Short() || len(text) <= 100_000 {
			texts[path] = string(text)
		}
	}
	found := map[string]int{}
	for path, text := range texts {
		ix, err := BuildIndex(t.Context(), strings.NewReader(text), int64(len(text)), nil)
		if err != nil {
			t.Fatal(err)
		}
		games, _ := allGames(t, strings.NewReader(text))
		for _, a := range ask {
			q, err := ParseQuery(a)
			if err != nil {
				t.Fatal(err)
			}
			var want []int
			for i, g := range games {
				if slowFits(t, q, g) {
					want = append(want, i+1)
				}
			}
			found[a] += len(want)
			if got := hits(t, ix, q); !slices.Equal(got, want) {
				t.Errorf("%s: %s: games %v, want %v", filepath.Base(path), a, got, want)
			}
		}
	}
	for _, a := range ask {
		if found[a] == 0 && !testing.Short() {
			t.Errorf("%s is in no game: the question tests nothing", a)
		}
	}
}

// slowFits answers a query by a whole game alone.
func slowFits(t *testing.T, q Query, g *pgn.Game) bool {
	m, err := q.compile()
	if err != nil {
		t.Fatal(err)
	}
	if m.Variant != "" && (g.Err != nil || plainRules(g.Rules) != *m.rules) {
		return false
	}
	if !m.checkParsedTags(g) || !m.opening(g, &openingFinder{}) || q.Result != "" && g.Result != q.Result || !m.date(g.Tags.Value("Date")) {
		return false
	}
	if !m.needsMoves {
		return true
	}
	return newSearcher(m).position(g, func(visit func(*pgn.Node, chess.Board) bool) {
		if err := g.Walk(visit); err != nil {
			t.Error(err)
		}
	})
}
