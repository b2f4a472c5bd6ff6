package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/club"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// clubEntries are what the menu of a server begins with.
func (m *menu) clubEntries() []entry {
	s, c := m.s, m.s.Club
	hall := c.Whole()
	note := strings.Join([]string{s.Text(fmt.Sprintf("%d online", len(hall.Here))),
		s.Text(ui.Counted(len(hall.Seeks), "1 seek", "%d seeks")), s.Text(ui.Counted(len(hall.Games), "1 game", "%d games"))}, ", ")
	if hall.Table != "" {
		note = s.Text("your game is in progress")
	}
	who := s.Text("choose a name")
	switch {
	case c.Guest():
		who = s.Text("guest") + ": " + draw.Clean(c.Me.Name)
	case !c.Nameless():
		who = draw.Clean(c.Me.Name)
	case hall.Table == "":
		note = who
	}
	return []entry{
		{ui.Item{Label: s.Text("Lobby"), Note: note, About: s.Text("Play other people: find a game, challenge a player, watch, chat.")},
			func() tea.Cmd { return club.OpenLobby(s, m) }},
		{ui.Item{Label: s.Text("Archive"), About: s.Text("All games finished here, by player, variant and opening."), Off: c.Archive == nil},
			m.openArchived(club.NewArchiveScreen)},
		{ui.Item{Label: s.Text("Ratings"), About: s.Text("The best players of each variant."), Off: c.Archive == nil},
			m.openArchived(club.NewLeadersScreen)},
		{ui.Item{Label: s.Text("Account"), Note: who, About: s.Text("Your name, your saved data, and a code to add another key.")},
			func() tea.Cmd { return club.OpenAccount(s, m) }},
	}
}

// openArchived opens a screen of finished games, where they are kept.
func (m *menu) openArchived(make func(*ui.Session) ui.Screen) func() tea.Cmd {
	return func() tea.Cmd {
		if m.s.Club.Archive == nil {
			return ui.Toast("Finished games are not saved here.")
		}
		return m.s.Push(m, make(m.s))
	}
}
