package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lobby"
)

// tableScreen is a table of the lobby, for its players and for who watches. It
// knows no more of the game than the snapshots that the table sends to the one
// who sits here.
type tableScreen struct {
	desk
	also  tableKeys
	table *lobby.Table
	wire  *wire
	known bool  // a snapshot has come
	gone  error // why no more will come, nil while the line stands
	snap  lobby.Snapshot

	game     *chess.Game // as the snapshots tell it; nil while fog hides some of it
	sight    *glimpse    // the board where there is no game
	openings openings

	// Of a game in the fog.
	past  map[int]chess.View // by ply, as far as it was asked for
	asked map[int]bool
	was   chess.View         // what was drawn last
	mine  map[int]chess.Move // own moves by the ply they led to

	sent   *sentMove
	denied bool // an offer was just declined by the letter n
	warned bool // of little time
	muted  map[string]bool
	ticks  int // counts those asked for; older ones are late

	frame []string // rows as they were drawn last; nil when more than a clock has changed
}

// sentMove is a move that the table has not confirmed yet.
type sentMove struct {
	ply  int  // before it
	slow bool // it takes long enough to be told
}

// newTableScreen sits down at a table as the session's player: in his seat when
// it is his game, else among those who watch.
func newTableScreen(s *Session, table *lobby.Table) screen {
	t := &tableScreen{
		also: bound(s, newTableKeys()), table: table,
		past: make(map[int]chess.View), asked: make(map[int]bool), mine: make(map[int]chess.Move),
		muted: make(map[string]bool),
	}
	t.desk = newDesk(s, t, chess.Rules{}, chess.Layout8(), tableWords)
	t.sight = &glimpse{layout: t.layout, view: chess.View{Cells: make([]chess.Cell, len(t.layout.Cells))}}
	return t
}

// Init sits down.
func (t *tableScreen) Init() tea.Cmd {
	if t.wire != nil { // it came back to the top
		return nil
	}
	return t.sitDown()
}

// sitDown opens a new line to the table.
func (t *tableScreen) sitDown() tea.Cmd {
	if t.wire != nil {
		t.wire.leave()
	}
	t.wire, t.gone, t.sent = &wire{}, nil, nil
	return t.wire.join(t.table, t.s.Club.Me)
}

// close leaves the table; a player's seat stays his.
func (t *tableScreen) close() {
	if t.wire != nil {
		t.wire.leave()
	}
}

// SetSize implements screen.
func (t *tableScreen) SetSize(width, height int) {
	t.frame = nil
	t.desk.SetSize(width, height)
}

func (t *tableScreen) title() string {
	switch {
	case !t.known:
		return "A table"
	case t.over():
		return t.endText()
	case t.humanTurn():
		return "Your move: " + t.rules.Name
	}
	return t.rules.Name
}

// typing leaves printable keys to the line once something is written.
func (t *tableScreen) typing() bool {
	return t.line.writing()
}

// leaveQuestion asks before a game that goes on is left by one of its players.
func (t *tableScreen) leaveQuestion() string {
	if _, seated := t.me(); !seated || t.over() || t.gone != nil {
		return ""
	}
	if t.snap.Terms.Control.None() {
		return "Leave the table? The game waits for you in the lobby."
	}
	return "Leave the table? Your clock runs on; the game waits for you in the lobby."
}

// ShortHelp implements help.KeyMap.
func (t *tableScreen) ShortHelp() []key.Binding {
	k := t.keys
	_, seated := t.me()
	switch {
	case t.gone != nil:
		return []key.Binding{k.Back, k.Forward, k.Flip, k.Menu}
	case t.over() && !seated:
		return []key.Binding{k.View, k.Graph, k.Analyse, k.Save, t.also.Chat, k.Back, k.Menu}
	case t.over():
		return []key.Binding{k.Rematch, k.View, k.Graph, k.Analyse, k.Save, t.also.Chat, k.Back, k.Menu}
	case !seated:
		return []key.Binding{k.Back, k.Forward, brief(k.Flip, "flip"), t.also.Chat, brief(k.Card, "rules"), brief(k.Cancel, "back")}
	}
	return []key.Binding{
		brief(k.Draw, "draw"), brief(k.Undo, "undo"), brief(k.Resign, "resign"), t.also.Chat,
		brief(k.Flip, "flip"), brief(k.Card, "rules"), brief(k.Cancel, "back"),
	}
}

// FullHelp implements help.KeyMap.
func (t *tableScreen) FullHelp() [][]key.Binding {
	k := t.keys
	return [][]key.Binding{
		{k.Send, k.Complete, k.Pick, k.Up, k.Down, k.Left, k.Right, k.Recall, k.Cancel},
		{k.Back, k.Forward, k.Start, k.Live, k.Undo, k.Draw, k.Resign, t.also.Yes, t.also.No, t.also.Chat},
		{k.Flip, k.Bigger, k.Smaller, k.Card, k.Save, k.CopyFEN, k.CopyPGN},
		{k.Rematch, k.View, k.Graph, k.Analyse, k.Menu},
	}
}

// me is the side of the one who sits here; ok is false for a spectator.
func (t *tableScreen) me() (c chess.Color, ok bool) {
	if !t.known {
		return chess.White, false
	}
	return t.snap.Seat.Player()
}

// present is the present position, in the fog as far as it is seen.
func (t *tableScreen) present() chess.Board {
	if t.game != nil {
		return t.game.Board()
	}
	return t.sight
}

func (t *tableScreen) ply() int { return t.snap.Ply }

func (t *tableScreen) fogged() bool { return t.rules.Fog && !t.over() }

func (t *tableScreen) over() bool { return t.known && t.snap.Over() }

func (t *tableScreen) observer() chess.Observer {
	if c, seated := t.me(); t.fogged() && seated {
		return chess.EyesOf(c)
	}
	return chess.Everyone
}

// humanTurn tells whether who sits here is to move.
func (t *tableScreen) humanTurn() bool {
	c, seated := t.me()
	return seated && !t.over() && t.gone == nil && t.snap.Turn == c
}

// premoving tells whether what the player does now is done ahead.
func (t *tableScreen) premoving() bool {
	c, seated := t.me()
	return seated && !t.over() && t.gone == nil && t.live() && t.snap.Turn != c
}

// ready tells whether a move can be made now and says why not.
func (t *tableScreen) ready() bool {
	_, seated := t.me()
	switch {
	case !t.known:
		t.complain("you are still sitting down")
	case t.gone != nil:
		t.complain(t.goneText())
	case t.over():
		t.complain("the game is over: Enter asks for a rematch, Esc leaves the table")
	case !seated:
		t.complain("you watch this game: only its players can move")
	case !t.live():
		t.complain(t.notLive())
	case t.sent != nil:
		t.complain("your move is still on its way")
	case !t.humanTurn():
		t.complain("it is not your move")
	default:
		return true
	}
	return false
}

// rival is the other player, for one who plays.
func (t *tableScreen) rival() lobby.Player {
	c, _ := t.me()
	return t.snap.Players[c.Other()]
}

// tableID names the table that the screen shows.
func (t *tableScreen) tableID() string { return t.table.ID() }

// tableKeys are what a table of the lobby has besides the keys of a game. Yes and
// No answer an offer while the line is empty.
type tableKeys struct {
	Chat, Yes, No key.Binding
}

func newTableKeys() tableKeys {
	return tableKeys{
		Chat: bind("/", "chat", "/"),
		Yes:  bind("y", "take an offer", "y"),
		No:   bind("n", "decline an offer", "n"),
	}
}
