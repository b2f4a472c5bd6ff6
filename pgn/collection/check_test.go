package collection

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rookery/pgn"
	"rookery/pgn/internal/pgntest"
)

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
		again, err := ix.Game(i)
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

// quickGames is how many games of a file need no parser.
var quickGames = map[string]int{
	"twic1599_1000k.pgn": 1110, "lichess_db_1000k.pgn": 438, "world_matches.pgn": 580, "syn_chess960.pgn": 400,
}

func TestCheckingFindsWhatReadingDoes(t *testing.T) {
	for _, path := range pgntest.Files(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if quick, warnings := sameReports(t, text); warnings != 0 {
				t.Errorf("reading gives %d more warnings than checking", warnings)
			} else if least := quickGames[filepath.Base(path)]; quick < least {
				t.Errorf("%d games were played from their bytes, want %d", quick, least)
			}
		})
	}
	for _, c := range pgntest.EdgeCases {
		sameReports(t, []byte(c.Text))
	}
}
