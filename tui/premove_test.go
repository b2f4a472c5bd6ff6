package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// thinking is a game against a computer that begins to think about its answer
// to a move, and answers only when the test lets it.
func thinking(t *testing.T, s *ui.Session, variant, fen, move string) (*driver, *game.Screen) {
	t.Helper()
	cfg := friends(t, variant, fen)
	cfg.Players = [2]ui.PlayerConfig{{Name: "You"}, {Kind: ui.Computer, Name: "A computer", Level: play.Strongest()}}
	d := newDriver(t, s)
	if err := d.app.OpenGame(cfg); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	g := d.app.top().(*game.Screen)
	m, err := chess.ParseMove(g.Present(), move)
	if err != nil {
		t.Fatal(err)
	}
	g.Play(m) // the command that would let the computer think is dropped
	return d, g
}

// answers lets the computer move.
func (d *driver) answers(g *game.Screen, move string) {
	d.t.Helper()
	m, err := chess.ParseMove(g.Present(), move)
	if err != nil {
		d.t.Fatal(err)
	}
	d.app.Update(play.Answer{Stamp: g.Ctl.Stamp(), Choice: ai.Choice{Move: m}})
}

// mouse presses or releases the left button on a square.
func (d *driver) mouse(g *game.Screen, a tea.MouseAction, name string) {
	d.t.Helper()
	sq, ok := g.Layout.Square(name)
	if !ok {
		d.t.Fatalf("no square %s", name)
	}
	x, y := draw.CellAt(g.Layout, g.Room.Size, g.Flip, sq)
	d.app.Update(tea.MouseMsg{X: x + g.Room.Board.X + 1, Y: y + g.Room.Board.Y, Action: a, Button: tea.MouseButtonLeft})
}

func TestPremoves(t *testing.T) {
	const recapture = "4k3/8/2n5/8/3P4/5N2/8/4K3 w - - 0 1"
	for _, c := range []struct {
		name, variant, fen, move string
		do                       func(d *driver, g *game.Screen)
		waits                    string // what is shown of the premove; empty for none
		answer, want             string // the moves of the game
		told                     string
	}{
		{"a typed one is played", "chess", "", "e4",
			func(d *driver, _ *game.Screen) { d.enter("nf3") }, "premove Nf3", "e5", "e4 e5 Nf3", ""},
		{"one that became illegal is dropped", "chess", "", "e4",
			func(d *driver, _ *game.Screen) { d.enter("exd5") }, "premove exd5", "e5", "e4 e5", "exd5 is no longer legal"},
		{"one that only the answer makes legal is played", "chess", "", "e4",
			func(d *driver, _ *game.Screen) { d.enter("exd5") }, "premove exd5", "d5", "e4 d5 exd5", ""},
		{"Esc takes it back", "chess", "", "e4",
			func(d *driver, _ *game.Screen) { d.enter("Nf3"); d.press("esc") }, "", "e5", "e4 e5", ""},
		{"what is no move is refused at once", "chess", "", "e4",
			func(d *driver, _ *game.Screen) { d.enter("hello") }, "", "e5", "e4 e5", ""},
		{"a drag on an own piece takes back there", "chess", recapture, "Ke2",
			func(d *driver, g *game.Screen) {
				d.mouse(g, tea.MouseActionPress, "f3")
				d.mouse(g, tea.MouseActionRelease, "d4")
			}, "premove f3d4", "Nxd4", "Ke2 Nxd4+ Nxd4", ""},
		{"a click on another piece takes that one", "chess", recapture, "Ke2",
			func(d *driver, g *game.Screen) {
				for _, sq := range []string{"f3", "d4", "d5"} {
					d.mouse(g, tea.MouseActionPress, sq)
					d.mouse(g, tea.MouseActionRelease, sq)
				}
			}, "premove d4d5", "Kf8", "Ke2 Kf8 d5", ""},
		{"a pawn becomes a queen unasked", "chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "Kb1",
			func(d *driver, _ *game.Screen) { d.enter("a8") }, "premove a8", "Kg7", "Kb1 Kg7 a8=Q", ""},
		{"a drop from the pocket", "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Kd1",
			func(d *driver, g *game.Screen) { d.press("tab", "enter", "up", "up", "enter") }, "premove N@", "Kd8", "Kd1 Kd8 N@", ""},
		{"check is answered or the premove dropped", "chess", "4k3/8/8/8/1b6/8/P7/4K3 w - - 0 1", "Kf1",
			func(d *driver, _ *game.Screen) { d.enter("a3") }, "premove a3", "Kd8", "Kf1 Kd8 a3", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, g := thinking(t, SessionFor(t, termenv.Ascii), c.variant, c.fen, c.move)
			c.do(d, g)
			if c.waits != "" {
				d.sees(c.waits)
			} else if len(g.Premoves) > 0 {
				t.Errorf("%d wait", len(g.Premoves))
			}
			d.answers(g, c.answer)
			if got := sansOf(g); got != c.want && !(strings.HasSuffix(c.want, "@") && strings.HasPrefix(got, c.want)) {
				t.Errorf("moves %q, want %q; %s", got, c.want, g.Notice.Text)
			}
			if c.told != "" {
				d.sees(c.told)
			}
			if len(g.Premoves) > 0 {
				t.Error("the premove outlives the answer")
			}
		})
	}
}

// TestSeveralPremoves lets moves wait one behind the other.
func TestSeveralPremoves(t *testing.T) {
	d, g := thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
	placed := func(want string) {
		t.Helper()
		g.Draw()
		if got := g.Drawn.View.Placement(); got != want {
			t.Errorf("the board shows %s, want %s", got, want)
		}
	}
	// A piece that was moved ahead is moved on, by text, by mouse, by castling.
	d.enter("Nf3")
	placed("rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R")
	d.enter("Bc4", "O-O")
	d.mouse(g, tea.MouseActionPress, "f3")
	d.mouse(g, tea.MouseActionRelease, "g5")
	placed("rnbqkbnr/pppppppp/8/6N1/2B1P3/8/PPPP1PPP/RNBQ1RK1")
	d.sees("premoves Nf3, Bc4, O-O, f3g5")
	d.answers(g, "e5")
	d.sees("premoves Bc4, O-O, f3g5")
	d.answers(g, "Nc6")
	d.answers(g, "Nf6")
	d.sees("premove f3g5")
	d.answers(g, "d5")
	if got, want := sansOf(g), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O d5 Ng5"; got != want {
		t.Errorf("moves %q, want %q", got, want)
	}
	// One that became illegal takes those behind it along.
	d.enter("exd5", "Nxf7")
	placed("r1bqkb1r/ppp2Npp/2n2n2/3Pp3/2B5/8/PPPP1PPP/RNBQ1RK1")
	d.enter("d4")
	d.answers(g, "dxc4")
	d.sees("Premove exd5 is no longer legal; all premoves were cancelled")
	if len(g.Premoves) > 0 || !g.HumanTurn() {
		t.Errorf("%d wait", len(g.Premoves))
	}
	placed("r1bqkb1r/ppp2ppp/2n2n2/4p1N1/2p1P3/8/PPPP1PPP/RNBQ1RK1")
	// Esc takes all back.
	d, g = thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
	d.enter("Nf3", "exd5", "d4", "Be3", "Nbd2", "a3", "a4", "h3", "h4", "g3")
	d.sees("No more premoves possible")
	d.press("esc")
	d.sees("Premoves cancelled")
	placed("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	d.answers(g, "d5")
	if got, want := sansOf(g), "e4 d5"; got != want {
		t.Errorf("moves %q, want %q", got, want)
	}
}

// TestPremovesOnADrop wait with what the pocket will have lost.
func TestPremovesOnADrop(t *testing.T) {
	d, g := thinking(t, SessionFor(t, termenv.Ascii), "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Kd1")
	d.enter("N@d4", "Nf5")
	g.Draw()
	if got := g.Drawn.View.Placement(); !strings.HasPrefix(got, "4k3/8/8/5N2/8/8/8/3K4") || !g.Drawn.View.Pockets[0].Empty() {
		t.Errorf("the board shows %s with %v in the pocket", got, g.Drawn.View.Pockets[0])
	}
	d.answers(g, "Kd8")
	d.answers(g, "Ke8")
	if got, want := sansOf(g), "Kd1 Kd8 N@d4 Ke8 Nf5"; got != want {
		t.Errorf("moves %q, want %q", got, want)
	}
}

// TestPremovesInTheFog hold that moves made ahead show nothing of what is hidden,
// not even whether they could be played.
func TestPremovesInTheFog(t *testing.T) {
	// A black piece stands on e4 or not; White does not see it.
	seen := func(fen string) string {
		d, g := thinking(t, SessionFor(t, termenv.Ascii), "dark1", fen, "Kd1")
		for _, way := range [][2]string{{"e2", "e3"}, {"e3", "e4"}, {"e4", "e5"}} {
			d.mouse(g, tea.MouseActionPress, way[0])
			d.mouse(g, tea.MouseActionRelease, way[1])
		}
		if len(g.Premoves) != 3 {
			t.Errorf("%d wait, want three moves", len(g.Premoves))
		}
		return d.app.View()
	}
	empty, full := seen("4k2r/8/8/8/8/8/4P3/4K3 w - - 0 1"), seen("4k3/8/8/8/4r3/8/4P3/4K3 w - - 0 1")
	if empty != full {
		t.Errorf("the boards differ:\n%s\n%s", empty, full)
	}
}

// TestTakeBackForgetsPremove holds that a premove does not outlive the
// position that it was made for.
func TestTakeBackForgetsPremove(t *testing.T) {
	d, g := thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
	d.enter("Nf3")
	d.press("ctrl+u")
	if len(g.Premoves) > 0 || g.Ply() != 0 {
		t.Errorf("premove %v after %d half-moves", g.Premoves, g.Ply())
	}
}

// TestOpponentDisturbsNothing holds what the player is doing against the
// opponent's move: an earlier position, a half-written move, a selected piece.
func TestOpponentDisturbsNothing(t *testing.T) {
	d, g := thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
	d.press("pgup")
	d.answers(g, "e5")
	if g.Shown != 0 {
		t.Errorf("position %d is shown, want 0", g.Shown)
	}
	d.sees("e5 was played: End returns")
	d.press("end")
	if !g.Live() {
		t.Error("End does not come back")
	}

	d, g = thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
	d.typeText("Nf")
	d.answers(g, "e5")
	if g.Line.Text() != "Nf" {
		t.Errorf("the line holds %q, want Nf", g.Line.Text())
	}
	d.press("tab", "enter")
	if got := sansOf(g); !strings.HasPrefix(got, "e4 e5 Nf3") {
		t.Errorf("moves %q", got)
	}

	d, g = thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
	d.mouse(g, tea.MouseActionPress, "g1")
	d.answers(g, "e5")
	d.mouse(g, tea.MouseActionRelease, "f3")
	if got := sansOf(g); got != "e4 e5 Nf3" {
		t.Errorf("a drag over the opponent's move made %q", got)
	}
}

// TestGoldenPremove draws a premove that waits.
func TestGoldenPremove(t *testing.T) {
	requirePortraits(t, "premove", func(t *testing.T, s *ui.Session) *driver {
		d, _ := thinking(t, s, "chess", "", "e4")
		d.enter("Nf3")
		return d
	})
	requirePortraits(t, "premoves", func(t *testing.T, s *ui.Session) *driver {
		d, _ := thinking(t, s, "chess", "", "e4")
		d.enter("Nf3", "Bc4", "O-O")
		return d
	})
}
