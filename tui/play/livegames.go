package play

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"
)

// LiveGames tells every program of one user that a game against a person goes on somewhere: a file for each
// game, written by the program that plays it, so that the others give no help either. The zero value knows
// of no game. It may be used by many goroutines.
type LiveGames struct {
	Files Files // nil for none

	mu     sync.Mutex
	own    map[string]bool // marks of this program, which knows better how its games stand
	looked time.Time
	others bool // what was found then
}

// lookAgain is how old the answer of [LiveGames.Elsewhere] may be: it is asked for with each message of a screen.
const lookAgain = time.Second

// liveGame is a game on the disk.
type liveGame struct {
	Server string    `json:"server"`
	User   string    `json:"user"`
	Game   string    `json:"game"`
	Until  time.Time `json:"until"` // it is over then, whatever has become of the program that wrote this
}

func (g liveGame) file() string {
	sum := sha256.Sum256([]byte(g.Server + "\n" + g.User + "\n" + g.Game))
	return hex.EncodeToString(sum[:12]) + ".json"
}

// Begin marks a game that goes on, until a time at the latest.
func (l *LiveGames) Begin(server, user, game string, until time.Time) error {
	if l.Files == nil {
		return nil
	}
	g := liveGame{server, user, game, until}
	l.mu.Lock()
	if l.own == nil {
		l.own = make(map[string]bool)
	}
	l.own[g.file()] = true
	l.mu.Unlock()
	return l.Files.Change(g.file(), func([]byte) ([]byte, error) { return json.Marshal(g) })
}

// End takes the mark of a game away.
func (l *LiveGames) End(server, user, game string) error {
	if l.Files == nil {
		return nil
	}
	name := liveGame{Server: server, User: user, Game: game}.file()
	err := l.Files.Remove(name)
	l.mu.Lock()
	delete(l.own, name)
	l.looked = time.Time{}
	l.mu.Unlock()
	return err
}

// EndOthers takes the marks of a user's games away but for those that go on: the server has told which.
func (l *LiveGames) EndOthers(server, user string, on map[string]bool) {
	for name, g := range l.read() {
		if g.Server == server && g.User == user && !on[g.Game] {
			_ = l.Files.Remove(name)
		}
	}
	l.mu.Lock()
	l.looked = time.Time{}
	l.mu.Unlock()
}

// Leave has the marks of this program count as those of others: it follows its games no more.
func (l *LiveGames) Leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.own, l.looked = nil, time.Time{}
}

// Elsewhere tells whether a game goes on that another program of the user plays, or was playing. It looks at
// a folder that is nearly always empty, once in a second.
func (l *LiveGames) Elsewhere(now time.Time) bool {
	l.mu.Lock()
	fresh := !l.looked.IsZero() && now.Sub(l.looked) < lookAgain && !now.Before(l.looked)
	found := l.others
	l.mu.Unlock()
	if fresh || l.Files == nil {
		return found
	}
	games := l.read()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.looked, l.others = now, false
	for name, g := range games {
		l.others = l.others || !l.own[name] && now.Before(g.Until)
	}
	return l.others
}

// read reads all marks; what makes no sense marks nothing.
func (l *LiveGames) read() map[string]liveGame {
	if l.Files == nil {
		return nil
	}
	names, err := l.Files.List()
	if err != nil {
		return nil
	}
	games := make(map[string]liveGame)
	for _, name := range names {
		var g liveGame
		if text, err := l.Files.Read(name); err == nil && json.Unmarshal(text, &g) == nil && g.file() == name {
			games[name] = g
		}
	}
	return games
}
