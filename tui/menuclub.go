package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// clubEntries are what the menu of a server begins with.
func (m *menu) clubEntries() []entry {
	s, c := m.s, m.s.Club
	hall := c.whole()
	note := strings.Join([]string{s.Text(fmt.Sprintf("%d here", len(hall.Here))),
		s.Text(counted(len(hall.Seeks), "1 seek", "%d seeks")), s.Text(counted(len(hall.Games), "1 game", "%d games"))}, ", ")
	if hall.Table != "" {
		note = s.Text("your game goes on")
	}
	who := s.Text("choose a name")
	switch {
	case c.guest():
		who = s.Text("a guest") + ": " + clean(c.Me.Name)
	case !c.nameless():
		who = clean(c.Me.Name)
	case hall.Table == "":
		note = who
	}
	return []entry{
		{item{label: s.Text("Lobby"), note: note, about: s.Text("Meet others: seek a game, challenge somebody, watch, chat.")},
			func() tea.Cmd { return openHall(s, m) }},
		{item{label: s.Text("Archive"), about: s.Text("All games that were finished here, by player, variant and opening."), off: c.Archive == nil},
			m.openArchived(newArchiveScreen)},
		{item{label: s.Text("Ratings"), about: s.Text("Who is best at which game."), off: c.Archive == nil},
			m.openArchived(newLeadersScreen)},
		{item{label: s.Text("Account"), note: who, about: s.Text("Who you are here, what is kept of you, and a code for another key.")},
			func() tea.Cmd { return openAccount(s, m) }},
	}
}

// openArchived opens a screen of finished games, where they are kept.
func (m *menu) openArchived(make func(*Session) screen) func() tea.Cmd {
	return func() tea.Cmd {
		if m.s.Club.Archive == nil {
			return toast("Finished games are not kept here.")
		}
		return m.s.push(m, make(m.s))
	}
}
