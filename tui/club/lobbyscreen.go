package club

import (
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// LobbyScreen is the lobby: who is here, who seeks a game, which games are on,
// and what is said. It draws the latest view of the lobby and changes nothing of it
// by itself; what a key asks for comes back with the next view.
type LobbyScreen struct {
	s             *ui.Session
	keys          ui.HallKeys
	view          lobby.View // seeks in the order of the screen
	panel         panel
	rated         bool // somebody in the list has a rating
	lists         [panelCount]panelList
	line          ui.LineInput
	writing       bool
	reporting     remote.Player   // who is reported with what is written; zero for chat
	scrolled      int             // rows that the chat is scrolled up
	muted         map[string]bool // IDs of those who are muted
	challengeID   string          // ID of the challenge that is shown
	ChallengedAt  time.Time
	rulesOf       map[string]chess.Rules // of games, by their parts
	width, height int
	layout        lobbyLayout // where everything was drawn
}

// panel is one of the lists.
type panel int

const (
	playersPanel panel = iota
	seeksPanel
	gamesPanel
	tournamentsPanel // shown where there are any
	panelCount
)

// panelList is what is chosen in a panel. It follows what it has chosen, not the row.
type panelList struct {
	id      string
	at, top int
}

// OpenLobby opens the lobby, after asking for a name where there is none.
func OpenLobby(s *ui.Session, from ui.Screen) tea.Cmd {
	if Of(s).Nameless() {
		return s.Push(from, NewNameScreen(s, func() ui.Screen { return newLobbyScreen(s) }))
	}
	return s.Push(from, newLobbyScreen(s))
}

func newLobbyScreen(s *ui.Session) *LobbyScreen {
	h := &LobbyScreen{s: s, keys: ui.Bound(s, ui.NewHallKeys()), line: ui.NewLineInput(s, remote.MaxChat), rulesOf: make(map[string]chess.Rules)}
	h.line.Prompt = chatPrompt
	h.panel = seeksPanel
	h.setView(Of(s).FullSnapshot())
	if len(h.view.Seeks) == 0 {
		h.panel = playersPanel
	}
	return h
}

// Init takes what was heard between the key that made the screen and its place
// on the stack: no other news may come for a long time.
func (h *LobbyScreen) Init() tea.Cmd {
	h.setView(Of(h.s).FullSnapshot())
	return nil
}

func (h *LobbyScreen) SetSize(width, height int) {
	h.width, h.height = width, height
	h.line.Width = max(width-6, 8)
	h.layout = layOutLobby(width, height, len(h.view.Tournaments))
}

func (h *LobbyScreen) MinSize() (width, height int) { return 40, 14 }
func (h *LobbyScreen) Title() string                { return h.s.Text("Lobby") }
func (h *LobbyScreen) Typing() bool                 { return h.writing }

// setView shows the lobby as it is now and keeps the selection.
func (h *LobbyScreen) setView(view lobby.View) {
	me := Of(h.s).Me.ID
	view.Seeks = slices.Clone(view.Seeks)
	rank := func(s lobby.Seek) int { // what waits for his answer, then his own
		switch me {
		case s.To:
			return 0
		case s.From.ID:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(view.Seeks, func(a, b lobby.Seek) int { return rank(a) - rank(b) })
	if len(h.view.Tournaments) != len(view.Tournaments) {
		h.layout = layOutLobby(h.width, h.height, len(view.Tournaments))
	}
	h.view = view
	if h.panel >= h.panels() {
		h.panel = playersPanel
	}
	h.rated = slices.ContainsFunc(view.Here, func(p lobby.Presence) bool { return p.Rating.Value != 0 })
	h.muted = make(map[string]bool)
	for _, line := range view.Chat {
		if _, known := h.muted[line.From.ID]; !known {
			h.muted[line.From.ID] = Of(h.s).Lobby.Muted(Of(h.s).Me, line.From)
		}
	}
	for p := range panelCount {
		h.follow(p)
	}
	asked := ""
	if s, ok := h.challenge(); ok {
		asked = s.ID
	}
	if asked != h.challengeID {
		h.challengeID, h.ChallengedAt = asked, h.s.Now()
	}
}

// rowCount is how many rows a panel has, and id names one of them.
func (h *LobbyScreen) rowCount(p panel) int {
	return [panelCount]int{len(h.view.Here), len(h.view.Seeks), len(h.view.Games), len(h.view.Tournaments)}[p]
}

func (h *LobbyScreen) rowID(p panel, i int) string {
	switch p {
	case playersPanel:
		return h.view.Here[i].ID
	case seeksPanel:
		return h.view.Seeks[i].ID
	case tournamentsPanel:
		return h.view.Tournaments[i].ID
	}
	return h.view.Games[i].Table
}

// follow finds what is chosen in a panel again, or what is nearest.
func (h *LobbyScreen) follow(p panel) {
	l, n := &h.lists[p], h.rowCount(p)
	for i := range n {
		if h.rowID(p, i) == l.id {
			l.at = i
			return
		}
	}
	h.choose(p, l.at)
}

// choose takes row i of a panel, or the nearest there is.
func (h *LobbyScreen) choose(p panel, i int) {
	l, n := &h.lists[p], h.rowCount(p)
	l.at, l.id = max(min(i, n-1), 0), ""
	if n > 0 {
		l.id = h.rowID(p, l.at)
	}
}

// Player, seek and game are what is chosen in their panels.
func (h *LobbyScreen) Player() (lobby.Presence, bool) {
	if i := h.lists[playersPanel].at; i < len(h.view.Here) {
		return h.view.Here[i], true
	}
	return lobby.Presence{}, false
}

func (h *LobbyScreen) seek() (lobby.Seek, bool) {
	if i := h.lists[seeksPanel].at; i < len(h.view.Seeks) {
		return h.view.Seeks[i], true
	}
	return lobby.Seek{}, false
}

func (h *LobbyScreen) game() (lobby.GameInfo, bool) {
	if i := h.lists[gamesPanel].at; i < len(h.view.Games) {
		return h.view.Games[i], true
	}
	return lobby.GameInfo{}, false
}

// challenge is what the player is challenged to first.
func (h *LobbyScreen) challenge() (lobby.Seek, bool) {
	if len(h.view.Seeks) > 0 && h.view.Seeks[0].To == Of(h.s).Me.ID {
		return h.view.Seeks[0], true
	}
	return lobby.Seek{}, false
}

func (h *LobbyScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case LobbyMsg:
		if view := Of(h.s).Snapshot(); !view.Brief {
			h.setView(view)
		}
	case ui.RevealedMsg:
		h.setView(Of(h.s).FullSnapshot())
	case ui.ThemeMsg:
		h.line.Dress(h.s)
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
		h.scrolled++
		return nil
	case key.Matches(msg, k.Newer):
		h.scrolled = max(h.scrolled-1, 0)
		return nil
	case h.writing:
		return h.typeChat(msg)
	}
	asked, ok := h.challenge()
	answers := ok && h.s.Now().Sub(h.ChallengedAt) >= ui.AnswerDelay
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
		h.choose(h.panel, h.rowCount(h.panel)-1)
	case key.Matches(msg, k.Right):
		h.panel = (h.panel + 1) % h.panels()
	case key.Matches(msg, k.Left):
		h.panel = (h.panel + h.panels() - 1) % h.panels()
	case key.Matches(msg, k.Panel):
		h.panel = min(panel(msg.Runes[0]-'1'), h.panels()-1)
	case key.Matches(msg, k.Tournaments):
		return h.s.Push(h, newScheduleScreen(h.s))
	case key.Matches(msg, k.Open):
		return h.open()
	case key.Matches(msg, k.Challenge):
		return h.challengeChosen()
	case key.Matches(msg, k.Seek):
		return h.openForm(remote.Player{})
	case key.Matches(msg, k.Watch):
		return h.watch()
	case key.Matches(msg, k.Return):
		return h.returnToGame()
	case key.Matches(msg, k.Withdraw):
		return h.withdrawChosen()
	case key.Matches(msg, k.Mute):
		return h.mute()
	case key.Matches(msg, k.Report):
		return h.report()
	case key.Matches(msg, k.Profile):
		return h.openProfile()
	case key.Matches(msg, k.Say):
		h.writing = true
		return h.line.Focus()
	case key.Matches(msg, k.Card):
		return h.openRules()
	case key.Matches(msg, k.Back):
		return h.s.Pop(h)
	}
	return nil
}

// typeChat edits the line of chat.
func (h *LobbyScreen) typeChat(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, h.keys.Leave):
		h.stopWriting()
	case key.Matches(msg, h.keys.Send):
		text, who := h.line.Trimmed(), h.reporting
		h.stopWriting()
		if text == "" || Of(h.s).Feed == nil {
			return nil
		}
		if who.ID != "" {
			return h.sendReport(who, text)
		}
		h.scrolled = 0
		return h.call(func(v *lobby.Visit) error { return v.Say(text) })
	default:
		h.line.Type(msg)
	}
	return nil
}

// chatPrompt stands before a line of chat.
const chatPrompt = "/ "

// stopWriting leaves the line.
func (h *LobbyScreen) stopWriting() {
	h.line.Reset()
	h.line.Blur()
	h.line.Prompt, h.line.Width = chatPrompt, max(h.width-6, 8)
	h.writing, h.reporting = false, remote.Player{}
}

// ShortHelp implements help.KeyMap: what can be done with what is chosen.
func (h *LobbyScreen) ShortHelp() []key.Binding {
	k := h.keys
	if h.writing {
		return []key.Binding{k.Send, k.Leave, ui.PairOf("chat", k.Older, k.Newer)}
	}
	var short []key.Binding
	if _, ok := h.challenge(); ok {
		short = append(short, ui.Brief(k.Yes, "accept"), ui.Brief(k.No, "decline"))
	}
	switch {
	case h.view.Table != "":
		short = append(short, ui.Brief(k.Return, "your game"))
	case len(h.view.Waiting) > 0:
		short = append(short, ui.Brief(k.Return, "your games"))
	}
	switch h.panel {
	case playersPanel:
		if p, ok := h.Player(); ok && p.ID != Of(h.s).Me.ID {
			short = append(short, ui.Brief(k.Challenge, "challenge"))
			if p.Table != "" {
				short = append(short, ui.Brief(k.Watch, "watch"))
			}
			if !p.Guest {
				short = append(short, ui.Brief(k.Profile, "profile"))
			}
		}
	case seeksPanel:
		if s, ok := h.seek(); ok {
			if s.From.ID == Of(h.s).Me.ID || s.Has(Of(h.s).Me.ID) {
				short = append(short, ui.Brief(k.Withdraw, "cancel"))
			} else {
				short = append(short, ui.Brief(k.Open, "accept"))
			}
		}
	case gamesPanel:
		if _, ok := h.game(); ok {
			short = append(short, ui.Brief(k.Open, "watch"))
		}
	case tournamentsPanel:
		short = append(short, ui.Brief(k.Open, "open"))
	}
	if _, ok := h.challenge(); !ok {
		short = append(short, ui.Brief(k.Seek, "new seek"))
	}
	return append(short, ui.Brief(k.Say, "chat"), k.Tournaments, ui.Brief(k.Right, "panel"), ui.Brief(k.Mute, "mute"), ui.Brief(k.Back, "leave"))
}

func (h *LobbyScreen) FullHelp() [][]key.Binding {
	k := h.keys
	return [][]key.Binding{
		ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom, &k.Right, &k.Left, &k.Panel),
		ui.Bindings(&k.Open, &k.Challenge, &k.Seek, &k.Withdraw, &k.Yes, &k.No, &k.Watch, &k.Return, &k.Tournaments, &k.Card),
		ui.Bindings(&k.Say, &k.Older, &k.Newer, &k.Profile, &k.Mute, &k.Report, &k.Back),
	}
}
