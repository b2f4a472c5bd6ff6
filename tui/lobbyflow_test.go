package tui

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/tui/club"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/table"
	"rookery/tui/ui"
)

// stage is a lobby and the programs of those who visit it. They run in turns.
type stage struct {
	*lobby.Lobby
	t    *testing.T
	msgs chan func()
}

func newStage(t *testing.T) *stage {
	return &stage{newLobby(t, time.Now), t, make(chan func())}
}

// visitor runs an App as a program does, one message at a time.
type visitor struct {
	*stage
	app *App
}

// visit starts the program of a player, who has no name yet where his has none.
func (st *stage) visit(p remote.Player, key string) *visitor {
	t, l := st.t, st.Lobby
	t.Helper()
	s := SessionFor(t, termenv.Ascii)
	s.Now, s.Local = time.Now, false
	s.Club = &club.Club{Lobby: l, Me: p, Fingerprint: key}
	club.Of(s).Home = func(_ context.Context, _ remote.Player) (*ui.Store, ui.Joined, error) {
		return s.Store, ui.Joined{}, nil
	}
	v := &visitor{st, NewClub(s, club.NewClubhouse)}
	v.app.SetSize(120, 40)
	v.run(v.app.Init())
	t.Cleanup(v.app.Close)
	return v
}

// run carries a command out beside the test.
func (v *visitor) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		if msg := cmd(); msg != nil {
			select {
			case v.msgs <- func() { v.take(msg) }:
			case <-v.t.Context().Done():
			}
		}
	}()
}

// take gives a message to the program.
func (v *visitor) take(msg tea.Msg) {
	if seq := reflect.ValueOf(msg); seq.Kind() == reflect.Slice && seq.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range seq.Len() {
			v.run(seq.Index(i).Interface().(tea.Cmd))
		}
		return
	}
	_, cmd := v.app.Update(msg)
	v.run(cmd)
}

// until waits for what must become true.
func (v *visitor) until(what string, ok func() bool) {
	v.t.Helper()
	limit := time.After(30 * time.Second)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case next := <-v.msgs:
			next()
		case <-limit:
			v.t.Fatalf("%s does not come about:\n%s", what, v.app.View())
		}
	}
}

// sees waits until all texts are on the screen.
func (v *visitor) sees(texts ...string) {
	v.t.Helper()
	v.until(strings.Join(texts, ", "), func() bool {
		view := v.app.View()
		for _, text := range texts {
			if !strings.Contains(view, text) {
				return false
			}
		}
		return true
	})
}

// opens waits until a screen of a kind is on top.
func (v *visitor) opens(kind string) {
	v.t.Helper()
	v.until(kind, func() bool { return fmt.Sprintf("%T", v.app.top()) == "*"+kind })
}

// misses waits until a text is not on the screen.
func (v *visitor) misses(text string) {
	v.t.Helper()
	v.until("no "+text, func() bool { return !strings.Contains(v.app.View(), text) })
}

// seated waits until the player sits at a table, and names it.
func (v *visitor) seated() string {
	v.t.Helper()
	v.until("a table", func() bool { _, ok := v.app.top().(ui.TableScreen); return ok })
	return v.app.top().(ui.TableScreen).TableID()
}

// table is the table that he sits at.
func (v *visitor) table() *table.Screen { return v.app.top().(*table.Screen) }

// sitTogether waits until two sit at one table, and tells who plays White.
func sitTogether(a, b *visitor) (white, black *visitor) {
	a.t.Helper()
	if one, other := a.seated(), b.seated(); one != other {
		a.t.Fatalf("one sits at %s, the other at %s", one, other)
	}
	for _, v := range []*visitor{a, b} {
		v.until("a seat", func() bool { return v.table().Joined })
	}
	if a.table().Snap.Seat == remote.BlackSeat {
		a, b = b, a
	}
	return a, b
}

// foolsMate plays a game of a tournament, which Black wins, and has him go back to the tournament.
func foolsMate(white, black *visitor) {
	white.t.Helper()
	for i, m := range []string{"f3", "e5", "g4", "Qh4"} {
		v := []*visitor{white, black}[i%2]
		v.until("the turn", func() bool { return v.table().Snap.Ply == i && v.table().HumanTurn() })
		v.types(m)
		v.press("enter")
	}
	black.sees("Game over")
	black.press("enter")
	black.opens("club.TournamentScreen")
}

func (v *visitor) press(names ...string) {
	for _, name := range names {
		v.take(KeyOf(name))
	}
}

func (v *visitor) types(text string) {
	for _, r := range text {
		v.take(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

// inHall is a visitor who has opened the lobby.
func (st *stage) inHall(name string) *visitor {
	v := st.visit(register(st.t, st.Lobby, name), "key of "+name)
	v.press("1")
	v.opens("club.LobbyScreen")
	return v
}

func TestHallSeekAndAccept(t *testing.T) {
	st := newStage(t)
	anna, bea := st.inHall("Anna"), st.inHall("Bea")
	anna.sees("Bea", "idle")
	anna.press("n")
	anna.opens("club.seekForm")
	anna.sees("Create a seek", "Chess", "5+3")
	anna.press("down")
	anna.types("7+2")
	anna.sees("7+2")
	anna.press("enter")
	anna.sees("Your seek: Chess, 7+2, random colours, casual")
	bea.sees("7+2")
	bea.press("2", "enter")
	if a, b := anna.seated(), bea.seated(); a != b {
		t.Errorf("Anna sits at %s, Bea at %s", a, b)
	}
	// What was sought last is offered again, and another session remembers it, too.
	set, err := anna.app.s.Store.SeekChoices()
	if err != nil || set.Clock != "7+2" {
		t.Errorf("the store remembers %+v, %v", set, err)
	}
	// A third sees the game, and both at it.
	cleo := st.inHall("Cleo")
	cleo.sees("playing", "7+2")
	cleo.press("3", "s")
	cleo.seated()
}

func TestHallWithdraw(t *testing.T) {
	st := newStage(t)
	anna, bea := st.inHall("Anna"), st.inHall("Bea")
	anna.press("n")
	anna.opens("club.seekForm")
	anna.press("enter")
	bea.sees("5+3")
	anna.sees("Your seek")
	anna.press("w")
	anna.misses("Your seek")
	bea.sees("No open seeks")
	anna.press("w")
	anna.sees("You have no open seeks.")
	for range lobby.MaxSeeks {
		anna.press("n")
		anna.opens("club.seekForm")
		anna.press("enter")
		anna.opens("club.LobbyScreen")
	}
	anna.press("n")
	anna.opens("club.seekForm")
	anna.press("enter")
	anna.sees("you have 3 open seeks: cancel one first")
}

func TestHallChallenge(t *testing.T) {
	st := newStage(t)
	anna, bea := st.inHall("Anna"), st.inHall("Bea")
	challenge := func() {
		anna.sees("Bea")
		anna.press("1", "end", "c")
		anna.opens("club.seekForm")
		anna.sees("Challenge Bea")
		anna.press("up", "right", "enter") // rated
		anna.sees("You challenge Bea: Chess, 5+3, random colours, rated")
		bea.sees("Anna challenges you: Chess, 5+3, random colours, rated")
	}
	answer := func(key string) {
		// Keys are not taken at once for what stands there.
		hall := bea.app.top().(*club.LobbyScreen)
		bea.until("the time to answer", func() bool { return time.Since(hall.ChallengedAt) >= ui.AnswerDelay })
		bea.press(key)
	}
	challenge()
	bea.press("y", "n")
	bea.sees("Anna challenges you") // too early
	answer("n")
	bea.misses("challenges you")
	anna.misses("You challenge")
	anna.press("1", "home", "c")
	anna.sees("That is you")
	anna.press("end", "c")
	anna.opens("club.seekForm")
	anna.press("enter")
	bea.sees("Anna challenges you")
	answer("y")
	if a, b := anna.seated(), bea.seated(); a != b {
		t.Errorf("Anna sits at %s, Bea at %s", a, b)
	}
}

// TestChallengeElsewhere reaches a player who is not in the lobby: the challenge stays until it is
// answered, y and n answer it in the menu at once and on a board with Enter, and there they still
// begin moves.
func TestChallengeElsewhere(t *testing.T) {
	st := newStage(t)
	anna, bea := st.inHall("Anna"), st.visit(register(t, st.Lobby, "Bea"), "key of Bea")
	challenge := func() {
		anna.sees("Bea")
		anna.press("1", "end", "c")
		anna.opens("club.seekForm")
		anna.press("enter")
		bea.sees("Anna challenges you: Chess, 5+3, random colours, casual")
		bea.until("the time to answer", func() bool { return time.Since(bea.app.challenge.since) >= ui.AnswerDelay })
	}
	challenge()
	bea.press("down", "up")
	bea.sees("Anna challenges you", "y yes  n no")
	bea.press("n")
	bea.misses("challenges you")
	anna.misses("You challenge")

	if err := bea.app.OpenGame(ui.GameConfig{}); err != nil {
		t.Fatal(err)
	}
	bea.opens("game.Screen")
	challenge()
	bea.sees("y Enter yes  n Enter no")
	bea.types("nf3")
	bea.sees("Anna challenges you", "nf3")
	bea.press("enter")
	bea.sees("Nf3")
	bea.sees("Anna challenges you")
	bea.press("y", "enter")
	if a, b := anna.seated(), bea.seated(); a != b {
		t.Errorf("Anna sits at %s, Bea at %s", a, b)
	}
}

// TestReportAPlayer reports somebody in the lobby with its key and at a table with a word.
func TestReportAPlayer(t *testing.T) {
	st := newStage(t)
	anna, bea := st.inHall("Anna"), st.inHall("Bea")
	bea.press("/")
	bea.types("you all play like fish")
	bea.press("enter")
	anna.sees("Bea: you all play like fish")
	anna.press("1", "home", "!")
	anna.sees("You cannot report yourself.")
	anna.press("end", "!")
	anna.sees("Report Bea: ")
	anna.types("rude")
	anna.press("enter")
	anna.sees("The operators will look at your report")
	anna.press("1", "end", "c")
	anna.opens("club.seekForm")
	anna.press("enter")
	anna.sees("You challenge Bea")
	bea.sees("Anna challenges you")
	hall := bea.app.top().(*club.LobbyScreen)
	bea.until("the time to answer", func() bool { return time.Since(hall.ChallengedAt) >= ui.AnswerDelay })
	bea.press("y")
	anna.seated()
	anna.opens("table.Screen")
	anna.sees("White to move")
	anna.types("report Bea does not move")
	anna.press("enter")
	anna.sees("Report Bea, with the game and the chat?")
	anna.press("y")
	anna.sees("The operators will look at your report")
	all, err := st.Lobby.Reports(t.Context())
	if err != nil || len(all) != 2 {
		t.Fatalf("%d reports: %v", len(all), err)
	}
	if all[0].Why != "rude" || len(all[0].Chat) != 1 || all[1].Why != "does not move" || all[1].Table == "" || all[1].Of.Name != "Bea" {
		t.Errorf("the reports are %+v", all)
	}
}

func TestHallChatAndMute(t *testing.T) {
	st := newStage(t)
	anna, bea := st.inHall("Anna"), st.inHall("Bea")
	say := func(v *visitor, text string) {
		v.press("/")
		v.types(text)
		v.press("enter")
	}
	say(bea, "c w q? yes")
	anna.sees("Bea: c w q? yes")
	anna.press("1", "end", "m")
	anna.sees("Bea is muted", "muted")
	anna.misses("Bea: c w q? yes")
	say(bea, "can you hear me")
	bea.sees("Bea: can you hear me")
	say(anna, "hello all")
	anna.sees("Anna: hello all")
	bea.sees("Anna: hello all")
	if strings.Contains(anna.app.View(), "can you hear me") {
		t.Error("Anna hears whom she has muted")
	}
	anna.press("m")
	anna.sees("Bea is no longer muted")
	say(bea, "\x1b[2Jand now \u202e?")
	anna.sees("Bea: [2Jand now ?")
	for range 9 {
		say(bea, "spam")
	}
	bea.sees("too many messages: wait a few seconds")
}

func TestNamesAreAskedFor(t *testing.T) {
	st := newStage(t)
	first := register(t, st.Lobby, "Anna")
	v := st.visit(remote.Player{}, "a new key")
	v.sees("Your key is new here")
	for typed, told := range map[string]string{
		"x": "Names have 2 to 20 characters", "Abcdefghijklmnopqrstuvwxyz": "Names have 2 to 20 characters",
		"АNNА": "Names use one alphabet", "ÁNNA": "That name, or a similar one, is taken", "two words": "Names can contain letters, digits",
	} {
		v.types(typed)
		v.press("enter")
		v.sees(told)
		v.press("end", "ctrl+u")
	}
	v.types("Bea")
	v.press("enter")
	v.sees("Welcome, Bea", "Lobby")
	if p, err := st.Account(t.Context(), "a new key"); err != nil || p.Name != "Bea" || club.Of(v.app.s).Me != p {
		t.Errorf("the key is %+v, %v; the session's player is %+v", p, err, club.Of(v.app.s).Me)
	}
	// A further key of Anna, by her code.
	anna := st.visit(first, "key of Anna")
	anna.press("4")
	anna.opens("club.AccountScreen")
	anna.press("enter")
	anna.sees("Valid once")
	code := anna.app.top().(*club.AccountScreen).Code
	other := st.visit(remote.Player{}, "a third key")
	other.press("tab")
	other.types("wrong")
	other.press("enter")
	other.sees("That code has expired")
	other.press("end", "ctrl+u")
	other.types(code)
	other.press("enter")
	other.sees("Welcome, Anna")
	anna.sees("2 keys")
	anna.misses("Valid once") // it has been used
	if club.Of(other.app.s).Me != first {
		t.Errorf("the third key is %+v, want Anna", club.Of(other.app.s).Me)
	}
	// Who has no name is asked again before the lobby, and a suggestion will do.
	later := st.visit(remote.Player{}, "a fourth key")
	later.press("esc")
	later.opens("tui.menu")
	later.sees("choose a name")
	later.press("1")
	later.opens("club.NameScreen")
	later.sees("Your key is new here")
	later.press("enter")
	later.sees("Players", club.Of(later.app.s).Me.Name)
	if club.Of(later.app.s).Nameless() {
		t.Error("the suggestion was not taken")
	}
}

// TestReturnToTable has a player who was away come back to his game.
func TestReturnToTable(t *testing.T) {
	st := newStage(t)
	anna, bea := register(t, st.Lobby, "Anna"), register(t, st.Lobby, "Bea")
	table, err := st.Start(t.Context(), remote.Terms{Parts: []string{"chess"}}, anna, bea)
	if err != nil {
		t.Fatal(err)
	}
	v := st.visit(anna, "key of Anna")
	v.sees("Welcome back: your game against Bea is in progress")
	if id := v.seated(); id != table.ID() {
		t.Errorf("seated at %s, want %s", id, table.ID())
	}
	v.press("esc")
	if v.app.question != nil { // the table asks first
		v.press("y")
	}
	v.opens("tui.menu")
	v.press("1")
	v.opens("club.LobbyScreen")
	v.sees("Your game against Bea is in progress: press r to return")
	v.press("r")
	if id := v.seated(); id != table.ID() {
		t.Errorf("back at %s, want %s", id, table.ID())
	}
}

// TestRematchIsNoNews has a table go on to the next game: nobody is sent to the lobby
// for what he sees before him.
func TestRematchIsNoNews(t *testing.T) {
	st := newStage(t)
	anna, bea := register(t, st.Lobby, "Anna"), register(t, st.Lobby, "Bea")
	table, err := st.Start(t.Context(), remote.Terms{Parts: []string{"chess"}}, anna, bea)
	if err != nil {
		t.Fatal(err)
	}
	v := st.visit(anna, "key of Anna")
	v.seated()
	v.app.toast = ui.ToastMsg{}
	const news = "Your game has begun: go to the lobby to play"
	if v.run(v.app.update(club.GameStartedMsg{ID: table.ID()})); v.app.toast.Text == news {
		t.Error("news of the table on the screen")
	}
	delete(club.Of(v.app.s).Opened, table.ID()) // as of a table that is new
	if v.run(v.app.update(club.LobbyMsg{Feed: club.Of(v.app.s).Feed})); v.app.toast.Text == news {
		t.Error("news of another table before this one could go on")
	}
	if v.run(v.app.update(club.GameStartedMsg{ID: "another"})); v.app.toast.Text != news {
		t.Errorf("of a game elsewhere it says %q", v.app.toast.Text)
	}
}

// hallWords are texts of the lobby that no call in the source shows.
func hallWords() []string {
	return []string{"Players", "Seeks", "Games", "clock", "you", "rated", "mode", "move", "watch", "any", "White", "Black", "yes", "no",
		lobby.Idle, lobby.Playing, lobby.Watching, "casual", "3 here, 2 seeks, 1 games", "Random"}
}
