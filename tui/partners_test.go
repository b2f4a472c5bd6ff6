package tui

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/club"
	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

var (
	dora = remote.Player{ID: "dora", Name: "Dora"}
	eve  = remote.Player{ID: "eve", Name: "Eve"}
)

// partners opens the two tables of Anna, White, and Ben, and of Cleo, White, and Dora.
func (l *lounge) partners() [2]*lobby.Table {
	l.t.Helper()
	terms := remote.Terms{Parts: []string{"bughouse"}, Control: chess.Control{Base: 3 * time.Minute}}
	first, err := l.StartPartners(l.t.Context(), terms, [2]remote.Player{anna, ben}, [2]remote.Player{cleo, dora})
	if err != nil {
		l.t.Fatal(err)
	}
	for _, t := range l.Tables() {
		if t != first {
			return [2]*lobby.Table{first, t}
		}
	}
	l.t.Fatal("there is one table")
	return [2]*lobby.Table{}
}

// moveAt has the one who is to move at a board write a move, and waits until everybody has it.
func (l *lounge) moveAt(players [2]*patron, text string, others ...*patron) {
	l.t.Helper()
	p := players[0]
	if !p.screen().HumanTurn() {
		p = players[1]
	}
	ply := p.screen().Snap.Ply
	p.enter(text)
	all := append([]*patron{players[0], players[1]}, others...)
	l.settle(text+" is made", func() bool {
		for _, a := range all {
			s := a.screen().Snap
			if s.Table != p.screen().Snap.Table {
				s = *s.Twin
			}
			if s.Ply != ply+1 {
				return false
			}
		}
		return true
	})
}

// quartet seats four, one of them as a session draws him, and plays moves with the letter of the board in front.
func (l *lounge) quartet(drawn remote.Player, s *ui.Session, moves string) map[string]*patron {
	l.t.Helper()
	tables := l.partners()
	all := make(map[string]*patron)
	for i, p := range []remote.Player{anna, ben, cleo, dora, eve} {
		at := tables[i/2%2]
		if p == drawn && s != nil {
			all[p.Name] = l.sitAs(p, s, at)
		} else {
			all[p.Name] = l.sit(p, at)
		}
	}
	boards := [2][2]*patron{{all["Anna"], all["Ben"]}, {all["Cleo"], all["Dora"]}}
	l.settle("the clocks", func() bool { return all["Anna"].screen().Snap.Watched == 1 })
	for _, text := range strings.Fields(moves) {
		board, move, _ := strings.Cut(text, ":")
		b := int(board[0] - 'A')
		l.moveAt(boards[b], move, boards[1-b][0], boards[1-b][1], all["Eve"])
		l.pass(3 * time.Second)
	}
	return all
}

const teamMoves = "A:e4 B:e4 A:d5 A:exd5 B:d5 B:exd5 A:Qxd5 B:Qxd5 A:Nc3 B:P@d4 B:P@d6"

// TestPartnersGolden draws both boards for a player and for one who watches.
func TestPartnersGolden(t *testing.T) {
	for _, who := range []remote.Player{dora, eve} {
		requirePortraits(t, map[string]string{"dora": "player", "eve": "spectator"}[who.ID], func(t *testing.T, s *ui.Session) *driver {
			s.Pieces = draw.Letters
			l := openLounge(t)
			all := l.quartet(who, s, teamMoves)
			all["Dora"].enter("//a knight mates")
			l.see(all["Anna"], "knight")
			all["Cleo"].enter("/good game so far")
			a := all[who.Name]
			l.see(a, "good game")
			a.app.toast = ui.ToastMsg{}
			a.screen().Notice = ui.Notice{}
			return a.driver
		})
	}
}

// TestPartnersOnScreens: pieces come from the other board and are dropped, the partner alone reads what is for him, who watches
// changes boards, and all four see the end on either board.
func TestPartnersOnScreens(t *testing.T) {
	l := openLounge(t)
	all := l.quartet(remote.Player{}, nil, teamMoves)
	a, b, c, d, e := all["Anna"], all["Ben"], all["Cleo"], all["Dora"], all["Eve"]
	if got := strings.Join(a.screen().Game.SANs(), " "); got != "e4 d5 exd5 Qxd5 Nc3" {
		t.Errorf("Anna's game is %q", got)
	}
	if got := d.screen().Game.Board().View(chess.Everyone).Pockets[chess.Black]; got[chess.Pawn] != 0 {
		t.Errorf("Dora's pocket has %v", got)
	}
	d.enter("//trade queens")
	l.see(a, "trade queens")
	d.enter("/hello")
	for _, p := range []*patron{b, c, e} {
		l.see(p, "hello")
		if strings.Contains(p.app.View(), "trade") {
			t.Errorf("%s reads what is for Anna", p.me.Name)
		}
	}
	d.enter("partner sit")
	l.see(a, "Dora: sit")
	if got := e.screen().Snap.Table; got != a.screen().Snap.Table {
		t.Fatalf("Eve watches %s", got)
	}
	e.press("tab")
	l.settle("the other board", func() bool {
		return e.screen() != nil && e.screen().Joined && e.screen().Snap.Table == c.screen().Snap.Table
	})
	a.press("tab")
	if a.screen().Snap.Seat != remote.WhiteSeat {
		t.Error("Anna has left her board")
	}
	c.press("ctrl+r")
	l.see(c, "Resign the game?")
	c.press("y")
	l.see(c, "Black wins: White resigned")
	l.see(d, "Black wins: White resigned")
	l.see(a, "Your team wins: Dora has won on the other")
	l.see(b, "Your team loses: Cleo has lost on the other")
	l.see(e, "Black wins")
	if saved := a.screen().Saved(); len(saved.Moves) != 5 || saved.Outcome.Reason != chess.ByPartner {
		t.Errorf("saved: %+v", saved)
	}
	if !key.Matches(KeyOf("v"), d.screen().Keys.View) {
		t.Fatal("v does not view")
	}
	d.press("v")
	defer func() {
		if t.Failed() {
			t.Log(d.app.View())
		}
	}()
	l.settle("the viewer", func() bool { return d.screen() == nil })
	l.see(d, "P@d4")
}

// TestPartnersForm seeks a game of partners and is joined by three.
func TestPartnersForm(t *testing.T) {
	l := openLounge(t)
	var all []*patron
	for _, p := range []remote.Player{anna, dora, ben, cleo} {
		a := l.come(p, SessionFor(t, termenv.Ascii))
		a.press("1")
		l.hear(a, "Seeks")
		all = append(all, a)
	}
	a := all[0]
	a.press("n")
	l.see(a, "Create a seek")
	a.press("left", "left") // the last but one of the list
	l.see(a, "Bughouse", "result on either board decides")
	a.press("enter")
	l.hear(a, "Your seek: Bughouse")
	for i, p := range all[1:] {
		l.hear(p, []string{"1/4 Anna", "2/4 Anna", "3/4 Anna"}[i])
		p.press("2", "enter")
		if i < 2 {
			l.hear(p, "You have joined")
		}
	}
	for _, p := range all {
		l.settle(p.me.Name+" sits", func() bool {
			if p.screen() == nil {
				feed := club.Of(p.app.s).Feed
				select {
				case hall := <-feed.Visit.C():
					feed.Take(hall)
					p.get(club.LobbyMsg{Feed: feed})
				default:
				}
				if len(l.news) == 0 {
					p.do(func() tea.Msg { return nothingMsg{} })
				}
			}
			return p.screen() != nil && p.screen().Joined && p.screen().Snap.Twin != nil
		})
	}
	if s := all[0].screen().Snap; s.Twin.Players[0].ID != dora.ID && s.Twin.Players[1].ID != dora.ID {
		t.Errorf("the boards are of %v and %v", s.Players, s.Twin.Players)
	}
}
