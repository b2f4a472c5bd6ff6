package club

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/table"
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

// Clubhouse is what a club adds to the program: it implements [ui.Clubhouse].
type Clubhouse struct {
	s *ui.Session
	p ui.Program
}

// NewClubhouse makes the part of the program that needs a lobby.
func NewClubhouse(s *ui.Session, p ui.Program) ui.Clubhouse { return &Clubhouse{s, p} }

// First implements [ui.Clubhouse]: the question for a name.
func (h *Clubhouse) First() ui.Screen {
	if Of(h.s).Nameless() {
		return NewNameScreen(h.s, nil)
	}
	return nil
}

// Take implements [ui.Clubhouse].
func (h *Clubhouse) Take(msg tea.Msg) (cmd tea.Cmd, done bool) {
	switch msg := msg.(type) {
	case ListenMsg:
		if c := Of(h.s); c != nil && c.Feed == msg.Feed {
			return h.p.Listen(msg.Feed.Listen), true
		}
		return nil, true
	case LobbyMsg:
		return h.lobbyChanged(msg), true
	case GameStartedMsg:
		return h.gameStarted(msg), true
	case ui.SitMsg:
		return h.seated(msg), true
	case ui.PartnerJoinedMsg:
		Of(h.s).Seeks = true // the table opens by itself
		return h.p.Say("You have joined: the game begins when four players are there"), true
	case mailMsg:
		return h.mailCounted(msg), true
	case table.ToTournamentMsg:
		return h.toTournament(msg), true
	case SettledMsg:
		return h.playerNamed(msg), true
	}
	return nil, false
}

// top is the screen on top.
func (h *Clubhouse) top() ui.Screen {
	stack := h.p.Stack()
	return stack[len(stack)-1]
}

// Enter implements [ui.Clubhouse].
func (h *Clubhouse) Enter() tea.Cmd {
	c := Of(h.s)
	if c == nil || c.Nameless() || c.Feed != nil {
		return nil
	}
	c.Feed = &LobbyFeed{Visit: c.Lobby.Enter(c.Me), Me: c.Me}
	c.Opened, c.Told = make(map[string]bool), make(map[string]bool)
	return h.p.Listen(c.Feed.Listen)
}

// Leave implements [ui.Clubhouse].
func (h *Clubhouse) Leave() {
	if c := Of(h.s); c != nil && c.Feed != nil {
		c.Feed.Visit.Leave()
		c.Feed = nil
	}
}

// Look implements [ui.Clubhouse].
func (h *Clubhouse) Look() {
	if c := Of(h.s); c != nil && c.Feed != nil {
		heed := ShowNothing
		switch h.top().(type) {
		case *LobbyScreen, interface{ ClubNews() }:
			heed = ShowAll
		case interface{ ClubCounts() }:
			heed = ShowCounts
		}
		c.Feed.Watch(heed)
	}
}

// lobbyChanged seats the player where he is awaited, tells him of challenges, and
// every screen that shows the lobby.
func (h *Clubhouse) lobbyChanged(m LobbyMsg) tea.Cmd {
	c := Of(h.s)
	if c == nil || c.Feed != m.Feed {
		return nil
	}
	back := !c.Began
	c.Began = true
	gap := otherPause
	switch h.top().(type) {
	case *LobbyScreen, interface{ ClubNews() }:
		gap = lobbyPause
	}
	cmds := []tea.Cmd{h.p.After(gap, ListenMsg(m))}
	if id := c.Snapshot().Table; id != "" && !c.Opened[id] {
		c.Opened[id] = true
		asked := c.Seeks || c.Lobby.TournamentOf(id) != "" // games of a tournament open by themselves
		switch {
		case !back && !asked && h.topTable() == nil: // another session of the same player does
			cmds = append(cmds, h.gameStarted(GameStartedMsg{ID: id}))
		case !back && !asked: // or the table goes on to a rematch
			cmds = append(cmds, h.p.After(tablePause, GameStartedMsg{ID: id}))
		case h.topTable() == nil:
			cmds = append(cmds, h.openTable(id, back))
		default:
			cmds = append(cmds, h.p.After(tablePause, ui.SitMsg{ID: id}))
		}
	}
	cmds = append(cmds, h.tellChallenges(), h.tellWaiting(back), h.countMail(), h.tellFriends(back))
	cmds = append(cmds, h.p.All(m))
	if !c.Snapshot().Brief {
		cmds = append(cmds, h.p.All(ui.ClubMsg{}))
	}
	return tea.Batch(cmds...)
}

// topTable is the topmost table that is shown, nil for none.
func (h *Clubhouse) topTable() ui.TableScreen { return ui.TopTable(h.p.Stack()) }

// GameStartedMsg tells of a game that this session has not asked for, unless a screen shows
// its table by now.
type GameStartedMsg struct{ ID string }

// gameStarted tells of a game unless it is on the screen.
func (h *Clubhouse) gameStarted(m GameStartedMsg) tea.Cmd {
	if t := h.topTable(); t != nil && t.TableID() == m.ID {
		return nil
	}
	return h.p.Say("Your game has begun: go to the lobby to play")
}

// seated opens the table of a message unless it is on the screen.
func (h *Clubhouse) seated(m ui.SitMsg) tea.Cmd {
	c := Of(h.s)
	if t := h.topTable(); c == nil || c.Feed == nil || t != nil && t.TableID() == m.ID {
		return nil
	}
	c.Opened[m.ID] = true
	h.leaveFinished()
	return h.openTableAgainst(m.ID, m.Against, false)
}

// leaveFinished closes the game of a tournament that is over and on top, so that the next does not lie
// over it.
func (h *Clubhouse) leaveFinished() {
	if t, ok := h.top().(*table.Screen); ok && t.Over() && t.Snap.Tournament != nil {
		h.p.Do(ui.PopMsg{From: t})
	}
}

// toTournament goes from a game to its tournament, which may lie under it.
func (h *Clubhouse) toTournament(m table.ToTournamentMsg) tea.Cmd {
	stack := h.p.Stack()
	for i, sc := range stack {
		if sc != m.From || i == 0 {
			continue
		}
		if t, ok := stack[i-1].(interface{ TournamentID() string }); ok && t.TournamentID() == m.ID {
			return h.p.Do(ui.PopMsg{From: m.From})
		}
		cmd := h.p.Do(ui.PopMsg{From: m.From})
		return tea.Batch(cmd, OpenTournament(h.s, h.top(), m.ID))
	}
	return nil
}

// openTable opens the table at which the player is awaited; back tells that he was away.
func (h *Clubhouse) openTable(id string, back bool) tea.Cmd {
	c := Of(h.s)
	for _, g := range c.FullSnapshot().Games {
		if g.Table == id {
			other := g.Players[0]
			if other.ID == c.Me.ID {
				other = g.Players[1]
			}
			return h.openTableAgainst(id, other.Name, back || g.Ply > 1)
		}
	}
	return h.openTableAgainst(id, "", back)
}

// openTableAgainst is sit where the name of the other is known. What else the player
// seeks is withdrawn: he plays one game at a time.
func (h *Clubhouse) openTableAgainst(id, against string, back bool) tea.Cmd {
	s, c := h.s, Of(h.s)
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
	return tea.Batch(OpenTable(s, nil, id, said), func() tea.Msg {
		for _, seek := range seeks {
			_ = visit.Withdraw(seek) // accepted or gone is as good
		}
		return nil
	})
}

// tellWaiting calls the player for correspondence games in which it is his move: with their number when he
// comes, then for each game unless it is on the screen.
func (h *Clubhouse) tellWaiting(first bool) tea.Cmd {
	c := Of(h.s)
	waiting := c.Snapshot().Waiting
	known := c.Waiting
	c.Waiting = waiting
	if n := len(waiting); first && n > 0 {
		text := ui.Plural(n, "1 game waits for your move", "%d games wait for your move")
		return tea.Batch(h.p.Signal(text), h.p.Say(text))
	}
	for _, id := range waiting {
		if t := h.topTable(); slices.Contains(known, id) || t != nil && t.TableID() == id {
			continue
		}
		for _, g := range c.Lobby.Games(c.Me.ID) {
			if g.Table == id {
				text := "Your move in your correspondence game against " + lang.Name(g.Against(c.Me.ID).Name)
				return tea.Batch(h.p.Signal(text), h.p.Say(text))
			}
		}
	}
	return nil
}

// friendPause is how long nothing is told of a friend who goes and comes.
const friendPause = 10 * time.Minute

// tellFriends tells of players whom the player follows and who have come, unless a person waits for his move.
func (h *Clubhouse) tellFriends(first bool) tea.Cmd {
	c := Of(h.s)
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
		if !before[p.ID] && h.s.Now().Sub(c.FriendTold[p.ID]) > friendPause {
			if c.FriendTold == nil {
				c.FriendTold = make(map[string]time.Time)
			}
			c.FriendTold[p.ID] = h.s.Now()
			said = lang.Name(p.Name) + " is here now"
		}
	}
	if said == "" || h.s.PlaysPerson() {
		return nil
	}
	return h.p.Say(said)
}

// tellChallenges calls the player for challenges that are new; the footer shows them until they
// are answered.
func (h *Clubhouse) tellChallenges() tea.Cmd {
	c := Of(h.s)
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
	return h.p.Signal(said)
}

// playerNamed takes over what the player keeps, and he goes into the lobby. Only the menu
// can lie under the question for a name.
func (h *Clubhouse) playerNamed(m SettledMsg) tea.Cmd {
	s := h.s
	Of(s).Me, s.Store = m.Player, m.Store
	cmds := []tea.Cmd{h.p.Do(m.Joined.Welcome(m.Player.Name))}
	if err := s.Apply(m.Settings); err != nil {
		cmds = append(cmds, h.p.Do(ui.FailMsg(err)))
	}
	return tea.Batch(append(cmds, h.p.Restart(m.From.Then))...)
}

// Challenge implements [ui.Clubhouse].
func (h *Clubhouse) Challenge() (id string, shown bool) {
	c := Of(h.s)
	if c == nil || c.Feed == nil {
		return "", false
	}
	if _, open := h.top().(*LobbyScreen); open {
		return "", false
	}
	for _, seek := range c.Snapshot().Seeks {
		if seek.To == c.Me.ID {
			return seek.ID, true
		}
	}
	return "", true
}

// seek is an open seek; ok is false for one that is gone.
func (h *Clubhouse) seek(id string) (seek lobby.Seek, ok bool) {
	for _, seek := range Of(h.s).Snapshot().Seeks {
		if seek.ID == id {
			return seek, true
		}
	}
	return seek, false
}

// ChallengeText implements [ui.Clubhouse].
func (h *Clubhouse) ChallengeText(id string) string {
	seek, _ := h.seek(id)
	return draw.Clean(h.s.Text(lang.Name(seek.From.Name)+" challenges you")) + ": " + SeekText(h.s, seek)
}

// Answer implements [ui.Clubhouse].
func (h *Clubhouse) Answer(id string, yes bool) tea.Cmd {
	seek, ok := h.seek(id)
	if !ok {
		return nil
	}
	visit := Of(h.s).Feed.Visit
	return func() tea.Msg {
		if !yes {
			if err := visit.Withdraw(seek.ID); err != nil {
				return ui.FailMsg(err)
			}
			return nil
		}
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		t, err := visit.Accept(ctx, seek.ID)
		if err != nil {
			return ui.FailMsg(err)
		}
		return Accepted(t, seek)
	}
}

// Entries implements [ui.Clubhouse].
func (h *Clubhouse) Entries(menu ui.Screen) []ui.Entry {
	s, c := h.s, Of(h.s)
	view := c.FullSnapshot()
	note := strings.Join([]string{s.Text(fmt.Sprintf("%d online", len(view.Here))),
		s.Text(ui.Plural(len(view.Seeks), "1 seek", "%d seeks")), s.Text(ui.Plural(len(view.Games), "1 game", "%d games"))}, ", ")
	switch n := len(view.Waiting); {
	case view.Table != "":
		note = s.Text("your game is in progress")
	case n > 0:
		note = s.Text(ui.Plural(n, "1 game waits for your move", "%d games wait for your move"))
	}
	who := s.Text("choose a name")
	switch {
	case c.Guest():
		who = s.Text("guest") + ": " + draw.Clean(c.Me.Name)
	case !c.Nameless():
		who = draw.Clean(c.Me.Name)
	case view.Table == "":
		note = who
	}
	mail := ""
	if c.Unread > 0 {
		mail = s.Text(ui.Plural(c.Unread, "1 new message", "%d new messages"))
	}
	return []ui.Entry{
		{Item: ui.Item{Label: s.Text("Lobby"), Note: note, About: s.Text("Play other people: find a game, challenge a player, watch, chat.")},
			Open: func() tea.Cmd { return OpenLobby(s, menu) }},
		{Item: ui.Item{Label: s.Text("Archive"), About: s.Text("All games finished here, by player, variant and opening."), Off: c.Archive == nil},
			Open: h.openArchived(menu, NewArchiveScreen)},
		{Item: ui.Item{Label: s.Text("Ratings"), About: s.Text("The best players of each variant."), Off: c.Archive == nil},
			Open: h.openArchived(menu, NewLeadersScreen)},
		{Item: ui.Item{Label: s.Text("Account"), Note: who, About: s.Text("Your name, your saved data, and a code to add another key.")},
			Open: func() tea.Cmd { return OpenAccount(s, menu) }},
		{Item: ui.Item{Label: s.Text("People"), Note: mail, About: s.Text("Friends, messages, teams, and whom you have blocked."), Off: c.Guest()},
			Open: func() tea.Cmd { return OpenPeople(s, menu) }},
	}
}

// openArchived opens a screen of finished games, where they are kept.
func (h *Clubhouse) openArchived(menu ui.Screen, make func(*ui.Session) ui.Screen) func() tea.Cmd {
	return func() tea.Cmd {
		if Of(h.s).Archive == nil {
			return ui.Toast("Finished games are not saved here.")
		}
		return h.s.Push(menu, make(h.s))
	}
}
