package boardinput

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
	"rookery/variants"
)

// fakeBoard is a host that plays what it is given and nothing more.
type fakeBoard struct {
	Input
	board  chess.Board
	played []string
	obeyed string
	waits  bool // the opponent is to move
}

func (f *fakeBoard) Present() chess.Board     { return f.board }
func (f *fakeBoard) Ready() bool              { return !f.waits }
func (f *fakeBoard) Observer() chess.Observer { return chess.Everyone }
func (f *fakeBoard) Fogged() bool             { return false }
func (f *fakeBoard) HumanTurn() bool          { return !f.waits }
func (f *fakeBoard) Premoving() bool          { return f.waits }

func (f *fakeBoard) Play(m chess.Move) tea.Cmd {
	f.played = append(f.played, chess.MoveText(f.board, m))
	f.board.Make(m)
	f.renew()
	return nil
}

// renew finds what can be played now.
func (f *fakeBoard) renew() {
	f.Reset()
	if f.opponent != nil {
		f.Allow(f.board.Moves(nil), !f.waits)
	}
}

// answer makes the opponent's move.
func (f *fakeBoard) answer(t *testing.T, text string) {
	m, err := chess.ParseMove(f.board, text)
	if err != nil {
		t.Fatal(err)
	}
	f.board.Make(m)
	f.waits = false
	f.renew()
	f.PlayPremove()
}

// press gives keys as a screen does: to the line once something is written.
func (f *fakeBoard) press(keys ...string) {
	for _, k := range keys {
		switch msg := keyOf(k); {
		case f.Chooser != nil:
			f.Chose(msg)
		case k == "esc":
			f.Undone()
		default:
			if _, ok := f.Steered(msg); !f.Line.Empty() || !ok {
				f.Wrote(msg)
			}
		}
	}
}

// write types a line and sends it.
func (f *fakeBoard) write(text string) {
	for _, r := range text {
		f.Wrote(keyOf(string(r)))
	}
	f.Wrote(keyOf("enter"))
}

// drag presses the mouse on one square and lets go on another; an empty name is
// outside the board.
func (f *fakeBoard) drag(from, to string) {
	size := draw.CellSizes[len(draw.CellSizes)-1]
	at := func(name string, action tea.MouseAction) {
		x, y := -5, -5
		if sq, ok := f.Layout.Square(name); ok {
			x, y = draw.CellAt(f.Layout, size, f.Flip, sq)
		}
		f.Pointed(tea.MouseMsg{X: x + 3, Y: y + 2, Action: action, Button: tea.MouseButtonLeft}, Rect{X: 3, Y: 2}, size)
	}
	at(from, tea.MouseActionPress)
	at(to, tea.MouseActionRelease)
}

// fake makes a host on a position; one of a game has an opponent.
func fake(t *testing.T, variant, fen string, game bool) *fakeBoard {
	t.Helper()
	v, ok := variants.ByName(variant)
	if !ok {
		t.Fatalf("no variant %q", variant)
	}
	b, err := chess.NewBoard(v.Rules, fen)
	if err != nil {
		t.Fatal(err)
	}
	f := &fakeBoard{board: b}
	f.Input = New(testSession(), f, b.Layout())
	f.Rules = v.Rules
	if game {
		f.opponent, f.Line.words = f, []command{{Name: "resign", do: func() tea.Cmd { f.obeyed = "resign"; return nil }}}
	}
	f.renew()
	return f
}

func TestBoardInput(t *testing.T) {
	const pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
	const pocket = "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1"
	for _, c := range []struct {
		name, variant, fen string
		game               bool
		do                 func(f *fakeBoard)
		want, told         string
	}{
		{"a game's cursor begins on the king", "chess", "", true, func(f *fakeBoard) { f.press("up", "up", "space", "up", "up", "enter") }, "e4", ""},
		{"a study's in the middle", "chess", "", false, func(f *fakeBoard) { f.press("up", "down", "down", "down", "space", "up", "up", "space") }, "a4", ""},
		{"the cursor goes as the board is turned", "chess", "", true, func(f *fakeBoard) {
			f.Flip = true
			f.press("up", "down", "space", "down", "space")
		}, "e3", ""},
		{"a drag", "chess", "", true, func(f *fakeBoard) { f.drag("g1", "f3") }, "Nf3", ""},
		{"a drag in a study", "chess", "", false, func(f *fakeBoard) { f.drag("g1", "f3"); f.drag("g8", "f6") }, "Nf3 Nf6", ""},
		{"click and click", "chess", "", true, func(f *fakeBoard) { f.drag("g1", "g1"); f.drag("f3", "f3") }, "Nf3", ""},
		{"a drag off the board", "chess", "", true, func(f *fakeBoard) { f.drag("g1", ""); f.drag("f3", "f3") }, "", ""},
		{"a game holds what cannot go there", "chess", "", true, func(f *fakeBoard) { f.drag("g1", "g5") }, "", "g1"},
		{"a study says so", "chess", "", false, func(f *fakeBoard) { f.drag("g1", "g5") }, "", "no legal move from g1 to g5"},
		{"no move of the opponent's", "chess", "", false, func(f *fakeBoard) { f.drag("g8", "f6") }, "", "no move from g8 is possible"},
		{"castling onto the rook", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", true, func(f *fakeBoard) { f.drag("e1", "h1") }, "O-O", ""},
		{"or where the king arrives", "chess960", "1k6/8/8/8/8/8/8/4K2R w K - 0 1", true, func(f *fakeBoard) { f.press("up", "space", "right", "right", "space") }, "O-O", ""},
		{"of an array of chess960", "chess960", "1k6/8/8/8/8/8/8/RK6 w A - 0 1", true, func(f *fakeBoard) { f.press("up", "enter", "left", "enter") }, "O-O-O", ""},
		{"promotion is asked", "chess", pawn, true, func(f *fakeBoard) { f.drag("a7", "a8"); f.press("right", "enter") }, "a8=R", ""},
		{"by a letter", "chess", pawn, false, func(f *fakeBoard) { f.drag("a7", "a8"); f.press("n") }, "a8=N", ""},
		{"and given up", "chess", pawn, true, func(f *fakeBoard) { f.drag("a7", "a8"); f.press("esc") }, "", ""},
		{"quick, a queen comes", "chess", pawn, false, func(f *fakeBoard) { f.Quick = true; f.drag("a7", "a8") }, "a8=Q", ""},
		{"typed short it is asked in a game", "chess", pawn, true, func(f *fakeBoard) { f.write("a8"); f.press("b") }, "a8=B", ""},
		{"Enter takes the queen", "chess", pawn, true, func(f *fakeBoard) { f.write("a8"); f.press("enter") }, "a8=Q", ""},
		{"which knight is asked", "chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", true, func(f *fakeBoard) { f.write("Nd2"); f.press("1") }, "Nbd2", ""},
		{"a drop by keys", "crazyhouse", pocket, true, func(f *fakeBoard) { f.press("tab", "right", "left", "enter", "up", "enter") }, "N@e2", ""},
		{"Esc leaves the pocket", "crazyhouse", pocket, true, func(f *fakeBoard) { f.press("tab", "esc", "up", "space") }, "", ""},
		{"no pocket in chess", "chess", "", true, func(f *fakeBoard) { f.press("tab") }, "", "this variant has no pocket"},
		{"nothing to drop in a study", "crazyhouse", "", false, func(f *fakeBoard) { f.press("tab") }, "", "nothing to drop"},
		{"a typed move", "chess", "", true, func(f *fakeBoard) { f.write("nf3") }, "Nf3", ""},
		{"completed by Tab", "chess", "", true, func(f *fakeBoard) { f.press("N", "a", "tab", "enter") }, "Na3", ""},
		{"a refused one with what may be meant", "chess", "", true, func(f *fakeBoard) { f.write("Nf4") }, "", "Did you mean"},
		{"a pass in a study", "chess", "", false, func(f *fakeBoard) { f.write("--"); f.write("e5") }, "-- e5", ""},
		{"no pass in a game", "chess", "", true, func(f *fakeBoard) { f.write("--") }, "", "you cannot pass here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fake(t, c.variant, c.fen, c.game)
			c.do(f)
			if got := strings.Join(f.played, " "); got != c.want {
				t.Errorf("played %q, want %q; %s", got, c.want, f.Notice.Text)
			}
			if !strings.Contains(f.Notice.Text, c.told) {
				t.Errorf("it says %q, not %q", f.Notice.Text, c.told)
			}
			if c.want != "" && (f.Selection.Held() || f.Chooser != nil) {
				t.Error("something is still held after the move")
			}
		})
	}
}

func TestBoardInputObeysWords(t *testing.T) {
	f := fake(t, "chess", "", true)
	if f.write(":resign"); f.obeyed != "resign" {
		t.Errorf("obeyed %q", f.obeyed)
	}
}

// TestPremoveQueue lets moves wait, plays them one by one, and drops all when
// one of them cannot be played.
func TestPremoveQueue(t *testing.T) {
	wait := func() *fakeBoard {
		f := fake(t, "chess", "", true)
		f.board.Make(f.Legal[slices.Index(f.Texts, "e4")])
		f.waits = true
		f.renew()
		f.drag("g1", "f3")
		f.write("Bc4")
		f.drag("e1", "g1")
		return f
	}
	f := wait()
	if got := f.premovesText(); got != "g1f3, Bc4, e1g1" {
		t.Fatalf("%s wait", got)
	}
	for _, reply := range []string{"e5", "Nc6", "Nf6"} {
		f.answer(t, reply)
		f.waits = true
	}
	if got := strings.Join(f.played, " "); got != "Nf3 Bc4 O-O" || len(f.Premoves) > 0 {
		t.Errorf("played %s, %d wait", got, len(f.Premoves))
	}
	f = wait()
	f.answer(t, "e6")
	f.waits = true
	f.answer(t, "d5")
	f.waits = true
	f.answer(t, "dxc4")
	if got := strings.Join(f.played, " "); got != "Nf3 Bc4 O-O" {
		t.Errorf("played %s", got)
	}
	f = wait()
	f.press("esc")
	f.answer(t, "e5")
	if len(f.played) > 0 {
		t.Errorf("taken back, %v are played", f.played)
	}
	f = wait()
	f.Premoves[0].from, _ = f.Layout.Square("g8")
	f.answer(t, "e5")
	if len(f.played)+len(f.Premoves) > 0 || !strings.Contains(f.Notice.Text, "is no longer legal; all premoves") {
		t.Errorf("played %v, %d wait; %s", f.played, len(f.Premoves), f.Notice.Text)
	}
}

// fakePlacer notes what the mouse does on a board without rules.
type fakePlacer struct {
	here string // a square with a piece
	did  []string
	l    *chess.Layout
}

func (p *fakePlacer) Grab(sq chess.Square) bool { return p.l.SquareName(sq) == p.here }
func (p *fakePlacer) Carry(from, to chess.Square) {
	p.did = append(p.did, p.l.SquareName(from)+p.l.SquareName(to))
}

func TestFreePlacement(t *testing.T) {
	l := chess.Layout8()
	p := &fakePlacer{here: "b1", l: l}
	f := &fakeBoard{Input: New(testSession(), nil, l)}
	f.Placer = p
	f.drag("b1", "b8")
	f.drag("c1", "c8") // nothing stands there
	f.drag("b1", "b1")
	f.drag("b1", "")
	if want := []string{"b1b8", "b1" + l.SquareName(chess.NoSquare)}; !slices.Equal(p.did, want) || f.Selection.Held() {
		t.Errorf("carried %v, want %v", p.did, want)
	}
}

// testSession is a session without colours that keeps nothing.
func testSession() *ui.Session {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.Ascii)
	return &ui.Session{
		Terminal: ui.Terminal{Renderer: r},
		Look:     draw.Look{Theme: draw.NewTheme(r, draw.Dark, draw.Brown)},
		Store:    ui.NewStore(ui.Dirs{}, nil),
		Now:      time.Now,
		Seed:     func() uint64 { return 1 },
		Local:    true,
	}
}

// keyOf is the message of a key by its name.
func keyOf(name string) tea.KeyMsg {
	for t := tea.KeyF20; t <= tea.KeyCtrlQuestionMark; t++ {
		if name != "" && t.String() == name {
			return tea.KeyMsg{Type: t}
		}
	}
	if name == "space" {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}
