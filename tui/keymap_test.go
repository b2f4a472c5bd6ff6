package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/tui/game"
	"rookery/tui/lang"
	"rookery/tui/ui"
)

// settingsOf reads settings from a text.
func settingsOf(t *testing.T, text string) (ui.Settings, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ui.SettingsFile), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return NewStore(ui.Dirs{Config: dir}).Settings()
}

func TestKeysThatCannotBeBound(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"theme = \"dark\"\n[keys.game]\nundo = \"ctrl+d\"\n", "line 3: Ctrl+D is bound to game.undo and, by default, to game.draw"},
		{"[keys.game]\nundo = \"alt+z\"\n\nhint = [\"f2\", \"alt+z\"]\n", "line 4: Alt+Z is bound to game.hint and, line 2, to game.undo"},
		{"[keys.game]\nundo = \"ctrl+t\"\n", "line 2: Ctrl+T is bound to game.undo and, by default, to global.theme"},
		{"[keys.global]\ntheme = \"ctrl+u\"\n", "line 2: Ctrl+U is bound to global.theme and, by default, to game.undo"},
		{"[keys.game]\nundo = \"e\"\n", "line 2: game.undo: moves can start with e"},
		{"[keys.game]\nundoo = \"f2\"\n", "line 2: keys.game has no action undoo"},
		{"[keys.matches]\nundo = \"f2\"\n", "line 2: no table keys.matches"},
		{"[keys.game]\nundo = \"hyper+u\"\n", "line 2: game.undo: invalid key \"hyper+u\""},
		{"[keys.game]\nundo = \"ctrl+i\"\n", "line 2: game.undo: terminals send ctrl+i as tab"},
		{"[keys.game]\nundo = 3\n", "line 2: enter the keys of game.undo as"},
		{"[keys]\nundo = \"f2\"\n", "line 2: keys belong in a table"},
		{"[keys]\ngame = { undo = \"q\" }\n", "line 2: game.undo: moves can start with q"},
		{"[keys.editor]\npiece = \"M\"\n", "line 2: the keys of editor.piece cannot be changed"},
	} {
		_, err := settingsOf(t, c.text)
		if said := saidInEnglish(err); !strings.Contains(said, c.want) || !strings.Contains(said, ui.SettingsFile) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}

// TestAllFaultsOfKeysAtOnce holds that nobody corrects one line to be told of the next.
func TestAllFaultsOfKeysAtOnce(t *testing.T) {
	_, err := settingsOf(t, "[keys.game]\nundo = \"e\"\nhint = \"7\"\n")
	if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("error %v, want lines 2 and 3", err)
	}
}

// TestUsualKeysAreNoFault reads what WriteKeys writes.
func TestUsualKeysAreNoFault(t *testing.T) {
	var b strings.Builder
	if err := WriteKeys(&b); err != nil {
		t.Fatal(err)
	}
	set, err := settingsOf(t, b.String())
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range keyTables() {
		if len(set.Keymap()[ui.TableName(table)]) == 0 {
			t.Errorf("no keys of %s are written", ui.TableName(table))
		}
	}
}

// TestBoundKeysActAndAreShown takes an own key through the game, its footer
// and its help; the usual one is free then.
func TestBoundKeysActAndAreShown(t *testing.T) {
	set, err := settingsOf(t, "[keys.game]\nundo = [\"ctrl+x\", \"Alt+Up\"]\nstudy = []\nrecall = \"ctrl+y\"\n[keys.global]\nhelp = \"f1\"\n")
	if err != nil {
		t.Fatal(err)
	}
	s := SessionFor(t, termenv.Ascii)
	s.Keys = set.Keymap()
	d := newDriver(t, s)
	if err := d.app.OpenGame(friends(t, "chess", "")); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	g := d.app.top().(*game.Screen)
	d.sees("Ctrl+X undo", "F1 help")
	d.enter("e4")
	d.press("ctrl+u")
	if g.Ply() != 1 {
		t.Fatal("the usual key still takes back")
	}
	d.press("ctrl+x")
	if g.Ply() != 0 {
		t.Fatal("the own key does not take back")
	}
	d.press("f1")
	d.sees("Ctrl+X/Alt+Up", "takeback")
	d.lacks("Ctrl+U")
}

// TestOwnKeysOutliveAChange holds that the program does not forget them when
// it writes the settings.
func TestOwnKeysOutliveAChange(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ui.SettingsFile), []byte("[keys.game]\nundo = [\"alt+z\"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	store := NewStore(ui.Dirs{Config: dir})
	if err := store.SaveAids(ui.Aids{EvalBar: true}); err != nil {
		t.Fatal(err)
	}
	set, err := store.Settings()
	if err != nil || !set.Aids.EvalBar || strings.Join(set.Keymap()["game"]["undo"], " ") != "alt+z" {
		t.Errorf("settings %+v, %v", set, err)
	}
}

// TestRenamedAction reads the keys of F7 under the name that older settings have
// for it, and forgets that name when the keys are bound anew.
func TestRenamedAction(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ui.SettingsFile), []byte("[keys.global]\nmen = \"alt+p\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	store := NewStore(ui.Dirs{Config: dir})
	keys := func(want string) {
		t.Helper()
		set, err := store.Settings()
		if got := strings.Join(set.Keymap()["global"]["pieces"], " "); err != nil || got != want {
			t.Fatalf("the next piece set has the keys %q, want %q; %v", got, want, err)
		}
	}
	keys("alt+p")
	if err := store.SaveKeys("global", "pieces", []string{"alt+o"}); err != nil {
		t.Fatal(err)
	}
	keys("alt+o")
	if err := store.SaveKeys("global", "pieces", nil); err != nil {
		t.Fatal(err)
	}
	keys("")
}

// saidInEnglish is an error without the marks of names.
func saidInEnglish(err error) string {
	if err == nil {
		return ""
	}
	return (*lang.Language)(nil).Text(err.Error())
}
