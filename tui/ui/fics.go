package ui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/fics"
	"rookery/tui/play"
)

// FICS is the player's connection to freechess.org, or to another server of its kind.
type FICS struct {
	// Server is its address; empty for freechess.org.
	Server string
	// Live tells other programs of the user which games go on.
	Live *play.LiveGames
	// Account is who is logged in; nil for nobody. Only App sets it.
	Account *fics.Account
}

// LogIn connects: fics.Guest has no password.
func (f *FICS) LogIn(ctx context.Context, name, password string) (*fics.Account, error) {
	return fics.Dial(ctx, fics.Options{Server: f.Server, Name: name, Password: password, Live: f.Live, Now: time.Now})
}

// FICSMsg tells that something has changed at the account.
type FICSMsg struct{ Account *fics.Account }

// FICSLoggedInMsg brings an account, or why there is none; nil for both after logging out.
type FICSLoggedInMsg struct {
	Account *fics.Account
	Err     error
}

// ListenFICS waits for news of an account, or for its end.
func ListenFICS(a *fics.Account) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-a.C():
		case <-a.Done():
		}
		return FICSMsg{a}
	}
}
