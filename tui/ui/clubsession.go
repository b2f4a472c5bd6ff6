package ui

import (
	"context"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Club is what a session on a server has besides its own program: the lobby,
// and who the player is in it.
type Club struct {
	Lobby *lobby.Lobby
	// Me is the player; it has no ID as long as a key has no name.
	Me lobby.Player
	// Archive holds the finished games; nil where there is none.
	Archive archive.Archive
	// Fingerprint is that of the key; empty for a guest.
	Fingerprint string
	// Home gives the store of a player whom the key has just become, which is
	// another than that of the nameless key, and says what of that it took in. It
	// works with files: call it in a command.
	Home func(ctx context.Context, p lobby.Player) (*Store, Joined, error)

	Line   *ClubLine       // nil while the player is not in the lobby
	Began  bool            // it has brought something
	Opened map[string]bool // tables that were opened or told of
	Seeks  bool            // this session seeks a game
	Told   map[string]bool // challenges that were announced
	Last   SeekChoices     // of this session
}

// Guest tells whether nothing of the player is kept.
func (c *Club) Guest() bool { return c.Fingerprint == "" }

// Nameless tells whether a key has no name yet.
func (c *Club) Nameless() bool { return c.Me.ID == "" }

// ClubPatience is how long the lobby may take for an answer.
const ClubPatience = 15 * time.Second

// ClubLine reads what happens in the lobby. It wakes the program only for what
// is shown.
type ClubLine struct {
	Visit *lobby.Visit
	Me    lobby.Player

	mu     sync.Mutex
	latest *lobby.View // nil until one has come; a brief one while nothing of it is shown
	heed   int
}

// Heard is the latest of the halls, as far as the club was heard of, and a brief one
// while nothing of it is shown. None is kept besides: each lists everybody, and
// everybody would keep another.
func (c *Club) Heard() lobby.View {
	if c.Line == nil {
		return lobby.View{}
	}
	c.Line.mu.Lock()
	defer c.Line.mu.Unlock()
	if c.Line.latest == nil {
		return lobby.View{}
	}
	return *c.Line.latest
}

// Whole is the latest of the halls, which is asked for where a brief one came last.
func (c *Club) Whole() lobby.View {
	if hall := c.Heard(); !hall.Brief {
		return hall
	}
	return c.Line.Visit.View()
}

// Look tells how much is shown from now on.
func (l *ClubLine) Look(heed int) {
	l.mu.Lock()
	same := l.heed == heed
	l.heed = heed
	if heed == HeedNothing && l.latest != nil && !l.latest.Brief {
		own := l.latest.Own(l.Me)
		l.latest = &own
	}
	l.mu.Unlock()
	if !same {
		l.Visit.Look(heed != HeedNothing)
	}
}

// Take takes a new hall and tells whether what is shown has changed.
func (l *ClubLine) Take(hall lobby.View) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.heed == HeedNothing {
		hall = hall.Own(l.Me)
	}
	old := l.latest
	l.latest = &hall
	return old == nil || l.heed == HeedAll || old.Table != hall.Table || old.Keys != hall.Keys || l.challenges(old) != l.challenges(&hall) ||
		l.heed == HeedCounts && (len(old.Here) != len(hall.Here) || len(old.Seeks) != len(hall.Seeks) || len(old.Games) != len(hall.Games))
}

// LobbyMsg tells that there is a new hall.
type LobbyMsg struct{ Line *ClubLine }

// ListenMsg has the line listened to again.
type ListenMsg struct{ Line *ClubLine }

// Listen is a command that waits for news.
func (l *ClubLine) Listen() tea.Msg {
	for hall := range l.Visit.C() {
		if l.Take(hall) {
			return LobbyMsg{l}
		}
	}
	return nil
}

// challenges joins the IDs of what the player is challenged to.
func (l *ClubLine) challenges(h *lobby.View) (ids string) {
	for _, s := range h.Seeks {
		if s.To == l.Me.ID {
			ids += s.ID + " "
		}
	}
	return ids
}

// How much of the hall is shown now.
const (
	HeedNothing = iota // but challenges and tables
	HeedCounts
	HeedAll
)

// AwaitMsg asks App to run a command that may wait for long.
type AwaitMsg struct{ Wait tea.Cmd }

// CallMsg has the player called by a screen.
type CallMsg struct {
	From Screen
	Text string
}

// SitMsg seats the player unless a screen shows the table by now.
type SitMsg struct {
	Id      string
	Against string // the name of the other, where it is known
}

// Tabled screens show a table of the lobby.
type Tabled interface{ TableID() string }
