package tui

import (
	"strings"
	"testing"

	"rookery/chess"

	"github.com/charmbracelet/lipgloss"
)

// TestEveryManIsDrawn holds that both sets have all men for every cell of 6×3
// and more, that no two look alike, filled or hollow, that the top row of
// points stays empty, and that half blocks are all that Pixels needs.
func TestEveryManIsDrawn(t *testing.T) {
	for set := range NoArt {
		sheet := sheets[set]()
		for _, size := range cellSizes {
			if size.w < 6 {
				if sheet.man(size, chess.King, false) != nil {
					t.Errorf("%v: there is a king of %d×%d", set, size.w, size.h)
				}
				continue
			}
			seen := make(map[string]string)
			for r := chess.Pawn; r <= chess.King; r++ {
				for _, hollow := range []bool{false, true} {
					d := sheet.man(size, r, hollow)
					if len(d) != size.h {
						t.Fatalf("%v: a %v of %d×%d has %d rows", set, r, size.w, size.h, len(d))
					}
					var text strings.Builder
					for _, row := range d {
						if len(row) != size.w || lipgloss.Width(string(row)) != size.w {
							t.Errorf("%v %v %d×%d: %q is not %d columns", set, r, size.w, size.h, string(row), size.w)
						}
						text.WriteString(string(row) + "\n")
					}
					name := r.String() + map[bool]string{true: ", hollow"}[hollow]
					if other, taken := seen[text.String()]; taken {
						t.Errorf("%v %d×%d: %s looks like %s", set, size.w, size.h, name, other)
					}
					seen[text.String()] = name
					if strings.ContainsAny(string(d[0]), "▘▝▀▌▞▛▚▐▜▙▟█") {
						t.Errorf("%v %d×%d: %s reaches the top: %q", set, size.w, size.h, name, string(d[0]))
					}
					if set == Pixels && strings.Trim(text.String(), " ▀▄█\n") != "" {
						t.Errorf("%v %d×%d: %s is not of half blocks:\n%s", set, size.w, size.h, name, text.String())
					}
				}
			}
		}
	}
}

// TestBlindfoldShowsNoMan holds that nothing of a man reaches the board.
func TestBlindfoldShowsNoMan(t *testing.T) {
	s := &Session{Terminal: Terminal{Renderer: lipgloss.DefaultRenderer()}, Look: Look{Blindfold: true}}
	s.Theme = NewTheme(s.Renderer, Dark)
	board, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range sizesWith(NoLabels) {
		rows := renderBoard(board.View(chess.Everyone), board.Layout(), s.Theme, s.glyphs(), newMarks(), size, false)
		if text := strings.Join(rows, ""); strings.Trim(text, " ·") != "" {
			t.Errorf("%d×%d: %q", size.w, size.h, text)
		}
	}
}

// TestInnerLabels holds that every file and rank is named once, in a cell at
// the player's left or lower edge.
func TestInnerLabels(t *testing.T) {
	for _, flip := range []bool{false, true} {
		names := innerLabels(chess.Layout8(), flip)
		var ranks, files int
		for sq, name := range names {
			if name[0] != "" {
				ranks++
				if got := sq.String()[1:]; got != name[0] {
					t.Errorf("%v carries rank %s", sq, name[0])
				}
			}
			if name[1] != "" {
				files++
				if got := sq.String()[:1]; got != name[1] {
					t.Errorf("%v carries file %s", sq, name[1])
				}
			}
		}
		if ranks != 8 || files != 8 {
			t.Errorf("flip %v: %d ranks and %d files are named", flip, ranks, files)
		}
	}
}
