package lichess

import (
	"encoding/json"
	"errors"
	"io/fs"

	"rookery/tui/play"
)

// loginFile keeps tokens; only its owner may read it.
const loginFile = "lichess.json"

// Logins are the accounts of a player, one for each server.
type Logins struct{ Files play.Files }

// keptLogin is an account on the disk.
type keptLogin struct {
	Token  string   `json:"token"`
	User   string   `json:"user,omitempty"`
	Scopes []string `json:"scopes,omitempty"`
}

func (l Logins) read() (map[string]keptLogin, error) {
	text, err := l.Files.Read(loginFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseLogins(text)
}

func parseLogins(text []byte) (map[string]keptLogin, error) {
	all := make(map[string]keptLogin)
	if len(text) > 0 && json.Unmarshal(text, &all) != nil {
		return nil, errors.New("the file of logins is damaged: log in again") // never with its text
	}
	return all, nil
}

// Token of a server; the zero Token where there is none.
func (l Logins) Token(server string) (t Token, user string, err error) {
	all, err := l.read()
	if err != nil || all[server].Token == "" {
		return Token{}, "", err
	}
	t, err = NewToken(all[server].Token)
	return t, all[server].User, err
}

// Keep remembers the token of a server.
func (l Logins) Keep(server string, t Token, user string, scopes []string) error {
	return l.change(func(all map[string]keptLogin) { all[server] = keptLogin{t.secret, user, scopes} })
}

// Forget removes the token of a server.
func (l Logins) Forget(server string) error {
	return l.change(func(all map[string]keptLogin) { delete(all, server) })
}

func (l Logins) change(alter func(map[string]keptLogin)) error {
	return l.Files.Change(loginFile, func(text []byte) ([]byte, error) {
		all, err := parseLogins(text)
		if err != nil { // what cannot be read opens nothing
			all = make(map[string]keptLogin)
		}
		alter(all)
		return json.MarshalIndent(all, "", "  ")
	})
}
