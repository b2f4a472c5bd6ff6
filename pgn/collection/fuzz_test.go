package collection

import (
	"bytes"
	"testing"
	"testing/iotest"

	"rookery/pgn/internal/pgntest"
)

// FuzzReader checks that any text is read to its end, in one piece as in many,
// and that index and reader find the same games.
func FuzzReader(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		whole, _ := allGames(t, bytes.NewReader(text))
		slow, _ := allGames(t, iotest.OneByteReader(bytes.NewReader(text)))
		if len(whole) != len(slow) {
			t.Fatalf("%d games at once, %d byte by byte", len(whole), len(slow))
		}
		ix, err := BuildIndex(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if ix.Len() != len(whole) {
			t.Fatalf("%d games read, %d in the index", len(whole), ix.Len())
		}
		for i, g := range whole {
			if s := slow[i]; s.Raw() != g.Raw() || s.Line != g.Line || len(s.Warnings) != len(g.Warnings) {
				t.Fatalf("game %d differs byte by byte: %q, %q", i+1, g.Raw(), s.Raw())
			}
			e := ix.Entry(i)
			if e.Offset != g.Offset || e.Line != g.Line || e.Length != len(g.Raw()) {
				t.Fatalf("game %d at %d, line %d, %d bytes, in the index %+v", i+1, g.Offset, g.Line, len(g.Raw()), e)
			}
			again, err := ix.Game(i)
			if err != nil {
				t.Fatal(err)
			}
			if written(t, again) != written(t, g) {
				t.Fatalf("game %d by index\n%s\nwant\n%s", i+1, written(t, again), written(t, g))
			}
		}
	})
}

// FuzzCheck checks that checking, which takes tokens and trees only where it
// must, finds what reading finds.
func FuzzCheck(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) { sameReports(t, text) })
}

// FuzzRewrite checks that a file is rewritten as its games are written one by one.
func FuzzRewrite(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) { sameText(t, text, false) })
}

// FuzzExportTwice checks that what was exported is exported again as it is.
func FuzzExportTwice(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var out [3]bytes.Buffer
		out[0].Write(text)
		for i := range 2 {
			ix, err := NewIndex(bytes.NewReader(out[i].Bytes()), int64(out[i].Len()))
			if err != nil {
				t.Fatal(err)
			}
			if err := ix.Rewrite(t.Context(), Selection{}, true, &out[i+1], nil); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(out[1].Bytes(), out[2].Bytes()) {
			t.Fatalf("exported once\n%s\ntwice\n%s", out[1].Bytes(), out[2].Bytes())
		}
	})
}
