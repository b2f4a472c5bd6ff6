package tui

import (
	"strings"
	"testing"
	"time"

	"rookery/tui/remote"
	"rookery/tui/ui"
)

// tableScenes are moments at a table as somebody sees them.
var tableScenes = []struct {
	name    string
	control string
	variant string
	moves   string
	who     string // whose screen is drawn: white, black or watcher
	then    func(l *lounge, white, black, watcher *patron)
}{
	{"playing", "5+3", "chess", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6", "white", func(l *lounge, white, black, _ *patron) {
		black.enter("/good luck")
		l.see(white, "good luck")
		black.enter("/and a good game, whoever wins it in the end")
		l.see(white, "whoever wins")
		l.pass(71 * time.Second)
	}},
	{"premove", "3+2", "chess", "e4 e5 Nf3", "white", func(l *lounge, white, _, _ *patron) { white.enter("d4", "Nc3") }},
	{"pockets", "5+3", "crazyhouse", "e4 d5 exd5 Qxd5 Nc3 Qe6", "black", func(*lounge, *patron, *patron, *patron) {}},
	{"fog", "5+3", "dark1", "e4 d5 exd5 Qxd5", "white", func(*lounge, *patron, *patron, *patron) {}},
	{"offer", "10+5", "chess", "e4 e5", "black", func(l *lounge, white, black, _ *patron) {
		white.press("ctrl+d")
		l.see(black, "Accept?")
	}},
	{"lost", "10+5", "chess", "e4 e5", "white", func(l *lounge, white, black, watcher *patron) {
		black.app.Close()
		l.see(white, "offline")
		l.pass(20 * time.Second)
	}},
	{"spectator", "5+3", "chess", "e4 e5 Nf3 Nc6", "watcher", func(l *lounge, white, black, watcher *patron) {
		watcher.press("pgup", "pgup", "ctrl+f")
		l.move("Bb5", white, black, watcher)
		l.see(watcher, "was played")
	}},
	{"elsewhere", "5+3", "chess", "e4", "white", func(l *lounge, white, _, _ *patron) {
		r, err := l.table(white).Join(l.t.Context(), anna)
		if err != nil {
			l.t.Fatal(err)
		}
		l.see(white, "another window")
		r.Leave()
	}},
	{"over", "5+3", "chess", "f3 e5 g4 Qh4", "white", func(l *lounge, white, black, _ *patron) {
		black.press("enter")
		l.see(white, "asks for a rematch. Accept?")
	}},
	{"race", "5+3", "racingkings", "Kh3 Ka3", "black", func(*lounge, *patron, *patron, *patron) {}},
	{"hex", "", "hex", "e4e5 e7e6 f5f6", "black", func(*lounge, *patron, *patron, *patron) {}},
	{"first", "5+3", "chess", "", "white", func(*lounge, *patron, *patron, *patron) {}},
}

// TestTableGolden draws every moment; "go test ./tui -update" writes the files anew.
func TestTableGolden(t *testing.T) {
	l := openLounge(t)
	for _, sc := range tableScenes {
		requirePortraits(t, sc.name, func(t *testing.T, s *ui.Session) *driver {
			l.t = t
			table := l.begin(sc.control, sc.variant)
			seat := func(name string, p remote.Player) *patron {
				if name != sc.who {
					return l.sit(p, table)
				}
				return l.sitAs(p, s, table)
			}
			white, black, watcher := seat("white", anna), seat("black", ben), seat("watcher", cleo)
			l.settle("all are seen", func() bool { return white.screen().Snap.Watched == 1 && black.screen().Snap.Watched == 1 })
			for _, m := range strings.Fields(sc.moves) {
				l.move(m, white, black, watcher)
			}
			sc.then(l, white, black, watcher)
			a := map[string]*patron{"white": white, "black": black, "watcher": watcher}[sc.who]
			l.settle("the opening has a name", func() bool { o := a.screen().Openings; return o.Asked == (o.Table != nil) })
			a.app.toast = ui.ToastMsg{}
			return a.driver
		})
	}
}

// TestTableClockAlone compares what a tick draws with the whole screen.
func TestTableClockAlone(t *testing.T) {
	l := openLounge(t)
	for _, sc := range tableScenes {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {60, 20}, {44, 22}, {40, 14}, {20, 10}} {
			if sc.name != "playing" && sc.name != "lost" && sc.name != "pockets" && sc.name != "hex" {
				continue
			}
			table := l.begin(sc.control, sc.variant)
			white, black, watcher := l.sit(anna, table), l.sit(ben, table), l.sit(cleo, table)
			for _, m := range strings.Fields(sc.moves) {
				l.move(m, white, black, watcher)
			}
			sc.then(l, white, black, watcher)
			watcher.app.SetSize(size[0], size[1])
			before := watcher.app.View()
			l.pass(1100 * time.Millisecond)
			got := watcher.app.View()
			watcher.screen().Frame = nil
			if want := watcher.app.View(); got != want {
				t.Errorf("%s at %v: a tick draws\n%s\nwant\n%s", sc.name, size, got, want)
			}
			if sc.name != "hex" && size[0] > 20 && got == before {
				t.Errorf("%s at %v: a second changes nothing", sc.name, size)
			}
		}
	}
}

// TestTableClockIsCheap holds that a second of the clock draws little anew.
func TestTableClockIsCheap(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black := l.sit(anna, table), l.sit(ben, table)
	for _, m := range strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6") {
		l.move(m, white, black)
	}
	screen := white.screen()
	whole := testing.AllocsPerRun(20, func() { screen.Frame = nil; screen.View() })
	second := testing.AllocsPerRun(20, func() { screen.View() })
	if second > whole/3 {
		t.Errorf("a second takes %.0f allocations, the whole screen %.0f", second, whole)
	}
	t.Logf("a second takes %.0f allocations, the whole screen %.0f", second, whole)
}
