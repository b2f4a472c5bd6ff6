package collection

import (
	"bytes"
	"testing"

	"rookery/chess/known"
	"rookery/pgn"
	"rookery/pgn/internal/pgntest"
)

func TestRewriteTakesTheGamesThatAreMeant(t *testing.T) {
	var text, want bytes.Buffer
	var games []string
	for _, move := range []string{"e4", "d4", "c4", "Nf3", "b3", "g3", "f4"} {
		g := gameOf(t, "1. "+move+" *")
		games = append(games, written(t, g))
		text.WriteString(games[len(games)-1])
	}
	ix, err := BuildIndex(t.Context(), bytes.NewReader(text.Bytes()), int64(text.Len()), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 1, 5} {
		want.WriteString(games[i])
	}
	var got bytes.Buffer
	if err := ix.Rewrite(t.Context(), Selection{Games: Numbers{{0, 2}, {5, 6}, {9, 12}}}, false, &got, nil); err != nil || got.String() != want.String() {
		t.Errorf("%v\n%s\nwant\n%s", err, got.String(), want.String())
	}
}

// What was exported is exported again as it is.
func TestExportOfAnExport(t *testing.T) {
	again := func(text []byte) []byte {
		ix, err := NewIndex(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := ix.Rewrite(t.Context(), Selection{}, true, &out, nil); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	check := func(name string, text []byte) {
		once := again(text)
		if twice := again(once); !bytes.Equal(once, twice) {
			t.Errorf("%s: exported once\n%s\ntwice\n%s", name, once[:min(len(once), 2000)], twice[:min(len(twice), 2000)])
		}
	}
	for _, c := range pgntest.EdgeCases {
		check(c.Name, []byte(c.Text))
	}
	for _, path := range pgntest.Files(t) {
		check(path, known.Read(t, path))
	}
}

func gameOf(t *testing.T, text string) *pgn.Game {
	t.Helper()
	g, err := pgn.NewReader(bytes.NewReader([]byte(text))).Read()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func written(t *testing.T, g *pgn.Game) string {
	t.Helper()
	var b bytes.Buffer
	w := pgn.NewWriter(&b)
	w.Format = true
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
