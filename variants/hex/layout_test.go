package hex

import (
	"slices"
	"testing"

	"rookery/chess"
)

func TestLayout(t *testing.T) {
	l := layout
	if len(l.Cells) != 91 || len(l.Files) != 11 || len(l.Ranks) != 11 {
		t.Fatalf("%d cells, %d files, %d ranks, want 91, 11, 11", len(l.Cells), len(l.Files), len(l.Ranks))
	}
	taken := map[[2]int]string{}
	for n, c := range l.Cells {
		if sq, ok := l.Square(c.Name); !ok || int(sq) != n {
			t.Errorf("%s is cell %d, want %d", c.Name, sq, n)
		}
		if c.X < 0 || c.X+2 > l.Width || c.Y < 0 || c.Y+2 > l.Height {
			t.Errorf("%s lies at %d, %d, outside of %d by %d", c.Name, c.X, c.Y, l.Width, l.Height)
		}
		for dy := range 2 {
			half := [2]int{c.X, c.Y + dy}
			if other, ok := taken[half]; ok {
				t.Errorf("%s lies upon %s", c.Name, other)
			}
			taken[half] = c.Name
		}
	}
	for _, name := range []string{"j1", "a7", "f12", "m1", "", "F1"} {
		if sq, ok := l.Square(name); ok {
			t.Errorf("%q is cell %d, want none", name, sq)
		}
	}
}

// TestNeighbours holds the steps and shades against the drawing.
func TestNeighbours(t *testing.T) {
	for n, c := range layout.Cells {
		for d := range sides {
			to := next[d][n]
			if to == wall {
				continue
			}
			other := layout.Cells[to]
			dx, dy := other.X-c.X, other.Y-c.Y
			if !(dx == 0 && (dy == 2 || dy == -2) || (dx == 2 || dx == -2) && (dy == 1 || dy == -1)) {
				t.Errorf("%s and %s are neighbours %d, %d apart", c.Name, other.Name, dx, dy)
			}
			if other.Shade == c.Shade {
				t.Errorf("neighbours %s and %s have one shade", c.Name, other.Name)
			}
			if next[d^1][to] != chess.Square(n) {
				t.Errorf("from %s to %s there is no way back", c.Name, other.Name)
			}
		}
		for d := sides; d < len(next); d++ {
			if to := next[d][n]; to != wall && layout.Cells[to].Shade != c.Shade {
				t.Errorf("a bishop from %s changes its shade on %s", c.Name, layout.Cells[to].Name)
			}
		}
	}
}

// TestCursorKeysReachEveryCell walks the cursor keys: they stay beside the cell, and lead
// everywhere.
func TestCursorKeysReachEveryCell(t *testing.T) {
	reached := map[chess.Square]bool{0: true}
	for queue := []chess.Square{0}; len(queue) > 0; queue = queue[1:] {
		here := layout.Cells[queue[0]]
		for key, to := range here.Steps {
			if to == chess.NoSquare {
				continue
			}
			there := layout.Cells[to]
			dx, dy := there.X-here.X, there.Y-here.Y
			want := [4][2]int{chess.Up: {0, -2}, chess.Down: {0, 2}, chess.Left: {-2, 0}, chess.Right: {2, 0}}[key]
			if dx != want[0] || dx == 0 && dy != want[1] {
				t.Errorf("key %d leads from %s to %s", key, here.Name, there.Name)
			}
			if !reached[to] {
				reached[to] = true
				queue = append(queue, to)
			}
		}
		if f := here.X / 2; f > 0 && here.Steps[chess.Left] == chess.NoSquare || f < 10 && here.Steps[chess.Right] == chess.NoSquare {
			t.Errorf("the cursor is stuck on %s", here.Name)
		}
	}
	if len(reached) != cells {
		t.Errorf("the cursor reaches %d cells, want %d", len(reached), cells)
	}
}

func TestPawnRowsAreTheRulesOwn(t *testing.T) {
	list := func(s set) (names []string) {
		for !s.empty() {
			names = append(names, layout.SquareName(s.pop()))
		}
		return names
	}
	for _, test := range []struct {
		what string
		row  set
		want []string
	}{
		{"white pawns", firstRow[chess.White], []string{"b1", "c2", "d3", "e4", "f5", "g4", "h3", "i2", "k1"}},
		{"black pawns", firstRow[chess.Black], []string{"b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "k7"}},
		{"white promotes", lastRow[chess.White], []string{"a6", "b7", "c8", "d9", "e10", "f11", "g10", "h9", "i8", "k7", "l6"}},
		{"black promotes", lastRow[chess.Black], []string{"a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "k1", "l1"}},
	} {
		if got := list(test.row); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.what, got, test.want)
		}
	}
}
