package boardinput

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// Desk is a board with all that a player needs at it: the input, questions, and
// the room round the board. Screens on which a game is played embed one. What
// game it is, and what becomes of a move, their deskHost tells.
type Desk struct {
	Input
	host  deskHost
	Keys  gameKeys
	Start chess.View // the pieces that the game began with

	Question *question
	Offer    *question // of the opponent, until the position changes
	Shown    int       // half-moves on the board; host.ply() while the game is followed

	Width, Height int
	Smaller       int // steps that the board is smaller than it could be
	Room          gameRoom
	fits          bool
	bars          [2]draw.PlayerBar // by Color, as retime drew them on composed rows
	composed      []string          // the rows that Compose made last
}

// question is a question that waits for yes or no. Nothing but such a key takes it away.
type question struct {
	text    string
	yes, no func() tea.Cmd
	unheard bool // a key was struck that is no answer: the letters of those stand out
}

// deskHost is the screen that a desk stands on.
type deskHost interface {
	opponentHost
	deskFace
	ui.Screen
	ui.Confirmer
	Ply() int
	Over() bool
	OpenViewer() tea.Cmd
}

// deskFace is what is drawn on and round the board.
type deskFace interface {
	ShownView() chess.View // of the position on the screen
	Marks(chess.View) draw.Marks
	// Tally holds the pieces of the position on the screen, which both sides may
	// count, in cells of no meaning.
	Tally() chess.View
	Heading() string
	Status() string
	Player(chess.Color) draw.PlayerBar
	Sheet() draw.ScoreSheet
	// AsideRows are rows between the moves and the lower player, at most so many.
	AsideRows(width, most int) []string
	NoticeRow(width int) string
	InputRow(width int) string
	EvalBar() []string // the column beside the board; nil for none
}

// NewDesk makes a desk for games of some rules; the host sets the rest.
func NewDesk(s *ui.Session, host deskHost, r chess.Rules, l *chess.Layout) Desk {
	d := Desk{Input: New(s, host, l), host: host, Keys: ui.Bound(s, NewGameKeys())}
	k := &d.Keys
	if s.Alone {
		k.Menu.SetHelp(k.Menu.Help().Key, "leave")
	}
	d.opponent, d.Rules = host, r
	d.Bindings = Keys{k.Send, k.Complete, k.Pick, k.Up, k.Down, k.Left, k.Right, k.Cancel}
	return d
}

// SetSize lays the screen out anew.
func (d *Desk) SetSize(width, height int) {
	d.Width, d.Height = width, height
	d.Relay()
}

// Relay finds the places of everything for the present size.
func (d *Desk) Relay() {
	d.Room, d.fits = arrange(d.Layout, d.S.Sizes(d.Layout), d.Width, d.Height, d.Smaller)
	d.Redraw()
}

func (d *Desk) MinSize() (int, int) { return leastRoom(d.Layout, d.S.Sizes(d.Layout)) }

// Live tells whether the present position is on the board.
func (d *Desk) Live() bool { return d.Shown == d.host.Ply() }

// Ask puts a question into the message row. no may be nil.
func (d *Desk) Ask(text string, yes, no func() tea.Cmd) {
	d.Question = &question{text: text, yes: yes, no: no}
}

// Asking tells that a question waits, so that no other screen may take its keys.
func (d *Desk) Asking() bool { return d.Question != nil || d.Chooser != nil }

// AskOffer puts an offer of the opponent into the message row.
func (d *Desk) AskOffer(text string, yes func() tea.Cmd) {
	d.Offer = &question{text: text, yes: yes}
}

// offerLetters answer an offer. It comes at a time of its own: y alone agrees, for the
// player may be about to write d4, and da is yes elsewhere.
const offerLetters = " [y/n]"

// AnswerOffer gives a key to the offer, if it is an answer. A line that has text keeps all
// of its keys.
func (d *Desk) AnswerOffer(msg tea.KeyMsg) (cmd tea.Cmd, done bool) {
	if d.Offer == nil || !d.Line.Empty() || msg.Paste {
		return nil, false
	}
	switch msg.String() {
	case "y", "Y":
		cmd = d.Offer.yes()
	case "n", "N":
		d.Say("Draw declined")
	default:
		return nil, false
	}
	d.Offer = nil
	return cmd, true
}

// Answer gives a key to the question.
func (d *Desk) Answer(msg tea.KeyMsg) tea.Cmd {
	q := d.Question
	yes, said := d.S.Answer(msg)
	if q.unheard = !said; !said {
		return nil
	}
	d.Question = nil
	switch {
	case yes:
		return q.yes()
	case q.no != nil:
		return q.no()
	}
	return nil
}

// show puts an earlier or later position on the board.
func (d *Desk) show(ply int) {
	ply = max(0, min(ply, d.host.Ply()))
	if ply == d.Shown {
		return
	}
	d.Shown = ply
	d.cancelBest()
	d.Selection.LetGo()
	if d.Live() {
		d.Selection.From = d.Selection.mustMove
	}
	d.Redraw()
	if d.Live() && !d.host.Over() {
		d.Notice = ui.Notice{}
	} else if !d.Live() {
		d.Say("Earlier position. Press End to return to the game")
	}
}

// Acted does what keys say whether a line is begun or not, but for those that edit it.
func (d *Desk) Acted(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &d.Keys
	if d.Line.Edits(msg) {
		return d.Wrote(msg), true
	}
	for _, a := range [...]struct {
		key  key.Binding
		word string
	}{
		{k.Undo, "undo"}, {k.Hint, "hint"}, {k.Draw, "draw"}, {k.Resign, "resign"}, {k.Flip, "flip"},
		{k.Save, "save"}, {k.Card, "rules"}, {k.CopyFEN, "fen"}, {k.CopyPGN, "pgn"},
		{k.Thoughts, "think"}, {k.Meter, "meter"}, {k.Study, "analyse"},
	} {
		if key.Matches(msg, a.key) {
			return d.Run(a.word), true
		}
	}
	switch {
	case key.Matches(msg, k.Recall):
		d.Line.recall(-1)
	case key.Matches(msg, k.Back):
		d.show(d.Shown - 1)
	case key.Matches(msg, k.Forward):
		d.show(d.Shown + 1)
	case !key.Matches(msg, k.Cancel):
		return nil, false
	case !d.undone():
		return d.Leave(), true
	}
	return nil, true
}

// unsaved is a host that asks by itself what becomes of a game that is not on disk.
type unsaved interface{ AskUnsaved() bool }

// Leave goes back, with a question while the game goes on.
func (d *Desk) Leave() tea.Cmd {
	if h, ok := d.host.(unsaved); ok && h.AskUnsaved() {
		return nil
	}
	if text := d.host.LeaveQuestion(); text != "" {
		d.Ask(text, func() tea.Cmd { return d.S.Pop(d.host) }, nil)
		return nil
	}
	return d.S.Pop(d.host)
}

// Steered does what keys mean on an empty line: besides those of the input the
// past, the size of the board, and after the end what to do next.
func (d *Desk) Steered(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &d.Keys
	if d.host.Over() {
		switch {
		case key.Matches(msg, k.Rematch):
			return d.Run("rematch"), true
		case key.Matches(msg, k.View):
			return d.host.OpenViewer(), true
		case key.Matches(msg, k.Graph):
			return d.Run("graph"), true
		case key.Matches(msg, k.Analyse):
			return d.Run("analyse"), true
		case key.Matches(msg, k.Menu):
			return d.Leave(), true
		}
	}
	switch {
	case key.Matches(msg, k.Start):
		d.show(0)
	case key.Matches(msg, k.Live):
		d.show(d.host.Ply())
	case key.Matches(msg, k.Bigger):
		d.Smaller = max(d.Smaller-1, 0)
		d.Relay()
	case key.Matches(msg, k.Smaller):
		d.Smaller = min(d.Smaller+1, len(d.S.Sizes(d.Layout))-1)
		d.Relay()
	default:
		return d.Input.Steered(msg)
	}
	return nil, true
}

// undone takes back the last thing begun, at last a look into the past; false
// where nothing is.
func (d *Desk) undone() bool {
	switch {
	case d.Input.Undone():
	case !d.Live() && !d.host.Over():
		d.show(d.host.Ply())
		d.Notice = ui.Notice{}
	default:
		return false
	}
	return true
}

// NotLive says how to come back to the present position.
func (d *Desk) NotLive() string {
	return "this is an earlier position: press End to return to the game"
}

// Clicked plays with the mouse: besides what the input does with the board, the
// wheel steps, and the row that asks and the pocket can be clicked.
func (d *Desk) Clicked(msg tea.MouseMsg) tea.Cmd {
	if d.Question != nil || !d.fits {
		return nil
	}
	r := &d.Room
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		d.show(d.Shown - 1)
		return nil
	case msg.Button == tea.MouseButtonWheelDown:
		d.show(d.Shown + 1)
		return nil
	case msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft:
	case d.Chooser != nil:
		if m, ok := d.Chooser.optionAt(msg.X - r.inputX); ok && msg.Y == r.Notice {
			d.Chooser = nil
			return d.host.Play(m)
		}
	default:
		if role, ok := d.pocketAt(msg.X, msg.Y); ok && (d.host.Premoving() || d.host.Ready()) {
			if d.PutDown() {
				d.Selection.Role = role
			}
			d.Redraw()
			return nil
		}
	}
	return d.Pointed(msg, r.Board, r.Size)
}

// Place marks what last, the move that led to the position on the screen, and its
// rules say of the squares, and what the player is about to do.
func (d *Desk) Place(v chess.View, last chess.Move) draw.Marks {
	m := draw.NewMarks()
	m.Goal = draw.SquaresIn(d.Rules.GoalSquares())
	m.MarkMove(last)
	m.Checked = draw.SquaresOf(v.Checked...)
	if d.Live() {
		d.Mark(&m)
	}
	return m
}

// gameKeys play a game. The input line is always live: no letter is bound.
type gameKeys struct {
	Send, Complete, Pick          key.Binding
	Up, Down, Left, Right, Cancel key.Binding
	Back, Forward, Start, Live    key.Binding
	Undo, Hint, Draw, Resign      key.Binding
	Flip, Save, Card              key.Binding
	Bigger, Smaller               key.Binding
	CopyFEN, CopyPGN              key.Binding
	Recall                        key.Binding
	Thoughts, Meter, Study        key.Binding
	Let                           key.Binding
	// After the end.
	Rematch, View, Menu key.Binding
	Graph, Analyse      key.Binding
}

func NewGameKeys() gameKeys {
	in := newKeys()
	return gameKeys{
		Send: in.Send, Complete: in.Complete, Pick: in.Pick,
		Up: in.Up, Down: in.Down, Left: in.Left, Right: in.Right, Cancel: in.Cancel,
		Back:     ui.Bind("pgup", "previous move", "pgup", "ctrl+p"),
		Forward:  ui.Bind("pgdn", "next move", "pgdown", "ctrl+n"),
		Start:    ui.Bind("home", "first move", "home"),
		Live:     ui.Bind("end", "current position", "end"),
		Undo:     ui.Bind("ctrl+u", "takeback", "ctrl+u", "f2"),
		Hint:     ui.Bind("ctrl+o", "hint", "ctrl+o"),
		Draw:     ui.Bind("ctrl+d", "draw", "ctrl+d", "f3"),
		Resign:   ui.Bind("ctrl+r", "resign", "ctrl+r", "f4"),
		Flip:     ui.Bind("ctrl+f", "flip", "ctrl+f"),
		Save:     ui.Bind("ctrl+w", "save", "ctrl+w", "f12"),
		Card:     ui.Bind("F5", "rules", "f5"),
		Bigger:   ui.Bind("+", "larger board", "+"),
		Smaller:  ui.Bind("-", "smaller board", "-"),
		CopyFEN:  ui.Bind("ctrl+g", "copy FEN", "ctrl+g"),
		CopyPGN:  ui.Bind("ctrl+e", "copy PGN", "ctrl+e"),
		Recall:   ui.Bind("alt+↑", "previous input", "alt+up", "ctrl+y"),
		Thoughts: ui.Bind("F9", "engine lines", "f9"),
		Meter:    ui.Bind("ctrl+v", "evaluation bar", "ctrl+v"),
		Study:    ui.Bind("ctrl+x", "analyse", "ctrl+x"),
		Let:      ui.Bind("!", "best move of this piece", "!"),
		Graph:    ui.Bind("g", "game report", "g"),
		Analyse:  ui.Bind("a", "analyse", "a"),
		Rematch:  ui.Bind("enter", "play again", "enter", "r"),
		View:     ui.Bind("v", "review game", "v"),
		Menu:     ui.Bind("esc", "menu", "esc", "m", "q"),
	}
}
