package study

import (
	"errors"
	"rookery/tui/draw"
	"rookery/tui/ui"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"rookery/chess"
	"rookery/tui/play"

	tea "github.com/charmbracelet/bubbletea"
)

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
	game, err := chess.NewGame(e.D.Rules, n)
	if err != nil {
		e.Complain(err.Error())
		return
	}
	e.take(play.DraftOf(game.Board()))
}

// changeRules makes the position one of another game. Pieces stay where they are
// if the board is the same, unless they stand in the usual array.
func (e *Editor) changeRules(r chess.Rules) {
	fresh, err := play.NewDraft(r)
	if err != nil {
		e.Complain(err.Error())
		return
	}
	usual, err := play.NewDraft(e.D.Rules)
	if err == nil && !usual.Equal(e.D) && fresh.Layout == e.D.Layout && !fresh.Stacked() && !e.D.Stacked() {
		kept := e.D.Clone()
		kept.Rules, kept.HasPockets, kept.CountsChecks = r, fresh.HasPockets, fresh.CountsChecks
		if r.Goal == chess.ThreeChecks {
			kept.ChecksLeft = fresh.ChecksLeft
		}
		if r.Pocket == chess.NoPocket {
			kept.Pockets = [2]chess.RoleCounts{}
		}
		if r.NoCastling {
			kept.Castling = ""
		}
		for i := range kept.Cells {
			c := &kept.Cells[i]
			c.Promoted = c.Promoted && r.Pocket != chess.NoPocket
			if c.Look = chess.NoRole; r.Disguise {
				c.Look = c.Piece.Role()
			}
		}
		fresh = kept
	}
	e.take(fresh)
	e.brush = 0
}

// read takes a FEN; of one that cannot be played every fault is told.
func (e *Editor) read(text string) bool {
	d, err := play.ReadDraft(e.D.Rules, strings.TrimSpace(draw.Clean(text)))
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
		if msg.Type == tea.KeyRunes {
			msg.Runes = []rune(draw.Clean(string(msg.Runes)))
		}
		e.field, _ = e.field.Update(msg)
	}
	return nil
}

// sound tells whether the position can be played; else all faults are told and
// the cursor goes to the first.
func (e *Editor) sound() (fen string, ok bool) {
	b, err := e.D.Board()
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
	e.Complain(ui.Counted(len(e.Faults), "Invalid position: ", "Invalid position, %d errors: ") + e.Faults[0].Reason)
	return "", false
}

// finish does what is done with a position that stands.
func (e *Editor) finish(msg tea.KeyMsg) tea.Cmd {
	k := &e.keys
	switch {
	case key.Matches(msg, k.CopyFEN):
		return ui.CopyText(e.fen, "FEN copied to clipboard: "+e.fen)
	case key.Matches(msg, k.Play):
		if fen, ok := e.sound(); ok {
			return e.S.NewGameFrom(e, e.D.Rules, fen)
		}
	case key.Matches(msg, k.Analyse):
		if fen, ok := e.sound(); ok {
			return e.S.Open(e, ui.Analyse{Rules: e.D.Rules, Start: fen, Moves: nil, At: 0, Flip: e.Flip})
		}
	case key.Matches(msg, k.Save):
		if fen, ok := e.sound(); ok {
			return e.save(fen)
		}
	}
	return nil
}

// save writes the position as a game without moves into the folder of saved games.
func (e *Editor) save(fen string) tea.Cmd {
	store := e.S.Store
	saved := ui.SavedGame{Began: e.S.Now(), Config: ui.GameConfig{
		Rules: e.D.Rules, Variant: ui.PartsOf(e.D.Rules), Setup: -1, FEN: fen,
		Players: [2]ui.PlayerConfig{{Name: "White"}, {Name: "Black"}},
	}}
	e.first = e.D.Clone() // nothing would be lost now
	return func() tea.Msg {
		path, err := store.Keep(saved)
		if err != nil {
			return ui.ToastMsg{Text: err.Error(), Bad: true}
		}
		return ui.ToastMsg{Text: "Saved as " + ui.TildePath(path)}
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
	here := e.D.Cells[sq].Piece
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
