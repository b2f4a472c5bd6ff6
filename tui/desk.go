package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
)

// desk is a board with all that a player needs at it: the input, questions, and
// the room round the board. Screens on which a game is played embed one. What
// game it is, and what becomes of a move, their deskHost tells.
type desk struct {
	boardInput
	host  deskHost
	keys  gameKeys
	start chess.View // the pieces that the game began with

	asking *asking
	shown  int // half-moves on the board; host.ply() while the game is followed

	width, height int
	smaller       int // steps that the board is smaller than it could be
	room          gameRoom
	fits          bool
	bars          [2]playerBar // by Color, as retime drew them on composed rows
}

// asking is a question that waits for y; everything else is no.
type asking struct {
	text string
	yes  func() tea.Cmd
	no   func() tea.Cmd
}

// deskHost is the screen that a desk stands on.
type deskHost interface {
	opponentHost
	deskFace
	screen
	confirmer
	ply() int
	over() bool
	openViewer() tea.Cmd
}

// deskFace is what is drawn on and round the board.
type deskFace interface {
	shownView() chess.View // of the position on the screen
	marks(chess.View) marks
	// tally holds the pieces of the position on the screen, which both sides may
	// count, in cells of no meaning.
	tally() chess.View
	heading() string
	status() string
	player(chess.Color) playerBar
	sheet() scoreSheet
	// asideRows are rows between the moves and the lower player, at most so many.
	asideRows(width, most int) []string
	noticeRow(width int) string
	inputRow(width int) string
	meter() []string // the column beside the board; nil for none
}

// newDesk makes a desk for games of some rules in which words can be written; the
// host sets the rest.
func newDesk(s *Session, host deskHost, r chess.Rules, l *chess.Layout, words []word) desk {
	d := desk{boardInput: newBoardInput(s, host, l), host: host, keys: bound(s, newGameKeys())}
	k := &d.keys
	d.opponent, d.rules, d.line.words = host, r, words
	d.bindings = inputKeys{k.Send, k.Complete, k.Pick, k.Up, k.Down, k.Left, k.Right, k.Cancel}
	return d
}

// SetSize lays the screen out anew.
func (d *desk) SetSize(width, height int) {
	d.width, d.height = width, height
	d.relay()
}

// relay finds the places of everything for the present size.
func (d *desk) relay() {
	d.room, d.fits = arrange(d.layout, sizesWith(d.s.Labels), d.width, d.height, d.smaller)
	d.redraw()
}

func (d *desk) minSize() (int, int) { return leastRoom(d.layout, sizesWith(d.s.Labels)) }

// live tells whether the present position is on the board.
func (d *desk) live() bool { return d.shown == d.host.ply() }

// ask puts a question into the message row; anything but y is no. no may be nil.
func (d *desk) ask(text string, yes, no func() tea.Cmd) {
	d.asking = &asking{text: text, yes: yes, no: no}
}

// answer takes y for yes and every other key for no; one that means more than that
// is then pressed.
func (d *desk) answer(msg tea.KeyMsg, pressed func(tea.KeyMsg) tea.Cmd) (cmd tea.Cmd) {
	q := d.asking
	d.asking = nil
	if s := msg.String(); s == "y" || s == "Y" {
		return q.yes()
	}
	if q.no != nil {
		cmd = q.no()
	}
	if !onlyNo(msg) {
		cmd = tea.Batch(cmd, pressed(msg))
	}
	return cmd
}

// onlyNo tells whether a key that answers a question means no and nothing else.
// Any other key that is no yes goes on to what it means without a question.
func onlyNo(msg tea.KeyMsg) bool {
	switch msg.String() {
	case "n", "N", "esc", "enter", " ":
		return true
	}
	return false
}

// show puts an earlier or later position on the board.
func (d *desk) show(ply int) {
	ply = max(0, min(ply, d.host.ply()))
	if ply == d.shown {
		return
	}
	d.shown = ply
	d.stopLetting()
	d.selection.letGo()
	if d.live() {
		d.selection.from = d.selection.bound
	}
	d.redraw()
	if d.live() && !d.host.over() {
		d.notice = notice{}
	} else if !d.live() {
		d.say("An earlier position. End comes back to the game")
	}
}

// acted does what keys say whether a line is begun or not.
func (d *desk) acted(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &d.keys
	for _, a := range [...]struct {
		key  key.Binding
		word string
	}{
		{k.Undo, "undo"}, {k.Hint, "hint"}, {k.Draw, "draw"}, {k.Resign, "resign"}, {k.Flip, "flip"},
		{k.Save, "save"}, {k.Card, "rules"}, {k.CopyFEN, "fen"}, {k.CopyPGN, "pgn"},
		{k.Thoughts, "think"}, {k.Meter, "meter"}, {k.Study, "analyse"},
	} {
		if key.Matches(msg, a.key) {
			return d.host.obey(a.word), true
		}
	}
	switch {
	case key.Matches(msg, k.Recall):
		d.line.recall(-1)
	case key.Matches(msg, k.Back):
		d.show(d.shown - 1)
	case key.Matches(msg, k.Forward):
		d.show(d.shown + 1)
	case !key.Matches(msg, k.Cancel):
		return nil, false
	case !d.undone():
		return d.leave(), true
	}
	return nil, true
}

// leave goes back, with a question while the game goes on.
func (d *desk) leave() tea.Cmd {
	if text := d.host.leaveQuestion(); text != "" {
		d.ask(text, func() tea.Cmd { return d.s.pop(d.host) }, nil)
		return nil
	}
	return d.s.pop(d.host)
}

// obeyed does what those words say that mean the same in every game.
func (d *desk) obeyed(word string) tea.Cmd {
	switch word {
	case "flip":
		d.flip = !d.flip
		d.redraw()
	case "moves":
		return d.listMoves()
	case "rules":
		return d.s.open(d.host, ShowRules{d.rules})
	case "help":
		return d.s.open(d.host, ShowHelp{d.host})
	case "menu":
		return d.leave()
	case "touch":
		return d.toggleTouch()
	case "signal":
		return d.nextSignal()
	}
	return nil
}

// steered does what keys mean on an empty line: besides those of the input the
// past, the size of the board, and after the end what to do next.
func (d *desk) steered(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &d.keys
	if d.host.over() {
		switch {
		case key.Matches(msg, k.Rematch):
			return d.host.obey("rematch"), true
		case key.Matches(msg, k.View):
			return d.host.openViewer(), true
		case key.Matches(msg, k.Graph):
			return d.host.obey("graph"), true
		case key.Matches(msg, k.Analyse):
			return d.host.obey("analyse"), true
		case key.Matches(msg, k.Menu):
			return d.s.pop(d.host), true
		}
	}
	switch {
	case key.Matches(msg, k.Start):
		d.show(0)
	case key.Matches(msg, k.Live):
		d.show(d.host.ply())
	case key.Matches(msg, k.Bigger):
		d.smaller = max(d.smaller-1, 0)
		d.relay()
	case key.Matches(msg, k.Smaller):
		d.smaller = min(d.smaller+1, len(cellSizes)-1)
		d.relay()
	default:
		return d.boardInput.steered(msg)
	}
	return nil, true
}

// undone takes back the last thing begun, at last a look into the past; false
// where nothing is.
func (d *desk) undone() bool {
	switch {
	case d.boardInput.undone():
	case !d.live() && !d.host.over():
		d.show(d.host.ply())
		d.notice = notice{}
	default:
		return false
	}
	return true
}

// notLive says how to come back to the present position.
func (d *desk) notLive() string {
	return "this is an earlier position: press End to come back to the game"
}

// clicked plays with the mouse: besides what the input does with the board, the
// wheel steps, and the row that asks and the pocket can be clicked.
func (d *desk) clicked(msg tea.MouseMsg) tea.Cmd {
	if d.asking != nil || !d.fits {
		return nil
	}
	r := &d.room
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		d.show(d.shown - 1)
		return nil
	case msg.Button == tea.MouseButtonWheelDown:
		d.show(d.shown + 1)
		return nil
	case msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft:
	case d.chooser != nil:
		if m, ok := d.chooser.optionAt(msg.X - r.inputX); ok && msg.Y == r.notice {
			d.chooser = nil
			return d.host.play(m)
		}
	default:
		if role, ok := d.pocketAt(msg.X, msg.Y); ok && (d.host.premoving() || d.host.ready()) {
			if d.putDown() {
				d.selection.role = role
			}
			d.redraw()
			return nil
		}
	}
	return d.pointed(msg, r.board, r.size)
}

// place marks what last, the move that led to the position on the screen, and its
// rules say of the squares, and what the player is about to do.
func (d *desk) place(v chess.View, last chess.Move) marks {
	m := newMarks()
	m.goal = squaresIn(d.rules.GoalSquares())
	m.markMove(last)
	m.checked = squaresOf(v.Checked...)
	if d.live() {
		d.mark(&m)
	}
	return m
}

// typedWords tells in the help what can be written besides moves.
func (d *desk) typedWords() []string {
	lines := make([]string, len(d.line.words))
	for i, w := range d.line.words {
		lines[i] = w.word + " – " + w.does
	}
	return lines
}

// listMoves writes the legal moves into the message row, or on a page over the
// screen from where they are too many.
func (d *desk) listMoves() tea.Cmd {
	if !d.host.ready() {
		return nil
	}
	text := fmt.Sprintf("%d moves: %s", len(d.texts), strings.Join(d.texts, " "))
	if len(d.texts) == 1 {
		text = "1 move: " + d.texts[0]
	}
	if lipgloss.Width(d.s.Text(text)) < d.room.inputW {
		d.say(text)
		return nil
	}
	return d.s.push(d.host, newMovesPage(d.s, d.layout, d.legal, d.texts))
}

// toggleTouch changes whether a touched piece must be moved.
func (d *desk) toggleTouch() tea.Cmd {
	d.s.Habits.TouchMove = !d.s.Habits.TouchMove
	if d.s.Habits.TouchMove {
		d.say("From now on a man that is picked up must be moved")
	} else {
		d.selection.bound = chess.NoSquare
		d.say("A man that was picked up may be put down again")
	}
	return d.s.keepHabits()
}

// nextSignal changes how the terminal calls the player, and does it once.
func (d *desk) nextSignal() tea.Cmd {
	d.s.Habits.Signal = (d.s.Habits.Signal + 1) % signals
	d.say([signals]string{
		NoSignal: "Your move is told by the title of the window alone",
		Bell:     "A bell rings at your move",
		Message:  "The terminal shows a message at your move, if it knows how (OSC 9)",
	}[d.s.Habits.Signal])
	return tea.Batch(d.s.keepHabits(), func() tea.Msg { return signalMsg{"Your move"} })
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

func newGameKeys() gameKeys {
	in := newInputKeys()
	return gameKeys{
		Send: in.Send, Complete: in.Complete, Pick: in.Pick,
		Up: in.Up, Down: in.Down, Left: in.Left, Right: in.Right, Cancel: in.Cancel,
		Back:     bind("pgup", "a move back", "pgup", "ctrl+p"),
		Forward:  bind("pgdn", "a move on", "pgdown", "ctrl+n"),
		Start:    bind("home", "start of the game", "home"),
		Live:     bind("end", "present position", "end"),
		Undo:     bind("ctrl+u", "take back", "ctrl+u", "f2"),
		Hint:     bind("ctrl+o", "hint", "ctrl+o"),
		Draw:     bind("ctrl+d", "draw", "ctrl+d", "f3"),
		Resign:   bind("ctrl+r", "resign", "ctrl+r", "f4"),
		Flip:     bind("ctrl+f", "flip", "ctrl+f"),
		Save:     bind("ctrl+w", "save", "ctrl+w"),
		Card:     bind("F5", "rules", "f5"),
		Bigger:   bind("+", "bigger board", "+"),
		Smaller:  bind("-", "smaller board", "-"),
		CopyFEN:  bind("ctrl+g", "copy FEN", "ctrl+g"),
		CopyPGN:  bind("ctrl+e", "copy PGN", "ctrl+e"),
		Recall:   bind("alt+↑", "what was typed before", "alt+up", "ctrl+y"),
		Thoughts: bind("F9", "what the computer thinks", "f9"),
		Meter:    bind("ctrl+v", "who stands better", "ctrl+v"),
		Study:    bind("ctrl+x", "analyse", "ctrl+x"),
		Let:      bind("!", "let this man move", "!"),
		Graph:    bind("g", "graph", "g"),
		Analyse:  bind("a", "analyse", "a"),
		Rematch:  bind("enter", "again", "enter", "r"),
		View:     bind("v", "step through", "v"),
		Menu:     bind("esc", "menu", "esc", "m", "q"),
	}
}
