package tui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/play"
)

// editor sets up a position of any game, piece by piece or by its FEN. What is
// wrong with it is told all the while; it is played, studied, copied or saved
// once nothing is.
type editor struct {
	boardInput
	keys   editorKeys
	d      *play.Draft
	first  *play.Draft // as it was opened
	past   []*play.Draft
	future []*play.Draft // undone, the last last
	faults []play.Fault
	fen    string // of the draft, as its board writes it where it can be played

	brush   chess.Piece // what the mouse puts; zero for none
	filling bool        // the letters fill the pockets
	field   textinput.Model
	writing bool     // the field for a FEN is open
	misread []string // what is wrong with the FEN that was written or pasted
	leaving bool     // whether to leave is asked

	width, height int
	room          editorRoom
	palette       [2]int // rows of White's and Black's pieces in the panel, on the screen
}

// mostUndone is how many changes can be taken back.
const mostUndone = 200

// longestFEN is how many letters the line for a FEN takes.
const longestFEN = 300

// newEditor sets up what a draft describes.
func newEditor(s *Session, d *play.Draft) *editor {
	e := &editor{boardInput: newBoardInput(s, nil, d.Layout), keys: bound(s, newEditorKeys()), d: d, first: d.Clone(), field: textinput.New()}
	k := &e.keys
	e.bindings, e.placer, e.selection.seen = inputKeys{Up: k.Up, Down: k.Down, Left: k.Left, Right: k.Right}, e, true
	e.field.CharLimit = longestFEN
	e.field.Prompt = "FEN " + s.signs().Pointer + " "
	s.Theme.dress(&e.field)
	e.refresh()
	return e
}

// newEditorOf sets up the position of a board.
func newEditorOf(s *Session, b chess.Board, flip bool) *editor {
	e := newEditor(s, play.DraftOf(b))
	e.flip = flip
	return e
}

func (e *editor) Init() tea.Cmd { return nil }

func (e *editor) title() string { return e.s.Text("Set up a position") }

// typing leaves the keys to the line while it is open. Letters are pieces, but
// none is a question mark.
func (e *editor) typing() bool { return e.writing }

// changed tells whether something would be lost.
func (e *editor) changed() bool { return !e.d.Equal(e.first) }

// leaveQuestion asks before a position is dropped.
func (e *editor) leaveQuestion() string {
	if e.changed() {
		return "Leave the position? It is not kept."
	}
	return ""
}

// refresh renews what follows from the draft and leaves the keys that mean
// something in its game.
func (e *editor) refresh() {
	e.faults, e.fen = e.d.Faults(), e.d.FEN()
	if b, err := e.d.Board(); err == nil {
		e.fen = b.FEN()
	}
	e.redraw()
	e.layout = e.d.Layout
	e.settle()
	k, r := &e.keys, &e.d.Rules
	k.Rights.SetEnabled(e.d.Castles())
	k.Passant.SetEnabled(!r.NoEnPassant && !e.d.Stacked())
	k.Pocket.SetEnabled(r.Pocket != chess.NoPocket)
	k.Promoted.SetEnabled(r.Pocket != chess.NoPocket)
	k.Checks.SetEnabled(r.Goal == chess.ThreeChecks)
	k.Grow.SetEnabled(e.d.Stacked())
	k.Shrink.SetEnabled(e.d.Stacked())
	k.Disguise.SetEnabled(r.Disguise)
	k.Random.SetEnabled(r.Start != nil && r.Start.Count > 1)
	k.Fault.SetEnabled(len(e.faults) > 0)
	k.Undo.SetEnabled(len(e.past) > 0)
	k.Redo.SetEnabled(len(e.future) > 0)
	e.filling = e.filling && k.Pocket.Enabled()
	e.arrange()
}

// change alters the draft by do, which can be undone.
func (e *editor) change(do func(d *play.Draft)) {
	before := e.d.Clone()
	do(e.d)
	e.notice, e.misread = notice{}, nil
	if e.d.Equal(before) {
		e.refresh()
		return
	}
	e.past = append(e.past, before)
	if len(e.past) > mostUndone {
		e.past = e.past[1:]
	}
	e.future = nil
	e.refresh()
}

// take puts another draft in the place of the present one, which can be undone.
func (e *editor) take(d *play.Draft) { e.change(func(to *play.Draft) { *to = *d }) }

// undo goes back one change, redo on again.
func (e *editor) undo() { e.swap(&e.past, &e.future) }
func (e *editor) redo() { e.swap(&e.future, &e.past) }

func (e *editor) swap(from, to *[]*play.Draft) {
	n := len(*from)
	if n == 0 {
		return
	}
	*to = append(*to, e.d)
	e.d, *from = (*from)[n-1], (*from)[:n-1]
	e.notice = notice{}
	e.refresh()
}

// Update implements screen.
func (e *editor) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case themeMsg:
		e.s.Theme.dress(&e.field)
		e.redraw()
	case draftGameMsg:
		if msg.to == e {
			e.changeRules(msg.rules)
		}
	case tea.MouseMsg:
		return e, e.clicked(msg)
	case tea.KeyMsg:
		return e, e.pressed(msg)
	}
	return e, nil
}

func (e *editor) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &e.keys
	switch {
	case e.leaving:
		e.leaving = false
		if msg.String() == "y" || msg.String() == "Y" {
			return e.s.pop(e)
		}
		return nil
	case msg.Paste && !e.writing:
		e.read(string(msg.Runes))
		return nil
	case e.writing:
		return e.wrote(msg)
	}
	if cmd, ok := e.steered(msg); ok {
		return cmd
	}
	if key.Matches(msg, k.Man) {
		e.put(msg.Runes[0])
		return nil
	}
	return e.acted(msg)
}

// acted does what the keys besides pieces and cursor say.
func (e *editor) acted(msg tea.KeyMsg) tea.Cmd {
	k := &e.keys
	switch {
	case key.Matches(msg, k.Clear):
		e.clearHere()
	case key.Matches(msg, k.Side):
		e.change(func(d *play.Draft) { d.Turn = d.Turn.Other() })
	case key.Matches(msg, k.Rights):
		e.change(func(d *play.Draft) { d.ToggleRight("KQkq"[msg.Runes[0]-'1']) })
	case key.Matches(msg, k.Passant):
		e.change(func(d *play.Draft) {
			if d.EnPassant == e.selection.cursor {
				d.EnPassant = chess.NoSquare
			} else {
				d.EnPassant = e.selection.cursor
			}
		})
	case key.Matches(msg, k.Pocket):
		e.filling = !e.filling
		e.notice = notice{}
		e.redraw()
	case key.Matches(msg, k.Checks):
		e.change(func(d *play.Draft) { n := &d.ChecksLeft[msg.Runes[0]-'5']; *n = *n%3 + 1 })
	case key.Matches(msg, k.Grow):
		e.grow(1)
	case key.Matches(msg, k.Shrink):
		e.grow(-1)
	case key.Matches(msg, k.Promoted):
		e.change(func(d *play.Draft) { c := &d.Cells[e.selection.cursor]; c.Promoted = c.Piece != 0 && !c.Promoted })
	case key.Matches(msg, k.Disguise):
		e.disguise()
	case key.Matches(msg, k.Empty):
		e.change((*play.Draft).Clear)
	case key.Matches(msg, k.Start):
		e.start(-1)
	case key.Matches(msg, k.Random):
		e.start(int(e.s.Seed() % uint64(e.d.Rules.Start.Count)))
	case key.Matches(msg, k.Games):
		return e.s.push(e, newDraftGames(e))
	case key.Matches(msg, k.FEN):
		e.writing = true
		e.field.SetValue(e.fen)
		e.field.CursorEnd()
		e.field.Focus()
	case key.Matches(msg, k.Undo):
		e.undo()
	case key.Matches(msg, k.Redo):
		e.redo()
	case key.Matches(msg, k.Flip):
		e.flip = !e.flip
		e.redraw()
	case key.Matches(msg, k.Fault):
		e.nextFault()
	case key.Matches(msg, k.Card):
		return e.s.open(e, ShowRules{e.d.Rules})
	case key.Matches(msg, k.Back):
		return e.leave()
	default:
		return e.finish(msg)
	}
	return nil
}

// leave goes back, with a question where something would be lost.
func (e *editor) leave() tea.Cmd {
	switch {
	case e.filling:
		e.filling = false
	case e.brush != 0:
		e.brush = 0
	case e.changed():
		e.leaving = true
	default:
		return e.s.pop(e)
	}
	return nil
}

// nextFault goes to the next square with a fault.
func (e *editor) nextFault() {
	var squares []chess.Square
	for _, f := range e.faults {
		if f.Square != chess.NoSquare {
			squares = append(squares, f.Square)
		}
	}
	if len(squares) > 0 {
		i := slices.Index(squares, e.selection.cursor)
		e.selection.cursor = squares[(i+1)%len(squares)]
		e.redraw()
	}
}

// ShortHelp implements help.KeyMap.
func (e *editor) ShortHelp() []key.Binding {
	k := e.keys
	if e.writing {
		return []key.Binding{bind("enter", "take", "enter"), bind("esc", "cancel", "esc")}
	}
	return []key.Binding{bind("letters", "men", "P"), k.Clear, k.Side, k.Play, k.Undo, k.FEN, k.Games, k.Back}
}

// FullHelp implements help.KeyMap.
func (e *editor) FullHelp() [][]key.Binding {
	k := e.keys
	return [][]key.Binding{
		{k.Man, k.Clear, k.Up, k.Down, k.Left, k.Right, k.Flip},
		{k.Side, k.Rights, k.Passant, k.Pocket, k.Promoted, k.Checks, k.Grow, k.Shrink, k.Disguise},
		{k.Empty, k.Start, k.Random, k.Games, k.FEN, k.Undo, k.Redo, k.Fault},
		{k.Play, k.Analyse, k.CopyFEN, k.Save, k.Card, k.Back},
	}
}
