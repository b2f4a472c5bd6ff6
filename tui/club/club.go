package club

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// Club is what a session on a server has besides its own program: the lobby,
// and who the player is in it.
type Club struct {
	Lobby *lobby.Lobby
	// Me is the player; it has no ID as long as a key has no name.
	Me remote.Player
	// Archive holds the finished games; nil where there is none.
	Archive archive.Archive
	// Fingerprint is that of the key; empty for a guest.
	Fingerprint string
	// Browsers tells that the server has pages, and a browser can be signed in.
	Browsers bool
	// Home gives the store of a player whom the key has just become, which is
	// another than that of the nameless key, and says what of that it took in. It
	// works with files: call it in a command.
	Home func(ctx context.Context, p remote.Player) (*ui.Store, ui.Joined, error)
	// Naming calls keep, which takes a new name, unless too many come from where the player
	// is; nil for no limit.
	Naming func(keep func() error) error

	Feed   *LobbyFeed      // nil while the player is not in the lobby
	Began  bool            // it has brought something
	Opened map[string]bool // tables that were opened or told of
	Seeks  bool            // this session seeks a game
	// Waiting are the correspondence games of which the player was told that it is his move.
	Waiting []string
	Told    map[string]bool // challenges that were announced
	Last    ui.SeekChoices  // of this session

	// Friends are those whom the player follows and who were here when that was told last, by ID; at first all who were here.
	// FriendTold is when it was told last of each that he has come.
	Friends    map[string]bool
	FriendTold map[string]time.Time

	Counted bool // the messages were counted
	Mail    int  // which messages that was, as the lobby numbers them
	Unread  int  // how many of them the player has not read
}

// Of is what the session has of the club; nil in a program that has none.
func Of(s *ui.Session) *Club {
	c, _ := s.Club.(*Club)
	return c
}

// Register gives the key a new name.
func (c *Club) Register(ctx context.Context, name string) (p remote.Player, err error) {
	keep := func() (err error) {
		p, err = c.Lobby.Register(ctx, c.Fingerprint, name)
		return err
	}
	if c.Naming != nil {
		err = c.Naming(keep)
	} else {
		err = keep()
	}
	return p, err
}

// Guest tells whether nothing of the player is kept.
func (c *Club) Guest() bool { return c.Fingerprint == "" }

// InBrowser tells whether the key is that of a browser.
func (c *Club) InBrowser() bool { return lobby.IsBrowser(c.Fingerprint) }

// PlaysPerson implements [ui.Club].
func (c *Club) PlaysPerson() bool {
	if c.Nameless() {
		return false
	}
	_, on := c.Lobby.Playing(c.Me.ID)
	return on
}

// Nameless tells whether a key has no name yet.
func (c *Club) Nameless() bool { return c.Me.ID == "" }

// LobbyFeed follows what happens in the lobby. It wakes the program only for what
// is shown.
type LobbyFeed struct {
	Visit *lobby.Visit
	Me    remote.Player

	mu     sync.Mutex
	latest *lobby.View // nil until one has come; a brief one while nothing of it is shown
	shown  int
}

// Snapshot is the latest state of the lobby that has arrived, a brief one while nothing
// of it is shown. Keep no copy: each lists everybody, and so would a copy in each session.
func (c *Club) Snapshot() lobby.View {
	if c.Feed == nil {
		return lobby.View{}
	}
	c.Feed.mu.Lock()
	defer c.Feed.mu.Unlock()
	if c.Feed.latest == nil {
		return lobby.View{}
	}
	return *c.Feed.latest
}

// FullSnapshot is the latest state of the lobby, fetched where a brief one came last.
func (c *Club) FullSnapshot() lobby.View {
	if view := c.Snapshot(); !view.Brief {
		return view
	}
	return c.Feed.Visit.View()
}

// Watch tells how much is shown from now on.
func (l *LobbyFeed) Watch(part int) {
	l.mu.Lock()
	same := l.shown == part
	l.shown = part
	if part == ShowNothing && l.latest != nil && !l.latest.Brief {
		own := l.latest.Own(l.Me)
		l.latest = &own
	}
	l.mu.Unlock()
	if !same {
		l.Visit.Look(part != ShowNothing)
	}
}

// Take takes a new state and tells whether what is shown has changed.
func (l *LobbyFeed) Take(view lobby.View) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown == ShowNothing {
		view = view.Own(l.Me)
	}
	old := l.latest
	l.latest = &view
	return old == nil || l.shown == ShowAll || old.Table != view.Table || !slices.Equal(old.Waiting, view.Waiting) || old.Keys != view.Keys || old.Mail != view.Mail || l.challenges(old) != l.challenges(&view) ||
		l.shown == ShowCounts && (len(old.Here) != len(view.Here) || len(old.Seeks) != len(view.Seeks) || len(old.Games) != len(view.Games))
}

// LobbyMsg tells that the lobby has changed.
type LobbyMsg struct{ Feed *LobbyFeed }

// ListenMsg has the feed listened to again.
type ListenMsg struct{ Feed *LobbyFeed }

// Listen is a command that waits for news.
func (l *LobbyFeed) Listen() tea.Msg {
	for view := range l.Visit.C() {
		if l.Take(view) {
			return LobbyMsg{l}
		}
	}
	return nil
}

// challenges joins the IDs of what the player is challenged to.
func (l *LobbyFeed) challenges(h *lobby.View) (ids string) {
	for _, s := range h.Seeks {
		if s.To == l.Me.ID {
			ids += s.ID + " "
		}
	}
	return ids
}

// How much of the lobby is shown now.
const (
	ShowNothing = iota // but challenges and tables
	ShowCounts
	ShowAll
)

// Accepted is what follows when a seek was accepted: the player sits down, or waits for others.
func Accepted(t *lobby.Table, seek lobby.Seek) tea.Msg {
	switch {
	case t == nil:
		return ui.PartnerJoinedMsg{}
	case seek.Terms.Partners():
		return ui.SitMsg{ID: t.ID()}
	}
	return ui.SitMsg{ID: t.ID(), Against: seek.From.Name}
}
