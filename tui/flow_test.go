package tui

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"
	"github.com/muesli/termenv"
)

// runFlow runs an App as a program does.
func runFlow(t *testing.T, app *App) *teatest.TestModel {
	t.Helper()
	tm := teatest.NewTestModel(t, app, teatest.WithInitialTermSize(80, 24))
	t.Cleanup(func() { tm.Quit() })
	return tm
}

// waitFor wants every text on the screen, in one look or in several.
func waitFor(t *testing.T, tm *teatest.TestModel, texts ...string) {
	t.Helper()
	teatest.WaitFor(t, tm.Output(), func(out []byte) bool {
		for len(texts) > 0 && bytes.Contains(out, []byte(texts[0])) {
			texts = texts[1:]
		}
		return len(texts) == 0
	}, teatest.WithDuration(10*time.Second), teatest.WithCheckInterval(5*time.Millisecond))
}

// TestFlowMenuToVariation opens a file from the menu and goes into a variation.
func TestFlowMenuToVariation(t *testing.T) {
	path, err := filepath.Abs("testdata/lines.pgn")
	if err != nil {
		t.Fatal(err)
	}
	tm := runFlow(t, New(SessionFor(t, termenv.Ascii)))
	waitFor(t, tm, "Open PGN")
	tm.Send(KeyOf("3"))
	waitFor(t, tm, "File")
	tm.Type(path)
	tm.Send(KeyOf("enter"))
	waitFor(t, tm, "A word before the first move.")
	for _, name := range []string{"right", "right", "enter", "right"} {
		tm.Send(KeyOf(name))
	}
	waitFor(t, tm, "2. Nf3  (variation)")
	tm.Send(KeyOf("esc"))
	waitFor(t, tm, "File")
	tm.Send(tea.KeyMsg{Type: tea.KeyCtrlC})
	tm.WaitFinished(t, teatest.WithFinalTimeout(10*time.Second))
}

// TestFlowResize changes the size in the middle of things.
func TestFlowResize(t *testing.T) {
	app := New(SessionFor(t, termenv.Ascii))
	if err := app.OpenFiles([]string{"testdata/three.pgn"}); err != nil {
		t.Fatal(err)
	}
	tm := runFlow(t, app)
	waitFor(t, tm, "3 games")
	tm.Send(tea.WindowSizeMsg{Width: 20, Height: 5})
	waitFor(t, tm, "has 20×5")
	tm.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	waitFor(t, tm, "Kieseritzky, Lionel")
	tm.Send(KeyOf("enter"))
	waitFor(t, tm, "start, 8 half-moves")
	tm.Send(tea.KeyMsg{Type: tea.KeyCtrlC})
	tm.WaitFinished(t, teatest.WithFinalTimeout(10*time.Second))
}
