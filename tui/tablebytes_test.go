package tui

import (
	"bytes"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"rookery/tui/delta"
)

// TestTableSpends holds what a line has to carry: a second of the clock and a move
// in 24-bit colour, each beside the frame before.
func TestTableSpends(t *testing.T) {
	const second, move = 150, 1 << 10
	for _, size := range goldenSizes {
		l := openLounge(t)
		table := l.begin("5+3", "chess")
		white, black := l.sitAs(anna, SessionFor(t, termenv.TrueColor), table), l.sitAs(ben, SessionFor(t, termenv.ANSI256), table)
		for _, a := range []*patron{white, black} {
			a.app.SetSize(size.width, size.height)
		}
		for _, m := range []string{"e4", "e5"} {
			l.move(m, white, black)
		}
		var out bytes.Buffer
		screen := delta.NewScreen(&out)
		if err := screen.Open(); err != nil {
			t.Fatal(err)
		}
		frame := func(what string, most int) {
			t.Helper()
			out.Reset()
			if err := screen.Show(white.app.View()); err != nil {
				t.Fatal(err)
			}
			if out.Len() > most {
				t.Errorf("%d×%d: %s costs %d bytes, want at most %d", size.width, size.height, what, out.Len(), most)
			}
			t.Logf("%d×%d: %s costs %d bytes", size.width, size.height, what, out.Len())
		}
		frame("the whole screen", 1<<20)
		l.pass(time.Second)
		frame("a second", second)
		l.pass(250 * time.Second)
		frame("four minutes", second)
		l.pass(47*time.Second + 100*time.Millisecond)
		frame("a tenth", second)
		l.move("Nf3", white, black)
		frame("an own move", move)
		l.move("Nc6", white, black)
		frame("the answer", move)
		if err := screen.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
