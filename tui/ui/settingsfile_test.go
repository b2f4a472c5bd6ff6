package ui

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"rookery/tui/lang"
)

// TestSettingsAreWritten holds what the file looks like, and that it is read as it was written.
func TestSettingsAreWritten(t *testing.T) {
	set := freshSettings()
	set.Theme, set.Blindfold = "dark", true
	set.Engines = []string{"uci:/opt/it's", "xboard:/a\x01\"b\\é", ""}
	set.Aids.Ponder, set.Habits.Signal, set.Seek.Within = true, Bell, 200
	set.Keys = Keymap{"game": {"undo": {"alt+z"}, "hint": {}}, "view": {"start": {"'", "home"}}}
	const want = `# dark, light, safe-dark, safe-light, contrast-dark or contrast-light
theme = 'dark'
# your engines, for games and analysis: uci:PATH?name=NAME or xboard:PATH
engines = ["uci:/opt/it's", "xboard:/a\u0001\"b\\é", '']
# true hides the pieces on the boards
blindfold = true

# help beside a game, and the manners of computers
[aids]
# true: computers think while you do
ponder = true

# how games behave at this terminal
[habits]
# at your move: none, bell or message (a notification of the terminal, OSC 9)
signal = 'bell'

# the last game that was started
[last]
# one name, or several that are combined
variant = ['chess']
# usual, random or number
array = 'random'
number = 0
# computer, friend, watch or engine
opponent = 'computer'
# white, black or lot
side = 'white'
level = 'Club'
style = 'Balanced'
# none, 5+3 (minutes and seconds added), 5d3 (seconds not counted), 90s+2, fast
clock = 'none'
# names where two people play
white = 'White'
black = 'Black'

# the other computer, where two play
[last.second]
level = 'Club'
style = 'Balanced'

# the last game that was sought in a lobby
[seek]
# one name, or several that are combined
variant = ['chess']
# none, 5+3 (minutes and seconds added), 5d3 (seconds not counted), 3d (days a move)
clock = '5+3'
# lot, white or black
side = 'lot'
rated = false
# how far the opponent's rating may be from your own; 0 for any
within = 200

# own keys; rookery keys lists the usual ones
[keys]
[keys.game]
hint = []
undo = ['alt+z']

[keys.view]
start = ["'", 'home']
`
	if got := string(set.file()); got != want {
		t.Errorf("written as\n%s", got)
	}
	entries, row, fault := readEntries(set.file())
	if fault != "" {
		t.Fatalf("line %d: %s", row, fault)
	}
	var back Settings
	if bad, fault := back.take(entries); fault != "" || !reflect.DeepEqual(back, set) {
		t.Errorf("read as %+v\n%v %s", back, bad, fault)
	}
}

func TestFaultsOfSettings(t *testing.T) {
	const noLine = "this is not a setting: write name = value, with words in quotes"
	st := &Store{keys: func() KeyTables { return nil }}
	for _, c := range []struct{ text, want string }{
		{"theme = 3", "1: theme must be a word in quotes"},
		{"THEME = 'pink'", "1: theme must be one of dark"},
		{"theme = 'dark'\n\ntheme = 'light'", "3: theme is already defined"},
		{"[theme]", "1: theme must be a word in quotes"},
		{"theme.x = 3", "1: no such setting: theme.x"},
		{"aids = 3", "1: no such setting: aids"},
		{"[foo]\na = 1", "1: no such setting: foo"},
		{"[aids]\nponder = 3", "2: aids.ponder must be true or false"},
		{"aids = {ponder = 'x'}", "1: aids.ponder must be true or false"},
		{"[aids]\n[aids]", "2: aids is already defined"},
		{"[[aids]]\nponder = true", "1: no such setting: aids"},
		{"engines = ['a', 3]", `1: engines must be a list of words in quotes, ["like", "this"]`},
		{"[last]\nnumber = 3.5", "2: last.number must be a whole number"},
		{"[habits]\nsignal = 'drum'", "2: habits.signal can only be one of none, bell, message"},
		{"[habits]\nsounds = 3", "2: habits.sounds can only be one of none, bell, sounds"},
		{"keys = 3", "1: keys belong in a table"},
		{"x", "1: " + noLine}, {"theme = ", "1: " + noLine}, {"[aids", "1: " + noLine}, {"theme = 'a' 'b'", "1: " + noLine},
		{"blindfold = true\ntheme = 'dark", "2: unterminated literal string"},
	} {
		set, err := st.parseSettings([]byte(c.text))
		if err == nil || !strings.HasPrefix((*lang.Language)(nil).Text(err.Error()), "config.toml line "+c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
		if set.Theme != "" && set.Theme != "dark" || set.Aids.Ponder || set.Habits.Signal != NoSignal {
			t.Errorf("%q: what is wrong counts: %+v", c.text, set)
		}
		if c.text[0] == 'b' && !set.Blindfold {
			t.Errorf("%q: what is right does not count", c.text)
		}
	}
}

// FuzzSettings compares what is read with what the library's own decoder reads.
func FuzzSettings(f *testing.F) {
	set := freshSettings()
	for _, text := range []string{string(set.file()), "a.b = 1\n[a.c]\nd = [ 'x', # y\n\"\\u00e9\" ]\n", "a = {b = true, c = {}}", "[a]\n[[b.c]]\nd = 2026-11-23\n", "\"a b\" = '''x\ny'''", "a = 1_000\na = 2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		(&Store{keys: func() KeyTables { return nil }}).parseSettings([]byte(text))
		entries, row, fault := readEntries([]byte(text))
		if fault != "" && (row < 1 || row > strings.Count(text, "\n")+1) {
			t.Errorf("fault in line %d: %s", row, fault)
		}
		var want map[string]any
		if err := toml.Unmarshal([]byte(text), &want); err != nil {
			return
		}
		if fault != "" {
			t.Errorf("line %d: %s", row, fault)
		}
		for _, e := range entries {
			var value any = want
			for _, part := range e.path {
				in, ok := value.(map[string]any)
				if !ok { // an array of tables
					return
				}
				value = in[part]
			}
			switch got := e.value.(type) {
			case string, bool:
				if value != got {
					t.Errorf("%q is %#v, want %#v", e.path, got, value)
				}
			case int:
				if value != int64(got) {
					t.Errorf("%q is %#v, want %#v", e.path, got, value)
				}
			case []string:
				list := value.([]any)
				if !slices.EqualFunc(got, list, func(a string, b any) bool { return b == a }) {
					t.Errorf("%q is %#v, want %#v", e.path, got, value)
				}
			}
		}
	})
}
