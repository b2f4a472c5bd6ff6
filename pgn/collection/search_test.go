package collection

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/chess/known"
	"rookery/pgn"
)

const searchText = `[Event "First"]
[Site "Oslo"]
[Date "2024.05.17"]
[White "Alder, A"]
[Black "Birch, B"]
[Result "1-0"]
[ECO "B90"]
[WhiteElo "2500"]

1. e4 c5 2. Nf3 d6 (2... Nc6 3. Bb5) 3. d4 1-0

[Event "Second"]
[Date "2023.??.??"]
[White "Birch, B"]
[Black "Cedar, C"]
[Result "0-1"]
[ECO "C20"]
[BlackElo "1800"]

1. e4 e5 0-1

[Event "Third"]
[White "Alder, A"]
[Black "Dogwood"]
[Result "*"]
[Variant "Atomic"]

1. Nf3 c5 2. e4 *

[Event "Fourth"]
[FEN "8/8/4k3/8/8/4K3/4P3/4R2r w - - 0 1"]

1. Rxh1 *

[Event "Fifth"]

1. Nf3 c5 2. e4 Nc6 *
`

func hits(t *testing.T, ix *Index, q Query) []int {
	t.Helper()
	var out []int
	if err := ix.Search(t.Context(), q, func(i int) { out = append(out, i+1) }); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func TestSearch(t *testing.T) {
	ix, err := BuildIndex(t.Context(), strings.NewReader(searchText), int64(len(searchText)), nil)
	if err != nil {
		t.Fatal(err)
	}
	// The position after 1. e4 c5 2. Nf3 Nc6, by another order of moves too.
	b, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"e4", "c5", "Nf3", "Nc6"} {
		m, err := chess.ParseSAN(b, s)
		if err != nil {
			t.Fatal(err)
		}
		b.Make(m)
	}
	for _, c := range []struct {
		what string
		q    Query
		want []int
	}{
		{"nothing asked", Query{}, []int{1, 2, 3, 4, 5}},
		{"a player of either colour", Query{Player: "birch"}, []int{1, 2}},
		{"a white player", Query{White: "ALDER"}, []int{1, 3}},
		{"text of any tag", Query{Text: "oslo"}, []int{1}},
		{"words of several tags", Query{Text: "BIRCH first 2500"}, nil},
		{"words of several tags, the year too", Query{Text: "birch, 2023 CEDAR second"}, []int{2}},
		{"an opening by the head of its code, or by the moves", Query{ECO: "B"}, []int{1, 5}},
		{"a range of codes", Query{ECO: "B90-C19"}, []int{1}},
		{"a range of heads of codes", Query{ECO: "b9-c2"}, []int{1, 2}},
		{"an opening by name, found by the moves", Query{Opening: "sicilian"}, []int{1, 5}},
		{"a result", Query{Result: "0-1"}, []int{2}},
		{"a variant", Query{Variant: "atomic"}, []int{3}},
		{"chess alone", Query{Variant: "chess"}, []int{1, 2, 4, 5}},
		{"from a year on", Query{From: "2024"}, []int{1}},
		{"up to a day, months unknown", Query{To: "2023.06.01"}, []int{2}},
		{"a rating", Query{MinElo: 2000}, []int{1}},
		{"a range of ratings", Query{MinElo: 1700, MaxElo: 1900}, []int{2}},
		{"a rating at most", Query{MaxElo: 2000}, []int{2}},
		{"a position, in a variation and transposed", Query{Position: b.Key()}, []int{1, 5}},
		{"material of either colour", Query{Material: "KRKRP"}, []int{4}},
		{"material that is reached later", Query{Material: "KRPK"}, []int{4}},
		{"two things at once", Query{Player: "alder", Result: "1-0"}, []int{1}},
	} {
		if got := hits(t, ix, c.q); !slices.Equal(got, c.want) {
			t.Errorf("%s: games %v, want %v", c.what, got, c.want)
		}
	}
	for _, bad := range []Query{
		{Material: "K"}, {Material: "RK"}, {Material: "KRPKRK"}, {Material: "KXK"}, {Material: "KP3-1vK"}, {Material: "vKK"},
		{Result: "2-0"}, {ECO: "F00"}, {ECO: "B901"}, {From: "May 2024"}, {To: "2024.13"},
	} {
		if err := ix.Search(t.Context(), bad, func(int) {}); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
}

// Searching must find what reading everything finds, whatever the goroutines do.
func TestSearchFindsAllOfACollection(t *testing.T) {
	text := known.Read(t, known.Path(t, "games/lichess.pgn"))
	ix, err := BuildIndex(t.Context(), strings.NewReader(string(text)), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	games, _ := allGames(t, strings.NewReader(string(text)))
	var want []int
	for i, g := range games {
		if strings.HasPrefix(g.Tags.Value("ECO"), "C4") {
			want = append(want, i+1)
		}
	}
	if got := hits(t, ix, Query{ECO: "c4"}); len(want) == 0 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("games %v, want %v", got, want)
	}
}

// Ratings, openings and words are found in the text of games: no tree is made for them.
func TestFiltersNeedNoTrees(t *testing.T) {
	text := known.Read(t, known.Path(t, "games/lichess.pgn"))
	for _, path := range known.Glob(t, "corpora/twic*.pgn") {
		text = append(text, known.Read(t, path)...)
	}
	for _, ask := range []string{"elo:2000+", "elo:<1500", "opening:sicilian", "eco:B20-B99", "rated blitz", `opening:"king's gambit" 1500+ white`} {
		q, err := ParseQuery(ask)
		if err != nil {
			t.Fatal(err)
		}
		m, err := q.compile()
		if err != nil {
			t.Fatal(err)
		}
		ix, err := NewIndex(strings.NewReader(string(text)), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		s, games := newSearcher(m), 0
		if err := ix.Select(t.Context(), Selection{}, func(f *Found) error {
			games++
			b := batch{ix: ix, games: []record{*f.rec}, text: f.Text}
			_, err := s.fits(&b, 0)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if games < 100 || s.careful.cutter != nil {
			t.Errorf("%s: the parser was asked among %d games", ask, games)
		}
	}
}

func allGames(t testing.TB, src io.Reader) ([]*pgn.Game, []pgn.ParseError) {
	t.Helper()
	r := pgn.NewReader(src)
	var games []*pgn.Game
	for {
		g, err := r.Read()
		if err == io.EOF {
			return games, r.Warnings()
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}
