package draw

import (
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
)

// TestEveryPieceIsDrawn holds that both sets have all pieces for every cell of 6×3
// and more, that no two look alike, filled or hollow, that the top row of
// points stays empty, and that half blocks are all that Pixels needs.
func TestEveryPieceIsDrawn(t *testing.T) {
	for set := range NoArt {
		sheet := artSheets[set]()
		for _, size := range CellSizes {
			if size.W < 6 {
				if sheet.piece(size, chess.King, false) != nil {
					t.Errorf("%v: there is a king of %d×%d", set, size.W, size.H)
				}
				continue
			}
			seen := make(map[string]string)
			for r := chess.Pawn; r <= chess.King; r++ {
				for _, hollow := range []bool{false, true} {
					d := sheet.piece(size, r, hollow)
					if len(d) != size.H {
						t.Fatalf("%v: a %v of %d×%d has %d rows", set, r, size.W, size.H, len(d))
					}
					var text strings.Builder
					for _, row := range d {
						if len(row) != size.W || lipgloss.Width(string(row)) != size.W {
							t.Errorf("%v %v %d×%d: %q is not %d columns", set, r, size.W, size.H, string(row), size.W)
						}
						text.WriteString(string(row) + "\n")
					}
					name := r.String() + map[bool]string{true: ", hollow"}[hollow]
					if other, taken := seen[text.String()]; taken {
						t.Errorf("%v %d×%d: %s looks like %s", set, size.W, size.H, name, other)
					}
					seen[text.String()] = name
					if strings.ContainsAny(string(d[0]), "▘▝▀▌▞▛▚▐▜▙▟█") {
						t.Errorf("%v %d×%d: %s reaches the top: %q", set, size.W, size.H, name, string(d[0]))
					}
					if set == Pixels && strings.Trim(text.String(), " ▀▄█\n") != "" {
						t.Errorf("%v %d×%d: %s is not of half blocks:\n%s", set, size.W, size.H, name, text.String())
					}
				}
			}
		}
	}
}

// TestBlindfoldShowsNoPiece holds that nothing of a piece reaches the board.
func TestBlindfoldShowsNoPiece(t *testing.T) {
	look := &Look{Theme: NewTheme(lipgloss.DefaultRenderer(), Dark), Blindfold: true}
	board, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range SizesWith(NoLabels) {
		rows := RenderBoard(board.View(chess.Everyone), board.Layout(), look.Theme, look.Glyphs(), NewMarks(), size, false)
		if text := strings.Join(rows, ""); strings.Trim(text, " ·") != "" {
			t.Errorf("%d×%d: %q", size.W, size.H, text)
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
