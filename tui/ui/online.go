package ui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lichess"
)

// Online is the player's account at lichess, or at another server like it.
type Online struct {
	// Client asks without a login; the client of Account asks with it.
	Client *lichess.Client
	// Logins keeps tokens on the disk.
	Logins lichess.Logins
	// Given is a token that the player has given for this session alone.
	Given lichess.Token
	// Account is who is logged in; nil for nobody. Only App sets it.
	Account *lichess.Account
	// Known is what lichess has said of positions in this session.
	Known lichess.Knowledge
	// Source is where the panel of the explorer looked last, and Explored whose games it counted.
	Source   int
	Explored string
	// Cache is a folder for what can be fetched again.
	Cache string
	// Browse opens an address in a browser of this machine; nil where there is none.
	Browse func(address string) error
}

// ErrNoLogin says that nobody is logged in.
var ErrNoLogin = errors.New("you are not logged in to lichess")

// LogIn finds out whose the kept token is, or the given one.
func (o *Online) LogIn(ctx context.Context) (*lichess.Account, error) {
	token := o.Given
	if token.None() {
		kept, _, err := o.Logins.Token(o.Client.Server())
		if err != nil {
			return nil, err
		}
		if token = kept; token.None() {
			return nil, ErrNoLogin
		}
	}
	return o.with(ctx, token)
}

func (o *Online) with(ctx context.Context, token lichess.Token) (*lichess.Account, error) {
	c := o.Client.With(token)
	me, err := c.WhoAmI(ctx)
	if err != nil {
		return nil, err
	}
	return lichess.NewAccount(c, me), nil
}

// Keep logs in with a new token and remembers it.
func (o *Online) Keep(ctx context.Context, token lichess.Token, scopes []string) (*lichess.Account, error) {
	a, err := o.with(ctx, token)
	if err != nil {
		return nil, err
	}
	return a, o.Logins.Keep(o.Client.Server(), token, a.User.Name, scopes)
}

// LogOut revokes the token and forgets it. It is forgotten even where the server does not answer.
func (o *Online) LogOut(ctx context.Context, c *lichess.Client) error {
	revoked := c.Revoke(ctx)
	if errors.Is(revoked, lichess.ErrLogin) {
		revoked = nil // it opened nothing any more
	}
	o.Given = lichess.Token{}
	return errors.Join(o.Logins.Forget(o.Client.Server()), revoked)
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
