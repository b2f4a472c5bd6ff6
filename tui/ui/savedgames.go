package ui

import (
	"rookery/chess"

	tea "github.com/charmbracelet/bubbletea"
)

// Resume opens an unfinished game.
func Resume(s *Session, from Screen, g SavedGame) tea.Cmd {
	return s.Open(from, ResumeGame{g})
}

// LoadMenu reads unfinished games and last choices.
func LoadMenu(store *Store) tea.Cmd {
	return func() tea.Msg {
		choices, _ := store.Choices() // a broken file is reported when the program starts
		return MenuLoadedMsg{Saved: store.Unfinished(), Choices: choices}
	}
}

// PlayersOf names both sides.
func PlayersOf(c *GameConfig) string {
	return c.Players[chess.White].Name + " – " + c.Players[chess.Black].Name
}

// MenuLoadedMsg brings what the menu shows of the disk.
type MenuLoadedMsg struct {
	Saved   []SavedGame
	Choices Choices
}
