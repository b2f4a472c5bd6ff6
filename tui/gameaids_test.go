package tui

import (
	"context"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// against sits down against a computer whose thinker is a fake.
func against(t *testing.T, f *fakeMind, aids ui.Aids, variant, fen string, width, height int) (*driver, *game.Screen) {
	t.Helper()
	return againstIn(t, SessionFor(t, termenv.Ascii), f, aids, variant, fen, width, height)
}

// againstIn is against in a session of the test's own.
func againstIn(t *testing.T, s *ui.Session, f *fakeMind, aids ui.Aids, variant, fen string, width, height int) (*driver, *game.Screen) {
	t.Helper()
	cfg := friends(t, variant, fen)
	cfg.Players[chess.Black] = ui.PlayerConfig{Kind: ui.Computer, Name: "A computer", Level: play.Strongest()}
	s.Aids = aids
	d := newDriver(t, s)
	if err := d.app.OpenGame(cfg); err != nil {
		t.Fatal(err)
	}
	g := d.app.top().(*game.Screen)
	g.NewThinker = func(ai.Level, ai.Style, uint64) engineplay.Thinker { return f }
	d.app.SetSize(width, height)
	d.run(d.app.Init())
	return d, g
}

func TestHintGivesPieceThenMoveThenReasons(t *testing.T) {
	d, _ := against(t, &fakeMind{}, ui.Aids{}, "chess", "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", 80, 24)
	d.press("ctrl+o")
	d.sees("move the queen on d1")
	d.lacks("Qxd5")
	d.press("ctrl+o")
	d.sees("Hint: Qxd5. Wins a rook.", "+0.40", "1.Qxd5", "+0.10", "-0.20")
	d.enter("Ke2")
	d.lacks("Hint: ")
	d.lacks("Qxd5")
}

func TestThoughtsAreShownWhenAsked(t *testing.T) {
	d, g := against(t, &fakeMind{}, ui.Aids{}, "chess", "", 80, 24)
	d.enter("e4")
	d.lacks("depth 12/18")
	d.press("f9")
	if !g.S.Aids.EngineLines {
		t.Fatal("F9 does not show thoughts")
	}
	d.enter("d4")
	d.sees("depth 12/18", "1.2M/s")
	set, err := d.app.s.Store.Settings()
	if err != nil || !set.Aids.EngineLines {
		t.Errorf("thoughts on disk %v, %v", set.Aids, err)
	}
	d.enter("think")
	d.lacks("depth 12/18")
	// In the fog the line of the opponent would tell what is hidden.
	d, _ = against(t, &fakeMind{}, ui.Aids{EngineLines: true}, "dark2", "", 80, 24)
	d.enter("e4")
	d.sees("depth 12/18")
	d.lacks("0.40")
	d.lacks("a3 a6")
}

func TestMeterInGame(t *testing.T) {
	d, g := against(t, &fakeMind{}, ui.Aids{}, "chess", "", 80, 24)
	if g.EvalBar() != nil {
		t.Fatal("the meter is there without being asked for")
	}
	d.press("ctrl+v")
	if view := d.app.View(); strings.Count(view, "█") <= strings.Count(view, "░") {
		t.Errorf("want a little more than half:\n%s", view)
	}
	d.sees("░")
	d.enter("meter")
	d.lacks("█")
	d, g = against(t, &fakeMind{}, ui.Aids{EvalBar: true}, "dark1", "", 80, 24)
	if g.EvalBar() != nil {
		t.Error("in the fog the meter tells")
	}
	d.lacks("█")
}

// A computer thinks on the player's time only if asked, about the reply it
// expects, and is stopped by the player's move.
func TestPondering(t *testing.T) {
	for _, ponder := range []bool{false, true} {
		f := &fakeMind{}
		d, g := against(t, f, ui.Aids{Ponder: ponder}, "chess", "", 80, 24)
		reply := func() chess.Move {
			b := g.Present().Clone()
			m, _ := chess.ParseMove(b, "e4")
			b.Make(m)
			b.Make(b.Moves(nil)[0])
			return b.Moves(nil)[0]
		}()
		f.ponder = reply
		d.enter("e4")
		seen := f.positions()
		if n := len(seen); ponder && n != 2 || !ponder && n != 1 {
			t.Errorf("pondering %v: %d positions searched: %q", ponder, n, seen)
			continue
		}
		if !ponder {
			continue
		}
		want := g.Present().Clone()
		want.Make(reply)
		if seen[1] != want.FEN() {
			t.Errorf("pondered on %s, want %s", seen[1], want.FEN())
		}
		cancelled := g.Aids.Ponder
		if cancelled == nil {
			t.Fatal("nothing can call the pondering off")
		}
		d.enter("d4")
		if g.Ply() != 4 {
			t.Errorf("after the player's move: %s", sansOf(g))
		}
	}
}

// A real engine that ponders without a limit gives way when it is told to.
func TestPonderingStops(t *testing.T) {
	p := engineplay.New(engineplay.NewBuiltin(nil, play.Strongest(), ai.Balanced, 1, true), nil)
	ctx, cancel := context.WithCancel(context.Background())
	b, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan struct{}, 100)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = p.Think(ctx, play.Task{Start: b, Limit: ai.Limit{Infinite: true}, Tell: func(ai.Info) {
			select {
			case begun <- struct{}{}:
			default:
			}
		}})
	}()
	<-begun
	cancel()
	<-done // else the test itself runs out of time
}

func TestManners(t *testing.T) {
	// One legal move is made without a pause.
	d, g := against(t, &fakeMind{}, ui.Aids{}, "chess", "7k/8/8/8/8/8/5q2/K7 w - - 0 1", 80, 24)
	d.press("ctrl+d") // offered before the computer has thought of anything
	if g.Over() {
		t.Error("a draw was taken unseen")
	}
	d, g = against(t, &fakeMind{}, ui.Aids{}, "chess", "7k/8/8/8/8/8/5q2/K7 w - - 0 1", 80, 24)
	g.Ctl.Last[chess.Black] = ai.Choice{Move: g.Legal[0], Score: -300, Depth: 9}
	d.press("ctrl+d")
	d.sees("Draw: by agreement")
	for _, no := range []bool{false, true} {
		s := SessionFor(t, termenv.Ascii)
		s.Aids.NoResign = no
		cfg := friends(t, "chess", "")
		cfg.Players[chess.Black] = ui.PlayerConfig{Kind: ui.Computer, Name: "A computer", Level: play.Strongest()}
		sc, err := game.New(s, cfg)
		if err != nil {
			t.Fatal(err)
		}
		e := sc.(*game.Screen).NewThinker(play.Strongest(), ai.Balanced, 1).(engineplay.Builtin)
		if e.Resigns == no {
			t.Errorf("NoResign %v makes an engine that resigns %v", no, e.Resigns)
		}
	}
}

func TestGameAidsGolden(t *testing.T) {
	for _, c := range []struct {
		name string
		aids ui.Aids
		keys []string
	}{
		{"hint", ui.Aids{EvalBar: true}, []string{"ctrl+o", "ctrl+o"}},
		{"thoughts", ui.Aids{EngineLines: true}, nil},
	} {
		requirePortraits(t, c.name, func(t *testing.T, s *ui.Session) *driver {
			d, _ := againstIn(t, s, &fakeMind{}, c.aids, "chess", "", 80, 24)
			d.enter("e4")
			d.press(c.keys...)
			if c.name == "hint" {
				d.sees("Hint: ")
			}
			return d
		})
	}
	t.Run("thoughts-44x24", func(t *testing.T) {
		d, _ := against(t, &fakeMind{}, ui.Aids{EngineLines: true}, "chess", "", 44, 24)
		d.enter("e4")
		view := d.app.View()
		checkFrameFits(t, view, 44, 24)
		golden.RequireEqual(t, []byte(view))
	})
}

// TestWatchingTwoComputers offers nothing that only a player can do.
func TestWatchingTwoComputers(t *testing.T) {
	cfg := friends(t, "chess", "")
	for side := range cfg.Players {
		cfg.Players[side] = ui.PlayerConfig{Kind: ui.Computer, Name: "A computer", Level: play.Strongest()}
	}
	d := newDriver(t, SessionFor(t, termenv.Ascii))
	if err := d.app.OpenGame(cfg); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24) // the command that would let them think is dropped
	d.sees("Watching. PgUp/PgDn: step, Esc: leave", "PgUp PgDn step")
	for _, text := range []string{"Move ▸", "undo", "draw", "resign", "hint"} {
		d.lacks(text)
	}
	d.press("ctrl+r")
	d.lacks("[y/N]")
	d.press("ctrl+o")
	d.lacks("Finding")
	d.press("f1")
	for _, text := range []string{"takeback", "resign", "Ctrl+O", "play the typed move", "play again"} {
		d.lacks(text)
	}
	d.press("esc")
	d.enter("flip")
	if !d.app.top().(*game.Screen).Flip {
		t.Error("the board cannot be flipped by a word")
	}
}

// TestNoEvaluationBarInTheDark holds that a dark game offers no bar, whatever the settings say.
func TestNoEvaluationBarInTheDark(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Aids.EvalBar = true
	d := newDriver(t, s)
	if err := d.app.OpenGame(friends(t, "dark1", "")); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	g := d.app.top().(*game.Screen)
	if g.EvalBar() != nil {
		t.Error("a dark game shows the bar")
	}
	d.press("f1")
	d.lacks("evaluation bar")
	d.press("esc")
	d.press("ctrl+v")
	d.lacks("Evaluation bar")
}
