package delta

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/hinshun/vt10x"
)

const (
	cols  = 30
	lines = 8
)

// renderer writes frames as Bubble Tea does: rows that have not changed are
// skipped, the others written whole and erased to their end.
type renderer struct{ last []string }

func (r *renderer) frame(rows []string) []byte {
	var b bytes.Buffer
	b.WriteString(ansi.CursorHomePosition)
	for i, row := range rows {
		if i >= len(r.last) || r.last[i] != row {
			b.WriteString(row)
			if ansi.StringWidth(row) < cols {
				b.WriteString(ansi.EraseLineRight)
			}
			b.WriteByte('\r')
		}
		if i < len(rows)-1 {
			b.WriteByte('\n')
		}
	}
	if len(r.last) > len(rows) {
		b.WriteString(ansi.EraseScreenBelow)
	}
	b.WriteString(ansi.CursorPosition(0, len(rows)))
	r.last = rows
	return b.Bytes()
}

// enter is what Bubble Tea writes to begin on the full screen.
const enter = ansi.SetModeAltScreenSaveCursor + ansi.EraseEntireScreen + ansi.CursorHomePosition + "\x1b[?25l"

// look is what an emulator shows in a cell.
func look(vt vt10x.Terminal, x, y int) string {
	g := vt.Cell(x, y)
	if g.Char == 0 || g.Char == ' ' {
		g.Char, g.FG, g.Mode = ' ', 0, 0
	}
	return fmt.Sprintf("%c in %x on %x as %x", g.Char, uint32(g.FG), uint32(g.BG), g.Mode)
}

// randomRow draws runs of signs in random colours.
func randomRow(r *rand.Rand) string {
	var b strings.Builder
	for width := 0; width < cols && r.IntN(6) > 0; {
		n := min(1+r.IntN(8), cols-width)
		width += n
		style := []string{"", "\x1b[1;31m", "\x1b[38;5;200;48;5;17m", "\x1b[38;2;1;2;3;48;2;40;50;60m", "\x1b[7m", "\x1b[4;92m", "\x1b[100m"}[r.IntN(7)]
		b.WriteString(style)
		for range n {
			b.WriteString([]string{" ", " ", "a", "b", "█", "♞"}[r.IntN(6)])
		}
		if style != "" {
			b.WriteString("\x1b[0m")
		}
	}
	return b.String()
}

// TestShowsTheSame draws random frames straight on one emulated terminal and
// through an Output on another, and wants the same to be seen.
func TestShowsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	straight, through := vt10x.New(vt10x.WithSize(cols, lines)), vt10x.New(vt10x.WithSize(cols, lines))
	out := NewOutput(through)
	out.Together = false // the emulator speaks of modes it does not know
	var tea renderer
	send := func(p []byte) {
		t.Helper()
		if _, err := straight.Write(p); err != nil {
			t.Fatal(err)
		}
		if n, err := out.Write(p); err != nil || n != len(p) {
			t.Fatalf("wrote %d of %d: %v", n, len(p), err)
		}
	}
	send([]byte(enter))
	rows := make([]string, lines)
	for step := range 3000 {
		switch r.IntN(40) {
		case 0: // suspended and back
			send([]byte(ansi.EraseEntireLine + "\r" + ansi.ResetModeAltScreenSaveCursor))
			send([]byte("a shell\r\n"))
			send([]byte(enter))
			tea.last = nil
		case 1: // Ctrl-L
			send([]byte(ansi.EraseEntireScreen + ansi.CursorHomePosition))
			tea.last = nil
		case 2: // a new size: the terminal shows rubbish
			for _, vt := range []vt10x.Terminal{straight, through} {
				vt.Write([]byte("\x1b[H\x1b[41mrubbish, rubbish\x1b[m"))
			}
			tea.last = nil
		case 3:
			rows = make([]string, 1+r.IntN(lines))
		}
		next := append([]string(nil), rows...)
		for range r.IntN(4) {
			next[r.IntN(len(next))] = randomRow(r)
		}
		rows = next
		send(tea.frame(rows))
		for y := range lines {
			for x := range cols {
				if got, want := look(through, x, y), look(straight, x, y); got != want {
					t.Fatalf("step %d, column %d, row %d: shows %s, want %s", step, x, y, got, want)
				}
			}
		}
	}
}

// TestWideSignsAreWrittenWhole holds that a row with signs of two columns, or
// of several characters, is not patched.
func TestWideSignsAreWrittenWhole(t *testing.T) {
	var b bytes.Buffer
	out := NewOutput(&b)
	var tea renderer
	out.Write([]byte(enter))
	out.Write(tea.frame([]string{"first", "Péter 王 e\u0301", "third"}))
	b.Reset()
	out.Write(tea.frame([]string{"first", "Péter 王 e\u0301!", "third"}))
	if !strings.Contains(b.String(), "Péter 王 e\u0301!") || strings.Contains(b.String(), "first") {
		t.Errorf("wrote %q", b.String())
	}
}

func TestWritesOnlyWhatChanges(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"nothing", "abc", "abc", ""},
		{"one sign", "abcdefgh", "abcdXfgh", "\x1b[2;5HX"},
		{"two near signs", "abcdefgh", "aXcXefgh", "\x1b[2;2HXcX"},
		{"two far signs", "abcdefghijklmnop", "Xbcdefghijklmnoq", "\x1b[2HX\x1b[14Cq"},
		{"a shorter row", "abcdefgh", "abc", "\x1b[2;4H\x1b[K"},
		{"a colour", "\x1b[31mab\x1b[0m", "\x1b[32mab\x1b[0m", "\x1b[2H\x1b[32mab\x1b[m"},
		{"the colour of a blank", "\x1b[31m  \x1b[0m|", "\x1b[32m  \x1b[0m|", ""},
	} {
		var b bytes.Buffer
		out := NewOutput(&b)
		var tea renderer
		out.Write([]byte(enter))
		out.Write(tea.frame([]string{"1", c.before, "3"}))
		b.Reset()
		out.Write(tea.frame([]string{"1", c.after, "3"}))
		want := c.want
		if want != "" {
			want = "\x1b[?2026h" + want + "\x1b[?2026l"
		}
		if b.String() != want {
			t.Errorf("%s: wrote %q, want %q", c.name, b.String(), want)
		}
	}
}

// TestOthersGoThrough holds that what is no drawing reaches the terminal as it
// is, in one piece even when it comes in two.
func TestOthersGoThrough(t *testing.T) {
	var b bytes.Buffer
	out := NewOutput(&b)
	title := ansi.SetWindowTitle("Rookery ♞")
	parts := []string{"plain\r\n", enter, title, "\x1b[?1000h", ansi.SetSystemClipboard("e4"), "\x1b[?10", "02h", ansi.ResetModeAltScreenSaveCursor, "bye"}
	for _, p := range parts {
		out.Write([]byte(p))
	}
	for _, want := range []string{"plain\r\n", title, "\x1b[?1000h", ansi.SetSystemClipboard("e4"), "\x1b[?1002h", ansi.ResetModeAltScreenSaveCursor + "bye"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in %q", want, b.String())
		}
	}
}
