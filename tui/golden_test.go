package tui

import (
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"rookery/tui/ui"
	"rookery/variants"
)

// TestGolden draws the screens round the game; "go test ./tui -update" writes
// the files anew.
func TestGolden(t *testing.T) {
	screens := []struct {
		name string
		open func(t *testing.T, s *ui.Session) *driver
	}{
		{"menu", func(t *testing.T, s *ui.Session) *driver {
			g := played(t, ui.GameConfig{Rules: variants.Crazyhouse, Variant: []string{"crazyhouse"}, Setup: -1,
				Players: [2]ui.PlayerConfig{{Name: "You"}, {Name: "Club, balanced"}}}, 11)
			g.Saved = testTime.Add(-5 * time.Minute)
			if err := s.Store.SaveUnfinished(g); err != nil {
				t.Fatal(err)
			}
			return drive(t, s, 80, 24)
		}},
		{"form", func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("enter", "right", "down")
			d.typeText("356")
			return d
		}},
		{"form-watch", func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("enter", "down", "right", "right", "down", "down", "right")
			return d
		}},
		{"form-engine", func(t *testing.T, s *ui.Session) *driver {
			if err := s.Store.AddEngine("uci:/usr/games/stockfish"); err != nil {
				t.Fatal(err)
			}
			d := drive(t, s, 80, 24)
			d.press("enter", "down", "left", "down", "right")
			return d
		}},
		{"continue", func(t *testing.T, s *ui.Session) *driver {
			for i, plies := range []int{11, 4} {
				g := played(t, ui.GameConfig{Rules: variants.Crazyhouse, Variant: []string{"crazyhouse"}, Setup: -1,
					Players: [2]ui.PlayerConfig{{Name: "You"}, {Name: "Club, balanced"}}}, plies)
				g.Saved = testTime.Add(-time.Duration(i*50+5) * time.Minute)
				if err := s.Store.SaveUnfinished(g); err != nil {
					t.Fatal(err)
				}
			}
			d := drive(t, s, 80, 24)
			d.press("2")
			return d
		}},
		{"card", func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("5", "down", "enter")
			return d
		}},
		{"games", func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("enter", "space", "down", "space", "down", "down", "down", "space")
			return d
		}},
		{"rules", func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("5", "down", "down", "down", "down", "enter")
			return d
		}},
		{"help", func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("enter", "?")
			return d
		}},
		{"picker", func(t *testing.T, s *ui.Session) *driver {
			d := newDriver(t, s)
			if err := d.app.OpenFiles([]string{"testdata/three.pgn"}); err != nil {
				t.Fatal(err)
			}
			d.app.SetSize(80, 24)
			d.run(d.app.Init())
			d.press("down")
			return d
		}},
		{"viewer", func(t *testing.T, s *ui.Session) *driver {
			d := newDriver(t, s)
			if err := d.app.OpenFiles([]string{"testdata/lines.pgn"}); err != nil {
				t.Fatal(err)
			}
			d.app.SetSize(80, 24)
			d.run(d.app.Init())
			d.press("right", "enter", "right")
			return d
		}},
		{"search", func(t *testing.T, s *ui.Session) *driver {
			d := newDriver(t, s)
			if err := d.app.OpenFiles([]string{"testdata/lines.pgn"}); err != nil {
				t.Fatal(err)
			}
			d.app.SetSize(80, 24)
			d.run(d.app.Init())
			d.look("french")
			d.press("/")
			return d
		}},
	}
	for _, sc := range screens {
		requirePortraits(t, sc.name, sc.open)
		t.Run(sc.name+"-30x9", func(t *testing.T) { // too small for most
			d := sc.open(t, SessionFor(t, termenv.Ascii))
			d.app.SetSize(30, 9)
			view := d.app.View()
			checkFrameFits(t, view, 30, 9)
			golden.RequireEqual(t, []byte(view))
		})
	}
}
