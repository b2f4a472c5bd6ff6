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

// renderer writes frames as Bubble Tea itself does: rows that have not changed are
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
		}
		if i < len(rows)-1 {
			b.WriteString("\r\n")
		}
	}
	for y := len(rows); y < len(r.last); y++ {
		b.WriteString(ansi.CursorPosition(1, y+1) + ansi.EraseLineRight)
	}
	b.WriteString(ansi.CursorPosition(0, len(rows)))
	r.last = rows
	return b.Bytes()
}

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
// through a Screen on another, and wants the same to be seen.
func TestShowsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	straight, through := vt10x.New(vt10x.WithSize(cols, lines)), vt10x.New(vt10x.WithSize(cols, lines))
	s := NewScreen(through)
	s.Together = false // the emulator speaks of modes it does not know
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	write := func(vt vt10x.Terminal, text string) {
		t.Helper()
		_, err := vt.Write([]byte(text))
		check(err)
	}
	var tea renderer
	write(straight, opening)
	check(s.Open())
	rows := make([]string, lines)
	for step := range 3000 {
		switch r.IntN(40) {
		case 0: // suspended and back
			write(straight, closing+"a shell\r\n"+opening)
			check(s.Close())
			write(through, "a shell\r\n")
			check(s.Open())
			tea.last = nil
		case 1: // a new size: the terminal shows rubbish
			write(straight, "\x1b[H\x1b[41mrubbish, rubbish\x1b[m")
			write(through, "\x1b[H\x1b[41mrubbish, rubbish\x1b[m")
			s.Forget()
			tea.last = nil
		case 2:
			rows = make([]string, 1+r.IntN(lines))
		}
		next := append([]string(nil), rows...)
		for range r.IntN(4) {
			next[r.IntN(len(next))] = randomRow(r)
		}
		rows = next
		write(straight, string(tea.frame(rows)))
		check(s.Show(strings.Join(rows, "\n")))
		for y := range lines {
			for x := range cols {
				if got, want := look(through, x, y), look(straight, x, y); got != want {
					t.Fatalf("step %d, column %d, row %d: shows %s, want %s", step, x, y, got, want)
				}
			}
		}
	}
}

// written is what goes to the terminal when a frame of three rows changes in
// the second.
func written(before, after string) string {
	var b bytes.Buffer
	s := NewScreen(&b)
	s.Open()
	s.Show("1\n" + before + "\n3")
	b.Reset()
	s.Show("1\n" + after + "\n3")
	return b.String()
}

// TestWideSignsAreWrittenWhole holds that a row with signs of two columns, or
// of several characters, is not patched.
func TestWideSignsAreWrittenWhole(t *testing.T) {
	got := written("Péter 王 e\u0301", "Péter 王 e\u0301!")
	if !strings.Contains(got, "Péter 王 e\u0301!") || strings.Contains(got, "1") && !strings.Contains(got, "\x1b[2H") {
		t.Errorf("wrote %q", got)
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
		{"the title", "abc", "abc" + ansi.SetWindowTitle("♞"), ansi.SetWindowTitle("♞")},
		{"nothing that would move the cursor", "abc", "abc\x1b[2J\r\x1b[5A", ""},
	} {
		want := c.want
		if want != "" {
			want = "\x1b[?2026h" + want + "\x1b[?2026l"
		}
		if got := written(c.before, c.after); got != want {
			t.Errorf("%s: wrote %q, want %q", c.name, got, want)
		}
	}
}

// TestNothingIsDrawnWhenClosed holds that a frame after the end does not reach
// the terminal that was given back.
func TestNothingIsDrawnWhenClosed(t *testing.T) {
	var b bytes.Buffer
	s := NewScreen(&b)
	s.Show("before")
	s.Open()
	s.Close()
	s.Close()
	s.Show("after")
	if got, want := b.String(), "\x1b[m"+opening+closing; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}
