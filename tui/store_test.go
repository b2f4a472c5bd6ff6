package tui

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// played makes a saved game of some moves, always the first legal one but for
// a step through the list, so that every kind of move comes up.
func played(t *testing.T, cfg ui.GameConfig, plies int) ui.SavedGame {
	t.Helper()
	g := ui.SavedGame{ID: "20261121-120000-00ab", Config: cfg, Began: testTime.Add(-time.Hour), Saved: testTime,
		Left: [2]time.Duration{4*time.Minute + 1500*time.Millisecond, 3 * time.Minute}}
	game, err := g.Replay()
	if err != nil {
		t.Fatal(err)
	}
	for i := range plies {
		moves := game.Board().Moves(nil)
		if len(moves) == 0 || game.Outcome().Over() {
			break
		}
		if err := game.Play(moves[(i*7)%len(moves)]); err != nil {
			t.Fatal(err)
		}
	}
	if game.Outcome().Over() {
		game.Undo()
	}
	g.Start, g.Moves = game.Start(), game.Moves()
	return g
}

// TestUnfinishedGamesSurvive puts a game of every variant and of some
// combinations on disk and reads it back.
func TestUnfinishedGamesSurvive(t *testing.T) {
	control, err := chess.ParseControl("5+3")
	if err != nil {
		t.Fatal(err)
	}
	parts := [][]string{{"atomic", "960", "dark"}, {"suicide", "crazyhouse"}, {"benedict", "racing kings"}}
	for _, v := range variants.All() {
		parts = append(parts, []string{v.ID})
	}
	levels, styles := ai.Levels(), ai.Styles()
	for _, names := range parts {
		t.Run(strings.Join(names, "+"), func(t *testing.T) {
			rules, err := play.RulesOf(names)
			if err != nil {
				t.Skip(err)
			}
			s := SessionFor(t, termenv.Ascii)
			cfg := ui.GameConfig{Rules: rules, Variant: names, Setup: -1, Control: control, Flip: true, Players: [2]ui.PlayerConfig{
				{Kind: ui.Human, Name: "You"},
				{Kind: ui.Computer, Name: "Machine", Level: levels[len(levels)-1], Style: styles[1]},
			}}
			want := played(t, cfg, 30)
			if err := s.Store.SaveUnfinished(want); err != nil {
				t.Fatal(err)
			}
			games := s.Store.Unfinished()
			if len(games) != 1 {
				text, _ := os.ReadFile(filepath.Join(s.Store.UnfinishedDir(), want.ID+".pgn"))
				t.Fatalf("%d unfinished games, want 1:\n%s", len(games), text)
			}
			got := games[0]
			if got.ID != want.ID || got.Start != want.Start || !slices.Equal(got.Moves, want.Moves) {
				t.Errorf("game %s from %s, moves %v; want %s from %s, moves %v", got.ID, got.Start, got.Moves, want.ID, want.Start, want.Moves)
			}
			if got.Left != want.Left || !got.Saved.Equal(want.Saved) || !got.Began.Equal(want.Began) {
				t.Errorf("clocks %v at %v, want %v at %v", got.Left, got.Saved, want.Left, want.Saved)
			}
			if got.Config.Players != want.Config.Players || got.Config.Control != control || !got.Config.Flip {
				t.Errorf("players %+v, clock %v; want %+v, %v", got.Config.Players, got.Config.Control, want.Config.Players, control)
			}
			if got.Config.Rules.Name != rules.Name {
				t.Errorf("rules %q, want %q", got.Config.Rules.Name, rules.Name)
			}
			a, errA := got.Replay()
			b, errB := want.Replay()
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if a.Board().FEN() != b.Board().FEN() {
				t.Errorf("position %s, want %s", a.Board().FEN(), b.Board().FEN())
			}
			if err := s.Store.Finish(want.ID); err != nil {
				t.Fatal(err)
			}
			if left := s.Store.Unfinished(); len(left) != 0 {
				t.Errorf("%d unfinished games after the end, want none", len(left))
			}
		})
	}
}

func TestUnfinishedLeavesBrokenFilesAlone(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	g := played(t, ui.GameConfig{Rules: chess.Rules{}, Variant: []string{"chess"}, Setup: -1, Players: [2]ui.PlayerConfig{{Name: "A"}, {Name: "B"}}}, 4)
	if err := s.Store.SaveUnfinished(g); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"empty.pgn": "", "noise.pgn": "\x00\x01", "other.pgn": "[Event \"x\"]\n\n1. e4 *\n", "half.pgn": "[Event \"Rook"} {
		if err := os.WriteFile(filepath.Join(s.Store.UnfinishedDir(), name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if games := s.Store.Unfinished(); len(games) != 1 || games[0].ID != g.ID {
		t.Errorf("%d games, want the one that is whole", len(games))
	}
	if _, err := os.Stat(filepath.Join(s.Store.UnfinishedDir(), "half.pgn")); err != nil {
		t.Errorf("a broken file was taken away: %v", err)
	}
}

func TestStoreRefusesForeignNames(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	for _, id := range []string{"", "../x", "a/b", "x.pgn", "Zed"} {
		if err := s.Store.Finish(id); err == nil {
			t.Errorf("%q was taken for the name of a game", id)
		}
	}
}

func TestKeepNeverOverwrites(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	g := played(t, ui.GameConfig{Rules: chess.Rules{}, Variant: []string{"chess"}, Setup: -1,
		Players: [2]ui.PlayerConfig{{Name: "Ann/../x"}, {Name: "B\x1b[31m"}}}, 3)
	first, err := s.Store.Keep(g)
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.Store.Keep(g)
	if err != nil {
		t.Fatal(err)
	}
	if first == second {
		t.Errorf("both games went to %s", first)
	}
	if dir := filepath.Dir(first); dir != s.Store.GamesDir() {
		t.Errorf("saved in %s, want %s", dir, s.Store.GamesDir())
	}
	text, err := os.ReadFile(second)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[Event \"", "[Site \"", "[Date \"2026.11.21\"]", "[Round \"", "[White \"", "[Black \"", "[Result \"*\"]"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the file lacks %s:\n%s", want, text)
		}
	}
}

func TestSettings(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	set, err := s.Store.Settings()
	if err != nil {
		t.Fatal(err)
	}
	if set.Last.Opponent != ui.AgainstComputer || set.Last.Variant[0] != "chess" {
		t.Errorf("fresh choices are %+v", set.Last)
	}
	want := set.Last
	want.Variant, want.Clock, want.Side, want.Opponent = []string{"atomic", "chess960"}, "5+3", ui.AsBlack, ui.WatchComputers
	if err := s.Store.SaveChoices(want); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.SaveLook(ui.SavedLook{Scheme: draw.Light}); err != nil {
		t.Fatal(err)
	}
	set, err = s.Store.Settings()
	if err != nil {
		t.Fatal(err)
	}
	if set.Theme != "light" || set.Last.Clock != "5+3" || set.Last.Side != ui.AsBlack || !slices.Equal(set.Last.Variant, want.Variant) {
		t.Errorf("read back %+v, want %+v", set, want)
	}
}

func TestSettingsTellWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"an unknown key is named with its line", "theme = \"dark\"\ncolour = 3\n", "line 2: no such setting: colour"},
		{"a syntax error has its line", "theme = \"dark\"\npieces = \n", "line 2"},
	} {
		s := SessionFor(t, termenv.Ascii)
		path := filepath.Join(s.Store.Dirs.Config, ui.SettingsFile)
		if err := os.MkdirAll(s.Store.Dirs.Config, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := s.Store.Settings()
		if !strings.Contains(saidInEnglish(err), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.want)
		}
		if s.Store.SaveLook(ui.SavedLook{Scheme: draw.Light}) == nil {
			t.Errorf("%s: the broken file was written over", c.name)
		}
		if text, _ := os.ReadFile(path); string(text) != c.text {
			t.Errorf("%s: the file is now %q", c.name, text)
		}
	}
}

func TestMendTakesAnyWords(t *testing.T) {
	c := ui.Choices{Variant: []string{"no such game"}, Array: "x", Opponent: "?", Side: "", Level: "god", Style: "?", Clock: "soon", White: "\x1b[31m "}
	c.Normalize()
	if cfg, err := c.Config(func() uint64 { return 1 }); err != nil {
		t.Errorf("mended choices do not start: %v", err)
	} else if cfg.Variant[0] != "chess" || cfg.Control != (chess.Control{}) {
		t.Errorf("mended choices start %+v", cfg)
	}
	if c.White != "[31m" {
		t.Errorf("name %q", c.White)
	}
}

func TestRecentFiles(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	dir := t.TempDir()
	for _, name := range []string{"a.pgn", "b.pgn", "a.pgn"} {
		if err := s.Store.AddRecent(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{filepath.Join(dir, "a.pgn"), filepath.Join(dir, "b.pgn")}
	if got := s.Store.Recent(); !slices.Equal(got, want) {
		t.Errorf("recent files %q, want %q", got, want)
	}
}

// TestLastChoiceStays has three choices reach the disk in the wrong order.
func TestLastChoiceStays(t *testing.T) {
	var o play.InOrder
	var kept []int
	save := func(n int) func() error { return o.Next(func() error { kept = append(kept, n); return nil }) }
	first, second, third := save(1), save(2), save(3)
	second()
	third()
	first()
	if !slices.Equal(kept, []int{2, 3}) {
		t.Errorf("saved %v, want 2 and then 3", kept)
	}
	if msg, bad := ui.SaveCmd(o.Next(func() error { return errors.New("no room") }))().(ui.ToastMsg); !bad || !msg.Bad || msg.Text != "no room" {
		t.Errorf("a full disk: %+v", msg)
	}
}
