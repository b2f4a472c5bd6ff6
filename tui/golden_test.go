package tui

import (
	"fmt"
	"math"
	"testing"
	"time"

	"rookery/chess"
	"rookery/variants"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
)

// TestGolden draws the screens round the game at the sizes that must look
// right, without colour and in 24-bit colour; "go test ./tui -update" writes
// the files anew.
func TestGolden(t *testing.T) {
	sizes := []struct{ width, height int }{{80, 24}, {120, 40}, {60, 20}, {30, 9}}
	profiles := map[string]termenv.Profile{"plain": termenv.Ascii, "color": termenv.TrueColor}
	screens := []struct {
		name string
		open func(t *testing.T, s *Session) *driver
	}{
		{"menu", func(t *testing.T, s *Session) *driver {
			g := played(t, GameConfig{Rules: variants.Crazyhouse, Variant: []string{"crazyhouse"}, Setup: -1,
				Players: [2]PlayerConfig{{Name: "You"}, {Name: "Club, balanced"}}}, 11)
			g.Saved = testTime.Add(-5 * time.Minute)
			if err := s.Store.SaveUnfinished(g); err != nil {
				t.Fatal(err)
			}
			return drive(t, s, 80, 24)
		}},
		{"form", func(t *testing.T, s *Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("enter", "right", "down")
			d.typeText("356")
			return d
		}},
		{"form-watch", func(t *testing.T, s *Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("enter", "down", "left", "down", "down", "right")
			return d
		}},
		{"games", func(t *testing.T, s *Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("enter", "space", "down", "space", "down", "down", "down", "space")
			return d
		}},
		{"rules", func(t *testing.T, s *Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("5", "down", "down", "down", "down", "enter")
			return d
		}},
		{"help", func(t *testing.T, s *Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("enter", "?")
			return d
		}},
		{"picker", func(t *testing.T, s *Session) *driver {
			d := newDriver(t, s)
			if err := d.app.OpenFiles([]string{"testdata/three.pgn"}); err != nil {
				t.Fatal(err)
			}
			d.app.SetSize(80, 24)
			d.run(d.app.Init())
			d.press("down")
			return d
		}},
		{"viewer", func(t *testing.T, s *Session) *driver {
			d := newDriver(t, s)
			if err := d.app.OpenFiles([]string{"testdata/lines.pgn"}); err != nil {
				t.Fatal(err)
			}
			d.app.SetSize(80, 24)
			d.run(d.app.Init())
			d.press("right", "enter", "right")
			return d
		}},
	}
	for _, sc := range screens {
		for name, profile := range profiles {
			for _, size := range sizes {
				if profile != termenv.Ascii && size.width != 80 {
					continue
				}
				t.Run(fmt.Sprintf("%s-%dx%d-%s", sc.name, size.width, size.height, name), func(t *testing.T) {
					d := sc.open(t, sessionFor(t, profile))
					d.app.SetSize(size.width, size.height)
					view := d.app.View()
					checkFrameFits(t, view, size.width, size.height)
					golden.RequireEqual(t, []byte(view))
				})
			}
		}
	}
}

// TestThemesStandOut computes the contrast of every man with every square it
// may stand on, in the 24-bit palette.
func TestThemesStandOut(t *testing.T) {
	for _, sq := range []struct {
		name string
		tint tint
		min  float64
	}{
		{"dark square", boardTints.darkSquare, 3}, {"mid square", boardTints.midSquare, 3}, {"light square", boardTints.lightSquare, 3},
		{"last move, dark", boardTints.lastDark, 3}, {"last move, mid", boardTints.lastMid, 3}, {"last move, light", boardTints.lastLight, 3},
		{"selected", boardTints.selected, 3}, {"check", boardTints.check, 3}, {"blast", boardTints.blast, 3}, {"hint", boardTints.hint, 3},
	} {
		for side, man := range [2]tint{boardTints.whitePiece, boardTints.blackPiece} {
			if c := contrast(t, man.true24, sq.tint.true24); c < sq.min {
				t.Errorf("%v man on %s: contrast %.2f, want %.1f", chess.Color(side), sq.name, c, sq.min)
			}
		}
	}
	for name, p := range map[string]struct {
		palette
		back string
	}{"dark": {darkPalette, "#101216"}, "light": {lightPalette, "#ffffff"}} {
		for what, c := range map[string]tint{
			"label": p.label, "faint": p.faint, "title": p.title, "accent": p.accent, "good": p.good, "error": p.bad, "key": p.key,
			"comment": p.comment, "line": p.line,
		} {
			if got := contrast(t, c.true24, p.back); got < 4.5 {
				t.Errorf("%s theme, %s: contrast %.2f, want 4.5", name, what, got)
			}
		}
	}
}

// contrast is that of WCAG 2, between 1 and 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light, dark := luminance(t, a), luminance(t, b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

// luminance is the relative luminance of WCAG 2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	var rgb [3]uint8
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatalf("%q: %v", hex, err)
	}
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		v := float64(rgb[i]) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
