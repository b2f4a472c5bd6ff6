package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/variants"
)

// Arrows between any two squares, at every size of cell, hide no piece and stay
// on the board.
func TestArrowsHideNoPiece(t *testing.T) {
	for _, id := range []string{"chess", "hexagonal"} {
		v, ok := variants.ByName(id)
		if !ok {
			t.Fatal(id)
		}
		b, err := chess.NewBoard(v.Rules, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, ascii := range []bool{false, true} {
			s := SessionFor(t, termenv.Ascii)
			s.ASCII, s.Art = ascii, draw.NoArt
			l, view, gl := b.Layout(), b.View(chess.Everyone), s.Glyphs()
			for _, size := range draw.CellSizes {
				plain := draw.RenderBoard(view, l, s.Theme, gl, draw.NewMarks(), size, false)
				for from := 0; from < len(l.Cells); from += 3 {
					m := draw.NewMarks()
					to := (from*7 + 5) % len(l.Cells)
					m.Arrows[0] = draw.Arrow{From: chess.Square(from), To: chess.Square(to), Kind: draw.BestArrow}
					drawn := draw.RenderBoard(view, l, s.Theme, gl, m, size, false)
					compareArrows(t, gl, plain, drawn)
					if t.Failed() {
						t.Fatalf("%s, cells %v, %d to %d:\n%s", id, size, from, to, strings.Join(drawn, "\n"))
					}
				}
			}
		}
	}
}

// compareArrows wants every sign but empty ground to be the same in both.
func compareArrows(t *testing.T, gl *draw.Glyphs, plain, drawn []string) {
	t.Helper()
	for y := range plain {
		before, after := []rune(ansi.Strip(plain[y])), []rune(ansi.Strip(drawn[y]))
		if len(before) != len(after) {
			t.Fatalf("row %d has %d signs, want %d", y, len(after), len(before))
		}
		for x, r := range before {
			if r != ' ' && r != gl.Texture && after[x] != r {
				t.Errorf("row %d column %d: %q became %q", y, x, r, after[x])
			}
		}
	}
}

func TestArrowsPointTheirWay(t *testing.T) {
	b, err := chess.NewBoard(chess.Rules{}, "8/8/8/8/8/8/8/K6k w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s := SessionFor(t, termenv.TrueColor)
	for _, c := range []struct {
		from, to string
		flip     bool
		want     rune
	}{
		{"b4", "f4", false, '→'}, {"f4", "b4", false, '←'}, {"d2", "d6", false, '↑'}, {"d6", "d2", false, '↓'},
		{"b2", "f6", false, '↗'}, {"f6", "b2", false, '↙'}, {"b6", "f2", false, '↘'}, {"f2", "b6", false, '↖'},
		{"d2", "d6", true, '↓'}, {"b4", "f4", true, '←'},
	} {
		m := draw.NewMarks()
		from, _ := chess.ParseSquare(c.from)
		to, _ := chess.ParseSquare(c.to)
		m.Arrows[0] = draw.Arrow{From: from, To: to, Kind: draw.ThreatArrow}
		rows := draw.RenderBoard(b.View(chess.Everyone), b.Layout(), s.Theme, s.Glyphs(), m, draw.CellSizes[2], c.flip)
		if got := strings.Join(rows, ""); !strings.ContainsRune(got, c.want) {
			t.Errorf("%s to %s, turned %v: no %c in\n%s", c.from, c.to, c.flip, c.want, ansi.Strip(strings.Join(rows, "\n")))
		}
	}
}
