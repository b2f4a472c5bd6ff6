package tui

import (
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/club"
	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
	"rookery/tui/table"
	"rookery/tui/ui"
)

// lounge is a lobby with the programs of those who are in it. Its time stands
// still until a test lets it pass.
type lounge struct {
	*lobby.Lobby
	t    *testing.T
	news chan lounger

	mu   sync.Mutex
	time time.Time
}

// lounger is a message on its way to a program.
type lounger struct {
	to  *patron
	msg tea.Msg
}

// patron is somebody in the lounge with a program of his own. The driver's own
// run and press wait for commands; a patron's are run beside him.
type patron struct {
	*driver
	in *lounge
	me remote.Player
}

func openLounge(t *testing.T) *lounge {
	t.Helper()
	j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	l := &lounge{t: t, news: make(chan lounger, 256), time: testTime}
	if l.Lobby, err = lobby.Open(t.Context(), j, l.now, [32]byte{1}); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *lounge) now() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.time
}

// pass lets time pass.
func (l *lounge) pass(d time.Duration) {
	l.t.Helper()
	l.mu.Lock()
	l.time = l.time.Add(d)
	l.mu.Unlock()
	if err := l.Tick(l.t.Context()); err != nil {
		l.t.Fatal(err)
	}
}

var (
	anna = remote.Player{ID: "anna", Name: "Anna"}
	ben  = remote.Player{ID: "ben", Name: "Ben"}
	cleo = remote.Player{ID: "cleo", Name: "Cleo"}
)

// begin opens a table of Anna, White, and Ben.
func (l *lounge) begin(control string, parts ...string) *lobby.Table {
	l.t.Helper()
	c, err := chess.ParseControl(control)
	if err != nil {
		l.t.Fatal(err)
	}
	t, err := l.Start(l.t.Context(), remote.Terms{Parts: parts, Control: c}, anna, ben)
	if err != nil {
		l.t.Fatal(err)
	}
	return t
}

// enter starts a program for a player.
func (l *lounge) enter(p remote.Player, s *ui.Session) *patron {
	s.Now, s.Local = l.now, false
	s.Club = &club.Club{Lobby: l.Lobby, Me: p, Fingerprint: p.ID}
	a := &patron{driver: newDriver(l.t, s), in: l, me: p}
	a.app.SetSize(80, 24)
	return a
}

// sit seats a player, or one who watches, and waits until he sees the board.
func (l *lounge) sit(p remote.Player, at *lobby.Table) *patron {
	l.t.Helper()
	s := SessionFor(l.t, termenv.Ascii)
	s.Pieces = draw.Letters
	return l.sitAs(p, s, at)
}

func (l *lounge) sitAs(p remote.Player, s *ui.Session, at *lobby.Table) *patron {
	l.t.Helper()
	a := l.enter(p, s)
	a.app.push(table.New(s, club.House{S: s}, at.ID()))
	a.do(a.app.top().Init())
	l.settle(p.Name+" sits down", func() bool { return a.screen() != nil && a.screen().Joined })
	return a
}

// screen is the table on top, nil for another screen.
func (a *patron) screen() *table.Screen {
	t, _ := a.app.top().(*table.Screen)
	return t
}

// do runs a command beside the program.
func (a *patron) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	ctx := a.in.t.Context() // asked here: the test that runs changes
	go func() {
		msg := cmd()
		if msg == nil {
			return
		}
		select {
		case a.in.news <- lounger{a, msg}:
		case <-ctx.Done():
		}
	}()
}

// get delivers one message.
func (a *patron) get(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			a.do(cmd)
		}
	case tea.QuitMsg:
		a.quit = true
	default:
		_, cmd := a.app.Update(msg)
		a.do(cmd)
	}
}

// press strikes keys.
func (a *patron) press(names ...string) {
	for _, name := range names {
		a.get(KeyOf(name))
	}
}

// enter writes lines.
func (a *patron) enter(lines ...string) {
	for _, line := range lines {
		for _, r := range line {
			a.get(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
		a.press("enter")
	}
}

// settle delivers messages to everybody until something holds.
func (l *lounge) settle(what string, holds func() bool) {
	l.t.Helper()
	end := time.NewTimer(20 * time.Second)
	defer end.Stop()
	for !holds() {
		select {
		case m := <-l.news:
			m.to.get(m.msg)
		case <-end.C:
			l.t.Fatalf("in vain: %s", what)
		}
	}
}

// see waits until all of some texts are on somebody's screen.
func (l *lounge) see(a *patron, texts ...string) {
	l.t.Helper()
	defer func() {
		if l.t.Failed() {
			l.t.Log(a.app.View())
		}
	}()
	l.settle(a.me.Name+" sees "+strings.Join(texts, ", "), func() bool {
		view := a.app.View()
		for _, text := range texts {
			if !strings.Contains(view, text) {
				return false
			}
		}
		return true
	})
}

// move has the one who is to move write a move, and waits until all have it.
func (l *lounge) move(text string, all ...*patron) {
	l.t.Helper()
	ply := all[0].screen().Snap.Ply
	for _, a := range all {
		if a.screen().HumanTurn() {
			a.enter(text)
			break
		}
	}
	l.settle(text+" is made", func() bool {
		for _, a := range all {
			if a.screen().Snap.Ply != ply+1 {
				return false
			}
		}
		return true
	})
}

func TestTablePlaysToMate(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black, watcher := l.sit(anna, table), l.sit(ben, table), l.sit(cleo, table)
	if black.screen().Flip != true || white.screen().Flip || watcher.screen().Flip {
		t.Error("not everybody sits on his own side")
	}
	watcher.enter("e4")
	l.see(watcher, "You are a spectator: only the")
	black.enter("hello")
	if black.screen().Premoves != nil {
		t.Error("a text became a premove")
	}
	black.press("esc")
	white.enter("Nf4")
	l.see(white, "Did you mean Nf3")
	for _, m := range []string{"f3", "e7e5", "g4"} {
		l.move(m, white, black, watcher)
	}
	if got := black.screen().Title(); got != "Your move: Chess" {
		t.Errorf("Black's window is called %q", got)
	}
	l.move("Qh4", white, black, watcher)
	for _, a := range []*patron{white, black, watcher} {
		l.see(a, "Black wins: checkmate", "Qh4#", "0-1", "Anna", "Ben")
	}
	if got := strings.Join(watcher.screen().Game.SANs(), " "); got != "f3 e5 g4 Qh4#" {
		t.Errorf("the spectator's game is %q", got)
	}
	white.enter("pgn")
	l.see(white, "PGN copied")
	white.press("ctrl+w")
	l.see(white, "Saved as")
}

func TestTableOffers(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black := l.sit(anna, table), l.sit(ben, table)
	l.move("e4", white, black)
	white.press("ctrl+d")
	l.see(black, "Anna offers a draw. Accept? [y, n Enter]")
	l.see(white, "Draw offer sent")
	l.settle("the offer is on White's board", func() bool { return white.screen().Snap.Offer == remote.Draw })
	black.enter("n")
	l.see(white, "Ben declines")
	l.see(black, "Declined")

	white.enter("undo")
	l.see(black, "Anna asks for a takeback")
	black.press("y")
	l.settle("the move is taken back", func() bool { return white.screen().Ply() == 0 && black.screen().Ply() == 0 })
	l.see(white, "Move taken back: White to move")
	l.move("d4", white, black)

	black.press("ctrl+r")
	l.see(black, "Resign the game? [y/N]")
	black.press("enter")
	l.move("d5", white, black)
	black.press("ctrl+r", "y")
	for _, a := range []*patron{white, black} {
		l.see(a, "White wins: Black resigned")
	}

	white.press("enter")
	l.see(black, "Anna asks for a rematch. Accept? [y/n]")
	before := white.screen()
	black.press("y")
	l.settle("both sit at the next table", func() bool {
		w, b := white.screen(), black.screen()
		return w != nil && b != nil && w != before && w.Joined && b.Joined && w.TableID() == b.TableID()
	})
	w, b := white.screen(), black.screen()
	if cw, _ := w.Me(); cw != chess.Black {
		t.Errorf("Anna is %v in the rematch", cw)
	}
	if cb, _ := b.Me(); cb != chess.White || b.Flip || !w.Flip {
		t.Error("Ben is not White below in the rematch")
	}
	if len(white.app.stack) != 2 {
		t.Errorf("%d screens after the rematch", len(white.app.stack))
	}
	l.move("c4", white, black)
}

// An n may begin a knight's move while an offer waits: it is the answer with Enter alone.
func TestKnightAfterAnOffer(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black := l.sit(anna, table), l.sit(ben, table)
	black.press("ctrl+d")
	l.see(white, "Ben offers a draw. Accept? [y, n Enter]")
	white.enter("nf3")
	l.settle("a knight moves", func() bool { return black.screen().Ply() == 1 })
	if got := black.screen().Snap.Moves[0]; got != "Nf3" {
		t.Errorf("%s was played", got)
	}
}

func TestTableLineDrops(t *testing.T) {
	l := openLounge(t)
	table := l.begin("1+0", "chess")
	white, black := l.sit(anna, table), l.sit(ben, table)
	for _, m := range []string{"e4", "e5", "Nf3"} {
		l.move(m, white, black)
	}
	black.app.Close()
	l.see(white, "Ben is offline: you can claim the win in 0:40", "offline 0:40")
	white.enter("claim")
	l.see(white, "wait for the countdown")
	white.press("ctrl+f", "ctrl+f")
	l.pass(5 * time.Second)
	l.see(white, "offline 0:35")

	black = l.sit(ben, table)
	if c, seated := black.screen().Me(); !seated || c != chess.Black || black.screen().Ply() != 3 {
		t.Fatalf("Ben came back as %v at ply %d", c, black.screen().Ply())
	}
	l.settle("Ben is seen", func() bool { return !strings.Contains(white.app.View(), "offline") })
	l.move("Nc6", white, black)

	black.app.Close()
	l.see(white, "offline")
	l.pass(41 * time.Second)
	l.see(white, "is offline: type claim to claim")
	white.enter("claim")
	l.see(white, "White wins: Black left the game")
	if sheet, err := func() (string, error) {
		saved := white.screen().Saved()
		g, err := saved.Sheet()
		if err != nil {
			return "", err
		}
		return g.Tags.Value("Result"), nil
	}(); err != nil || sheet != "1-0" {
		t.Errorf("the saved game ends %q, %v", sheet, err)
	}
}

func TestTableIsTakenOver(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black := l.sit(anna, table), l.sit(ben, table)
	l.move("e4", white, black)
	other := l.sit(anna, table)
	l.see(white, "another window", "Press Enter to return to the", "e4")
	white.enter("d4")
	if !white.screen().Notice.Bad || !strings.Contains(white.app.View(), "another window") {
		t.Error("the old line still plays")
	}
	white.press("esc", "enter")
	l.see(other, "another window")
	l.settle("Anna sits here again", func() bool { return !strings.Contains(white.app.View(), "another window") })
	l.move("e5", black, white)
	l.move("d4", white, black)
	l.move("d5", black, white)
}

func TestSpectatorStepsAlone(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black, watcher := l.sit(anna, table), l.sit(ben, table), l.sit(cleo, table)
	for _, m := range []string{"e4", "e5", "Nf3"} {
		l.move(m, white, black, watcher)
	}
	l.see(white, "1 watching")
	watcher.press("pgup", "pgup", "ctrl+f")
	l.move("Nc6", white, black, watcher)
	l.see(watcher, "Nc6 was played", "Position 1 of 4")
	if w := watcher.screen(); w.Shown != 1 || !w.Flip {
		t.Errorf("the spectator was moved to ply %d", w.Shown)
	}
	watcher.press("end")
	l.move("Bb5", white, black, watcher)
	if w := watcher.screen(); w.Shown != 5 {
		t.Errorf("the spectator does not follow: ply %d", w.Shown)
	}
	watcher.app.Close()
	l.settle("nobody watches", func() bool { return white.screen().Snap.Watched == 0 })
}

func TestTablePremoves(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black := l.sit(anna, table), l.sit(ben, table)
	black.enter("e5", "Nc6")
	l.see(black, "Premoves e5, Nc6")
	white.enter("e4")
	l.settle("the first premove is played", func() bool { return white.screen().Ply() == 2 })
	white.enter("d4")
	l.settle("the second premove is played", func() bool { return white.screen().Ply() == 4 })
	if got := strings.Join(white.screen().Snap.Moves, " "); got != "e4 e5 d4 Nc6" {
		t.Errorf("moves %q", got)
	}
	// What is taken back is thought over again: a move made ahead does not fill its place.
	l.settle("Black has heard of it", func() bool { return black.screen().Ply() == 4 })
	black.enter("undo", "Nf6")
	l.see(white, "Ben asks for a takeback")
	l.settle("another move is made ahead", func() bool { return len(black.screen().Premoves) == 1 })
	white.press("y")
	l.settle("the move is taken back", func() bool { return black.screen().Ply() == 3 })
	if b := black.screen(); len(b.Premoves) != 0 || b.Sent != nil {
		t.Errorf("%v waits, %v was sent", b.Premoves, b.Sent)
	}
	if view := black.app.View(); strings.Contains(view, "remove Nf6") {
		t.Errorf("the move made ahead is still shown:\n%s", view)
	}
}

func TestTableChat(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black, watcher := l.sit(anna, table), l.sit(ben, table), l.sit(cleo, table)
	long := strings.Repeat("a long line ", 10) + "ends"
	white.enter("/" + long)
	l.see(black, "Anna: a long line", "ends")
	black.get(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("/"), Paste: true})
	black.get(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("a\x1b[31mb\u202ec\nd"), Paste: true})
	black.press("enter")
	l.see(watcher, "Ben: a[31mbc d")
	// The title of the window rides on a frame as an escape sequence, and goes.
	l.settle("what Ben said is clean", func() bool { return !strings.ContainsAny(watcher.app.View(), "\x1b\u202e") })
	watcher.enter("mute Ben")
	l.settle("Ben is not heard", func() bool { return !strings.Contains(watcher.app.View(), "Ben: a") })
	black.enter("/again")
	l.see(white, "Ben: again")
	if strings.Contains(watcher.app.View(), "again") {
		t.Error("Ben is heard by who has muted him")
	}
	watcher.app.SetSize(60, 20)
	l.see(watcher, "Anna: a long line")
	white.enter("mute Nobody")
	l.see(white, "No such player here: use mute and")
}

func TestTableTellsLag(t *testing.T) {
	l := openLounge(t)
	table := l.begin("1+0", "chess")
	white, black := l.sit(anna, table), l.sit(ben, table)
	white.app.s.Lag = func() time.Duration { return 300 * time.Millisecond }
	l.move("e4", white, black)
	l.move("e5", white, black)
	l.pass(2 * time.Second)
	l.move("d4", white, black)
	if got, want := black.screen().Snap.Left[chess.White], time.Minute-1700*time.Millisecond; got != want {
		t.Errorf("%v left, want %v", got, want)
	}
}

// TestTurnIsSeen draws tables of all kinds of boards at all sizes: whose turn it is is
// always to be read, by a word or by the dot before a name.
func TestTurnIsSeen(t *testing.T) {
	l := openLounge(t)
	for _, variant := range []string{"chess", "crazyhouse", "dark2", "hex", "makarenko"} {
		table := l.begin("5+3", variant)
		l.sit(ben, table)
		white, watcher := l.sit(anna, table), l.sit(cleo, table)
		for width := 22; width <= 150; width += 8 {
			for height := 10; height <= 50; height += 2 {
				for _, a := range []*patron{white, watcher} {
					a.app.SetSize(width, height)
					view := a.app.View()
					if !strings.Contains(view, "to move") && !strings.Contains(view, "▸○ ") && !strings.Contains(view, "▸● ") && !strings.Contains(view, "too small") {
						t.Fatalf("%s at %d×%d does not tell whose turn it is:\n%s", variant, width, height, view)
					}
				}
			}
		}
	}
}

// table is the one that a patron sits at.
func (l *lounge) table(p *patron) *lobby.Table {
	l.t.Helper()
	t, err := l.Table(p.screen().TableID())
	if err != nil {
		l.t.Fatal(err)
	}
	return t
}
