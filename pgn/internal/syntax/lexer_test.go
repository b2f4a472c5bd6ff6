package syntax

import (
	"testing"

	"rookery/pgn/internal/pgntest"
)

// FuzzLexer checks that tokens move on and never overlap, and that the text
// may come in any pieces.
func FuzzLexer(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var l Lexer
		l.Reset(text, true)
		end := 0
		for {
			tok, ok := l.Next()
			if !ok {
				t.Fatal("the lexer wants more than the whole text")
			}
			if tok.Kind == EndOfText {
				break
			}
			if tok.Start < end || tok.End <= tok.Start || tok.End > len(text) {
				t.Fatalf("token %d from %d to %d behind %d", tok.Kind, tok.Start, tok.End, end)
			}
			end = tok.End
		}
	})
}
