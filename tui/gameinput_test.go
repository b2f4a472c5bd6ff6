package tui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/ui"
)

func TestTouchedIsMoved(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("touch")
	if set, err := g.S.Store.Settings(); err != nil || !set.Habits.TouchMove {
		t.Errorf("the habit on disk is %+v, %v", set.Habits, err)
	}
	d.mouse(g, tea.MouseActionPress, "a1") // has no move: nothing is touched
	d.mouse(g, tea.MouseActionRelease, "a1")
	d.mouse(g, tea.MouseActionPress, "g1")
	d.app.Update(tea.MouseMsg{X: 79, Y: 1, Action: tea.MouseActionRelease}) // outside
	held := func(after string) {
		t.Helper()
		if sq, _ := g.Layout.Square("g1"); g.Selection.From != sq {
			t.Errorf("after %s the knight is not held", after)
		}
	}
	held("a release outside the board")
	d.press("esc")
	held("Esc")
	d.mouse(g, tea.MouseActionPress, "b1")
	held("a click on the other knight")
	d.press("pgup", "end")
	d.enter("e4")
	d.sees("touch-move")
	held("another move")
	d.press("esc") // the refused text
	d.enter("Nh3")
	if got := sansOf(g); got != "Nh3" {
		t.Fatalf("moves %q, want Nh3", got)
	}
	d.mouse(g, tea.MouseActionPress, "g8")
	d.mouse(g, tea.MouseActionRelease, "g8")
	d.enter("touch")
	d.press("esc")
	if g.Selection.Held() {
		t.Error("without the habit Esc does not put the man down")
	}
}

func TestBoardTurnsToTheMover(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("e4")
	if g.Flip {
		t.Error("the board turns unasked")
	}
	d.enter("turning")
	if !g.Flip {
		t.Error("Black to move is not at the bottom")
	}
	d.enter("e5")
	if g.Flip {
		t.Error("White to move is not at the bottom")
	}
	d.press("f2")
	if !g.Flip {
		t.Error("a move taken back does not turn the board")
	}
	d, g = sit(t, friends(t, "racingkings", ""), termenv.Ascii, 80, 24)
	g.S.Habits.TurnBoard = true
	d.enter(chess.MoveText(g.Present(), g.Legal[0]))
	if g.Flip {
		t.Error("in a race both sides go up the board")
	}
}

// TestPieceMovesAsItIsBest lets a queen choose between a rook and a pawn that is
// guarded, and a piece with one move go without thinking.
func TestPieceMovesAsItIsBest(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for _, c := range []struct{ fen, man, want string }{
		{"4k3/8/4p3/p2p3r/8/8/8/3QK3 w - - 0 1", "d1", "Qxh5+"},
		{"6k1/5ppp/8/8/8/8/8/K3Q3 w - - 0 1", "e1", "Qe8#"},
		{"4k3/8/8/8/8/p7/P7/K7 w - - 0 1", "a1", "Kb1"},
	} {
		d, g := sit(t, friends(t, "chess", c.fen), termenv.Ascii, 80, 24)
		d.press("!")
		d.sees("Select a piece first, with the")
		d.mouse(g, tea.MouseActionPress, c.man)
		d.mouse(g, tea.MouseActionRelease, c.man)
		d.press("!")
		if got := sansOf(g); got != c.want {
			t.Errorf("%s: %q, want %q; %s", c.fen, got, c.want, g.Notice.Text)
		}
	}
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.mouse(g, tea.MouseActionPress, "g1")
	d.mouse(g, tea.MouseActionRelease, "g1")
	_, cmd := d.app.Update(KeyOf("!"))
	d.press("esc") // before it is found
	d.run(cmd)
	if g.Ply() != 0 || g.Selection.Held() {
		t.Errorf("after Esc: %d half-moves, held %v", g.Ply(), g.Selection.Held())
	}
}

func TestClaimsAreTold(t *testing.T) {
	d, _ := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	for range 2 {
		d.enter("Nf3", "Nf6", "Ng1", "Ng8")
	}
	d.sees("Threefold repetition: Ctrl+D claims a draw")
	d.press("ctrl+d")
	d.sees("Draw: threefold repetition")
	d, _ = sit(t, friends(t, "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), termenv.Ascii, 80, 24)
	d.enter("Ra2")
	d.sees("Fifty-move rule: Ctrl+D claims a draw")
}

func TestLittleTimeIsToldOnce(t *testing.T) {
	cfg := friends(t, "chess", "")
	cfg.Control, _ = chess.ParseControl("1+0")
	d, g := sit(t, cfg, termenv.Ascii, 80, 24)
	m, err := chess.ParseMove(g.Present(), "e4")
	if err != nil {
		t.Fatal(err)
	}
	g.Play(m)
	at := func(after time.Duration) {
		d.app.s.Now = func() time.Time { return testTime.Add(after) }
		d.app.Update(game.ClockTickMsg{Stamp: g.Ctl.Stamp()})
	}
	at(50 * time.Second)
	d.lacks("ten seconds")
	at(51 * time.Second)
	d.sees("Black: under ten seconds left")
	g.Notice = ui.Notice{}
	at(52 * time.Second)
	d.lacks("ten seconds")
}

// TestPlayOnFromAnEarlierPosition goes on from the middle of a game that ended.
func TestPlayOnFromAnEarlierPosition(t *testing.T) {
	d, _ := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("f3", "e5", "g4", "Qh4")
	d.press("pgup", "pgup")
	d.enter("play")
	d.press("right", "enter") // a friend
	next := d.app.top().(*game.Screen)
	if fen := next.Present().FEN(); !strings.HasPrefix(fen, "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w") {
		t.Errorf("the game goes on from %s", fen)
	}
}

// TestRefusedTextLetsKeysThrough holds that a text which was refused keeps no key
// from its meaning: "?" opens help, and signs that begin no move act.
func TestRefusedTextLetsKeysThrough(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("zz")
	before := g.Smaller
	d.press("-")
	if g.Smaller != before+1 {
		t.Error("minus does not make the board smaller after a refused text")
	}
	d.press("?")
	if _, open := d.app.top().(*helpScreen); !open {
		t.Fatal("? does not open help after a refused text")
	}
	d.press("esc")
	d.enter("e4")
	if got := sansOf(g); got != "e4" {
		t.Errorf("moves %q, want e4", got)
	}
	d.press("e", "?")
	if _, open := d.app.top().(*helpScreen); open {
		t.Error("? opens help in the middle of a text")
	}
}

// TestShellKeys edits a line as in a shell, where the same keys act on an empty one.
func TestShellKeys(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("e4", "d5", "Nf3")
	typed := func(text string, keys ...string) {
		t.Helper()
		for _, r := range text {
			d.press(string(r))
		}
		d.press(keys...)
	}
	for _, c := range []struct {
		text string
		keys []string
		want string
	}{
		{"undone", []string{"ctrl+u"}, ""},
		{"undone", []string{"ctrl+a", "ctrl+k"}, ""},
		{"one two", []string{"ctrl+w"}, "one "},
		{"one two", []string{"alt+b", "x"}, "one xtwo"},
		{"one two", []string{"ctrl+a", "alt+f", "x"}, "onex two"},
		{"one", []string{"ctrl+a", "x", "ctrl+e", "y"}, "xoney"},
		{"one", []string{"ctrl+b", "ctrl+d"}, "on"},
		{"d", []string{"ctrl+r"}, "d5"},
		{"e", []string{"ctrl+r"}, "e4"},
	} {
		typed(c.text, c.keys...)
		if got := g.Line.Field.Value(); got != c.want || g.Ply() != 3 || g.Question != nil || g.Flip {
			t.Errorf("%q with %v becomes %q, want %q; %d moves, question %v", c.text, c.keys, got, c.want, g.Ply(), g.Question)
		}
		g.Line.Clear()
	}
	typed("")
	d.press("ctrl+r")
	d.sees("Black, resign the game?")
	d.press("n", "ctrl+u")
	d.sees("Take back the last move?")
	d.press("n")
	if got := sansOf(g); got != "e4 d5 Nf3" {
		t.Errorf("moves %q: taken back in spite of no", got)
	}
	d.press("ctrl+u", "y")
	if got := sansOf(g); got != "e4 d5" {
		t.Errorf("moves %q, want e4 d5", got)
	}
	d.press("f2")
	if got := sansOf(g); got != "e4" {
		t.Errorf("moves %q, want e4", got)
	}
}

// TestRefusedTextIsSelected replaces, deletes or goes on with what was refused.
func TestRefusedTextIsSelected(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"e"}, "e"}, {[]string{"backspace"}, ""}, {[]string{"left", "x"}, "Nfx4"},
		{[]string{"end", "backspace", "3"}, "Nf3"},
	} {
		d.enter("Nf4")
		d.press(c.keys...)
		if got := g.Line.Text(); got != c.want {
			t.Errorf("Nf4, refused, becomes %q by %v, want %q", got, c.keys, c.want)
		}
		g.Line.Clear()
	}
}

// TestTabOffersCaptures lists what Nx may become, the knight that needs its file too.
func TestTabOffersCaptures(t *testing.T) {
	d, g := sit(t, friends(t, "chess", "4k3/8/8/2p1p3/8/1N1N4/8/4K3 w - - 0 1"), termenv.Ascii, 80, 24)
	d.press("N", "x", "tab")
	d.sees("Possible: Nxe5 Nbxc5 Ndxc5")
	d.press("esc")
	d.enter("nxe")
	if got := sansOf(g); got != "Nxe5" {
		t.Errorf("moves %q, want Nxe5", got)
	}
}

// TestQuestionOutlivesNews keeps a question until it is answered, whatever comes.
func TestQuestionOutlivesNews(t *testing.T) {
	d, g := thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
	d.press("ctrl+r")
	d.sees("Resign the game?")
	m, err := chess.ParseMove(g.Present(), "e5")
	if err != nil {
		t.Fatal(err)
	}
	d.app.Update(game.ClockTickMsg{Stamp: g.Ctl.Stamp()})
	d.app.Update(play.Answer{Stamp: g.Ctl.Stamp(), Choice: ai.Choice{Move: m, Draw: true}})
	d.app.Update(ui.ToastMsg{Text: "news"})
	d.sees("Resign the game?")
	d.press("y")
	d.sees("Black wins: White resigned")
	if !g.Line.Empty() {
		t.Errorf("y after the computer's move: line %q", g.Line.Text())
	}
}

// TestOfferTakesNoKeyFromALine lets the player write on while a draw is offered.
func TestOfferTakesNoKeyFromALine(t *testing.T) {
	offered := func() (*driver, *game.Screen) {
		d, g := thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
		d.press("N")
		m, err := chess.ParseMove(g.Present(), "e5")
		if err != nil {
			t.Fatal(err)
		}
		d.app.Update(play.Answer{Stamp: g.Ctl.Stamp(), Choice: ai.Choice{Move: m, Draw: true}})
		d.sees("offers a draw. Accept? [y/n]")
		return d, g
	}
	d, g := offered()
	d.press("y")
	if g.Line.Text() != "Ny" || g.Over() {
		t.Errorf("y with text on the line: %q, over %v", g.Line.Text(), g.Over())
	}
	d.sees("offers a draw. Accept? [y/n]")
	d.press("ctrl+u", "y")
	d.sees("Draw: by agreement")
	d, g = offered()
	d.press("f", "3", "enter")
	if got := sansOf(g); !strings.HasPrefix(got, "e4 e5 Nf3") || g.Offer != nil {
		t.Errorf("moves %q, offer %v: a move declines it", got, g.Offer)
	}
}

// TestChoiceByMouse takes what is drawn under the mouse.
func TestChoiceByMouse(t *testing.T) {
	for _, want := range []string{"a8=Q", "a8=R", "a8=B", "a8=N"} {
		for column := range 2 { // of the letter and behind it
			d, g := sit(t, friends(t, "chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1"), termenv.Ascii, 80, 24)
			d.enter("a8")
			row := strings.Split(ansi.Strip(d.app.View()), "\n")[g.Room.Notice]
			at := ansi.StringWidth(row[:strings.Index(row, want[3:])]) // the letter stands nowhere before
			d.app.Update(tea.MouseMsg{X: at + column, Y: g.Room.Notice, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			if got := sansOf(g); got != want {
				t.Errorf("column %d: moves %q, want %s", column, got, want)
			}
		}
	}
}

// TestListOfMoves says few moves in a row and puts many on a page.
func TestListOfMoves(t *testing.T) {
	d, _ := sit(t, friends(t, "chess", "4k3/8/8/8/8/8/7p/K7 w - - 0 1"), termenv.Ascii, 80, 24)
	d.enter("moves")
	d.sees("3 moves: Kb1 Ka2 Kb2")
	d, g := sit(t, friends(t, "crazyhouse", ""), termenv.Ascii, 60, 20)
	d.enter("e4", "d5", "exd5", "Qxd5", "moves")
	d.sees("Legal moves", "62 moves", "b1  Na3 Nc3", "P@")
	d.press("pgdown", "esc")
	if d.app.top() != ui.Screen(g) {
		t.Error("the page is not left by Esc")
	}
}
