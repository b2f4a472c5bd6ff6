package lichess

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"rookery/pgn/safefile"
	"rookery/tui/play"
)

// Access is how a player of this machine reaches a server: with what is kept here of logins and answers.
type Access struct {
	// Client asks without a login; the client of an account asks with it.
	Client *Client
	// Logins keeps tokens on the disk.
	Logins Logins
	// Given is a token that the player has given for this session alone.
	Given Token
	// Known is what the server has said of positions.
	Known Knowledge
	// Live tells other programs of the user which games go on.
	Live play.LiveGames
	// Cache is a folder for what can be fetched again.
	Cache string
}

// ErrNoLogin says that nobody is logged in.
var ErrNoLogin = errors.New("you are not logged in to lichess")

// LogIn finds out whose the kept token is, or the given one.
func (o *Access) LogIn(ctx context.Context) (*Account, error) {
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

func (o *Access) with(ctx context.Context, token Token) (*Account, error) {
	c := o.Client.With(token)
	me, err := c.WhoAmI(ctx)
	if err != nil {
		return nil, err
	}
	a := NewAccount(c, me)
	a.MarkIn(&o.Live)
	return a, nil
}

// Keep logs in with a new token and remembers it.
func (o *Access) Keep(ctx context.Context, token Token, scopes []string) (*Account, error) {
	a, err := o.with(ctx, token)
	if err != nil {
		return nil, err
	}
	return a, o.Logins.Keep(o.Client.Server(), token, a.User.Name, scopes)
}

// LogOut revokes the token and forgets it. It is forgotten even where the server does not answer.
func (o *Access) LogOut(ctx context.Context, c *Client) error {
	revoked := c.Revoke(ctx)
	if errors.Is(revoked, ErrLogin) {
		revoked = nil // it opened nothing any more
	}
	o.Given = Token{}
	return errors.Join(o.Logins.Forget(o.Client.Server()), revoked)
}

// CacheGames puts games that were fetched into a file of the cache.
func (o *Access) CacheGames(id string, text []byte) (path string, err error) {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, id[:min(len(id), 40)])
	path = filepath.Join(o.Cache, name+".pgn")
	if err = safefile.MkdirAll(o.Cache, 0o700); err != nil {
		return "", err
	}
	return path, safefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
