package tui

import (
	"slices"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/game"
	"rookery/tui/ui"
	"rookery/variants"
)

// form is the form on top of a driven App.
func (d *driver) form() *game.Form {
	d.t.Helper()
	f, ok := d.app.top().(*game.Form)
	if !ok {
		d.t.Fatalf("%T is on top, want the form", d.app.top())
	}
	return f
}

// TestEnterEnterStartsTheSameGame starts a game with choices of its own, then
// finds them in a new program over the same files.
func TestEnterEnterStartsTheSameGame(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.press("enter", "down", "right", "down", "space") // a friend; a row of text follows
	d.typeText("Zoe")
	d.press("down", "down", "right", "right", "enter")
	want, err := s.Store.Choices()
	if err != nil {
		t.Fatal(err)
	}
	if want.Opponent != ui.AgainstFriend || want.White != "White Zoe" || want.Clock != ui.Clocks[2] {
		t.Fatalf("remembered %+v", want)
	}
	if _, still := d.app.top().(*game.Form); still {
		t.Fatal("the game did not start")
	}
	again := drive(t, s, 80, 24)
	again.sees("White Zoe")
	again.press("enter")
	got := again.form().Choices
	if got.Describe() != want.Describe() || got.White != want.White {
		t.Errorf("the form says %q, want %q", got.Describe(), want.Describe())
	}
	again.press("enter")
	if _, still := again.app.top().(*game.Form); still {
		t.Error("Enter, Enter did not start the game")
	}
}

// TestFormGoesThroughAllVariants turns the first row once round.
func TestFormGoesThroughAllVariants(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	d.press("enter")
	var seen []string
	all := variants.All()
	for range all {
		f := d.form()
		seen = append(seen, f.Choices.Variant[0])
		d.sees(f.Rules.Name)
		d.press("right")
	}
	if seen[0] != d.form().Choices.Variant[0] {
		t.Errorf("after a turn the game is %s, want %s", d.form().Choices.Variant[0], seen[0])
	}
	slices.Sort(seen)
	if n := len(slices.Compact(seen)); n != len(all) {
		t.Errorf("%d different games, want %d", n, len(all))
	}
	d.press("left")
	if got, want := d.form().Choices.Variant[0], all[len(all)-1].ID; got != want {
		t.Errorf("left of the first is %s, want %s", got, want)
	}
}

func TestArrayByNumberAndByChance(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.press("enter", "right", "down") // Chess960, its array
	d.sees("Starting position", "random")
	d.typeText("518")
	d.sees("518", "RNBQKBNR")
	cfg, err := d.form().Choices.Config(s.Seed)
	if err != nil || cfg.Setup != 518 {
		t.Errorf("array %d, %v; want 518", cfg.Setup, err)
	}
	d.typeText("9") // 5189 is none: a new number begins
	if n := d.form().Choices.Number; n != 9 {
		t.Errorf("number %d, want 9", n)
	}
	d.press("r")
	if f := d.form(); f.Choices.Array != ui.ArrayNumber || f.Choices.Number < 0 || f.Choices.Number > 959 {
		t.Errorf("array %s %d", f.Choices.Array, f.Choices.Number)
	}
	d.press("left", "left")
	d.sees("Starting position")
	seen := make(map[int]bool)
	c := d.form().Choices
	c.Array = ui.ArrayRandom
	for range 50 {
		cfg, err := c.Config(s.Seed)
		if err != nil || cfg.Setup < 0 || cfg.Setup > 959 {
			t.Fatalf("array %d, %v", cfg.Setup, err)
		}
		seen[cfg.Setup] = true
	}
	if len(seen) < 2 {
		t.Error("chance drew one array alone")
	}
}

func TestCombineInTheList(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 100, 40)
	d.press("enter", "space", "/")
	d.typeText("atom")
	d.sees("/ atom_", "Atomic")
	d.press("enter", "space", "esc", "home", "down", "space")
	d.sees("Combined:", "Atomic")
	d.press("enter")
	if f := d.form(); len(f.Choices.Variant) != 2 || f.Rules.Capture != chess.Explode || f.Rules.Start == nil {
		t.Errorf("the game is %v: %+v", f.Choices.Variant, f.Rules.Name)
	}
	d.press("space") // the marks are still there
	d.press("/")
	d.typeText("benedict")
	d.press("enter", "space")
	d.sees("both change what a capture does; choose one")
	d.press("enter")
	if _, still := d.app.top().(*ui.VariantList); !still {
		t.Error("a clash was taken for a game")
	}
}

func TestColourByLotGivesBoth(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	c := ui.DefaultChoices()
	c.Side = ui.RandomSide
	var sides [2]int
	for range 40 {
		cfg, err := c.Config(s.Seed)
		if err != nil {
			t.Fatal(err)
		}
		if cfg.Players[chess.White].Kind == ui.Human {
			sides[chess.White]++
		} else {
			sides[chess.Black]++
		}
		if cfg.Flip != (cfg.Players[chess.Black].Kind == ui.Human) {
			t.Fatal("the player's men are not at the bottom")
		}
	}
	if sides[0] == 0 || sides[1] == 0 {
		t.Errorf("White %d times, Black %d times", sides[0], sides[1])
	}
}

func TestContinueListsAndDeletes(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	cfg := ui.GameConfig{Rules: chess.Rules{Name: "Chess"}, Variant: []string{"chess"}, Setup: -1, Players: [2]ui.PlayerConfig{{Name: "Ann"}, {Name: "Ben"}}}
	for i, id := range []string{"1", "2"} {
		g := played(t, cfg, 4+2*i)
		g.ID = id
		g.Saved = testTime.Add(-time.Duration(i) * 3 * time.Hour)
		if err := s.Store.SaveUnfinished(g); err != nil {
			t.Fatal(err)
		}
	}
	d := drive(t, s, 80, 24)
	d.sees("Continue", "2 unfinished games")
	d.press("down", "enter")
	d.sees("Ann – Ben, move 3, just now", "Ann – Ben, move 4, 3 hours ago")
	d.press("d")
	d.sees("Abandon this game? It stays under Games. [y/N]")
	d.press("n")
	if n := len(s.Store.Unfinished()); n != 2 {
		t.Fatalf("%d games after a no, want 2", n)
	}
	d.press("d", "y")
	d.lacks("just now")
	if n := len(s.Store.Unfinished()); n != 1 {
		t.Fatalf("%d games after a yes, want 1", n)
	}
	d.press("esc")
	d.sees("Continue", "move 4, 3 hours ago")
}

// TestGuestsKeepOffTheDisk plays without directories and without files to open.
func TestGuestsKeepOffTheDisk(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Store, s.Local = NewStore(ui.Dirs{}), false
	d := drive(t, s, 80, 24)
	d.press("3")
	d.sees("To open files, run this on your")
	d.press("4")
	d.sees("Played games are not kept here")
	d.press("ctrl+t", "home", "enter", "enter")
	if _, still := d.app.top().(*game.Form); still {
		t.Error("the game did not start")
	}
	if games := s.Store.Unfinished(); len(games) != 0 {
		t.Errorf("%d games of a guest on disk", len(games))
	}
}
