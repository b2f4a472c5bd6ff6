package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lichess"
)

// Online is the player's account at lichess, or at another server like it.
type Online struct {
	lichess.Access
	// Account is who is logged in; nil for nobody. Only App sets it.
	Account *lichess.Account
	// Source is where the panel of the explorer looked last, and Explored whose games it counted.
	Source   int
	Explored string
	// Browse opens an address in a browser of this machine; nil where there is none.
	Browse func(address string) error
}

// OnlineMsg tells that something has changed at the account.
type OnlineMsg struct{ Account *lichess.Account }

// LoggedInMsg brings an account, or why there is none; nil for both after logging out.
type LoggedInMsg struct {
	Account *lichess.Account
	Err     error
}

// SitAt is the screen of a game at a house.
type SitAt struct {
	House House
	ID    string
}

// ListenOnline waits for news of an account.
func ListenOnline(a *lichess.Account) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-a.C():
			return OnlineMsg{a}
		case <-a.Done():
			return nil
		}
	}
}
