package table

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// Screen is a table of the lobby, for its players and for who watches. It
// knows no more of the game than the snapshots that the table sends to the one
// who sits here.
type Screen struct {
	boardinput.Desk
	tableKeys tableKeys
	House     ui.House
	id        string
	Conn      *Conn
	Joined    bool  // a snapshot has come
	connErr   error // why no more will come, nil while the line stands
	Snap      remote.Snapshot

	Game     *chess.Game // as the snapshots tell it; nil while fog hides some of it
	fog      *fogBoard   // the board where there is no game
	Openings ui.Openings

	// Of a game in the fog.
	pastViews map[int]chess.View // by ply, as far as it was asked for
	fetching  map[int]bool
	lastView  chess.View         // what was drawn last
	ownMoves  map[int]chess.Move // own moves by the ply they led to

	Sent   *sentMove
	rated  *ratedMsg // nil before the archive has the game
	warned bool      // of little time
	eval   evaluation
	muted  map[string]bool
	Ticks  int // counts those asked for; older ones are late

	Frame []string // rows as they were drawn last; nil when more than a clock has changed
}

// sentMove is a move that the table has not confirmed yet.
type sentMove struct {
	ply  int  // before it
	slow bool // it takes long enough to be told
}

// New sits down at a game as the player of a house: in his seat when
// it is his game, else among those who watch.
func New(s *ui.Session, house ui.House, id string) ui.Screen {
	t := &Screen{
		tableKeys: ui.Bound(s, NewKeys()), House: house, id: id,
		pastViews: make(map[int]chess.View), fetching: make(map[int]bool), ownMoves: make(map[int]chess.Move),
		muted: make(map[string]bool),
	}
	t.Desk = boardinput.NewDesk(s, t, chess.Rules{}, chess.Layout8())
	t.SetActions(t.actions(), true)
	t.fog = &fogBoard{layout: t.Layout, view: chess.View{Cells: make([]chess.Cell, len(t.Layout.Cells))}}
	return t
}

// Init sits down.
func (t *Screen) Init() tea.Cmd {
	if t.Conn != nil { // it came back to the top
		return nil
	}
	return t.connect()
}

// connect opens a new line to the table.
func (t *Screen) connect() tea.Cmd {
	if t.Conn != nil {
		t.Conn.leave()
	}
	t.Conn, t.connErr, t.Sent = &Conn{}, nil, nil
	return t.Conn.join(t.House, t.id)
}

// Close leaves the table; a player's seat stays his.
func (t *Screen) Close() {
	if t.Conn != nil {
		t.Conn.leave()
	}
	t.stopJudging()
	if t.eval.engine != nil {
		go t.eval.engine.Close() // a search may be on its way out
	}
}

func (t *Screen) SetSize(width, height int) {
	t.Frame = nil
	t.Desk.SetSize(width, height)
}

func (t *Screen) Title() string {
	switch {
	case !t.Joined:
		return t.S.Text("Online game")
	case t.Over():
		return t.S.Text(t.endText())
	case t.HumanTurn():
		return t.S.Text("Your move: " + t.Rules.Name)
	}
	return t.S.Text(t.Rules.Name)
}

// Typing leaves printable keys to the line once something is written.
func (t *Screen) Typing() bool {
	return t.Line.Writing()
}

// TakesPaste tells that a paste goes to the line: while a game goes on nothing is
// analysed.
func (t *Screen) TakesPaste() bool { return !t.Over() }

// LeaveQuestion asks before a game that goes on is left by one of its players.
func (t *Screen) LeaveQuestion() string {
	if _, seated := t.Me(); !seated || t.Over() || t.connErr != nil || t.Snap.Terms.Correspondence() {
		return ""
	}
	switch {
	case t.onWeb() && t.unhurried():
		return "" // nobody sits through days
	case t.onWeb():
		if t.web() == "FICS" {
			return "Leave the game? Your clock keeps running; you can return from the page of FICS."
		}
		return "Leave the game? Your clock keeps running; you can return from the list of lichess."
	case t.Snap.Terms.Control.None():
		return "Leave the game? You can return from the lobby."
	}
	return "Leave the game? Your clock keeps running; you can return from the lobby."
}

func (t *Screen) ShortHelp() []key.Binding {
	k := t.Keys
	_, seated := t.Me()
	switch {
	case t.Question != nil:
		return nil
	case t.connErr != nil:
		return ui.Bindings(&k.Back, &k.Forward, &k.Flip, &k.Menu)
	case t.mayJudge() && !t.Over():
		return []key.Binding{ui.PairOf("step", k.Back, k.Forward), k.Meter, ui.Brief(k.Flip, "flip"), ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back")}
	case t.Over() && !seated:
		return ui.Bindings(&k.View, &k.Graph, &k.Analyse, &k.Save, &t.tableKeys.Chat, &k.Back, &k.Menu)
	case t.Over() && t.Snap.Tournament != nil:
		return []key.Binding{ui.Brief(k.Rematch, "tournament"), k.View, k.Graph, k.Analyse, k.Save, t.tableKeys.Chat, k.Back, k.Menu}
	case t.Over():
		return ui.Bindings(&k.Rematch, &k.View, &k.Graph, &k.Analyse, &k.Save, &t.tableKeys.Chat, &k.Back, &k.Menu)
	case !seated:
		return []key.Binding{k.Back, k.Forward, ui.Brief(k.Flip, "flip"), t.tableKeys.Chat, ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back")}
	}
	if t.Snap.Twin != nil {
		return []key.Binding{
			ui.Brief(k.Draw, "draw"), ui.Brief(k.Resign, "resign"), t.tableKeys.Chat, ui.Bind("//", "partner", "/"),
			ui.Brief(k.Flip, "flip"), ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back"),
		}
	}
	return []key.Binding{
		ui.Brief(k.Draw, "draw"), ui.Brief(k.Undo, "undo"), ui.Brief(k.Resign, "resign"), t.tableKeys.Chat,
		ui.Brief(k.Flip, "flip"), ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back"),
	}
}

func (t *Screen) FullHelp() [][]key.Binding {
	k := t.Keys
	return [][]key.Binding{
		ui.Bindings(&k.Send, &k.Complete, &k.Pick, &k.Up, &k.Down, &k.Left, &k.Right, &k.Recall, &k.Cancel),
		ui.Bindings(&k.Back, &k.Forward, &k.Start, &k.Live, &k.Undo, &k.Draw, &k.Resign, &t.tableKeys.Yes, &t.tableKeys.No, &t.tableKeys.Chat),
		ui.Bindings(&k.Flip, &k.Bigger, &k.Smaller, &k.Card, &k.Save, &k.CopyFEN, &k.CopyPGN),
		ui.Bindings(&k.Rematch, &k.View, &k.Graph, &k.Analyse, &k.Menu),
	}
}

// Me is the side of the one who sits here; ok is false for a spectator.
func (t *Screen) Me() (c chess.Color, ok bool) {
	if !t.Joined {
		return chess.White, false
	}
	return t.Snap.Seat.Player()
}

// Present is the present position, in the fog as far as it is seen.
func (t *Screen) Present() chess.Board {
	if t.Game != nil {
		return t.Game.Board()
	}
	return t.fog
}

func (t *Screen) Ply() int { return t.Snap.Ply }

func (t *Screen) Fogged() bool { return t.Rules.Fog && !t.Over() }

//go:noinline
func (t *Screen) Over() bool { return t.Joined && t.Snap.Over() }

func (t *Screen) Observer() chess.Observer {
	if c, seated := t.Me(); t.Fogged() && seated {
		return chess.ObserverOf(c)
	}
	return chess.Everyone
}

// HumanTurn tells whether who sits here is to move.
func (t *Screen) HumanTurn() bool {
	c, seated := t.Me()
	return seated && !t.Over() && t.connErr == nil && t.Snap.Turn == c
}

// typesMoves tells whether what is typed may be a move, now or ahead.
func (t *Screen) typesMoves() bool { return t.HumanTurn() || t.Premoving() }

// Premoving tells whether what the player does now is done ahead.
func (t *Screen) Premoving() bool {
	c, seated := t.Me()
	return seated && !t.Over() && t.connErr == nil && t.Live() && t.Snap.Turn != c
}

// Ready tells whether a move can be made now and says why not.
func (t *Screen) Ready() bool {
	_, seated := t.Me()
	switch {
	case !t.Joined:
		t.Complain("still joining")
	case t.connErr != nil:
		t.Complain(t.connErrText())
	case t.Over() && t.Snap.Tournament != nil:
		t.Complain("the game is over: press Enter for the tournament, Esc to leave")
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

// unhurried tells whether a game has no clock, or days for a move.
func (t *Screen) unhurried() bool {
	c, ok := t.Conn.open().(ui.Controller)
	return t.Snap.Terms.Control.None() || ok && c.ControlText() != ""
}

// opponent is the other player, for one who plays.
func (t *Screen) opponent() remote.Player {
	c, _ := t.Me()
	return t.Snap.Players[c.Other()]
}

// TableID names the table that the screen shows.
func (t *Screen) TableID() string { return t.id }

// tableKeys are what a table of the lobby has besides the keys of a game. Yes and
// No answer an offer while the line is empty.
type tableKeys struct {
	Chat, Yes, No key.Binding
}

func NewKeys() tableKeys {
	return tableKeys{
		Chat: ui.Bind("/", "chat", "/"),
		Yes:  ui.Bind("y", "accept offer", "y"),
		No:   ui.Bind("n", "decline offer", "n"),
	}
}

func (t *Screen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	if _, tick := msg.(TickMsg); !tick || t.Snap.Twin != nil {
		t.Frame = nil
	}
	cmd := t.handle(msg)
	return t, tea.Batch(cmd, t.fetchPastView(), t.judge())
}

// handle does what a message says.
func (t *Screen) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return t.pressed(msg)
	case tea.MouseMsg:
		if at := t.Room.Panel; t.Joined && t.Snap.Twin != nil && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft &&
			at.Has(msg.X, msg.Y) && msg.Y > at.Y+at.H/2 {
			if _, seated := t.Me(); !seated {
				return t.switchBoard()
			}
		}
		if t.Joined {
			return t.Clicked(msg)
		}
	case evalMsg:
		t.judged(msg)
	case ui.ThemeMsg:
		t.Redress()
	case ui.RevealedMsg:
		if _, seated := t.Me(); seated && t.Snap.Next != "" {
			return t.findNext()
		}
	case ui.OpeningsMsg:
		t.Openings.Table = msg.Table
	case joinedMsg:
		if msg.conn == t.Conn {
			return t.connJoined(msg.err)
		}
	case ShownMsg:
		if msg.Conn == t.Conn && t.connErr == nil {
			return tea.Batch(t.setSnapshot(msg.Snap), t.Conn.nextSnapshot())
		}
	case closedMsg:
		if msg.conn == t.Conn && t.connErr == nil {
			t.connClosed(msg.err)
		}
	case didMsg:
		if msg.conn == t.Conn {
			t.callDone(msg)
		}
	case pastMsg:
		if msg.conn == t.Conn && msg.ply <= t.Snap.Ply {
			t.pastViews[msg.ply] = msg.view
			t.Redraw()
		}
	case nextMsg:
		switch {
		case msg.conn != t.Conn:
		case t.Question != nil: // its answer must not land on the next board
			t.Say("Rematch accepted: press Enter to go to the new game")
		default:
			return t.S.Replace(t, New(t.S, t.House, msg.id))
		}
	case TickMsg:
		if msg.Conn == t.Conn && msg.Serial == t.Ticks {
			return t.ticked()
		}
	case ratedMsg:
		if msg.conn == t.Conn {
			t.rated = &msg
		}
	case slowMsg:
		if msg.conn == t.Conn && t.Sent != nil && t.Sent.ply == msg.ply {
			t.Sent.slow = true
		}
	}
	return nil
}

// connJoined begins to listen, or says why there is nothing to listen to.
func (t *Screen) connJoined(err error) tea.Cmd {
	if err != nil {
		t.connErr = err
		return nil
	}
	return t.Conn.nextSnapshot()
}

// fetchPastView asks for the view of an earlier position that is on the screen and not
// known yet.
func (t *Screen) fetchPastView() tea.Cmd {
	if !t.Joined || t.Live() || t.Game != nil || t.fetching[t.Shown] || t.connErr != nil {
		return nil
	}
	t.fetching[t.Shown] = true
	return t.Conn.viewAt(t.Shown)
}

// pressed gives a key to what waits for one: a question, a choice, an offer;
// then to the keys of the game; then to the line.
func (t *Screen) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case !t.Joined:
		if key.Matches(msg, t.Keys.Menu) {
			return t.S.Pop(t)
		}
		return nil
	case t.Question != nil:
		return t.Answer(msg)
	case t.Chooser != nil:
		return t.Chose(msg)
	case msg.Paste:
		t.typed(msg)
		return nil
	}
	if cmd, done := t.Acted(msg); done {
		return cmd
	}
	if t.Line.Empty() {
		if cmd, done := t.steered(msg); done {
			return cmd
		}
	} else if key.Matches(msg, t.Keys.Send) {
		return t.submitLine()
	}
	return t.typed(msg)
}

// typed gives a key to the line, which has more room for what is said than for
// a move.
func (t *Screen) typed(msg tea.KeyMsg) tea.Cmd {
	t.Line.Field.CharLimit = boardinput.LongestInput
	if text := t.Line.Text(); text == "" && len(msg.Runes) > 0 && string(msg.Runes[:1]) == chatSign || len(text) > 0 && text[:1] == chatSign {
		t.Line.Field.CharLimit = remote.MaxChat + len(chatSign)
	}
	return t.Wrote(msg)
}

// steered does what keys mean on an empty line: the answer to an offer first. Where a move can
// be typed an n may begin one of a knight: it goes to the line, and Enter makes it the answer.
func (t *Screen) steered(msg tea.KeyMsg) (tea.Cmd, bool) {
	if t.OfferText() != "" {
		switch {
		case key.Matches(msg, t.tableKeys.Yes):
			return t.respond(true), true
		case key.Matches(msg, t.tableKeys.No) && !t.typesMoves():
			return t.respond(false), true
		}
	}
	if _, seated := t.Me(); !seated && t.Snap.Twin != nil && key.Matches(msg, t.Keys.Complete) {
		return t.switchBoard(), true
	}
	if t.connErr != nil && key.Matches(msg, t.Keys.Send) {
		return t.connect(), true
	}
	return t.Steered(msg)
}
