package study

import (
	"rookery/tui/boardinput"
	"rookery/tui/ui"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"

	"rookery/chess"
	"rookery/tui/play"

	tea "github.com/charmbracelet/bubbletea"
)

// Editor sets up a position of any game, piece by piece or by its FEN. What is
// wrong with it is told all the while; it is played, studied, copied or saved
// once nothing is.
type Editor struct {
	boardinput.Input
	keys   editorKeys
	D      *play.Draft
	first  *play.Draft // as it was opened
	past   []*play.Draft
	future []*play.Draft // undone, the last last
	Faults []play.Fault
	fen    string // of the draft, as its board writes it where it can be played

	brush   chess.Piece // what the mouse puts; zero for none
	filling bool        // the letters fill the pockets
	field   textinput.Model
	writing bool     // the field for a FEN is open
	misread []string // what is wrong with the FEN that was written or pasted
	leaving bool     // whether to leave is asked

	width, height int
	Room          editorRoom
	Palette       [2]int // rows of White's and Black's pieces in the panel, on the screen
}

// mostUndone is how many changes can be taken back.
const mostUndone = 200

// longestFEN is how many letters the line for a FEN takes.
const longestFEN = 300

// NewEditor sets up what a draft describes.
func NewEditor(s *ui.Session, d *play.Draft) *Editor {
	e := &Editor{Input: boardinput.New(s, nil, d.Layout), keys: ui.Bound(s, NewEditorKeys()), D: d, first: d.Clone(), field: textinput.New()}
	k := &e.keys
	e.Bindings, e.Placer, e.Selection.Seen = boardinput.Keys{Up: k.Up, Down: k.Down, Left: k.Left, Right: k.Right}, e, true
	e.field.CharLimit = longestFEN
	e.field.Prompt = "FEN " + s.Signs().Pointer + " "
	s.Theme.Dress(&e.field)
	e.refresh()
	return e
}

// NewEditorOf sets up the position of a board.
func NewEditorOf(s *ui.Session, b chess.Board, flip bool) *Editor {
	e := NewEditor(s, play.DraftOf(b))
	e.Flip = flip
	return e
}

func (e *Editor) Init() tea.Cmd { return nil }

func (e *Editor) Title() string { return e.S.Text("Board editor") }

// Typing leaves the keys to the line while it is open. Letters are pieces, but
// none is a question mark.
func (e *Editor) Typing() bool { return e.writing }

// changed tells whether something would be lost.
func (e *Editor) changed() bool { return !e.D.Equal(e.first) }

// LeaveQuestion asks before a position is dropped.
func (e *Editor) LeaveQuestion() string {
	if e.changed() {
		return "Leave the editor? The position is not saved."
	}
	return ""
}

// refresh renews what follows from the draft and leaves the keys that mean
// something in its game.
func (e *Editor) refresh() {
	e.Faults, e.fen = e.D.Faults(), e.D.FEN()
	if b, err := e.D.Board(); err == nil {
		e.fen = b.FEN()
	}
	e.Redraw()
	e.Layout = e.D.Layout
	e.Settle()
	k, r := &e.keys, &e.D.Rules
	k.Rights.SetEnabled(e.D.Castles())
	k.Passant.SetEnabled(!r.NoEnPassant && !e.D.Stacked())
	k.Pocket.SetEnabled(r.Pocket != chess.NoPocket)
	k.Promoted.SetEnabled(r.Pocket != chess.NoPocket)
	k.Checks.SetEnabled(r.Goal == chess.ThreeChecks)
	k.Grow.SetEnabled(e.D.Stacked())
	k.Shrink.SetEnabled(e.D.Stacked())
	k.Disguise.SetEnabled(r.Disguise)
	k.Random.SetEnabled(r.Start != nil && r.Start.Count > 1)
	k.Fault.SetEnabled(len(e.Faults) > 0)
	k.Undo.SetEnabled(len(e.past) > 0)
	k.Redo.SetEnabled(len(e.future) > 0)
	e.filling = e.filling && k.Pocket.Enabled()
	e.arrange()
}

// change alters the draft by do, which can be undone.
func (e *Editor) change(do func(d *play.Draft)) {
	before := e.D.Clone()
	do(e.D)
	e.Notice, e.misread = ui.Notice{}, nil
	if e.D.Equal(before) {
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
func (e *Editor) take(d *play.Draft) { e.change(func(to *play.Draft) { *to = *d }) }

// undo goes back one change, redo on again.
func (e *Editor) undo() { e.swap(&e.past, &e.future) }
func (e *Editor) redo() { e.swap(&e.future, &e.past) }

func (e *Editor) swap(from, to *[]*play.Draft) {
	n := len(*from)
	if n == 0 {
		return
	}
	*to = append(*to, e.D)
	e.D, *from = (*from)[n-1], (*from)[:n-1]
	e.Notice = ui.Notice{}
	e.refresh()
}

func (e *Editor) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.ThemeMsg:
		e.S.Theme.Dress(&e.field)
		e.Redraw()
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

func (e *Editor) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &e.keys
	switch {
	case e.leaving:
		e.leaving = false
		if e.S.Yes(msg) {
			return e.S.Pop(e)
		}
		return nil
	case msg.Paste && !e.writing:
		e.read(string(msg.Runes))
		return nil
	case e.writing:
		return e.wrote(msg)
	}
	if cmd, ok := e.Steered(msg); ok {
		return cmd
	}
	if key.Matches(msg, k.Man) {
		e.put(msg.Runes[0])
		return nil
	}
	return e.acted(msg)
}

// acted does what the keys besides pieces and cursor say.
func (e *Editor) acted(msg tea.KeyMsg) tea.Cmd {
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
			if d.EnPassant == e.Selection.Cursor {
				d.EnPassant = chess.NoSquare
			} else {
				d.EnPassant = e.Selection.Cursor
			}
		})
	case key.Matches(msg, k.Pocket):
		e.filling = !e.filling
		e.Notice = ui.Notice{}
		e.Redraw()
	case key.Matches(msg, k.Checks):
		e.change(func(d *play.Draft) { n := &d.ChecksLeft[msg.Runes[0]-'5']; *n = *n%3 + 1 })
	case key.Matches(msg, k.Grow):
		e.grow(1)
	case key.Matches(msg, k.Shrink):
		e.grow(-1)
	case key.Matches(msg, k.Promoted):
		e.change(func(d *play.Draft) { c := &d.Cells[e.Selection.Cursor]; c.Promoted = c.Piece != 0 && !c.Promoted })
	case key.Matches(msg, k.Disguise):
		e.disguise()
	case key.Matches(msg, k.Empty):
		e.change((*play.Draft).Clear)
	case key.Matches(msg, k.Start):
		e.start(-1)
	case key.Matches(msg, k.Random):
		e.start(int(e.S.Seed() % uint64(e.D.Rules.Start.Count)))
	case key.Matches(msg, k.Games):
		return e.S.Push(e, newDraftGames(e))
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
		e.Flip = !e.Flip
		e.Redraw()
	case key.Matches(msg, k.Fault):
		e.nextFault()
	case key.Matches(msg, k.Card):
		return e.S.Open(e, ui.ShowRules{Rules: e.D.Rules})
	case key.Matches(msg, k.Back):
		return e.leave()
	default:
		return e.finish(msg)
	}
	return nil
}

// leave goes back, with a question where something would be lost.
func (e *Editor) leave() tea.Cmd {
	switch {
	case e.filling:
		e.filling = false
	case e.brush != 0:
		e.brush = 0
	case e.changed():
		e.leaving = true
	default:
		return e.S.Pop(e)
	}
	return nil
}

// nextFault goes to the next square with a fault.
func (e *Editor) nextFault() {
	var squares []chess.Square
	for _, f := range e.Faults {
		if f.Square != chess.NoSquare {
			squares = append(squares, f.Square)
		}
	}
	if len(squares) > 0 {
		i := slices.Index(squares, e.Selection.Cursor)
		e.Selection.Cursor = squares[(i+1)%len(squares)]
		e.Redraw()
	}
}

func (e *Editor) ShortHelp() []key.Binding {
	k := e.keys
	if e.writing {
		return []key.Binding{ui.Bind("enter", "select", "enter"), ui.Bind("esc", "cancel", "esc")}
	}
	return []key.Binding{ui.Bind("letters", "pieces", "P"), k.Clear, k.Side, k.Play, k.Undo, k.FEN, k.Games, k.Back}
}

func (e *Editor) FullHelp() [][]key.Binding {
	k := e.keys
	return [][]key.Binding{
		{k.Man, k.Clear, k.Up, k.Down, k.Left, k.Right, k.Flip},
		{k.Side, k.Rights, k.Passant, k.Pocket, k.Promoted, k.Checks, k.Grow, k.Shrink, k.Disguise},
		{k.Empty, k.Start, k.Random, k.Games, k.FEN, k.Undo, k.Redo, k.Fault},
		{k.Play, k.Analyse, k.CopyFEN, k.Save, k.Card, k.Back},
	}
}
