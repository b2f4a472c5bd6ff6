package tui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	// hallGap is the least time between two halls that are shown, restGap where
	// another screen is.
	hallGap, restGap = 150 * time.Millisecond, time.Second
	// seatGap is how long a table that is shown may take to go on to the next
	// before that is opened over it.
	seatGap = time.Second
)

// clubMsg does what messages about the club ask App for.
func (a *App) clubMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case awaitMsg:
		return a.await(msg.wait)
	case listenMsg:
		if c := a.s.Club; c != nil && c.line == msg.line {
			return a.listen(msg.line)
		}
	case hallMsg:
		return a.hallChanged(msg)
	case beganMsg:
		return a.began(msg)
	case sitMsg:
		return a.sitDown(msg)
	case callMsg:
		return a.call(msg)
	case pushSayingMsg:
		cmd := a.update(msg.pushMsg)
		if msg.said != "" {
			cmd = tea.Batch(cmd, a.say(toastMsg{text: msg.said}))
		}
		return cmd
	case settledMsg:
		return a.settle(msg)
	}
	return nil
}

// call has the player called. Where another screen lies over the one that calls, its
// foot says why, too.
func (a *App) call(m callMsg) tea.Cmd {
	cmd := a.signal(m.text)
	if a.top() == m.from {
		return cmd
	}
	return tea.Batch(cmd, a.say(toastMsg{text: m.text}))
}

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

// hallChanged seats the player where he is awaited, tells him of challenges, and
// every screen of the hall.
func (a *App) hallChanged(m hallMsg) tea.Cmd {
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
			cmds = append(cmds, a.began(beganMsg{id}))
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

// began tells of a game unless it is on the screen.
func (a *App) began(m beganMsg) tea.Cmd {
	if t := a.table(); t != nil && t.tableID() == m.id {
		return nil
	}
	return a.say(toastMsg{text: "Your game has begun: the lobby takes you there"})
}

// sitDown opens the table of a message unless it is on the screen.
func (a *App) sitDown(m sitMsg) tea.Cmd {
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

// settle takes over what the player keeps, and he goes into the lobby. Only the menu
// can lie under the question for a name.
func (a *App) settle(m settledMsg) tea.Cmd {
	s := a.s
	s.Club.Me, s.Store = m.player, m.store
	cmds := []tea.Cmd{a.say(m.joined.welcome(m.player.Name))}
	if err := s.Apply(m.settings); err != nil {
		cmds = append(cmds, a.say(toastMsg{text: err.Error(), bad: true}))
	}
	a.keys = bound(s, newGlobalKeys())
	for _, sc := range a.stack {
		shut(sc)
	}
	a.stack = nil
	a.put(newMenu(s))
	cmds = append(cmds, a.enterClub(), a.top().Init())
	if m.from.then != nil {
		a.put(m.from.then())
		cmds = append(cmds, a.top().Init())
	}
	return tea.Batch(cmds...)
}
