package pgn

import (
	"bytes"
	"io"
	"rookery/pgn/internal/pgntest"
	"testing"
	"testing/iotest"
)

// FuzzLexer holds that tokens move on and never overlap, and that the text
// may come in any pieces.
func FuzzLexer(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var l lexer
		l.reset(text, true)
		end := 0
		for {
			tok, ok := l.next()
			if !ok {
				t.Fatal("the lexer wants more than the whole text")
			}
			if tok.kind == endOfText {
				break
			}
			if tok.start < end || tok.end <= tok.start || tok.end > len(text) {
				t.Fatalf("token %d from %d to %d behind %d", tok.kind, tok.start, tok.end, end)
			}
			end = tok.end
		}
	})
}

// FuzzReader holds that any text is read to its end, in one piece as in many,
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

// FuzzCheck holds that checking, which takes tokens and trees only where it
// must, finds what reading finds.
func FuzzCheck(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) { sameReports(t, text) })
}

// FuzzRewrite holds that a file is rewritten as its games are written one by one.
func FuzzRewrite(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) { sameText(t, text, false) })
}

// FuzzRoundTrip holds that what is written reads as the same game.
func FuzzRoundTrip(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		r := NewReader(bytes.NewReader(text))
		for {
			g, err := r.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			checkRound(t, g)
		}
	})
}
