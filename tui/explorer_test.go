package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/chess/known"
	"rookery/tui/ui"
	"rookery/tui/viewer"
)

// exploring opens the first of a hundred games, with the explorer shown.
func exploring(t *testing.T, s *ui.Session, width, height int) (*driver, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lichess.pgn")
	if err := os.WriteFile(path, known.Read(t, known.Path(t, "games/lichess.pgn")), 0o600); err != nil {
		t.Fatal(err)
	}
	d := newDriver(t, s)
	if err := d.app.OpenFiles([]string{path}); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(width, height)
	d.run(d.app.Init())
	d.press("enter", "o")
	return d, path
}

// An index is built when the player says so; then moves are chosen, played and taken to the
// analysis board, and games behind them are listed and opened where they come by.
func TestExplorerInTheViewer(t *testing.T) {
	d, path := exploring(t, SessionFor(t, termenv.Ascii), 80, 24)
	d.sees("There is no index of this file yet.", "lichess.pgn.explorer", "Enter build the index")
	if _, err := os.Stat(path + ".explorer"); err == nil {
		t.Fatal("the index was built unasked")
	}
	d.press("enter")
	if _, err := os.Stat(path + ".explorer"); err != nil {
		t.Fatal(err)
	}
	d.sees("move", "games", "score", "▸e4", "Tab games")
	v := d.viewer()
	first := v.Game.Root.Next()
	d.press("right") // the game goes on, and the explorer with it
	if v.Cur != first {
		t.Fatal("the arrow does not step through the game")
	}
	d.press("left", "down", "up", "tab")
	d.sees("Games with e4:")
	d.press("down", "enter")
	opened := d.viewer()
	if opened == v || opened.Cur != opened.Game.Root {
		t.Error("the game behind the move is not shown at the position")
	}
	d.sees("  2 of ")
	d.press("n") // the next of the list
	d.sees("  3 of ")
	d.press("N", "N")
	d.sees("  1 of ")
	d.press("esc")
	if d.viewer() != v {
		t.Fatalf("%T is on top", d.app.top())
	}
	d.press("esc", "home")
	d.sees("Tab games")
	state := v.Game.State()
	for range 40 { // the rarest move
		d.press("down")
	}
	v.Update(KeyOf("enter")) // it is not in the game: the analysis board is asked for
	asked := d.app.s.Stack.Asked
	d.app.s.Stack.Asked = nil
	if len(asked) != 1 || v.Game.State() != state {
		t.Fatalf("asked for %v, and the game may have changed", asked)
	}
	if to, ok := asked[0].(ui.OpenMsg).To.(ui.Analyse); !ok || to.Explore != path || to.At != 1 || len(to.Moves) != 1 {
		t.Fatalf("asked for %+v", asked[0])
	}
	// The file changes: the index is not used any more.
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, "\n1. e4 *\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	d.press("right")
	d.sees("The index of this file is out of date.")
	d.press("o") // hides it
	d.lacks("Explorer")
	d.press("o", "enter")
	d.sees("Tab games")
}

// More games than one list has are read when its end comes, and a line is trained with the chosen move.
func TestExplorerListsAllGames(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	path := filepath.Join(t.TempDir(), "many.pgn")
	var text strings.Builder
	for i := range 230 {
		fmt.Fprintf(&text, "[White \"Player %d\"]\n[Black \"Other\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n", i+1)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	d := newDriver(t, s)
	if err := d.app.OpenFiles([]string{path}); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	d.press("enter", "o", "enter", "tab")
	d.sees("Games with e4: 100 of 230", "Player 1 ")
	for range 229 {
		d.press("down")
	}
	d.sees("Games with e4: 230", "Player 230")
	d.press("enter")
	d.sees("Player 230", "51 of 51")
	d.press("N")
	d.sees("Player 229")
	d.press("esc", "esc")
	d.sees("▸e4")
	d.press("right", "right", "T")
	d.sees("What do you play here?", "2 left")
	d.enter("e4")
	d.sees("1 left")
	d.enter("Nf3")
	d.sees("All asked: 2 right, 0 wrong")
}

// On the analysis board the file that was opened last is explored, and Enter plays.
func TestExplorerInAnalysis(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	path := filepath.Join(t.TempDir(), "lichess.pgn")
	if err := os.WriteFile(path, known.Read(t, known.Path(t, "games/lichess.pgn")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.AddRecent(path); err != nil {
		t.Fatal(err)
	}
	d, a := studyGame(t, s, chess.Rules{}, "", &fakeMind{}, 80, 24)
	d.press("o", "enter")
	d.sees("▸e4", "score")
	d.press("enter", "enter")
	if a.Cur.Ply() != 2 {
		t.Fatalf("%d half-moves were played, want 2", a.Cur.Ply())
	}
	d.sees("Explorer")
	d.press("esc")
	d.lacks("Explorer")
	d.press("enter")
	d.typeText("Nf3")
	d.press("enter", "esc")
	if d.app.top() != a || a.Cur.Ply() != 3 {
		t.Error("moves cannot be typed once the explorer is closed")
	}
}

func TestExplorerNeedsAFile(t *testing.T) {
	d, _ := studyGame(t, SessionFor(t, termenv.Ascii), chess.Rules{}, "", &fakeMind{}, 80, 24)
	d.press("o")
	d.sees("open a PGN file first")
}

func TestExplorerFitsEverySize(t *testing.T) {
	d, _ := exploring(t, SessionFor(t, termenv.TrueColor), 80, 24)
	d.press("enter")
	for _, keys := range [][]string{nil, {"tab"}} {
		d.press(keys...)
		for width := 34; width < 140; width += 9 {
			for height := 8; height < 50; height += 5 {
				d.app.SetSize(width, height)
				checkFrameFits(t, d.app.View(), width, height)
				if t.Failed() {
					t.Fatalf("at %d×%d:\n%s", width, height, d.app.View())
				}
			}
		}
	}
}

func TestGoldenExplorer(t *testing.T) {
	requirePortraits(t, "explorer", func(t *testing.T, s *ui.Session) *driver {
		d, _ := exploring(t, s, 80, 24)
		d.press("enter", "right")
		return d
	})
	requirePortraits(t, "explorer-games", func(t *testing.T, s *ui.Session) *driver {
		d, _ := exploring(t, s, 120, 40)
		d.press("enter", "tab")
		if _, ok := d.app.top().(*viewer.Viewer); !ok || !strings.Contains(d.app.View(), "lichess.pgn") {
			t.Fatalf("%T is on top", d.app.top())
		}
		return d
	})
}
