package tui

import (
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"rookery/tui/club"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// testTime is the time in all tests of this package that need one.
var testTime = time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)

// sessionFor makes a session whose files are in a directory of the test.
func SessionFor(t testing.TB, profile termenv.Profile) *ui.Session {
	t.Helper()
	dir := t.TempDir()
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile)
	r.SetHasDarkBackground(true)
	seed := uint64(0)
	return &ui.Session{
		Terminal: ui.Terminal{Renderer: r},
		Look:     draw.Look{Theme: draw.NewTheme(r, draw.Dark, draw.Brown)},
		Store: NewStore(ui.Dirs{
			State: filepath.Join(dir, "state"), Config: filepath.Join(dir, "config"), Games: filepath.Join(dir, "games"),
			History: filepath.Join(dir, "history"),
		}),
		Now:   func() time.Time { return testTime },
		Seed:  func() uint64 { seed++; return seed },
		Local: true,
	}
}

// driver runs an App by hand: it delivers the messages of commands in the
// order they were given.
type driver struct {
	t    *testing.T
	app  *App
	quit bool
}

// newDriver makes an App that does not wait for time to pass.
func newDriver(t *testing.T, s *ui.Session) *driver {
	d := &driver{t: t, app: NewClub(s, club.NewClubhouse)}
	d.app.after = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		if _, sent := msg.(escapeSentMsg); !sent {
			return nil
		}
		return func() tea.Msg { return msg }
	}
	d.app.listen = func(func() tea.Msg) tea.Cmd { return nil } // see driver.hears
	d.app.await = func(tea.Cmd) tea.Cmd { return nil }
	t.Cleanup(d.app.Close)
	return d
}

// drive starts an App of a size.
func drive(t *testing.T, s *ui.Session, width, height int) *driver {
	t.Helper()
	d := newDriver(t, s)
	d.app.SetSize(width, height)
	d.run(d.app.Init())
	return d
}

// run carries out a command and everything that follows from it. One that does
// not answer, such as a clock that ticks, is left.
func (d *driver) run(cmd tea.Cmd) {
	d.t.Helper()
	if cmd == nil {
		return
	}
	answer := make(chan tea.Msg, 1)
	go func() { answer <- cmd() }()
	select {
	case msg := <-answer:
		d.send(msg)
	case <-time.After(10 * time.Second): // what answers at all does so sooner, on a busy machine too
	}
}

func (d *driver) send(msg tea.Msg) {
	d.t.Helper()
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.run(cmd)
		}
	case tea.QuitMsg:
		d.quit = true
	default:
		if cmds := reflect.ValueOf(msg); cmds.Kind() == reflect.Slice && cmds.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
			for i := range cmds.Len() { // a sequence, whose type is the library's own
				d.run(cmds.Index(i).Interface().(tea.Cmd))
			}
			return
		}
		_, cmd := d.app.Update(msg)
		d.run(cmd)
	}
}

// press strikes keys by their names; a name that is no key is typed letter by letter.
func (d *driver) press(names ...string) {
	d.t.Helper()
	for _, name := range names {
		d.send(KeyOf(name))
	}
}

func (d *driver) typeText(text string) {
	d.t.Helper()
	for _, r := range text {
		d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

// keyOf makes the message of a key.
func KeyOf(name string) tea.KeyMsg {
	special := map[string]tea.KeyType{
		"enter": tea.KeyEnter, "esc": tea.KeyEsc, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
		"right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "tab": tea.KeyTab, "backspace": tea.KeyBackspace,
		"f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5, "f6": tea.KeyF6, "f7": tea.KeyF7, "f8": tea.KeyF8,
		"f9": tea.KeyF9, "f11": tea.KeyF11, "f12": tea.KeyF12, "delete": tea.KeyDelete, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"shift+left": tea.KeyShiftLeft, "shift+right": tea.KeyShiftRight,
	}
	if k, ok := special[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyMsg{Type: tea.KeyCtrlA + tea.KeyType(letter[0]-'a')}
	}
	if of, ok := strings.CutPrefix(name, "alt+"); ok {
		msg := KeyOf(of)
		msg.Alt = true
		return msg
	}
	if name == "space" {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// sees wants every text somewhere on the screen.
func (d *driver) sees(texts ...string) {
	d.t.Helper()
	view := d.app.View()
	for _, text := range texts {
		if !strings.Contains(view, text) {
			d.t.Fatalf("%q is not on the screen:\n%s", text, view)
		}
	}
}

// lacks wants a text not to be on the screen.
func (d *driver) lacks(text string) {
	d.t.Helper()
	if view := d.app.View(); strings.Contains(view, text) {
		d.t.Fatalf("%q is on the screen:\n%s", text, view)
	}
}

// checkFrame wants exactly height rows, none wider than width.
func checkFrame(t *testing.T, view string, width, height int) {
	t.Helper()
	rows := strings.Split(view, "\n")
	if len(rows) != height {
		t.Errorf("%d rows, want %d", len(rows), height)
	}
	for i, row := range rows {
		if w := lipgloss.Width(row); w > width {
			t.Errorf("row %d is %d columns wide, want at most %d: %q", i, w, width, row)
		}
	}
}
