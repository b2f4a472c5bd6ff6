package tui

import (
	"context"
	"fmt"
	"sync"
	"time"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"

	tea "github.com/charmbracelet/bubbletea"
)

// Club is what a session on a server has besides its own program: the lobby,
// and who the player is in it.
type Club struct {
	Lobby *lobby.Lobby
	// Me is the player; it has no ID as long as a key has no name.
	Me lobby.Player
	// Archive holds the finished games; nil where there is none.
	Archive archive.Archive
	// Fingerprint is that of the key; empty for a guest.
	Fingerprint string
	// Home gives the store of a player whom the key has just become, which is
	// another than that of the nameless key, and says what of that it took in. It
	// works with files: call it in a command.
	Home func(ctx context.Context, p lobby.Player) (*Store, Joined, error)

	line   *clubLine       // nil while the player is not in the lobby
	began  bool            // it has brought something
	opened map[string]bool // tables that were opened or told of
	seeks  bool            // this session seeks a game
	told   map[string]bool // challenges that were announced
	last   SeekChoices     // of this session
}

// guest tells whether nothing of the player is kept.
func (c *Club) guest() bool { return c.Fingerprint == "" }

// nameless tells whether a key has no name yet.
func (c *Club) nameless() bool { return c.Me.ID == "" }

const (
	// clubPatience is how long the lobby may take for an answer.
	clubPatience = 15 * time.Second
	// hallGap is the least time between two halls that are shown, restGap where
	// another screen is.
	hallGap, restGap = 150 * time.Millisecond, time.Second
	// seatGap is how long a table that is shown may take to go on to the next
	// before that is opened over it.
	seatGap = time.Second
)

// How much of the hall is shown now.
const (
	heedNothing = iota // but challenges and tables
	heedCounts
	heedAll
)

// clubLine reads what happens in the lobby. It wakes the program only for what
// is shown.
type clubLine struct {
	visit *lobby.Visit
	me    lobby.Player

	mu     sync.Mutex
	latest *lobby.Hall // nil until one has come; a brief one while nothing of it is shown
	heed   int
}

// heard is the latest of the halls, as far as the club was heard of, and a brief one
// while nothing of it is shown. None is kept besides: each lists everybody, and
// everybody would keep another.
func (c *Club) heard() lobby.Hall {
	if c.line == nil {
		return lobby.Hall{}
	}
	c.line.mu.Lock()
	defer c.line.mu.Unlock()
	if c.line.latest == nil {
		return lobby.Hall{}
	}
	return *c.line.latest
}

// whole is the latest of the halls, which is asked for where a brief one came last.
func (c *Club) whole() lobby.Hall {
	if hall := c.heard(); !hall.Brief {
		return hall
	}
	return c.line.visit.Hall()
}

// look tells how much is shown from now on.
func (l *clubLine) look(heed int) {
	l.mu.Lock()
	same := l.heed == heed
	l.heed = heed
	if heed == heedNothing && l.latest != nil && !l.latest.Brief {
		own := l.latest.Own(l.me)
		l.latest = &own
	}
	l.mu.Unlock()
	if !same {
		l.visit.Look(heed != heedNothing)
	}
}

// take takes a new hall and tells whether what is shown has changed.
func (l *clubLine) take(hall lobby.Hall) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.heed == heedNothing {
		hall = hall.Own(l.me)
	}
	old := l.latest
	l.latest = &hall
	return old == nil || l.heed == heedAll || old.Table != hall.Table || old.Keys != hall.Keys || l.challenges(old) != l.challenges(&hall) ||
		l.heed == heedCounts && (len(old.Here) != len(hall.Here) || len(old.Seeks) != len(hall.Seeks) || len(old.Games) != len(hall.Games))
}

// hallMsg tells that there is a new hall.
type hallMsg struct{ line *clubLine }

// listenMsg has the line listened to again.
type listenMsg struct{ line *clubLine }

// listen is a command that waits for news.
func (l *clubLine) listen() tea.Msg {
	for hall := range l.visit.C() {
		if l.take(hall) {
			return hallMsg{l}
		}
	}
	return nil
}

// challenges joins the IDs of what the player is challenged to.
func (l *clubLine) challenges(h *lobby.Hall) (ids string) {
	for _, s := range h.Seeks {
		if s.To == l.me.ID {
			ids += s.ID + " "
		}
	}
	return ids
}

// clubMsg are messages for App about the club.
type clubMsg interface{ club(a *App) tea.Cmd }

// awaitMsg asks App to run a command that may wait for long.
type awaitMsg struct{ wait tea.Cmd }

// club implements clubMsg.
func (m awaitMsg) club(a *App) tea.Cmd { return a.await(m.wait) }

// enterClub goes into the lobby, if the player has a name and is not there.
func (a *App) enterClub() tea.Cmd {
	c := a.s.Club
	if c == nil || c.nameless() || c.line != nil {
		return nil
	}
	c.line = &clubLine{visit: c.Lobby.Enter(c.Me), me: c.Me}
	c.opened, c.told = make(map[string]bool), make(map[string]bool)
	return a.listen(c.line)
}

// leaveClub goes out of the lobby.
func (a *App) leaveClub() {
	if c := a.s.Club; c != nil && c.line != nil {
		c.line.visit.Leave()
		c.line = nil
	}
}

// attend tells the line of the club what is on the screen now.
func (a *App) attend() {
	if c := a.s.Club; c != nil && c.line != nil {
		heed := heedNothing
		switch a.top().(type) {
		case *hallScreen:
			heed = heedAll
		case *menu:
			heed = heedCounts
		}
		c.line.look(heed)
	}
}

// club implements clubMsg.
func (m listenMsg) club(a *App) tea.Cmd {
	if c := a.s.Club; c == nil || c.line != m.line {
		return nil
	}
	return a.listen(m.line)
}

// club implements clubMsg: the player is seated where he is awaited, told of
// challenges, and every screen is told of the hall.
func (m hallMsg) club(a *App) tea.Cmd {
	c := a.s.Club
	if c == nil || c.line != m.line {
		return nil
	}
	back := !c.began
	c.began = true
	gap := restGap
	if _, open := a.top().(*hallScreen); open {
		gap = hallGap
	}
	cmds := []tea.Cmd{a.after(gap, listenMsg(m))}
	if id := c.heard().Table; id != "" && !c.opened[id] {
		c.opened[id] = true
		switch {
		case !back && !c.seeks && a.table() == nil: // another session of the same player does
			cmds = append(cmds, beganMsg{id}.club(a))
		case !back && !c.seeks: // or the table goes on to a rematch
			cmds = append(cmds, a.after(seatGap, beganMsg{id}))
		case a.table() == nil:
			cmds = append(cmds, a.sit(id, back))
		default:
			cmds = append(cmds, a.after(seatGap, sitMsg{id: id}))
		}
	}
	cmds = append(cmds, a.announce())
	for i := range a.stack {
		cmds = append(cmds, a.forward(i, m))
	}
	return tea.Batch(cmds...)
}

// tabled screens show a table of the lobby.
type tabled interface{ tableID() string }

// table is the topmost table that is shown, nil for none.
func (a *App) table() tabled {
	for i := len(a.stack) - 1; i >= 0; i-- {
		if t, ok := a.stack[i].(tabled); ok {
			return t
		}
	}
	return nil
}

// beganMsg tells of a game that this session has not asked for, unless a screen shows
// its table by now.
type beganMsg struct{ id string }

// club implements clubMsg.
func (m beganMsg) club(a *App) tea.Cmd {
	if t := a.table(); t != nil && t.tableID() == m.id {
		return nil
	}
	return a.say(toastMsg{text: "Your game has begun: the lobby takes you there"})
}

// sitMsg seats the player unless a screen shows the table by now.
type sitMsg struct {
	id      string
	against string // the name of the other, where it is known
}

// club implements clubMsg.
func (m sitMsg) club(a *App) tea.Cmd {
	c := a.s.Club
	if t := a.table(); c == nil || c.line == nil || t != nil && t.tableID() == m.id {
		return nil
	}
	c.opened[m.id] = true
	return a.sitAgainst(m.id, m.against, false)
}

// sit opens the table at which the player is awaited; back tells that he was away.
func (a *App) sit(id string, back bool) tea.Cmd {
	c := a.s.Club
	for _, g := range c.whole().Games {
		if g.Table == id {
			other := g.Players[0]
			if other.ID == c.Me.ID {
				other = g.Players[1]
			}
			return a.sitAgainst(id, other.Name, back || g.Ply > 1)
		}
	}
	return a.sitAgainst(id, "", back)
}

// sitAgainst is sit where the name of the other is known. What else the player
// seeks is withdrawn: he plays one game at a time.
func (a *App) sitAgainst(id, against string, back bool) tea.Cmd {
	s, c := a.s, a.s.Club
	c.seeks = false
	said := "Your game begins"
	switch {
	case against != "" && back:
		said = fmt.Sprintf("Welcome back: your game against %s goes on", against)
	case against != "":
		said = fmt.Sprintf("Your game against %s begins", against)
	}
	var seeks []string
	for _, seek := range c.heard().Seeks {
		if seek.From.ID == c.Me.ID {
			seeks = append(seeks, seek.ID)
		}
	}
	visit := c.line.visit
	return tea.Batch(openTable(s, nil, id, said), func() tea.Msg {
		for _, seek := range seeks {
			_ = visit.Withdraw(seek) // accepted or gone is as good
		}
		return nil
	})
}

// openTable puts a table on top of a screen, of whichever is there for nil.
func openTable(s *Session, from screen, id, said string) tea.Cmd {
	return s.opening(func() tea.Msg {
		t, err := s.Club.Lobby.Table(id)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return tableMsg{pushMsg{from, newTableScreen(s, t)}, said}
	})
}

// tableMsg opens a table and says why.
type tableMsg struct {
	pushMsg
	said string
}

// club implements clubMsg.
func (m tableMsg) club(a *App) tea.Cmd {
	cmd := a.update(m.pushMsg)
	if m.said == "" {
		return cmd
	}
	return tea.Batch(cmd, a.say(toastMsg{text: m.said}))
}

// announce tells of challenges that are new, where the lobby is not on the screen.
func (a *App) announce() tea.Cmd {
	c := a.s.Club
	var said string
	for _, seek := range c.heard().Seeks {
		if seek.To == c.Me.ID && !c.told[seek.ID] {
			c.told[seek.ID] = true
			said = fmt.Sprintf("%s challenges you: the lobby takes your answer", seek.From.Name)
		}
	}
	if said == "" {
		return nil
	}
	cmd := a.signal(said)
	if _, open := a.top().(*hallScreen); open {
		return cmd
	}
	return tea.Batch(cmd, a.say(toastMsg{text: said}))
}
