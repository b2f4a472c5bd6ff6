package collection

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"rookery/chess/known"
	"rookery/pgn"
	"rookery/pgn/internal/pgntest"
	"rookery/pgn/opening"
)

// TestBothWaysAgree checks that the fast way of reading finds, in every text,
// what package pgn finds token by token: the same games in the same places, the
// same moves, results and warnings, the same export, identities and statistics.
func TestBothWaysAgree(t *testing.T) {
	for _, c := range pgntest.EdgeCases {
		t.Run(c.Name, func(t *testing.T) { agree(t, []byte(c.Text)) })
	}
	for _, path := range pgntest.Files(t) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			text := known.Read(t, path)
			quick, exported, warnings := agree(t, text)
			if warnings != 0 {
				t.Errorf("reading gives %d more warnings than checking", warnings)
			}
			if least := quickGames[name]; quick < least || exported < least*9/10 {
				t.Errorf("%d games were played from their bytes and %d exported so, want %d and nine in ten of them", quick, exported, least)
			}
		})
	}
}

// agree compares all that is made of a text in both ways. See sameReports and
// sameText for what it counts.
func agree(t *testing.T, text []byte) (quick, exported, warnings int) {
	t.Helper()
	sameIndex(t, text)
	quick, warnings = sameReports(t, text)
	exported = sameText(t, text, false)
	sameText(t, text, true)
	sameFacts(t, text)
	sameLines(t, text)
	samePass(t, text)
	return quick, exported, warnings
}

// quickGames is how many games of a file need no parser.
var quickGames = map[string]int{
	"twic1599_1000k.pgn": 1110, "lichess_db_1000k.pgn": 438, "world_matches.pgn": 580, "syn_chess960.pgn": 400,
	"lichess.pgn.gz": 100, "syn_chess960.pgn.gz": 100,
}

// sameIndex checks that index and reader find the same games.
func sameIndex(t *testing.T, text []byte) {
	t.Helper()
	games, noise := allGames(t, bytes.NewReader(text))
	ix, err := BuildIndex(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if ix.Len() != len(games) || len(ix.Warnings()) != len(noise) {
		t.Fatalf("%d games, want %d; warnings %v, want %v", ix.Len(), len(games), ix.Warnings(), noise)
	}
	for i, g := range games {
		if e := ix.Entry(i); e.Offset != g.Offset || e.Line != g.Line || e.Length != len(g.Raw()) {
			t.Fatalf("game %d: %+v, want %d %d %d", i+1, e, g.Offset, len(g.Raw()), g.Line)
		}
		h, err := ix.Header(i)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Warnings) > 0 {
			continue // a header knows whole tags alone, the parser torn ones too
		}
		if h.White != g.Tags.Value("White") || h.ECO != g.Tags.Value("ECO") || h.FEN != g.Tags.Value("FEN") {
			t.Fatalf("game %d: %+v, want %v", i+1, h, g.Tags.All())
		}
	}
}

// sameReports holds what checking tells of a text against what reading gives.
// quick counts the games that the parser need not see, warnings those that the
// reader gives beyond checking: it sees what follows a torn tag.
func sameReports(t *testing.T, text []byte) (quick, warnings int) {
	t.Helper()
	ix, err := NewIndex(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	var got []Report
	if err := ix.Check(t.Context(), true, func(r *Report) error {
		got = append(got, *r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	games, noise := allGames(t, bytes.NewReader(text))
	if len(got) != len(games) || len(ix.Warnings()) != len(noise) {
		t.Fatalf("%d games checked, %d read; %d and %d warnings of none", len(got), len(games), len(ix.Warnings()), len(noise))
	}
	built, err := BuildIndex(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var r fastParser
	for i, g := range games {
		c := &got[i]
		if c.Number != g.Number || c.Plies != g.Plies() || c.Result != g.Result || c.Variant != g.Variant() || (c.Err == nil) != (g.Err == nil) {
			t.Fatalf("game %d checked: %+v\nwant %d plies, %s, %s, %v", i+1, *c, g.Plies(), g.Result, g.Variant(), g.Err)
		}
		if g.Err == nil {
			b, err := g.BoardAt(g.Root.End())
			if err != nil {
				t.Fatal(err)
			}
			if fen := b.FEN(); fen != c.FEN {
				t.Fatalf("game %d ends in %s when checked, %s when read", i+1, c.FEN, fen)
			}
		}
		again, err := built.Game(i)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(c.Warnings, again.Warnings, func(a, b pgn.ParseError) bool { return a.Error() == b.Error() && a.Game == b.Game }) {
			t.Fatalf("game %d: warnings %v, want %v", i+1, c.Warnings, again.Warnings)
		}
		warnings += len(g.Warnings) - len(c.Warnings)
		if r.parse([]byte(g.Raw())) {
			quick++
		}
	}
	return quick, warnings
}

// sameText holds what a file is rewritten to against its games written one by
// one. quick counts those that need no tree.
func sameText(t *testing.T, text []byte, openings bool) (quick int) {
	t.Helper()
	ix, err := BuildIndex(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	w := pgn.NewWriter(&want)
	w.Format = true
	r := newRewriter(openings)
	for i := range ix.Len() {
		g, err := ix.Game(i)
		if err != nil {
			t.Fatal(err)
		}
		if openings {
			opening.Tag(g)
		}
		from := want.Len()
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
		r.fast.exporter.out = nil
		if !r.fast.parse([]byte(g.Raw())) {
			continue
		}
		if got := r.fast.exporter.out; !bytes.Equal(got, want.Bytes()[from:]) {
			t.Fatalf("game %d is written\n%s\nwithout a tree, with it\n%s", i+1, got, want.Bytes()[from:])
		}
		quick++
	}
	var got bytes.Buffer
	if err := ix.Rewrite(t.Context(), Selection{}, openings, &got, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Fatalf("rewritten as a whole\n%s\ngame by game\n%s", got.Bytes(), want.Bytes())
	}
	return quick
}

// sameFacts holds what statistics and the search for duplicates take from a game
// played from its bytes against what they take from the parsed one.
func sameFacts(t *testing.T, text []byte) {
	t.Helper()
	ix, err := BuildIndex(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	ids, stats := newIdentifier(false), newStatsWorker(opening.Load())
	for i := range ix.Len() {
		b := batch{ix: ix, first: i, games: []record{ix.record(i)}}
		if err := b.read(); err != nil {
			t.Fatal(err)
		}
		g, err := ids.careful.read(&b, 0)
		if err != nil {
			t.Fatal(err)
		}
		id, err := ids.identity(&b, 0)
		if err != nil {
			t.Fatal(err)
		}
		if want := ids.parsed(g); id != want {
			t.Fatalf("game %d: identity %+v, want %+v", i+1, id, want)
		}
		if err := stats.work(&b); err != nil {
			t.Fatal(err)
		}
		if want := factsOf(g, opening.Load()); b.facts[0] != want {
			t.Fatalf("game %d: facts %+v, want %+v", i+1, b.facts[0], want)
		}
	}
}

// sameLines holds main lines written from the bytes of games against those of parsed ones.
func sameLines(t *testing.T, text []byte) {
	t.Helper()
	for _, form := range []LineForm{UCILines, FENLines} {
		if form == FENLines && len(text) > 100<<10 {
			continue // so many positions say no more
		}
		ix, err := NewIndex(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		skipped := 0
		if err := ix.Lines(t.Context(), Selection{}, form, "name", &got, func(int, error) { skipped++ }); err != nil {
			t.Fatal(err)
		}
		games, _ := allGames(t, bytes.NewReader(text))
		l := &lineWriter{form: form, name: "name"}
		for _, g := range games {
			l.number = g.Number
			if l.game(g) != nil {
				skipped--
			}
		}
		if !bytes.Equal(got.Bytes(), l.out) || skipped != 0 {
			t.Fatalf("lines\n%s\nwant\n%s\n%d games more skipped", got.Bytes(), l.out, skipped)
		}
	}
}

// samePass holds what a pass that keeps nothing finds against the index, and the
// opening found by playing a game as far as openings go against that of the whole.
func samePass(t *testing.T, text []byte) {
	t.Helper()
	built, err := BuildIndex(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	ix, err := NewIndex(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	var opener openingFinder
	n := 0
	if err := ix.Select(t.Context(), Selection{}, func(f *Found) error {
		h, err := built.Header(n)
		if err != nil || f.Number != n || f.Entry != built.Entry(n) || f.Header() != h {
			t.Fatalf("game %d: %+v, %+v, want %+v, %+v, %v", n+1, f.Entry, f.Header(), built.Entry(n), h, err)
		}
		g, err := built.Game(n)
		if err != nil {
			t.Fatal(err)
		}
		if found, ok := opener.find(f.Text); ok && found != opening.Load().Of(g) {
			t.Fatalf("game %d: opening %v, want %v", n+1, found, opening.Load().Of(g))
		}
		n++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if n != built.Len() || ix.Len() != 0 {
		t.Fatalf("%d games in a pass, %d in the index; %d kept", n, built.Len(), ix.Len())
	}
}

// Games without tags are played from their bytes like others.
func TestMovesWithoutTagsNeedNoParser(t *testing.T) {
	var p fastParser
	if !p.parse([]byte("1. e4 e5 2. Nf3 {good} (2. f4) 1-0\n\n")) || p.plies != 3 || p.result != pgn.WhiteWins {
		t.Errorf("%d half-moves, %s", p.plies, p.result)
	}
	for _, odd := range []string{"{first} 1. e4 *\n", "% 1. e4 *\n", "\n1. e4 *\n", ""} {
		if p.parse([]byte(odd)) {
			t.Errorf("%q was taken", odd)
		}
	}
}
