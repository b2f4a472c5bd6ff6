package tui

import (
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/club"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

const (
	// lobbyPause is the least time between two views of the lobby that are shown, otherPause where
	// another screen is.
	lobbyPause, otherPause = 150 * time.Millisecond, time.Second
	// tablePause is how long a table that is shown may take to go on to the next
	// before that is opened over it.
	tablePause = time.Second
)

// clubhouse is the part of the program that needs a lobby. Only NewClub fills one in, so that the linker
// leaves the lobby and its screens out of a program that does not call it: they are a tenth of the code.
type clubhouse struct {
	enter       func() tea.Cmd
	leave, look func()
	take        func(tea.Msg) tea.Cmd
	answer      func(seek lobby.Seek, yes bool) tea.Cmd
	entries     func(*menu) []entry
}

// NewClub makes the program of a session on a server: with the menu of the club on top, or the question
// for a name, where the server has a lobby.
func NewClub(s *ui.Session) *App {
	if s.Club == nil {
		return New(s)
	}
	a := newApp(s)
	a.club = &clubhouse{enter: a.enterClub, leave: a.leaveClub, look: a.tellInterest, take: a.clubMsg, answer: a.answered, entries: (*menu).clubEntries}
	a.stack = []ui.Screen{newMenu(s, a.club)}
	if club.Of(s).Nameless() {
		a.stack = append(a.stack, club.NewNameScreen(s, nil))
	}
	return a
}

// clubMsg does what messages about the club ask App for.
func (a *App) clubMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case club.ListenMsg:
		if c := club.Of(a.s); c != nil && c.Feed == msg.Feed {
			return a.listen(msg.Feed.Listen)
		}
	case club.LobbyMsg:
		return a.lobbyChanged(msg)
	case gameStartedMsg:
		return a.gameStarted(msg)
	case ui.SitMsg:
		return a.seated(msg)
	case ui.PartnerJoinedMsg:
		club.Of(a.s).Seeks = true // the table opens by itself
		return a.say(ui.ToastMsg{Text: "You have joined: the game begins when four players are there"})
	case mailMsg:
		return a.mailCounted(msg)
	case club.ToTournamentMsg:
		return a.toTournament(msg)
	case club.SettledMsg:
		return a.playerNamed(msg)
	}
	return nil
}

// alert has the player called. Where another screen lies over the one that calls, its
// foot says why, too.
func (a *App) alert(m ui.AlertMsg) tea.Cmd {
	cmd := a.signal(m.Text)
	if a.top() == m.From {
		return cmd
	}
	return tea.Batch(cmd, a.say(ui.ToastMsg{Text: m.Text}))
}

// enterClub goes into the lobby, if the player has a name and is not there.
func (a *App) enterClub() tea.Cmd {
	c := club.Of(a.s)
	if c == nil || c.Nameless() || c.Feed != nil {
		return nil
	}
	c.Feed = &club.LobbyFeed{Visit: c.Lobby.Enter(c.Me), Me: c.Me}
	c.Opened, c.Told = make(map[string]bool), make(map[string]bool)
	return a.listen(c.Feed.Listen)
}

// leaveClub goes out of the lobby.
func (a *App) leaveClub() {
	if c := club.Of(a.s); c != nil && c.Feed != nil {
		c.Feed.Visit.Leave()
		c.Feed = nil
	}
}

// tellInterest tells the line of the club what is on the screen now.
func (a *App) tellInterest() {
	if c := club.Of(a.s); c != nil && c.Feed != nil {
		heed := club.ShowNothing
		switch a.top().(type) {
		case *club.LobbyScreen, interface{ ClubNews() }:
			heed = club.ShowAll
		case *menu:
			heed = club.ShowCounts
		}
		c.Feed.Watch(heed)
	}
}

// lobbyChanged seats the player where he is awaited, tells him of challenges, and
// every screen that shows the lobby.
func (a *App) lobbyChanged(m club.LobbyMsg) tea.Cmd {
	c := club.Of(a.s)
	if c == nil || c.Feed != m.Feed {
		return nil
	}
	back := !c.Began
	c.Began = true
	gap := otherPause
	switch a.top().(type) {
	case *club.LobbyScreen, interface{ ClubNews() }:
		gap = lobbyPause
	}
	cmds := []tea.Cmd{a.after(gap, club.ListenMsg(m))}
	if id := c.Snapshot().Table; id != "" && !c.Opened[id] {
		c.Opened[id] = true
		asked := c.Seeks || c.Lobby.TournamentOf(id) != "" // games of a tournament open by themselves
		switch {
		case !back && !asked && a.topTable() == nil: // another session of the same player does
			cmds = append(cmds, a.gameStarted(gameStartedMsg{id}))
		case !back && !asked: // or the table goes on to a rematch
			cmds = append(cmds, a.after(tablePause, gameStartedMsg{id}))
		case a.topTable() == nil:
			cmds = append(cmds, a.openTable(id, back))
		default:
			cmds = append(cmds, a.after(tablePause, ui.SitMsg{ID: id}))
		}
	}
	cmds = append(cmds, a.tellChallenges(), a.tellWaiting(back), a.countMail(), a.tellFriends(back))
	for i := range a.stack {
		cmds = append(cmds, a.forward(i, m))
	}
	return tea.Batch(cmds...)
}

// topTable is the topmost table that is shown, nil for none.
func (a *App) topTable() ui.TableScreen {
	for i := len(a.stack) - 1; i >= 0; i-- {
		if t, ok := a.stack[i].(ui.TableScreen); ok {
			return t
		}
	}
	return nil
}

// gameStartedMsg tells of a game that this session has not asked for, unless a screen shows
// its table by now.
type gameStartedMsg struct{ id string }

// gameStarted tells of a game unless it is on the screen.
func (a *App) gameStarted(m gameStartedMsg) tea.Cmd {
	if t := a.topTable(); t != nil && t.TableID() == m.id {
		return nil
	}
	return a.say(ui.ToastMsg{Text: "Your game has begun: go to the lobby to play"})
}

// seated opens the table of a message unless it is on the screen.
func (a *App) seated(m ui.SitMsg) tea.Cmd {
	c := club.Of(a.s)
	if t := a.topTable(); c == nil || c.Feed == nil || t != nil && t.TableID() == m.ID {
		return nil
	}
	c.Opened[m.ID] = true
	a.leaveFinished()
	return a.openTableAgainst(m.ID, m.Against, false)
}

// leaveFinished closes the game of a tournament that is over and on top, so that the next does not lie
// over it.
func (a *App) leaveFinished() {
	if t, ok := a.top().(*club.TableScreen); ok && t.Over() && t.Snap.Tournament != nil {
		a.update(ui.PopMsg{From: t})
	}
}

// toTournament goes from a game to its tournament, which may lie under it.
func (a *App) toTournament(m club.ToTournamentMsg) tea.Cmd {
	for i, sc := range a.stack {
		if sc != m.From || i == 0 {
			continue
		}
		if t, ok := a.stack[i-1].(interface{ TournamentID() string }); ok && t.TournamentID() == m.ID {
			return a.update(ui.PopMsg{From: m.From})
		}
		cmd := a.update(ui.PopMsg{From: m.From})
		return tea.Batch(cmd, club.OpenTournament(a.s, a.top(), m.ID))
	}
	return nil
}

// openTable opens the table at which the player is awaited; back tells that he was away.
func (a *App) openTable(id string, back bool) tea.Cmd {
	c := club.Of(a.s)
	for _, g := range c.FullSnapshot().Games {
		if g.Table == id {
			other := g.Players[0]
			if other.ID == c.Me.ID {
				other = g.Players[1]
			}
			return a.openTableAgainst(id, other.Name, back || g.Ply > 1)
		}
	}
	return a.openTableAgainst(id, "", back)
}

// openTableAgainst is sit where the name of the other is known. What else the player
// seeks is withdrawn: he plays one game at a time.
func (a *App) openTableAgainst(id, against string, back bool) tea.Cmd {
	s, c := a.s, club.Of(a.s)
	c.Seeks = false
	said := "Your game begins"
	switch {
	case against != "" && back:
		said = fmt.Sprintf("Welcome back: your game against %s is in progress", lang.Name(against))
	case against != "":
		said = fmt.Sprintf("Your game against %s begins", lang.Name(against))
	}
	var seeks []string
	for _, seek := range c.Snapshot().Seeks {
		if seek.From.ID == c.Me.ID && !seek.Terms.Correspondence() || seek.Has(c.Me.ID) {
			seeks = append(seeks, seek.ID)
		}
	}
	visit := c.Feed.Visit
	return tea.Batch(club.OpenTable(s, nil, id, said), func() tea.Msg {
		for _, seek := range seeks {
			_ = visit.Withdraw(seek) // accepted or gone is as good
		}
		return nil
	})
}

// tellWaiting calls the player for correspondence games in which it is his move: with their number when he
// comes, then for each game unless it is on the screen.
func (a *App) tellWaiting(first bool) tea.Cmd {
	c := club.Of(a.s)
	waiting := c.Snapshot().Waiting
	known := c.Waiting
	c.Waiting = waiting
	if n := len(waiting); first && n > 0 {
		text := ui.Plural(n, "1 game waits for your move", "%d games wait for your move")
		return tea.Batch(a.signal(text), a.say(ui.ToastMsg{Text: text}))
	}
	for _, id := range waiting {
		if t := a.topTable(); slices.Contains(known, id) || t != nil && t.TableID() == id {
			continue
		}
		for _, g := range c.Lobby.Games(c.Me.ID) {
			if g.Table == id {
				text := "Your move in your correspondence game against " + lang.Name(g.Against(c.Me.ID).Name)
				return tea.Batch(a.signal(text), a.say(ui.ToastMsg{Text: text}))
			}
		}
	}
	return nil
}

// friendPause is how long nothing is told of a friend who goes and comes.
const friendPause = 10 * time.Minute

// tellFriends tells of players whom the player follows and who have come, unless a person waits for his move.
func (a *App) tellFriends(first bool) tea.Cmd {
	c := club.Of(a.s)
	if first {
		c.Friends = make(map[string]bool)
		for _, h := range c.FullSnapshot().Here {
			c.Friends[h.ID] = true
		}
	}
	friends := c.Snapshot().Friends
	if friends == nil { // it is not known whom he follows
		return nil
	}
	before := c.Friends
	c.Friends = make(map[string]bool, len(friends))
	var said string
	for _, p := range friends {
		c.Friends[p.ID] = true
		if !before[p.ID] && a.s.Now().Sub(c.FriendTold[p.ID]) > friendPause {
			if c.FriendTold == nil {
				c.FriendTold = make(map[string]time.Time)
			}
			c.FriendTold[p.ID] = a.s.Now()
			said = lang.Name(p.Name) + " is here now"
		}
	}
	if said == "" || a.s.PlaysPerson() {
		return nil
	}
	return a.say(ui.ToastMsg{Text: said})
}

// tellChallenges calls the player for challenges that are new; the footer shows them until they
// are answered.
func (a *App) tellChallenges() tea.Cmd {
	c := club.Of(a.s)
	var said string
	for _, seek := range c.Snapshot().Seeks {
		if seek.To == c.Me.ID && !c.Told[seek.ID] {
			c.Told[seek.ID] = true
			said = lang.Name(seek.From.Name) + " challenges you"
		}
	}
	if said == "" {
		return nil
	}
	return a.signal(said)
}

// playerNamed takes over what the player keeps, and he goes into the lobby. Only the menu
// can lie under the question for a name.
func (a *App) playerNamed(m club.SettledMsg) tea.Cmd {
	s := a.s
	club.Of(s).Me, s.Store = m.Player, m.Store
	cmds := []tea.Cmd{a.say(m.Joined.Welcome(m.Player.Name))}
	if err := s.Apply(m.Settings); err != nil {
		cmds = append(cmds, a.say(ui.FailMsg(err)))
	}
	a.keys = ui.Bound(s, ui.NewGlobalKeys())
	for _, sc := range a.stack {
		closeScreen(sc)
	}
	a.stack = nil
	a.push(newMenu(s, a.club))
	cmds = append(cmds, a.enterClub(), a.top().Init())
	if m.From.Then != nil {
		a.push(m.From.Then())
		cmds = append(cmds, a.top().Init())
	}
	return tea.Batch(cmds...)
}
