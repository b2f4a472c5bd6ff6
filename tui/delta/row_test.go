package delta

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestPlainSignsAreTheLibrarys takes random lines apart and wants each sign that is
// read without the library to be what the library would read there.
func TestPlainSignsAreTheLibrarys(t *testing.T) {
	parts := []string{
		"a", "b", " ", "é", "…", "█", "🬓", "🬻", "♞", "▸", "ű", "♟", "e\u0301", "\u0301", "\ufe0f", "\u200d", "王", "🏳", "\xff", "\xe2\x96", "؀", "한",
		"\x1b[1;38;2;1;2;3m", "\x1b[m", "\x1b]2;title\a", "\a", "\x7f", "\t",
	}
	r := rand.New(rand.NewPCG(3, 4))
	read := 0
	for range 50_000 {
		var b strings.Builder
		for range 1 + r.IntN(8) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		for line := b.String(); len(line) > 0; {
			seq, width, n, _ := ansi.DecodeSequence(line, 0, nil)
			if sign, length := plain(line); length > 0 {
				read++
				if length != n || width != 1 || seq != string(sign) {
					t.Fatalf("%q begins with %q of %d bytes, want %q of %d bytes and %d cells", line, sign, length, seq, n, width)
				}
			}
			line = line[n:]
		}
	}
	if read < 50_000 {
		t.Errorf("only %d signs were plain", read)
	}
}
