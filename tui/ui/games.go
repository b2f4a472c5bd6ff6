package ui

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/play"
)

// Resume opens an unfinished game as it is now. One that another program has open is
// looked on.
func Resume(s *Session, from Screen, g SavedGame) tea.Cmd {
	return s.Opening(func() tea.Msg {
		now, err := s.Store.Claim(g.ID, false)
		lookOn := errors.Is(err, play.ErrElsewhere)
		if lookOn {
			now, _, err = s.Store.Look(g.ID)
		}
		if err != nil {
			return FailMsg(err)
		}
		return OpenMsg{From: from, To: ResumeGame{*now, lookOn}}
	})
}

// LoadMenu reads unfinished games and last choices.
func LoadMenu(store *Store) tea.Cmd {
	return func() tea.Msg {
		choices, _ := store.Choices() // a broken file is reported when the program starts
		return MenuLoadedMsg{Saved: store.Unfinished(), Choices: choices}
	}
}

// KeepGame writes a game into the folder of saved games and tells where.
func KeepGame(store *Store, saved SavedGame) tea.Cmd {
	return func() tea.Msg {
		path, err := store.Keep(saved)
		if err != nil {
			return FailMsg(err)
		}
		return ToastMsg{Text: "Saved as " + ShortenHome(path)}
	}
}

// PlayersOf names both sides.
func PlayersOf(c *GameConfig) string {
	return NameOf(c.Players[chess.White]) + " – " + NameOf(c.Players[chess.Black])
}

// NameOf is how a player is called in a sentence that is to be translated.
func NameOf(p PlayerConfig) string {
	if p.Named() {
		return lang.Name(play.Clean(p.Name))
	}
	return p.Name
}

// MenuLoadedMsg brings what the menu shows of the disk.
type MenuLoadedMsg struct {
	Saved   []SavedGame
	Choices Choices
}
