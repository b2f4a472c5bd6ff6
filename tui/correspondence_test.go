package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/club"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// correspondence begins games of three players, of which one has been moved in.
func (l *lounge) correspondence() {
	l.t.Helper()
	for _, g := range []struct {
		white, black remote.Player
		days         int
		parts, moves string
	}{
		{anna, ben, 3, "chess", "e4 e5"},
		{cleo, anna, 1, "atomic", "e4"},
		{ben, anna, 7, "crazyhouse", ""},
		{anna, cleo, 14, "kingofthehill", "e4"},
	} {
		table, err := l.Start(l.t.Context(), remote.Terms{Parts: []string{g.parts}, Control: chess.Control{Days: g.days}}, g.white, g.black)
		if err != nil {
			l.t.Fatal(err)
		}
		for i, m := range strings.Fields(g.moves) {
			r, err := table.Join(l.t.Context(), [2]remote.Player{g.white, g.black}[i%2])
			if err != nil {
				l.t.Fatal(err)
			}
			if err := r.Move(l.t.Context(), m); err != nil {
				l.t.Fatal(err)
			}
			r.Leave()
		}
	}
}

// come has somebody log in to the menu.
func (l *lounge) come(p remote.Player, s *ui.Session) *patron {
	a := l.enter(p, s)
	a.do(a.app.Init())
	l.hear(a, "online", "waits for your move", "wait for your move")
	return a
}

// hear brings somebody what the lobby sends until he sees one of some texts.
func (l *lounge) hear(a *patron, texts ...string) {
	l.t.Helper()
	l.listen(a, a.me.Name+" hears "+strings.Join(texts, " or "), func(view string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(view, text) })
	})
}

// listen brings somebody what the lobby sends until something holds of what he sees.
func (l *lounge) listen(a *patron, what string, holds func(view string) bool) {
	l.t.Helper()
	feed := club.Of(a.app.s).Feed
	l.settle(what, func() bool {
		select {
		case hall := <-feed.Visit.C():
			feed.Take(hall)
			a.get(club.LobbyMsg{Feed: feed})
		default:
		}
		if holds(a.app.View()) {
			return true
		}
		if len(l.news) == 0 {
			a.do(func() tea.Msg { return nothingMsg{} }) // so that it is asked again
		}
		return false
	})
}

// nothingMsg says nothing.
type nothingMsg struct{}

// TestCorrespondenceWaits plays through the screens: the games that wait are told at login, by a bell too, listed
// by their time, played one after the other, and the other player is told while he is somewhere else.
func TestCorrespondenceWaits(t *testing.T) {
	l := openLounge(t)
	l.correspondence()
	s := SessionFor(t, termenv.Ascii)
	s.Habits.Signal = ui.Bell
	a := l.come(anna, s)
	l.see(a, "2 games wait for your move")
	if got := a.app.View(); !strings.Contains(got, "\a") {
		t.Error("no bell at login")
	}
	if a.screen() != nil {
		t.Fatal("a correspondence game opened by itself")
	}
	b := l.come(ben, SessionFor(t, termenv.Ascii))
	l.see(b, "1 game waits for your move")
	a.press("1")
	l.see(a, "Seeks", "2 games wait for your move: press r")
	a.press("r")
	l.see(a, "Your games", "Cleo", "Atomic", "24 hours", "3 days", "Crazyhouse")
	a.press("enter")
	l.see(a, "Atomic", "1 day per move")
	a.enter("e5")
	l.settle("the move", func() bool { return a.screen().Snap.Ply == 2 })
	a.press("esc")
	l.hear(a, "1 game waits for your move")
	l.listen(a, "the next game is chosen", func(view string) bool {
		for line := range strings.Lines(view) {
			if strings.Contains(line, "▸") && strings.Contains(line, ben.Name) {
				return true
			}
		}
		return false
	})
	a.press("enter")
	l.see(a, "3 days per move", "3d 0:00")
	l.pass(25 * time.Hour)
	a.enter("Nf3")
	l.settle("the move", func() bool { return a.screen().Snap.Ply == 3 })
	l.pass(time.Second)
	l.hear(b, "Your move in your correspondence game against Anna")
	a.enter("if Nc6 Bb5 a6 Ba4")
	l.see(a, "If Nc6 Bb5 a6 Ba4")
	a.enter("if d6 Nf6")
	l.settle("a refusal", func() bool { return strings.Contains(a.app.View(), "d6 Nf6:") })
	a.enter("if d6 d4")
	l.see(a, "Ba4; d6 d4")
	a.app.Close()
	b.press("1", "r")
	l.see(b, "Your games", "Anna")
	b.press("enter")
	l.see(b, "3 days per move")
	b.enter("Nc6")
	l.see(b, "Bb5")
	if got := b.screen().Snap.Ply; got != 5 {
		t.Errorf("after the conditional move there are %d half-moves", got)
	}
}

// TestGamesOfDaysAfterAMove has a move told while the list is open: the next game that waits is chosen.
func TestGamesOfDaysAfterAMove(t *testing.T) {
	l := openLounge(t)
	l.correspondence()
	a := l.come(anna, SessionFor(t, termenv.Ascii))
	a.press("1")
	l.see(a, "Seeks", "2 games wait for your move: press r")
	a.press("r")
	l.see(a, "Your games", "2 games wait for your move")
	chosen := func(view, name string) bool {
		for line := range strings.Lines(view) {
			if strings.Contains(line, "▸") {
				return strings.Contains(line, name)
			}
		}
		return false
	}
	if !chosen(a.app.View(), cleo.Name) {
		t.Fatalf("the first game is not chosen:\n%s", a.app.View())
	}
	for _, game := range l.Games(anna.ID) {
		if game.Against(anna.ID) == cleo && game.ToMove(anna.ID) {
			table, err := l.Table(game.Table)
			if err != nil {
				t.Fatal(err)
			}
			r, err := table.Join(t.Context(), anna)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Move(t.Context(), "e5"); err != nil {
				t.Fatal(err)
			}
			r.Leave()
		}
	}
	l.hear(a, "1 game waits for your move")
	l.listen(a, "the next game is chosen", func(view string) bool { return chosen(view, ben.Name) })
}

// TestCorrespondenceGolden draws the list of games and a game of days.
func TestCorrespondenceGolden(t *testing.T) {
	requirePortraits(t, "games", func(t *testing.T, s *ui.Session) *driver {
		l := openLounge(t)
		l.correspondence()
		l.pass(5 * time.Hour)
		a := l.enter(anna, s)
		a.app.push(club.NewGamesScreen(s))
		a.app.toast = ui.ToastMsg{}
		return a.driver
	})
	requirePortraits(t, "correspondence", func(t *testing.T, s *ui.Session) *driver {
		l := openLounge(t)
		table := l.begin("3d", "chess")
		black := l.sit(ben, table)
		white := l.sitAs(anna, s, table)
		for _, m := range strings.Fields("e4 e5 Nf3") {
			l.pass(20 * time.Hour)
			l.move(m, white, black)
		}
		white.enter("if Nc6 Bb5 a6 Ba4")
		l.see(white, "Ba4")
		white.enter("if d6 d4")
		l.settle("two lines", func() bool { return len(white.screen().Snap.Plan) == 2 })
		l.pass(3 * time.Hour)
		l.settle("the opening has a name", func() bool { o := white.screen().Openings; return o.Asked == (o.Table != nil) })
		white.screen().Notice = ui.Notice{}
		white.app.toast = ui.ToastMsg{}
		return white.driver
	})
}
