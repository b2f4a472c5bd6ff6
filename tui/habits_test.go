package tui

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/game"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/tui/ui"
)

func TestSignals(t *testing.T) {
	for signal, want := range map[ui.Signal]string{ui.Bell: "\a", ui.Message: "\x1b]9;Your move\a", ui.NoSignal: ""} {
		s := SessionFor(t, termenv.Ascii)
		s.Habits.Signal = signal
		d, g := thinking(t, s, "chess", "", "e4")
		d.app.escape = "" // the title of the window
		m := g.Legal[0]
		_, cmd := g.Update(play.Answer{Stamp: g.Ctl.Stamp(), Choice: ai.Choice{Move: m}})
		_ = cmd // would wait for disk and clock; what it asks of App follows
		d.app.Update(ui.SignalMsg{Text: "Your move"})
		ride := strings.ReplaceAll(d.app.escape, "\x1b]2;Your move: Chess – Rookery\a", "")
		if ride != want {
			t.Errorf("%v: %q goes to the terminal, want %q", signal, ride, want)
		}
		if !strings.Contains(d.app.titled, "Your move") {
			t.Errorf("the window is called %q", d.app.titled)
		}
	}
}

func TestSignalWords(t *testing.T) {
	for text, want := range map[string]ui.Signal{"bell": ui.Bell, "message": ui.Message, "none": ui.NoSignal} {
		set, err := settingsOf(t, "[habits]\nsignal = \""+text+"\"\n")
		if err != nil || set.Habits.Signal != want {
			t.Errorf("%s is read as %v, %v", text, set.Habits.Signal, err)
		}
	}
	if _, err := settingsOf(t, "\n[habits]\nsignal = \"drum\"\n"); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("an unknown signal: %v", err)
	}
}

// TestVoiceSpeaksTheLatest lets a program speak while more is said: nobody
// waits, and only the latest of it is heard afterwards.
func TestVoiceSpeaksTheLatest(t *testing.T) {
	dir := t.TempDir()
	heard, gate := filepath.Join(dir, "heard"), filepath.Join(dir, "gate")
	if err := exec.Command("mkfifo", gate+"1", gate+"2").Run(); err != nil {
		t.Skip("there is no mkfifo:", err)
	}
	program := filepath.Join(dir, "spd-say")
	script := "#!/bin/sh\necho \"$*\" >>" + heard + "\nread -r line <" + gate + "$(($(wc -l <" + heard + ")))\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	v := &ui.Voice{Look: func(name string) (string, error) {
		if name == "spd-say" {
			return program, nil
		}
		return "", exec.ErrNotFound
	}}
	open := func(n string) { // waits until the program speaks for the n-th time, and lets it end
		if err := os.WriteFile(gate+n, []byte("on\n"), 0); err != nil {
			t.Error(err)
		}
	}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		if err := v.Say("e4", ""); err != nil {
			t.Error(err)
		}
	}()
	f, err := os.OpenFile(gate+"1", os.O_WRONLY, 0) // e4 is being spoken
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"-e5", "Nf3"} {
		if err := v.Say(text, ""); err != nil {
			t.Error(err)
		}
	}
	f.WriteString("on\n")
	f.Close()
	open("2")
	wg.Wait()
	got, err := os.ReadFile(heard)
	if want := "--wait -- e4\n--wait -- Nf3\n"; err != nil || string(got) != want {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// TestVoiceWithoutProgram holds that what is missing is told once.
func TestVoiceWithoutProgram(t *testing.T) {
	v := &ui.Voice{Look: func(string) (string, error) { return "", exec.ErrNotFound }}
	if err := v.Say("e4", ""); !errors.Is(err, ui.ErrNoSpeaker) {
		t.Errorf("first: %v", err)
	}
	if err := v.Say("e5", ""); err != nil {
		t.Errorf("second: %v", err)
	}
	s := SessionFor(t, termenv.Ascii)
	s.Voice = &ui.Voice{Look: v.Look}
	d := newDriver(t, s)
	if err := d.app.OpenGame(friends(t, "chess", "")); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	d.enter("speech")
	d.sees("neither espeak-ng nor spd-say is installed")
	if set, err := s.Store.Settings(); err != nil || !set.Habits.Speech {
		t.Errorf("on disk %+v, %v", set.Habits, err)
	}
}

func TestSpokenMoves(t *testing.T) {
	hu, err := lang.Find("hu")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ variant, fen, move, want, hu string }{
		{"chess", "", "Nf3", "knight g1 to f3", "huszár g1 – f3"},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "pawn e4 captures d5", "gyalog e4 üt: d5"},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "pawn a7 to a8, promotes to a knight", "gyalog a7 – a8, átváltozik: huszár"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "king e1 castles to g1", "király e1, sáncolás: g1"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f3", "knight dropped on f3", "huszár letéve: f3"},
	} {
		b, err := chess.NewBoard(friends(t, c.variant, c.fen).Rules, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := chess.ParseMove(b, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := game.SpokenMove(b, m, nil); got != c.want {
			t.Errorf("%s is spoken as %q, want %q", c.move, got, c.want)
		}
		if got := game.SpokenMove(b, m, hu); got != c.hu {
			t.Errorf("%s is spoken in Hungarian as %q, want %q", c.move, got, c.hu)
		}
	}
}
