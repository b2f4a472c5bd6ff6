package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/ui"
	"rookery/tui/viewer"
)

// longGame is the path of a game of 500 half-moves with some lines beside it.
func longGame(tb testing.TB) string {
	tb.Helper()
	var b strings.Builder
	b.WriteString("[White \"A\"]\n[Black \"B\"]\n\n")
	for range 125 {
		b.WriteString("Nf3 Nf6 (Nc6 { better }) Ng1 { back } Ng8 ")
	}
	path := filepath.Join(tb.TempDir(), "long.pgn")
	if err := os.WriteFile(path, []byte(b.String()+"*\n"), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// benchViewer opens a game at 120×40.
func benchViewer(b *testing.B, games *library.Collection) *viewer.Viewer {
	r := lipgloss.NewRenderer(os.Stderr)
	r.SetColorProfile(termenv.TrueColor)
	v := viewer.New(&ui.Session{Terminal: ui.Terminal{Renderer: r}, Look: draw.Look{Theme: draw.NewTheme(r, draw.Dark, draw.Brown)}}, library.ShowGames{Games: games})
	v.SetSize(120, 39)
	v.Update(v.Init()())
	return v
}

// readGames indexes a file.
func readGames(b *testing.B, path string) *library.Collection {
	b.Helper()
	games := library.NewCollection([]string{path})
	if err := games.Read(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(games.Close)
	return games
}

// times are what single runs took. Their median tells the work itself also where
// other programs take the processor now and then.
type times []time.Duration

func (t times) report(b *testing.B) {
	slices.Sort(t)
	b.ReportMetric(float64(t[len(t)/2].Microseconds()), "median-µs")
}

// BenchmarkViewerOpen reads a game of 500 half-moves and draws it.
func BenchmarkViewerOpen(b *testing.B) {
	games := readGames(b, longGame(b))
	var each times
	for b.Loop() {
		began := time.Now()
		v := benchViewer(b, games)
		if v.Game.Plies() != 500 || v.View() == "" {
			b.Fatal("the game is not there")
		}
		each = append(each, time.Since(began))
	}
	each.report(b)
}

// BenchmarkViewerStep makes a step in it and draws the screen, with lines shown
// and folded.
func BenchmarkViewerStep(b *testing.B) {
	for _, folded := range []bool{false, true} {
		name := "shown"
		if folded {
			name = "folded"
		}
		b.Run(name, func(b *testing.B) {
			v := benchViewer(b, readGames(b, longGame(b)))
			if folded {
				v.Update(KeyOf("v"))
			}
			by := "right"
			var each times
			for b.Loop() {
				began := time.Now()
				v.Update(KeyOf(by))
				v.View()
				each = append(each, time.Since(began))
				switch {
				case v.Cur.Next() == nil:
					by = "left"
				case v.Cur.Parent == nil:
					by = "right"
				}
			}
			each.report(b)
		})
	}
}
