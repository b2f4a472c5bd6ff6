package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"rookery/tui/ui"
)

// scenes are positions of a game between two people that show what can be
// drawn on a board, the special marks of every kind of game among it.
var scenes = []struct {
	name, variant, fen string
	play               string // moves
	keys               string // keys struck afterwards
}{
	{"chess", "chess", "", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6", "up"},
	{"held", "chess", "", "e4 d5", "up up up up space up"},
	{"check", "chess", "", "e4 e5 Qh5 Nc6 Qxf7", ""},
	{"promotion", "chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "", "up up up up up up up space up space"},
	{"over", "chess", "", "f3 e5 g4 Qh4", ""},
	{"inside", "chess", "", "", "f8"},
	{"blindfold", "chess", "", "e4", "f6"},
	{"sextants", "chess", "", "e4 e5 Nf3 Nc6", "f7"},
	{"halfblocks", "chess", "", "e4 e5", "f7 f7 f7"},
	{"pockets", "crazyhouse", "", "e4 d5 exd5 Qxd5 Nc3 Qe6", "tab"},
	{"drop", "crazyhouse", "", "e4 d5 exd5 Qxd5", "tab enter up up up"},
	{"explosion", "atomic", "", "Nf3 a6 Ne5 a5", "N x f 7"},
	{"turned", "benedict", "", "e4 e5", "Q h 5"},
	{"forced", "suicide", "", "e4 d5", ""},
	{"race", "racingkings", "", "", "up"},
	{"hill", "kingofthehill", "", "e4 e5 Ke2", ""},
	{"checks", "threecheck", "", "e4 e5 Bc4 a6 Bxf7", ""},
	{"fog", "dark1", "", "e4", "enter"},
	{"fogpocket", "darkcrazyhouse1", "", "e4", "enter"},
	{"disguise", "chaos", "", "", ""},
	{"hex", "hex", "", "e4e5", ""},
	{"hexheld", "hex", "", "", "up space"},
	{"towers", "makarenko", "", "e2e4", ""},
	{"discs", "makarenko", "", "e2e4 e7e5", "up left space right up space"},
}

// scene plays a scene in a session.
func scene(t *testing.T, s *ui.Session, i int) *driver {
	t.Helper()
	sc := &scenes[i]
	d := newDriver(t, s)
	if err := d.app.OpenGame(friends(t, sc.variant, sc.fen)); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	d.enter(strings.Fields(sc.play)...)
	d.press(strings.Fields(sc.keys)...)
	d.app.toast = ui.ToastMsg{}
	return d
}

// TestGameGolden draws every scene; "go test ./tui -update" writes the files anew.
func TestGameGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for i := range scenes {
		requirePortraits(t, scenes[i].name, func(t *testing.T, s *ui.Session) *driver { return scene(t, s, i) })
	}
}

// TestTightGolden draws the games on small terminals, without colour.
func TestTightGolden(t *testing.T) {
	for i, sc := range scenes {
		for _, size := range []struct{ width, height int }{{40, 14}, {20, 8}} {
			if sc.name == "sextants" || sc.name == "halfblocks" || sc.name == "inside" {
				continue
			}
			t.Run(fmt.Sprintf("%s-%dx%d", sc.name, size.width, size.height), func(t *testing.T) {
				d := scene(t, SessionFor(t, termenv.Ascii), i)
				d.app.SetSize(size.width, size.height)
				view := d.app.View()
				checkFrameFits(t, view, size.width, size.height)
				golden.RequireEqual(t, []byte(view))
			})
		}
	}
}
