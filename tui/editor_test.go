package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/study"
	"rookery/tui/ui"
	"rookery/variants"
)

// editing opens the editor with the usual array of some rules.
func editing(t *testing.T, s *ui.Session, r chess.Rules, width, height int) *driver {
	t.Helper()
	d := drive(t, s, width, height)
	draft, err := play.NewDraft(r)
	if err != nil {
		t.Fatal(err)
	}
	d.send(ui.PushMsg{Screen: study.NewEditor(s, draft)})
	return d
}

// editor is the editor on top of a driven App.
func (d *driver) editor() *study.Editor {
	d.t.Helper()
	e, ok := d.app.top().(*study.Editor)
	if !ok {
		d.t.Fatalf("%T is on top, want the editor", d.app.top())
	}
	return e
}

// square moves the cursor by the arrow keys.
func (d *driver) square(name string) {
	d.t.Helper()
	e := d.editor()
	to, ok := e.Draft.Layout.Square(name)
	if !ok {
		d.t.Fatalf("no square %s", name)
	}
	for range 64 {
		at, want := e.Draft.Layout.Cells[e.Selection.Cursor], e.Draft.Layout.Cells[to]
		up, right := "up", "right"
		if e.Flip {
			up, right = "down", "left"
		}
		opposite := map[string]string{"up": "down", "down": "up", "left": "right", "right": "left"}
		before := e.Selection.Cursor
		switch {
		case e.Selection.Cursor == to:
			return
		case at.X < want.X:
			d.press(right)
		case at.X > want.X:
			d.press(opposite[right])
		}
		if e.Selection.Cursor == before && at.Y > want.Y {
			d.press(up)
		} else if e.Selection.Cursor == before && at.Y < want.Y {
			d.press(opposite[up])
		}
	}
	d.t.Fatalf("the cursor does not come to %s", name)
}

// fen wants the position to be that of a FEN.
func (d *driver) fen(want string) {
	d.t.Helper()
	if got := d.editor().Draft.FEN(); got != want {
		d.t.Fatalf("the position is %s, want %s", got, want)
	}
}

func TestSetUpByKeyboardAndPlay(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.press("9", "c") // from the menu
	d.fen("8/8/8/8/8/8/8/8 w - - 0 1")
	d.sees("White has no king", "Black has no king")
	d.square("g6")
	d.press("K")
	d.square("h8")
	d.press("k")
	d.square("a1")
	d.press("R", "enter")
	d.sees("custom position, Chess")
	d.press("enter")
	g, ok := d.app.top().(*game.Screen)
	if !ok {
		t.Fatalf("%T is on top, want the game", d.app.top())
	}
	if got, want := g.Present().FEN(), "7k/8/6K1/8/8/8/8/R7 w - - 0 1"; got != want {
		t.Errorf("the game starts at %s, want %s", got, want)
	}
}

// TestFaultsAreToldAtOnce tries to play what cannot be played: the cursor goes
// to the first fault.
func TestFaultsAreToldAtOnce(t *testing.T) {
	d := editing(t, SessionFor(t, termenv.Ascii), variants.Chess, 80, 24)
	d.square("d1")
	d.press("k")
	d.square("a8")
	d.press("P")
	d.square("h4")
	d.press("enter")
	d.sees("A white pawn cannot stand on a8", "Black has two kings", "Invalid position")
	if e := d.editor(); e.Draft.Layout.SquareName(e.Selection.Cursor) != "a8" {
		t.Errorf("the cursor is on %s, want a8", e.Draft.Layout.SquareName(e.Selection.Cursor))
	}
	d.press("!")
	if e := d.editor(); e.Draft.Layout.SquareName(e.Selection.Cursor) == "a8" {
		t.Error("the cursor does not go to the next fault")
	}
	d.press("u", "u")
	d.fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	d.sees("Legal position")
	d.press("U")
	d.sees("Black has two kings")
}

func TestRightsPassantAndSide(t *testing.T) {
	d := editing(t, SessionFor(t, termenv.Ascii), variants.Chess, 80, 24)
	d.press("1", "4", "t")
	d.fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Qk - 0 1")
	d.press("1", "4", "t")
	d.square("e2")
	d.press("space")
	d.square("e4")
	d.press("P")
	d.square("d4")
	d.press("p", "t")
	d.square("e3")
	d.press("e")
	d.fen("rnbqkbnr/pppppppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	d.sees("Legal position")
	d.square("d4")
	d.press("x")
	d.sees("No pawn can capture en passant on", "e3")
	d.square("h1")
	d.press("x")
	d.sees("White castling kingside")
	d.press("enter") // what a board passes over keeps nobody from playing
	d.sees("custom position, Chess")
}

func TestPocketsChecksAndGames(t *testing.T) {
	d := editing(t, SessionFor(t, termenv.Ascii), variants.Chess, 80, 24)
	d.square("e2")
	d.press("space", "v", "/")
	d.typeText("crazyhouse")
	d.press("enter", "enter")
	d.sees("Crazyhouse")
	d.press("o", "N", "q", "q", "o")
	d.square("a4")
	d.press("N", "~")
	d.fen("rnbqkbnr/pppppppp/8/8/N~7/8/PPPP1PPP/RNBQKBNR[Nqq] w KQkq - 0 1")
	d.press("v", "/")
	d.typeText("three")
	d.press("enter", "enter", "5", "6", "6")
	d.fen("rnbqkbnr/pppppppp/8/8/N7/8/PPPP1PPP/RNBQKBNR w KQkq - 1+2 0 1")
	d.press("v", "/")
	d.typeText("hexa")
	d.press("enter", "enter")
	d.sees("Hexagonal chess")
	d.square("f6")
	d.press("Q")
	if e := d.editor(); len(e.Faults) > 0 || !strings.Contains(e.Draft.FEN(), "/5Q5/") {
		t.Errorf("%s has faults %v", e.Draft.FEN(), e.Faults)
	}
	d.press("v", "/")
	d.typeText("makarenko")
	d.press("enter", "enter")
	d.square("e4")
	d.press("P", "+", "+")
	if c := d.editor().Draft.Cells[d.editor().Selection.Cursor]; c.Count != 3 {
		t.Errorf("a tower of %+v, want three discs", c)
	}
	d.sees("height 3")
}

func TestFENLine(t *testing.T) {
	d := editing(t, SessionFor(t, termenv.Ascii), variants.Chess, 100, 30)
	d.press("F", "ctrl+u")
	d.typeText("8/8/8/8/8/8/8/9 x KQ - 0 1")
	d.press("enter")
	d.sees("rank 1 has 9 squares", "white has no king", "black has no king", "the side to move must be w or b,", "FEN ▸ 8/8")
	d.press("ctrl+u")
	d.typeText("7k/8/6K1/8/8/8/8/R7 b - - 3 9")
	d.press("enter")
	d.fen("7k/8/6K1/8/8/8/8/R7 b - - 3 9")
	d.press("u")
	d.fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Paste: true})
	d.fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	d.press("w")
	d.sees("Saved as ")
	d.press("esc")
	if _, ok := d.app.top().(*menu); !ok {
		t.Errorf("%T is on top, want the menu: what is saved is left without a question", d.app.top())
	}
}

func TestEscAsksBeforeAPositionIsLost(t *testing.T) {
	d := editing(t, SessionFor(t, termenv.Ascii), variants.Chess, 80, 24)
	d.press("t", "esc")
	d.sees("Leave the editor? The position is not saved. [y/N]")
	d.press("n")
	d.editor()
	d.press("esc", "y")
	if _, ok := d.app.top().(*menu); !ok {
		t.Errorf("%T is on top, want the menu", d.app.top())
	}
}

func TestSetUpByMouse(t *testing.T) {
	d := editing(t, SessionFor(t, termenv.Ascii), variants.Chess, 80, 24)
	e := d.editor()
	at := func(name string) (x, y int) {
		sq, _ := e.Draft.Layout.Square(name)
		x, y = draw.CellAt(e.Draft.Layout, e.Room.Size, e.Flip, sq)
		return x + e.Room.Board.X, y + e.Room.Board.Y
	}
	mouse := func(x, y int, button tea.MouseButton, action tea.MouseAction) {
		d.send(tea.MouseMsg{X: x, Y: y, Button: button, Action: action})
	}
	click := func(name string, button tea.MouseButton) {
		x, y := at(name)
		mouse(x, y, button, tea.MouseActionPress)
		mouse(x, y, button, tea.MouseActionRelease)
	}
	click("e2", tea.MouseButtonRight)
	d.app.View()
	mouse(e.Room.Panel.X+1*study.PaletteWidth, e.Palette[chess.Black], tea.MouseButtonLeft, tea.MouseActionPress) // the black queen
	click("e4", tea.MouseButtonLeft)
	click("e5", tea.MouseButtonLeft)
	click("e5", tea.MouseButtonLeft)
	mouse(e.Room.Panel.X+1*study.PaletteWidth, e.Palette[chess.Black], tea.MouseButtonLeft, tea.MouseActionPress) // none
	x, y := at("g1")
	mouse(x, y, tea.MouseButtonLeft, tea.MouseActionPress)
	x, y = at("f3")
	mouse(x, y, tea.MouseButtonLeft, tea.MouseActionRelease)
	x, y = at("a1")
	mouse(x, y, tea.MouseButtonLeft, tea.MouseActionPress)
	mouse(1, 0, tea.MouseButtonLeft, tea.MouseActionRelease)
	d.fen("rnbqkbnr/pppppppp/8/8/4q3/5N2/PPPP1PPP/1NBQKB1R w KQkq - 0 1")
}

// TestEditorFromGameViewerAndFog reaches the editor from a game and from a
// file; in the fog there is nothing to take.
func TestEditorFromGameViewerAndFog(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	d.press("right", "e")
	d.fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	for _, r := range []chess.Rules{variants.Chess, variants.Dark1} {
		s := SessionFor(t, termenv.Ascii)
		d := newDriver(t, s)
		cfg := ui.GameConfig{Rules: r, Variant: play.PartsOf(r), Setup: -1, Players: [2]ui.PlayerConfig{{Name: "You"}, {Kind: ui.Computer, Level: play.LevelOf("beginner")}}}
		if err := d.app.OpenGame(cfg); err != nil {
			t.Fatal(err)
		}
		d.app.SetSize(80, 24)
		d.typeText("edit")
		d.press("enter")
		if r.Fog {
			d.sees("The position of a fog game cannot be edited")
			continue
		}
		d.fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	}
}

// TestEditorFitsEverySizeAndGame draws the editor of every game at many sizes.
func TestEditorFitsEverySizeAndGame(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for _, v := range variants.All() {
		d := editing(t, SessionFor(t, termenv.TrueColor), v.Rules, 80, 24)
		for width := 30; width < 140; width += 11 {
			for height := 8; height < 50; height += 5 {
				d.send(tea.WindowSizeMsg{Width: width, Height: height})
				checkFrameFits(t, d.app.View(), width, height)
			}
		}
		d.press("c", "K", "k", "left", "right", "u", "u")
		if t.Failed() {
			t.Fatal(v.ID)
		}
	}
}

// TestEditorGolden draws the editor at the sizes that must look right.
func TestEditorGolden(t *testing.T) {
	for _, v := range []string{"chess", "crazyhouse", "hexagonal", "makarenko"} {
		game, _ := variants.ByName(v)
		requirePortraits(t, v, func(t *testing.T, s *ui.Session) *driver {
			d := editing(t, s, game.Rules, 80, 24)
			switch v {
			case "chess":
				d.square("e4")
				d.press("k")
				d.square("a8")
				d.press("P", "enter")
			case "crazyhouse":
				d.press("o", "N", "p", "p")
			}
			return d
		})
	}
}
