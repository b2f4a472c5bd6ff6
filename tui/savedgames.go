package tui

import (
	"rookery/chess"

	tea "github.com/charmbracelet/bubbletea"
)

// resume opens an unfinished game.
func resume(s *Session, from screen, g SavedGame) tea.Cmd {
	return s.open(from, ResumeGame{g})
}

// loadMenu reads unfinished games and last choices.
func loadMenu(store *Store) tea.Cmd {
	return func() tea.Msg {
		choices, _ := store.Choices() // a broken file is reported when the program starts
		return menuLoadedMsg{saved: store.Unfinished(), choices: choices}
	}
}

// playersOf names both sides.
func playersOf(c *GameConfig) string {
	return c.Players[chess.White].Name + " – " + c.Players[chess.Black].Name
}

// menuLoadedMsg brings what the menu shows of the disk.
type menuLoadedMsg struct {
	saved   []SavedGame
	choices Choices
}
