package tui

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/ai/book"
	"rookery/chess"
	"rookery/pgn/opening"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/tui/viewer"
)

func TestGameNamesItsOpening(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {60, 20}, {40, 14}} {
		d, _ := sit(t, friends(t, "chess", ""), termenv.Ascii, size.width, size.height)
		d.lacks("A0")
		d.enter("Nf3")
		d.sees("A04 Zukertort Opening")
		d.enter("d5", "d4", "Nf6", "c4", "e6", "Nc3")
		d.sees("D37 Queen's Gambit Decl") // by position: the moves came in another order
		d.enter("a6")
		d.sees("D37 Queen's Gambit Decl") // the last name stays
		d.press("home")
		d.lacks("D37")
	}
}

func TestOnlyChessNamesOpenings(t *testing.T) {
	for name, cfg := range map[string]ui.GameConfig{
		"another game":   friends(t, "kingofthehill", ""),
		"drawn arrays":   friends(t, "chess960", ""),
		"from elsewhere": friends(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"),
	} {
		d, g := sit(t, cfg, termenv.Ascii, 80, 24)
		d.enter("e4", "e5")
		if g.Opening() != (opening.Opening{}) {
			t.Errorf("%s: the opening is %s", name, g.Opening())
		}
		d.lacks("King's Pawn")
		if name != "from elsewhere" && g.Openings.Asked {
			t.Errorf("%s: the table of openings was asked for", name)
		}
	}
}

func TestCopiedGameHasItsOpening(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("e4", "e5", "Nf3", "Nc6", "Bb5")
	msg, ok := g.CopyPGN()().(ui.CopyMsg)
	if !ok || !strings.Contains(msg.Text, "[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n") {
		t.Errorf("copied:\n%s", msg.Text)
	}
}

func TestViewerNamesTheOpening(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	d.lacks("B00")
	d.press("right")
	d.sees("B00 King's Pawn")
	d.press("right")
	d.sees("C20 King's Pawn Game")
	d.press("enter")
	d.sees("B20 Sicilian Defense") // in the line that stands for 1... e5
	d.press("left", "end")
	d.sees("C70 Ruy Lopez")
	d.press("home")
	d.lacks("Ruy Lopez")
}

// TestViewerWaitsForNoNames steps before the table of openings is there.
func TestViewerWaitsForNoNames(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	v := d.app.top().(*viewer.Viewer)
	v.Openings.Asked = true // and not answered
	d.press("right", "right")
	d.lacks("King's Pawn")
	d.send(ui.OpeningsMsg{Table: opening.Load()})
	d.sees("C20 King's Pawn Game")
}

func TestViewerNamesNoOtherGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.pgn")
	if err := os.WriteFile(path, []byte("[Variant \"King of the Hill\"]\n\n1. e4 e5 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := viewing(t, 80, 24, path)
	d.press("end")
	d.lacks("C20")
	if v := d.app.top().(*viewer.Viewer); v.Openings.Asked {
		t.Error("the table of openings was asked for")
	}
}

// silent is a thinker that must not be asked.
type silent struct{ t *testing.T }

func (s silent) Choose(context.Context, chess.Board, []uint64, play.Task) (ai.Choice, error) {
	s.t.Error("the engine was asked for a move of the book")
	return ai.Choice{}, ai.ErrNoMove
}

func TestComputerOpensFromTheBook(t *testing.T) {
	b, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := chess.ParseSAN(b, "c4")
	if err != nil {
		t.Fatal(err)
	}
	levels := ai.Levels()
	opener := engineplay.NewOpener(book.FromLines(func() [][]chess.Move { return [][]chess.Move{{m}} }), levels[len(levels)-1], 4)
	p := engineplay.New(silent{t}, opener)
	choice, err := p.Think(t.Context(), play.Task{Start: b, Pace: time.Millisecond})
	if err != nil || choice.Move != m {
		t.Errorf("%s %v, want c4", choice.Move, err)
	}
}

func TestAnalysisNamesTheOpening(t *testing.T) {
	d, _ := studyGame(t, SessionFor(t, termenv.Ascii), chess.Rules{}, "", &fakeMind{}, 80, 24)
	d.press("enter")
	for _, san := range []string{"e4", "e5", "f4"} {
		d.typeText(san)
		d.press("enter")
	}
	d.press("esc")
	d.sees("Analysis board – Chess  C30 King's Gambit")
	d.press("left")
	d.sees("C20 King's Pawn Game")
	_, a := studyGame(t, SessionFor(t, termenv.Ascii), chess.Rules{Goal: chess.Hill}, "", &fakeMind{}, 80, 24)
	if a.Openings.Asked {
		t.Error("the table of openings was asked for in another game")
	}
}
