package study

import (
	"errors"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// Editor sets up a position of any game, piece by piece or by its FEN. What is
// wrong with it is told all the while; it is played, studied, copied or saved
// once nothing is.
type Editor struct {
	boardinput.Input
	keys   editorKeys
	Draft  *play.Draft
	first  *play.Draft // as it was opened
	past   []*play.Draft
	future []*play.Draft // undone, the last last
	Faults []play.Fault
	fen    string // of the draft, as its board writes it where it can be played

	brush   chess.Piece // what the mouse puts; zero for none
	filling bool        // the letters fill the pockets
	field   ui.LineInput
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
	e := &Editor{Input: boardinput.New(s, nil, d.Layout), keys: ui.Bound(s, NewEditorKeys()), Draft: d, first: d.Clone(), field: ui.NewLineInput(s, longestFEN)}
	k := &e.keys
	e.Bindings, e.Placer, e.Selection.Seen = boardinput.Keys{Up: k.Up, Down: k.Down, Left: k.Left, Right: k.Right}, e, true
	e.field.Prompt = "FEN " + s.Signs().Pointer + " "
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

// Asking tells that a question waits.
func (e *Editor) Asking() bool { return e.leaving }

// changed tells whether something would be lost.
func (e *Editor) changed() bool { return !e.Draft.Equal(e.first) }

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
	e.Faults, e.fen = e.Draft.Faults(), e.Draft.FEN()
	if b, err := e.Draft.Board(); err == nil {
		e.fen = b.FEN()
	}
	e.Redraw()
	e.Layout = e.Draft.Layout
	e.Settle()
	k, r := &e.keys, &e.Draft.Rules
	k.Rights.SetEnabled(e.Draft.Castles())
	k.Passant.SetEnabled(!r.NoEnPassant && !e.Draft.Stacked())
	k.Pocket.SetEnabled(r.Pocket != chess.NoPocket)
	k.Promoted.SetEnabled(r.Pocket != chess.NoPocket)
	k.Checks.SetEnabled(r.Goal == chess.ThreeChecks)
	k.Grow.SetEnabled(e.Draft.Stacked())
	k.Shrink.SetEnabled(e.Draft.Stacked())
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
	before := e.Draft.Clone()
	do(e.Draft)
	e.Notice, e.misread = ui.Notice{}, nil
	if e.Draft.Equal(before) {
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
	*to = append(*to, e.Draft)
	e.Draft, *from = (*from)[n-1], (*from)[:n-1]
	e.Notice = ui.Notice{}
	e.refresh()
}

func (e *Editor) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.ThemeMsg:
		e.field.Dress(e.S)
		e.Redraw()
	case ui.VariantChosenMsg:
		if v, ok := variants.ByName(msg.Variant[0]); ok && msg.Form == e {
			e.changeRules(v.Rules)
		}
	case tea.MouseMsg:
		return e, e.clicked(msg)
	case tea.KeyMsg:
		return e, e.pressed(msg)
	}
	return e, nil
}

// TakesPaste tells that a pasted position is set up here.
func (e *Editor) TakesPaste() bool { return true }

func (e *Editor) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &e.keys
	switch {
	case e.leaving:
		yes, said := e.S.Answer(msg)
		if e.leaving = !said; yes {
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
	if key.Matches(msg, k.Piece) {
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
		e.start(int(e.S.Seed() % uint64(e.Draft.Rules.Start.Count)))
	case key.Matches(msg, k.Games):
		return e.S.Push(e, ui.NewVariantChoice(e.S, e, play.PartsOf(e.Draft.Rules)))
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
		return e.S.Open(e, ui.ShowRules{Rules: e.Draft.Rules})
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
	if e.Asking() {
		return nil
	}
	k := e.keys
	if e.writing {
		return []key.Binding{ui.Bind("enter", "select", "enter"), ui.Bind("esc", "cancel", "esc")}
	}
	return []key.Binding{ui.Bind("letters", "pieces", "P"), k.Clear, k.Side, k.Play, k.Undo, k.FEN, k.Games, k.Back}
}

func (e *Editor) FullHelp() [][]key.Binding {
	k := e.keys
	return [][]key.Binding{
		ui.Bindings(&k.Piece, &k.Clear, &k.Up, &k.Down, &k.Left, &k.Right, &k.Flip),
		ui.Bindings(&k.Side, &k.Rights, &k.Passant, &k.Pocket, &k.Promoted, &k.Checks, &k.Grow, &k.Shrink, &k.Disguise),
		ui.Bindings(&k.Empty, &k.Start, &k.Random, &k.Games, &k.FEN, &k.Undo, &k.Redo, &k.Fault),
		ui.Bindings(&k.Play, &k.Analyse, &k.CopyFEN, &k.Save, &k.Card, &k.Back),
	}
}

// put sets the piece of a FEN letter under the cursor, or into its pocket.
func (e *Editor) put(letter rune) {
	c := chess.White
	if letter >= 'a' {
		c = chess.Black
	}
	piece := chess.PieceOf(c, chess.RoleOf(byte(letter)))
	if !e.filling {
		e.putAt(e.Selection.Cursor, piece)
		return
	}
	const mostInHand = 16
	e.change(func(d *play.Draft) {
		if n := &d.Pockets[c][piece.Role()]; *n < mostInHand {
			*n++
		}
	})
}

// putAt sets a piece on a square. A pawn on whose skipped square a capture is
// possible changes nothing else.
func (e *Editor) putAt(sq chess.Square, piece chess.Piece) {
	e.change(func(d *play.Draft) { d.Put(sq, piece) })
}

// clearHere takes the piece under the cursor away, or empties the pockets from
// the last piece that was put there.
func (e *Editor) clearHere() {
	if !e.filling {
		e.putAt(e.Selection.Cursor, 0)
		return
	}
	e.change(func(d *play.Draft) { d.Pockets = [2]chess.RoleCounts{} })
}

// grow changes the height of the tower under the cursor.
func (e *Editor) grow(by int) {
	grown := false
	e.change(func(d *play.Draft) { grown = d.Grow(e.Selection.Cursor, by) })
	if !grown {
		e.Complain("there is no such tower")
	}
}

// disguise lets the piece under the cursor move as another.
func (e *Editor) disguise() {
	roles := [...]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}
	e.change(func(d *play.Draft) {
		c := &d.Cells[e.Selection.Cursor]
		for i, r := range roles {
			if c.Piece.Role() == r {
				c.Piece = chess.PieceOf(c.Piece.Color(), roles[(i+1)%len(roles)])
				return
			}
		}
	})
}

// start sets up an array: number n of those there are, or the usual one.
func (e *Editor) start(n int) {
	game, err := chess.NewGame(e.Draft.Rules, n)
	if err != nil {
		e.Complain(ui.ErrorText(err))
		return
	}
	e.take(play.DraftOf(game.Board()))
}

// changeRules makes the position one of another game. Pieces stay where they are
// if the board is the same, unless they stand in the usual array.
func (e *Editor) changeRules(r chess.Rules) {
	fresh, err := play.NewDraft(r)
	if err != nil {
		e.Complain(ui.ErrorText(err))
		return
	}
	usual, err := play.NewDraft(e.Draft.Rules)
	if err == nil && !usual.Equal(e.Draft) && fresh.Layout == e.Draft.Layout && !fresh.Stacked() && !e.Draft.Stacked() {
		converted := e.Draft.Clone()
		converted.Rules, converted.HasPockets, converted.CountsChecks = r, fresh.HasPockets, fresh.CountsChecks
		if r.Goal == chess.ThreeChecks {
			converted.ChecksLeft = fresh.ChecksLeft
		}
		if r.Pocket == chess.NoPocket {
			converted.Pockets = [2]chess.RoleCounts{}
		}
		if r.NoCastling {
			converted.Castling = ""
		}
		for i := range converted.Cells {
			c := &converted.Cells[i]
			c.Promoted = c.Promoted && r.Pocket != chess.NoPocket
			if c.Look = chess.NoRole; r.Disguise {
				c.Look = c.Piece.Role()
			}
		}
		fresh = converted
	}
	e.take(fresh)
	e.brush = 0
}

// read takes a FEN; of one that cannot be played every fault is told.
func (e *Editor) read(text string) bool {
	d, err := play.ReadDraft(e.Draft.Rules, strings.TrimSpace(draw.Clean(text)))
	if err != nil {
		e.misread = nil
		for _, fault := range play.Split(err) {
			text := fault.Error()
			if f := (*chess.FENError)(nil); errors.As(fault, &f) {
				text = f.Field + ", " + f.Reason
			}
			e.misread = append(e.misread, text)
		}
		e.Complain("This FEN is not a playable position")
		return false
	}
	e.take(d)
	e.Notice, e.misread = ui.Notice{Text: "Position loaded"}, nil
	return true
}

// wrote gives a key to the line for a FEN.
func (e *Editor) wrote(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEsc:
		e.writing = false
		e.Notice, e.misread = ui.Notice{}, nil
	case tea.KeyEnter:
		if e.read(e.field.Value()) {
			e.writing = false
		}
	case tea.KeyCtrlU:
		e.field.Reset()
	default:
		e.field.Type(msg)
	}
	return nil
}

// validate tells whether the position can be played; else all faults are told and
// the cursor goes to the first.
func (e *Editor) validate() (fen string, ok bool) {
	b, err := e.Draft.Board()
	if err == nil {
		return b.FEN(), true
	}
	for _, f := range e.Faults {
		if f.Square != chess.NoSquare {
			e.Selection.Cursor = f.Square
			e.Redraw()
			break
		}
	}
	e.Complain(ui.Plural(len(e.Faults), "Invalid position: ", "Invalid position, %d errors: ") + e.Faults[0].Reason)
	return "", false
}

// finish does what is done with a position that stands.
func (e *Editor) finish(msg tea.KeyMsg) tea.Cmd {
	k := &e.keys
	switch {
	case key.Matches(msg, k.CopyFEN):
		return ui.CopyText(e.fen, "FEN copied to clipboard: "+e.fen)
	case key.Matches(msg, k.Play):
		if fen, ok := e.validate(); ok {
			return e.S.NewGameFrom(e, e.Draft.Rules, fen)
		}
	case key.Matches(msg, k.Analyse):
		if fen, ok := e.validate(); ok {
			return e.S.Open(e, ui.Analyse{Rules: e.Draft.Rules, Start: fen, Moves: nil, At: 0, Flip: e.Flip})
		}
	case key.Matches(msg, k.Save):
		if fen, ok := e.validate(); ok {
			return e.save(fen)
		}
	}
	return nil
}

// save writes the position as a game without moves into the folder of saved games.
func (e *Editor) save(fen string) tea.Cmd {
	store := e.S.Store
	saved := ui.SavedGame{Began: e.S.Now(), Config: ui.GameConfig{
		Rules: e.Draft.Rules, Variant: play.PartsOf(e.Draft.Rules), Setup: -1, FEN: fen,
		Players: [2]ui.PlayerConfig{{Name: "White"}, {Name: "Black"}},
	}}
	e.first = e.Draft.Clone() // nothing would be lost now
	return func() tea.Msg {
		path, err := store.Keep(saved)
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.ToastMsg{Text: "Saved as " + ui.ShortenHome(path)}
	}
}

// clicked places pieces with the mouse: the left button what was chosen in the
// panel, or it drags a piece along; the right button takes away.
func (e *Editor) clicked(msg tea.MouseMsg) tea.Cmd {
	if e.writing || e.leaving {
		return nil
	}
	at := e.Room.Board
	switch press := msg.Action == tea.MouseActionPress; {
	case press && msg.Button == tea.MouseButtonRight:
		if sq, on := draw.SquareAt(e.Layout, e.Room.Size, e.Flip, msg.X-at.X, msg.Y-at.Y); on {
			e.Selection.Cursor = sq
			e.putAt(sq, 0)
		}
		return nil
	case press && msg.Button == tea.MouseButtonLeft:
		if piece, ok := e.paletteAt(msg.X, msg.Y); ok {
			if e.brush == piece {
				piece = 0
			}
			e.brush = piece
			return nil
		}
	case msg.Action == tea.MouseActionRelease && e.Room.Panel.Has(msg.X, msg.Y):
		e.PutDown()
	}
	return e.Pointed(msg, at, e.Room.Size)
}

// Grab implements placerHost: the brush puts its piece, or takes it away again.
func (e *Editor) Grab(sq chess.Square) bool {
	here := e.Draft.Cells[sq].Piece
	switch e.brush {
	case 0:
		return here != 0
	case here:
		e.putAt(sq, 0)
	default:
		e.putAt(sq, e.brush)
	}
	return false
}

// Carry implements placerHost.
func (e *Editor) Carry(from, to chess.Square) {
	if to == chess.NoSquare {
		e.putAt(from, 0)
		return
	}
	e.Selection.Cursor = to
	e.change(func(d *play.Draft) { d.Cells[to], d.Cells[from] = d.Cells[from], chess.Cell{} })
}

// editorKeys set a position up. The letters of the pieces, large for White's and
// small for Black's, put them on the board, so that no other key is one of them.
type editorKeys struct {
	Up, Down, Left, Right key.Binding
	Piece, Clear          key.Binding
	Side, Rights, Passant key.Binding
	Pocket, Checks        key.Binding
	Grow, Shrink          key.Binding
	Promoted, Disguise    key.Binding
	Empty, Start, Random  key.Binding
	Games, FEN            key.Binding
	Undo, Redo, Flip      key.Binding
	Fault                 key.Binding
	Play, Analyse         key.Binding
	CopyFEN, Save         key.Binding
	Card, Back            key.Binding
}

func NewEditorKeys() editorKeys {
	return editorKeys{
		Up:       ui.Bind("↑", "cursor up", "up"),
		Down:     ui.Bind("↓", "cursor down", "down"),
		Left:     ui.Bind("←", "cursor left", "left"),
		Right:    ui.Bind("→", "cursor right", "right"),
		Piece:    ui.Bind("PNBRQK pnbrqk", "place a piece", "P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"),
		Clear:    ui.Bind("space", "remove", " ", "x", "delete", "backspace", "."),
		Side:     ui.Bind("t", "side to move", "t"),
		Rights:   ui.Bind("1-4", "castling K Q k q", "1", "2", "3", "4"),
		Passant:  ui.Bind("e", "en passant square", "e"),
		Pocket:   ui.Bind("o", "fill the pockets", "o", "tab"),
		Checks:   ui.Bind("5 6", "checks remaining", "5", "6"),
		Grow:     ui.Bind("+", "add a disc", "+", "="),
		Shrink:   ui.Bind("-", "remove a disc", "-"),
		Promoted: ui.Bind("~", "promoted piece", "~"),
		Disguise: ui.Bind("m", "moves like", "m"),
		Empty:    ui.Bind("c", "clear board", "c"),
		Start:    ui.Bind("s", "standard starting position", "s"),
		Random:   ui.Bind("S", "random starting position", "S"),
		Games:    ui.Bind("v", "change variant", "v"),
		FEN:      ui.Bind("F", "enter FEN", "F", "/"),
		Undo:     ui.Bind("u", "undo", "u", "ctrl+u"),
		Redo:     ui.Bind("U", "redo", "U", "ctrl+y"),
		Flip:     ui.Bind("f", "flip", "f", "ctrl+f"),
		Fault:    ui.Bind("!", "next error", "!"),
		Play:     ui.Bind("enter", "play", "enter"),
		Analyse:  ui.Bind("a", "analyse", "a"),
		CopyFEN:  ui.Bind("y", "copy FEN", "y", "ctrl+g"),
		Save:     ui.Bind("w", "save", "w", "ctrl+w"),
		Card:     ui.Bind("F5", "rules", "f5"),
		Back:     ui.Bind("esc", "back", "esc"),
	}
}
