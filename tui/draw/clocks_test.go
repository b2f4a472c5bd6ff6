package draw

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"rookery/chess"
)

// TestSideMark reads whose row it is and who is to move.
func TestSideMark(t *testing.T) {
	th, gl := NewTheme(lipgloss.NewRenderer(io.Discard), Dark, Brown), newGlyphs(0, NoArt, false, false)
	for _, c := range []struct {
		side chess.Color
		turn bool
		want string
	}{{chess.White, false, " ○ Ann"}, {chess.White, true, "▸○ Ann"}, {chess.Black, false, " ● Ann"}, {chess.Black, true, "▸● Ann"}} {
		row := ansi.Strip(RenderPlayer(th, gl, PlayerBar{Side: c.side, Name: "Ann", Turn: c.turn}, 20))
		if strings.TrimRight(row, " ") != c.want || ansi.StringWidth(row) != 20 {
			t.Errorf("%q, want %q", row, c.want)
		}
	}
}
