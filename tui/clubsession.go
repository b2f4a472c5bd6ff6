package tui

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

	line   *clubLine       // nil while the player is not in the lobby
	began  bool            // it has brought something
	opened map[string]bool // tables that were opened or told of
	seeks  bool            // this session seeks a game
	told   map[string]bool // challenges that were announced
	last   SeekChoices     // of this session
}

// guest tells whether nothing of the player is kept.
func (c *Club) guest() bool { return c.Fingerprint == "" }

// nameless tells whether a key has no name yet.
func (c *Club) nameless() bool { return c.Me.ID == "" }

// clubPatience is how long the lobby may take for an answer.
const clubPatience = 15 * time.Second

// clubLine reads what happens in the lobby. It wakes the program only for what
// is shown.
type clubLine struct {
	visit *lobby.Visit
	me    lobby.Player

	mu     sync.Mutex
	latest *lobby.Hall // nil until one has come; a brief one while nothing of it is shown
	heed   int
}

// heard is the latest of the halls, as far as the club was heard of, and a brief one
// while nothing of it is shown. None is kept besides: each lists everybody, and
// everybody would keep another.
func (c *Club) heard() lobby.Hall {
	if c.line == nil {
		return lobby.Hall{}
	}
	c.line.mu.Lock()
	defer c.line.mu.Unlock()
	if c.line.latest == nil {
		return lobby.Hall{}
	}
	return *c.line.latest
}

// whole is the latest of the halls, which is asked for where a brief one came last.
func (c *Club) whole() lobby.Hall {
	if hall := c.heard(); !hall.Brief {
		return hall
	}
	return c.line.visit.Hall()
}

// look tells how much is shown from now on.
func (l *clubLine) look(heed int) {
	l.mu.Lock()
	same := l.heed == heed
	l.heed = heed
	if heed == heedNothing && l.latest != nil && !l.latest.Brief {
		own := l.latest.Own(l.me)
		l.latest = &own
	}
	l.mu.Unlock()
	if !same {
		l.visit.Look(heed != heedNothing)
	}
}

// take takes a new hall and tells whether what is shown has changed.
func (l *clubLine) take(hall lobby.Hall) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.heed == heedNothing {
		hall = hall.Own(l.me)
	}
	old := l.latest
	l.latest = &hall
	return old == nil || l.heed == heedAll || old.Table != hall.Table || old.Keys != hall.Keys || l.challenges(old) != l.challenges(&hall) ||
		l.heed == heedCounts && (len(old.Here) != len(hall.Here) || len(old.Seeks) != len(hall.Seeks) || len(old.Games) != len(hall.Games))
}

// hallMsg tells that there is a new hall.
type hallMsg struct{ line *clubLine }

// listenMsg has the line listened to again.
type listenMsg struct{ line *clubLine }

// listen is a command that waits for news.
func (l *clubLine) listen() tea.Msg {
	for hall := range l.visit.C() {
		if l.take(hall) {
			return hallMsg{l}
		}
	}
	return nil
}

// challenges joins the IDs of what the player is challenged to.
func (l *clubLine) challenges(h *lobby.Hall) (ids string) {
	for _, s := range h.Seeks {
		if s.To == l.me.ID {
			ids += s.ID + " "
		}
	}
	return ids
}

// How much of the hall is shown now.
const (
	heedNothing = iota // but challenges and tables
	heedCounts
	heedAll
)

// awaitMsg asks App to run a command that may wait for long.
type awaitMsg struct{ wait tea.Cmd }

// callMsg has the player called by a screen.
type callMsg struct {
	from screen
	text string
}

// sitMsg seats the player unless a screen shows the table by now.
type sitMsg struct {
	id      string
	against string // the name of the other, where it is known
}

// tabled screens show a table of the lobby.
type tabled interface{ tableID() string }
