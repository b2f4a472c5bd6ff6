package club

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// TableScreen is a table of the lobby, for its players and for who watches. It
// knows no more of the game than the snapshots that the table sends to the one
// who sits here.
type TableScreen struct {
	boardinput.Desk
	also  tableKeys
	Table *lobby.Table
	Wire  *Wire
	Known bool  // a snapshot has come
	Gone  error // why no more will come, nil while the line stands
	Snap  lobby.Snapshot

	Game     *chess.Game // as the snapshots tell it; nil while fog hides some of it
	sight    *glimpse    // the board where there is no game
	Openings ui.Openings

	// Of a game in the fog.
	Past  map[int]chess.View // by ply, as far as it was asked for
	asked map[int]bool
	was   chess.View         // what was drawn last
	mine  map[int]chess.Move // own moves by the ply they led to

	Sent   *sentMove
	denied bool // an offer was just declined by the letter n
	warned bool // of little time
	muted  map[string]bool
	Ticks  int // counts those asked for; older ones are late

	Frame []string // rows as they were drawn last; nil when more than a clock has changed
}

// sentMove is a move that the table has not confirmed yet.
type sentMove struct {
	ply  int  // before it
	slow bool // it takes long enough to be told
}

// NewTableScreen sits down at a table as the session's player: in his seat when
// it is his game, else among those who watch.
func NewTableScreen(s *ui.Session, table *lobby.Table) ui.Screen {
	t := &TableScreen{
		also: ui.Bound(s, NewTableKeys()), Table: table,
		Past: make(map[int]chess.View), asked: make(map[int]bool), mine: make(map[int]chess.Move),
		muted: make(map[string]bool),
	}
	t.Desk = boardinput.NewDesk(s, t, chess.Rules{}, chess.Layout8(), TableWords)
	t.sight = &glimpse{layout: t.Layout, view: chess.View{Cells: make([]chess.Cell, len(t.Layout.Cells))}}
	return t
}

// Init sits down.
func (t *TableScreen) Init() tea.Cmd {
	if t.Wire != nil { // it came back to the top
		return nil
	}
	return t.sitDown()
}

// sitDown opens a new line to the table.
func (t *TableScreen) sitDown() tea.Cmd {
	if t.Wire != nil {
		t.Wire.leave()
	}
	t.Wire, t.Gone, t.Sent = &Wire{}, nil, nil
	return t.Wire.join(t.Table, t.S.Club.Me)
}

// Close leaves the table; a player's seat stays his.
func (t *TableScreen) Close() {
	if t.Wire != nil {
		t.Wire.leave()
	}
}

// SetSize implements screen.
func (t *TableScreen) SetSize(width, height int) {
	t.Frame = nil
	t.Desk.SetSize(width, height)
}

func (t *TableScreen) Title() string {
	switch {
	case !t.Known:
		return t.S.Text("Online game")
	case t.Over():
		return t.S.Text(t.endText())
	case t.HumanTurn():
		return t.S.Text("Your move: " + t.Rules.Name)
	}
	return t.S.Text(t.Rules.Name)
}

// Typing leaves printable keys to the line once something is written.
func (t *TableScreen) Typing() bool {
	return t.Line.Writing()
}

// LeaveQuestion asks before a game that goes on is left by one of its players.
func (t *TableScreen) LeaveQuestion() string {
	if _, seated := t.Me(); !seated || t.Over() || t.Gone != nil {
		return ""
	}
	if t.Snap.Terms.Control.None() {
		return "Leave the game? You can return from the lobby."
	}
	return "Leave the game? Your clock keeps running; you can return from the lobby."
}

// ShortHelp implements help.KeyMap.
func (t *TableScreen) ShortHelp() []key.Binding {
	k := t.Keys
	_, seated := t.Me()
	switch {
	case t.Gone != nil:
		return []key.Binding{k.Back, k.Forward, k.Flip, k.Menu}
	case t.Over() && !seated:
		return []key.Binding{k.View, k.Graph, k.Analyse, k.Save, t.also.Chat, k.Back, k.Menu}
	case t.Over():
		return []key.Binding{k.Rematch, k.View, k.Graph, k.Analyse, k.Save, t.also.Chat, k.Back, k.Menu}
	case !seated:
		return []key.Binding{k.Back, k.Forward, ui.Brief(k.Flip, "flip"), t.also.Chat, ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back")}
	}
	return []key.Binding{
		ui.Brief(k.Draw, "draw"), ui.Brief(k.Undo, "undo"), ui.Brief(k.Resign, "resign"), t.also.Chat,
		ui.Brief(k.Flip, "flip"), ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back"),
	}
}

// FullHelp implements help.KeyMap.
func (t *TableScreen) FullHelp() [][]key.Binding {
	k := t.Keys
	return [][]key.Binding{
		{k.Send, k.Complete, k.Pick, k.Up, k.Down, k.Left, k.Right, k.Recall, k.Cancel},
		{k.Back, k.Forward, k.Start, k.Live, k.Undo, k.Draw, k.Resign, t.also.Yes, t.also.No, t.also.Chat},
		{k.Flip, k.Bigger, k.Smaller, k.Card, k.Save, k.CopyFEN, k.CopyPGN},
		{k.Rematch, k.View, k.Graph, k.Analyse, k.Menu},
	}
}

// Me is the side of the one who sits here; ok is false for a spectator.
func (t *TableScreen) Me() (c chess.Color, ok bool) {
	if !t.Known {
		return chess.White, false
	}
	return t.Snap.Seat.Player()
}

// Present is the present position, in the fog as far as it is seen.
func (t *TableScreen) Present() chess.Board {
	if t.Game != nil {
		return t.Game.Board()
	}
	return t.sight
}

func (t *TableScreen) Ply() int { return t.Snap.Ply }

func (t *TableScreen) Fogged() bool { return t.Rules.Fog && !t.Over() }

func (t *TableScreen) Over() bool { return t.Known && t.Snap.Over() }

func (t *TableScreen) Observer() chess.Observer {
	if c, seated := t.Me(); t.Fogged() && seated {
		return chess.EyesOf(c)
	}
	return chess.Everyone
}

// HumanTurn tells whether who sits here is to move.
func (t *TableScreen) HumanTurn() bool {
	c, seated := t.Me()
	return seated && !t.Over() && t.Gone == nil && t.Snap.Turn == c
}

// Premoving tells whether what the player does now is done ahead.
func (t *TableScreen) Premoving() bool {
	c, seated := t.Me()
	return seated && !t.Over() && t.Gone == nil && t.Live() && t.Snap.Turn != c
}

// Ready tells whether a move can be made now and says why not.
func (t *TableScreen) Ready() bool {
	_, seated := t.Me()
	switch {
	case !t.Known:
		t.Complain("still joining")
	case t.Gone != nil:
		t.Complain(t.goneText())
	case t.Over():
		t.Complain("the game is over: press Enter for a rematch, Esc to leave")
	case !seated:
		t.Complain("you are a spectator: only the players can move")
	case !t.Live():
		t.Complain(t.NotLive())
	case t.Sent != nil:
		t.Complain("your move is still being sent")
	case !t.HumanTurn():
		t.Complain("not your move")
	default:
		return true
	}
	return false
}

// rival is the other player, for one who plays.
func (t *TableScreen) rival() lobby.Player {
	c, _ := t.Me()
	return t.Snap.Players[c.Other()]
}

// TableID names the table that the screen shows.
func (t *TableScreen) TableID() string { return t.Table.ID() }

// tableKeys are what a table of the lobby has besides the keys of a game. Yes and
// No answer an offer while the line is empty.
type tableKeys struct {
	Chat, Yes, No key.Binding
}

func NewTableKeys() tableKeys {
	return tableKeys{
		Chat: ui.Bind("/", "chat", "/"),
		Yes:  ui.Bind("y", "accept offer", "y"),
		No:   ui.Bind("n", "decline offer", "n"),
	}
}
