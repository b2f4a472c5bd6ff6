package tui

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// engineScript writes a program that speaks UCI as far as the lines of a shell
// case tell: "go*) echo bestmove e7e5;;".
func engineScript(t *testing.T, cases string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the engines of this test are shell scripts")
	}
	path := filepath.Join(t.TempDir(), "engine")
	script := "#!/bin/sh\necho $0 >>" + path + ".starts\nwhile read -r line; do case \"$line\" in\nuci) echo id name Scripted; echo uciok;;\nisready) echo readyok;;\nquit) exit 0;;\n" +
		cases + "\nesac; done\n"
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// starts counts how often a script was started.
func starts(path string) int {
	text, _ := os.ReadFile(path + ".starts")
	return strings.Count(string(text), "\n")
}

// facing is a game of a person with White against the engine of a spec.
func facing(t *testing.T, spec string) ui.GameConfig {
	cfg := friends(t, "chess", "")
	cfg.Players[chess.White].Name = "You"
	cfg.Players[chess.Black] = ui.PlayerConfig{Kind: ui.Computer, Name: "Scripted", Level: ai.Levels()[0], Program: spec}
	return cfg
}

func TestAnotherEnginePlays(t *testing.T) {
	path := engineScript(t, `*"moves e2e4") at=1;;
*"moves e2e4 e7e5 g1f3") at=2;;
go*) case $at in 1) echo bestmove e7e5;; 2) echo bestmove b8c6;; esac;;`)
	d, g := sit(t, facing(t, "uci:"+path), termenv.Ascii, 80, 24)
	d.enter("e4", "Nf3")
	if got := sansOf(g); got != "e4 e5 Nf3 Nc6" {
		t.Fatalf("moves %q\n%s", got, d.app.View())
	}
	d.press("ctrl+u") // it is told the game anew by its moves
	d.enter("Nf3")
	if got := sansOf(g); got != "e4 e5 Nf3 Nc6" || starts(path) != 1 {
		t.Errorf("moves %q, %d starts", got, starts(path))
	}
}

// dying is an engine that answers the first move of the game and is gone at
// the second, the first time that it runs.
const dying = `*"moves e2e4") at=1;;
*"moves e2e4 e7e5 g1f3") at=2;;
go*) case $at in
1) echo bestmove e7e5;;
2) if [ -e $0.again ]; then echo bestmove b8c6; else touch $0.again; echo out of memory >&2; exit 3; fi;; esac;;`

func TestEngineThatDies(t *testing.T) {
	for _, c := range []struct {
		name string
		keys string
		want string // the moves afterwards
		runs int    // how often the engine was started
	}{
		{"it is restarted", "r", "e4 e5 Nf3 Nc6", 2},
		{"it is restarted with Enter", "enter", "e4 e5 Nf3 Nc6", 2},
		{"other keys do nothing", "x q right left enter", "e4 e5 Nf3 Nc6", 2},
		{"ours plays on", "o", "e4 e5 Nf3 *", 1},
		{"ours plays on, by arrow", "right enter", "e4 e5 Nf3 *", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := engineScript(t, dying)
			d, g := sit(t, facing(t, "uci:"+path), termenv.Ascii, 80, 24)
			d.enter("e4", "Nf3")
			d.sees("Scripted has ended: exit status 3 (out of memory)", "r Restart engine", "o Continue with built-in engine", "s Save and leave")
			d.press(strings.Fields(c.keys)...)
			got := sansOf(g)
			if want, open := strings.CutSuffix(c.want, "*"); !strings.HasPrefix(got, want) || open && g.Ply() != 4 || !open && got != want {
				t.Errorf("moves %q, want %s\n%s", got, c.want, d.app.View())
			}
			if starts(path) != c.runs || g.Fault != nil {
				t.Errorf("%d starts", starts(path))
			}
			kept := d.app.s.Store.Unfinished()
			if len(kept) != 1 || len(kept[0].Moves) != 4 || (kept[0].Config.Players[chess.Black].Program == "") != (c.runs == 1) {
				t.Errorf("on disk is %+v", kept)
			}
		})
	}
}

// The game can be left with its engine dead, and continued with it.
func TestLeavingAnEngineThatDied(t *testing.T) {
	path := engineScript(t, dying)
	d, g := sit(t, facing(t, "uci:"+path), termenv.Ascii, 80, 24)
	d.enter("e4", "Nf3")
	d.sees("Save and leave")
	d.press("esc")
	if d.app.top() == g {
		t.Fatal("the game was not left")
	}
	kept := d.app.s.Store.Unfinished()
	if len(kept) != 1 || kept[0].Config.Players[chess.Black].Program != "uci:"+path || len(kept[0].Moves) != 3 {
		t.Fatalf("on disk is %+v", kept)
	}
	sc, err := game.Resume(d.app.s, &kept[0])
	if err != nil {
		t.Fatal(err)
	}
	d.send(ui.PushMsg{Screen: sc})
	if got := sansOf(sc.(*game.Screen)); got != "e4 e5 Nf3 Nc6" {
		t.Errorf("continued: %q\n%s", got, d.app.View())
	}
}

// While a player is asked what to do about an engine the clock stands still.
func TestClockWaitsForTheRemedy(t *testing.T) {
	cfg := facing(t, "uci:/nonexistent/engine")
	cfg.Control = chess.Control{Base: time.Minute}
	sc, err := game.New(SessionFor(t, termenv.Ascii), cfg)
	if err != nil {
		t.Fatal(err)
	}
	g := sc.(*game.Screen)
	g.SetSize(80, 24)
	g.Play(g.Legal[0]) // what it gives to do is not done: nothing here waits for a clock
	if side, running := g.Ctl.Clock.Running(); !running || side != chess.Black {
		t.Fatal("the engine's clock does not run")
	}
	g.Update(play.Answer{Stamp: g.Ctl.Stamp(), Err: &uci.Error{Engine: "It", Err: uci.ErrDied}})
	if _, running := g.Ctl.Clock.Running(); running || g.Fault == nil {
		t.Error("the clock runs on")
	}
	g.Update(KeyOf("r"))
	if side, running := g.Ctl.Clock.Running(); !running || side != chess.Black || g.Fault != nil {
		t.Error("the clock stands still")
	}
	g.Close()
}

// Whatever else an engine does wrong, the game stands.
func TestEnginesThatFailInAGame(t *testing.T) {
	for _, c := range []struct{ name, cases, query, want string }{
		{"it says nothing", "nothing) ;;", "?timeout=20ms&movetime=10", "Scripted does not answer"},
		{"it moves what it may not", "go*) echo bestmove e2e4;;", "", `Scripted sent an illegal move: "e2e4"`},
		{"it does not start", "", "?Nonsense=3", `cannot do this: it has no option "Nonsense"`},
		{"it writes what a terminal would obey", "go*) printf 'bestmove \\033[2J\\n';;", "", "sent an illegal move"},
	} {
		path := engineScript(t, c.cases)
		d, g := sit(t, facing(t, "uci:"+path+c.query), termenv.Ascii, 80, 24)
		d.enter("e4")
		d.sees(c.want, "Restart engine")
		if got := sansOf(g); got != "e4" || g.Over() || strings.ContainsRune(g.Fault.Text, '\x1b') {
			t.Errorf("%s: %q, %q", c.name, got, g.Fault.Text)
		}
		d.press("o")
		if g.Ply() != 2 {
			t.Errorf("%s: ours does not play on: %q", c.name, sansOf(g))
		}
	}
	cfg := facing(t, "uci:/nonexistent/engine")
	d, g := sit(t, cfg, termenv.Ascii, 120, 40)
	d.enter("e4")
	d.sees("did not start", "no such file", "Save and leave")
	if g.Fault == nil {
		t.Error("nothing is asked")
	}
}

// Programs of this machine run for those who sit at it.
func TestNoEnginesForGuests(t *testing.T) {
	path := engineScript(t, "go*) echo bestmove e7e5;;")
	s := SessionFor(t, termenv.Ascii)
	s.Local = false
	d := newDriver(t, s)
	if err := d.app.OpenGame(facing(t, "uci:"+path)); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	d.enter("e4")
	if g := d.app.top().(*game.Screen); g.Ply() != 2 || starts(path) != 0 {
		t.Errorf("moves %q, %d starts", sansOf(g), starts(path))
	}
}

func TestMeet(t *testing.T) {
	path := engineScript(t, "")
	if name, err := engineplay.Meet(t.Context(), "uci:"+path, chess.Rules{}); name != "Scripted" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
	if _, err := engineplay.Meet(t.Context(), "uci:"+path, chess.Rules{Name: "Dark", Fog: true}); err == nil || !strings.Contains(err.Error(), "no external engine supports Dark") {
		t.Errorf("in the fog: %v", err)
	}
	if _, err := engineplay.Meet(t.Context(), "uci:"+path+"?X=1", chess.Rules{}); !uciUnfit(err) {
		t.Errorf("an option it has not: %v", err)
	}
}

func uciUnfit(err error) bool {
	return err != nil && strings.Contains(err.Error(), uci.ErrUnsupported.Error())
}
