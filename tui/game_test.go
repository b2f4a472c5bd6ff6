package tui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// friends is a game between two people at one keyboard.
func friends(t *testing.T, variant, fen string) ui.GameConfig {
	t.Helper()
	v, ok := variants.ByName(variant)
	if !ok {
		t.Fatalf("no variant %q", variant)
	}
	return ui.GameConfig{Rules: v.Rules, Variant: []string{v.ID}, Setup: -1, FEN: fen}
}

// sit opens a game screen of a size by itself.
func sit(t *testing.T, cfg ui.GameConfig, profile termenv.Profile, width, height int) (*driver, *game.Screen) {
	t.Helper()
	d := newDriver(t, SessionFor(t, profile))
	if err := d.app.OpenGame(cfg); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(width, height)
	d.run(d.app.Init())
	return d, d.app.top().(*game.Screen)
}

// enter types texts, each ended by Enter.
func (d *driver) enter(texts ...string) {
	for _, text := range texts {
		d.typeText(text)
		d.press("enter")
	}
}

// sansOf are the moves of the score sheet.
func sansOf(g *game.Screen) string {
	sheet := g.Sheet()
	return strings.Join(sheet.Texts, " ")
}

func TestFoolsMateIsTold(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("f3", "e7e5", "g4", "qh4")
	if got := sansOf(g); got != "f3 e5 g4 Qh4#" {
		t.Fatalf("moves %q", got)
	}
	if view := d.app.View(); !strings.Contains(view, "Black wins: checkmate") || !strings.Contains(view, "0-1") {
		t.Errorf("the end is not told:\n%s", view)
	}
	if left := d.app.s.Store.Unfinished(); len(left) != 0 {
		t.Errorf("%d unfinished games after the end", len(left))
	}
	d.press("enter")
	if again := d.app.top().(*game.Screen); again == g || again.Ply() != 0 {
		t.Error("Enter after the end does not start the game again")
	}
}

func TestEveryMoveIsOnDisk(t *testing.T) {
	d, _ := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	for i, text := range []string{"e4", "c5", "Nf3"} {
		d.enter(text)
		left := d.app.s.Store.Unfinished()
		if len(left) != 1 || len(left[0].Moves) != i+1 {
			t.Fatalf("after %s the store holds %+v", text, left)
		}
	}
}

func TestRefusalsTellWhy(t *testing.T) {
	for _, c := range []struct{ variant, fen, typed, want string }{
		{"chess", "", "e5", "e5"},
		{"chess", "", "Nf4", "Did you mean Nf3"},
		{"suicide", "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2", "a3", "you must capture"},
		{"crazyhouse", "", "N@f3", "pocket"},
		{"chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3", "check"},
	} {
		d, g := sit(t, friends(t, c.variant, c.fen), termenv.Ascii, 120, 40)
		d.enter(c.typed)
		if view := d.app.View(); !strings.Contains(view, c.want) || g.Ply() != 0 {
			t.Errorf("%s %s: %q is not told:\n%s", c.variant, c.typed, c.want, g.Notice.Text)
		}
		d.enter("e4") // the next sign begins a new line
		if strings.Contains(g.Line.Text(), c.typed) {
			t.Errorf("the refused text stays: %q", g.Line.Text())
		}
	}
}

func TestQuestionsDefaultToNo(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("e4")
	d.press("ctrl+r", "enter")
	if g.Over() {
		t.Error("Enter resigned")
	}
	d.press("ctrl+r")
	if g.Question == nil {
		t.Fatal("resigning asks nothing")
	}
	d.press("enter")
	d.press("esc", "enter")
	if d.app.top() != g {
		t.Error("Enter left the game")
	}
	d.press("ctrl+d", "y")
	d.sees("Draw: by agreement")
}

func TestTakeBackAndLookBack(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("e4", "e5", "Nf3")
	d.press("pgup", "pgup")
	if g.Shown != 1 {
		t.Errorf("position %d is shown, want 1", g.Shown)
	}
	d.enter("d4")
	if g.Ply() != 3 || !g.Notice.Bad {
		t.Error("a move was taken in an earlier position")
	}
	d.press("esc", "end", "f2")
	if got := sansOf(g); got != "e4 e5" {
		t.Errorf("after taking back: %q", got)
	}
}

// A search that answers after a take-back is late: its move is not played.
func TestLateAnswersAreDropped(t *testing.T) {
	cfg := friends(t, "chess", "")
	cfg.Players[chess.Black] = ui.PlayerConfig{Kind: ui.Computer, Level: ai.Beginner}
	d, g := sit(t, cfg, termenv.Ascii, 80, 24)
	before := g.Ctl.Stamp()
	d.enter("e4")
	if g.Ply() != 2 {
		t.Fatalf("the computer has not answered: %s", sansOf(g))
	}
	d.app.Update(play.Answer{Stamp: before, Choice: ai.Choice{Move: g.Legal[0]}})
	if g.Ply() != 2 {
		t.Error("a late answer was played")
	}
	d.press("ctrl+u")
	if g.Ply() != 0 {
		t.Errorf("take-back leaves %d half-moves, want 0", g.Ply())
	}
}

func TestFlagFalls(t *testing.T) {
	cfg := friends(t, "chess", "")
	cfg.Control, _ = chess.ParseControl("1+0")
	d, g := sit(t, cfg, termenv.Ascii, 80, 24)
	m, err := chess.ParseMove(g.Present(), "e4")
	if err != nil {
		t.Fatal(err)
	}
	g.Play(m) // its command, a clock that ticks for ever while time stands still, is dropped
	d.app.s.Now = func() time.Time { return testTime.Add(2 * time.Minute) }
	d.app.Update(game.ClockTickMsg{Stamp: g.Ctl.Stamp()})
	d.sees("White wins: Black ran out of time")
}

func TestMouseWithTheBoardTurned(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.press("ctrl+f")
	if !g.Flip {
		t.Fatal("the board was not turned")
	}
	at := func(name string) (x, y int) {
		sq, _ := chess.ParseSquare(name)
		x, y = draw.CellAt(g.Layout, g.Room.Size, g.Flip, sq)
		return x + g.Room.Board.X + 1, y + g.Room.Board.Y
	}
	send := func(a tea.MouseAction, name string) {
		x, y := at(name)
		d.app.Update(tea.MouseMsg{X: x, Y: y, Action: a, Button: tea.MouseButtonLeft})
	}
	send(tea.MouseActionPress, "e2")
	send(tea.MouseActionRelease, "e4") // a drag
	if got := sansOf(g); got != "e4" {
		t.Errorf("dragged: %q, want e4", got)
	}
	send(tea.MouseActionPress, "d7")
	d.app.Update(tea.MouseMsg{X: 79, Y: 1, Action: tea.MouseActionRelease})
	if g.Selection.Held() {
		t.Error("a release outside the board leaves the man in the hand")
	}
}

// Two people at one screen see each his own side: between moves the board is
// covered, and no frame shows a hidden piece.
func TestFogOnOneScreen(t *testing.T) {
	d, g := sit(t, friends(t, "dark2", ""), termenv.Ascii, 80, 24)
	d.enter("e4")
	if !strings.Contains(d.app.View(), "Pass the keyboard to Black") {
		t.Fatalf("no cover:\n%s", d.app.View())
	}
	for _, sign := range "♜♞♝♛♚♖♘♗♕♔" {
		if rows := strings.Join(g.Drawn.Rows, ""); strings.ContainsRune(rows, sign) {
			t.Errorf("the cover shows %c", sign)
		}
	}
	if view := d.app.View(); strings.Contains(view, "e4") {
		t.Errorf("White's move shows under the cover:\n%s", view)
	}
	d.press("enter")
	if view := d.app.View(); strings.ContainsRune(view, '♔') || !strings.Contains(view, "?") {
		t.Errorf("Black sees White's king or move:\n%s", view)
	}
}

func TestTowersAskHowMany(t *testing.T) {
	d, g := sit(t, friends(t, "makarenko", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), termenv.Ascii, 80, 24)
	d.enter("d1d2:1")
	if g.Ply() != 1 {
		t.Fatalf("d1d2:1 is refused: %s", g.Notice.Text)
	}
	d.press("f2")
	g.Selection.Cursor = 3
	d.press("up", "space", "up", "space")
	if g.Chooser == nil || g.Chooser.Title != "How many discs?" {
		t.Fatalf("the number of discs is not asked: %s", g.Notice.Text)
	}
}
