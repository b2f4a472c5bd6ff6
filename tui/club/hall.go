package club

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// LobbyScreen is the lobby: who is here, who seeks a game, which games are on,
// and what is said. It draws the latest hall and changes nothing of it by
// itself; what a key asks for comes back with the next hall.
type LobbyScreen struct {
	s             *ui.Session
	keys          hallKeys
	hall          lobby.Hall // seeks in the order of the screen
	panel         hallPanel
	lists         [hallPanels]hallList
	line          textinput.Model
	writing       bool
	older         int             // rows that the chat is scrolled up
	silent        map[string]bool // IDs of those who are muted
	asked         string          // ID of the challenge that is shown
	AskedAt       time.Time
	names         map[string]chess.Rules // of games, by their parts
	width, height int
	room          hallRoom // where everything was drawn
}

// hallPanel is one of the lists.
type hallPanel int

const (
	hallPlayers hallPanel = iota
	hallSeeks
	hallGames
	hallPanels
)

// hallList is what is chosen in a panel. It follows what it has chosen, not the row.
type hallList struct {
	id      string
	at, top int
}

// Hesitation is how long a challenge stands on the screen before y and n answer
// it, so that a key that was meant for something else does not.
const Hesitation = 500 * time.Millisecond

// OpenLobby opens the lobby, after asking for a name where there is none.
func OpenLobby(s *ui.Session, from ui.Screen) tea.Cmd {
	if s.Club.Nameless() {
		return s.Push(from, NewNameScreen(s, func() ui.Screen { return newLobbyScreen(s) }))
	}
	return s.Push(from, newLobbyScreen(s))
}

func newLobbyScreen(s *ui.Session) *LobbyScreen {
	h := &LobbyScreen{s: s, keys: ui.Bound(s, NewHallKeys()), line: textinput.New(), names: make(map[string]chess.Rules)}
	h.line.CharLimit = lobby.MaxChat
	h.line.KeyMap.Paste.SetEnabled(false) // it would read a clipboard of the server
	h.dress()
	h.panel = hallSeeks
	h.take(s.Club.Whole())
	if len(h.hall.Seeks) == 0 {
		h.panel = hallPlayers
	}
	return h
}

// Init takes what was heard between the key that made the screen and its place
// on the stack: no other news may come for a long time.
func (h *LobbyScreen) Init() tea.Cmd {
	h.take(h.s.Club.Whole())
	return nil
}

// SetSize implements screen.
func (h *LobbyScreen) SetSize(width, height int) {
	h.width, h.height = width, height
	h.line.Width = max(width-6, 8)
	h.room = hallRoomOf(width, height)
}

// MinSize implements sized.
func (h *LobbyScreen) MinSize() (width, height int) { return 40, 14 }
func (h *LobbyScreen) Title() string                { return h.s.Text("Lobby") }
func (h *LobbyScreen) Typing() bool                 { return h.writing }

// dress gives the line of chat the theme.
func (h *LobbyScreen) dress() {
	h.s.Theme.Dress(&h.line)
	h.line.Prompt = "/ "
	h.line.Placeholder = ""
}

// take takes in a new hall and keeps what is chosen.
func (h *LobbyScreen) take(hall lobby.Hall) {
	me := h.s.Club.Me.ID
	hall.Seeks = slices.Clone(hall.Seeks)
	rank := func(s lobby.Seek) int { // what waits for his answer, then his own
		switch me {
		case s.To:
			return 0
		case s.From.ID:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(hall.Seeks, func(a, b lobby.Seek) int { return rank(a) - rank(b) })
	h.hall = hall
	h.silent = make(map[string]bool)
	for _, line := range hall.Chat {
		if _, known := h.silent[line.From.ID]; !known {
			h.silent[line.From.ID] = h.s.Club.Lobby.Muted(h.s.Club.Me, line.From)
		}
	}
	for p := range hallPanels {
		h.follow(p)
	}
	asked := ""
	if s, ok := h.challenge(); ok {
		asked = s.ID
	}
	if asked != h.asked {
		h.asked, h.AskedAt = asked, h.s.Now()
	}
}

// count is how many rows a panel has, and id names one of them.
func (h *LobbyScreen) count(p hallPanel) int {
	return [hallPanels]int{len(h.hall.Here), len(h.hall.Seeks), len(h.hall.Games)}[p]
}

func (h *LobbyScreen) id(p hallPanel, i int) string {
	switch p {
	case hallPlayers:
		return h.hall.Here[i].ID
	case hallSeeks:
		return h.hall.Seeks[i].ID
	}
	return h.hall.Games[i].Table
}

// follow finds what is chosen in a panel again, or what is nearest.
func (h *LobbyScreen) follow(p hallPanel) {
	l, n := &h.lists[p], h.count(p)
	for i := range n {
		if h.id(p, i) == l.id {
			l.at = i
			return
		}
	}
	h.choose(p, l.at)
}

// choose takes row i of a panel, or the nearest there is.
func (h *LobbyScreen) choose(p hallPanel, i int) {
	l, n := &h.lists[p], h.count(p)
	l.at, l.id = max(min(i, n-1), 0), ""
	if n > 0 {
		l.id = h.id(p, l.at)
	}
}

// Player, seek and game are what is chosen in their panels.
func (h *LobbyScreen) Player() (lobby.Presence, bool) {
	if i := h.lists[hallPlayers].at; i < len(h.hall.Here) {
		return h.hall.Here[i], true
	}
	return lobby.Presence{}, false
}

func (h *LobbyScreen) seek() (lobby.Seek, bool) {
	if i := h.lists[hallSeeks].at; i < len(h.hall.Seeks) {
		return h.hall.Seeks[i], true
	}
	return lobby.Seek{}, false
}

func (h *LobbyScreen) game() (lobby.GameInfo, bool) {
	if i := h.lists[hallGames].at; i < len(h.hall.Games) {
		return h.hall.Games[i], true
	}
	return lobby.GameInfo{}, false
}

// challenge is what the player is challenged to first.
func (h *LobbyScreen) challenge() (lobby.Seek, bool) {
	if len(h.hall.Seeks) > 0 && h.hall.Seeks[0].To == h.s.Club.Me.ID {
		return h.hall.Seeks[0], true
	}
	return lobby.Seek{}, false
}

// Update implements screen.
func (h *LobbyScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.HallMsg:
		if hall := h.s.Club.Heard(); !hall.Brief {
			h.take(hall)
		}
	case ui.RevealedMsg:
		h.take(h.s.Club.Whole())
	case ui.ThemeMsg:
		h.dress()
	case tea.MouseMsg:
		return h, h.clicked(msg)
	case tea.KeyMsg:
		return h, h.pressed(msg)
	}
	return h, nil
}

func (h *LobbyScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k := h.keys
	switch {
	case key.Matches(msg, k.Older):
		h.older++
		return nil
	case key.Matches(msg, k.Newer):
		h.older = max(h.older-1, 0)
		return nil
	case h.writing:
		return h.write(msg)
	}
	asked, ok := h.challenge()
	answers := ok && h.s.Now().Sub(h.AskedAt) >= Hesitation
	l := &h.lists[h.panel]
	switch {
	case answers && key.Matches(msg, k.Yes):
		return h.accept(asked)
	case ok && key.Matches(msg, k.No):
		if answers {
			return h.withdraw(asked)
		}
	case key.Matches(msg, k.Up):
		h.choose(h.panel, l.at-1)
	case key.Matches(msg, k.Down):
		h.choose(h.panel, l.at+1)
	case key.Matches(msg, k.Top):
		h.choose(h.panel, 0)
	case key.Matches(msg, k.Bottom):
		h.choose(h.panel, h.count(h.panel)-1)
	case key.Matches(msg, k.Right):
		h.panel = (h.panel + 1) % hallPanels
	case key.Matches(msg, k.Left):
		h.panel = (h.panel + hallPanels - 1) % hallPanels
	case key.Matches(msg, k.Panel):
		h.panel = hallPanel(msg.Runes[0] - '1')
	case key.Matches(msg, k.Open):
		return h.open()
	case key.Matches(msg, k.Challenge):
		return h.challengeChosen()
	case key.Matches(msg, k.Seek):
		return h.form(lobby.Player{})
	case key.Matches(msg, k.Watch):
		return h.watch()
	case key.Matches(msg, k.Return):
		return h.back()
	case key.Matches(msg, k.Withdraw):
		return h.withdrawChosen()
	case key.Matches(msg, k.Mute):
		return h.mute()
	case key.Matches(msg, k.Say):
		h.writing = true
		return h.line.Focus()
	case key.Matches(msg, k.Card):
		return h.card()
	case key.Matches(msg, k.Back):
		return h.s.Pop(h)
	}
	return nil
}

// write edits the line of chat.
func (h *LobbyScreen) write(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, h.keys.Leave):
		h.quiet()
	case key.Matches(msg, h.keys.Send):
		text := strings.TrimSpace(h.line.Value())
		h.quiet()
		if text == "" || h.s.Club.Line == nil {
			return nil
		}
		h.older = 0
		return h.do(func(v *lobby.Visit) error { return v.Say(text) })
	default:
		if msg.Type == tea.KeyRunes {
			msg.Runes, msg.Paste = []rune(draw.Clean(string(msg.Runes))), false
		}
		var cmd tea.Cmd
		h.line, cmd = h.line.Update(msg)
		return cmd
	}
	return nil
}

// quiet leaves the line.
func (h *LobbyScreen) quiet() {
	h.line.Reset()
	h.line.Blur()
	h.writing = false
}
