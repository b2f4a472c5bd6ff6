package tui

import (
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/play"
)

// put sets the piece of a FEN letter under the cursor, or into its pocket.
func (e *editor) put(letter rune) {
	c := chess.White
	if letter >= 'a' {
		c = chess.Black
	}
	piece := chess.PieceOf(c, chess.RoleOf(byte(letter)))
	if !e.filling {
		e.putAt(e.selection.cursor, piece)
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
func (e *editor) putAt(sq chess.Square, piece chess.Piece) {
	e.change(func(d *play.Draft) { d.Put(sq, piece) })
}

// clearHere takes the piece under the cursor away, or empties the pockets from
// the last piece that was put there.
func (e *editor) clearHere() {
	if !e.filling {
		e.putAt(e.selection.cursor, 0)
		return
	}
	e.change(func(d *play.Draft) { d.Pockets = [2]chess.RoleCounts{} })
}

// grow changes the height of the tower under the cursor.
func (e *editor) grow(by int) {
	grown := false
	e.change(func(d *play.Draft) { grown = d.Grow(e.selection.cursor, by) })
	if !grown {
		e.complain("there is no such tower")
	}
}

// disguise lets the piece under the cursor move as another.
func (e *editor) disguise() {
	roles := [...]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}
	e.change(func(d *play.Draft) {
		c := &d.Cells[e.selection.cursor]
		for i, r := range roles {
			if c.Piece.Role() == r {
				c.Piece = chess.PieceOf(c.Piece.Color(), roles[(i+1)%len(roles)])
				return
			}
		}
	})
}

// start sets up an array: number n of those there are, or the usual one.
func (e *editor) start(n int) {
	game, err := chess.NewGame(e.d.Rules, n)
	if err != nil {
		e.complain(err.Error())
		return
	}
	e.take(play.DraftOf(game.Board()))
}

// changeRules makes the position one of another game. Men stay where they are
// if the board is the same, unless they stand in the usual array.
func (e *editor) changeRules(r chess.Rules) {
	fresh, err := play.NewDraft(r)
	if err != nil {
		e.complain(err.Error())
		return
	}
	usual, err := play.NewDraft(e.d.Rules)
	if err == nil && !usual.Equal(e.d) && fresh.Layout == e.d.Layout && !fresh.Stacked() && !e.d.Stacked() {
		kept := e.d.Clone()
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
func (e *editor) read(text string) bool {
	d, err := play.ReadDraft(e.d.Rules, strings.TrimSpace(clean(text)))
	if err != nil {
		e.misread = nil
		for _, fault := range play.Split(err) {
			text := fault.Error()
			if f := (*chess.FENError)(nil); errors.As(fault, &f) {
				text = f.Field + ", " + f.Reason
			}
			e.misread = append(e.misread, text)
		}
		e.complain("This FEN cannot be played")
		return false
	}
	e.take(d)
	e.notice, e.misread = notice{text: "The position is taken"}, nil
	return true
}

// wrote gives a key to the line for a FEN.
func (e *editor) wrote(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEsc:
		e.writing = false
		e.notice, e.misread = notice{}, nil
	case tea.KeyEnter:
		if e.read(e.field.Value()) {
			e.writing = false
		}
	case tea.KeyCtrlU:
		e.field.Reset()
	default:
		if msg.Type == tea.KeyRunes {
			msg.Runes = []rune(clean(string(msg.Runes)))
		}
		e.field, _ = e.field.Update(msg)
	}
	return nil
}

// sound tells whether the position can be played; else all faults are told and
// the cursor goes to the first.
func (e *editor) sound() (fen string, ok bool) {
	b, err := e.d.Board()
	if err == nil {
		return b.FEN(), true
	}
	for _, f := range e.faults {
		if f.Square != chess.NoSquare {
			e.selection.cursor = f.Square
			e.redraw()
			break
		}
	}
	what := "a fault"
	if len(e.faults) > 1 {
		what = "faults"
	}
	e.complain("The position has " + what + ": " + e.faults[0].Reason)
	return "", false
}

// finish does what is done with a position that stands.
func (e *editor) finish(msg tea.KeyMsg) tea.Cmd {
	k := &e.keys
	switch {
	case key.Matches(msg, k.CopyFEN):
		return copyText(e.fen, "FEN sent to the clipboard: "+e.fen)
	case key.Matches(msg, k.Play):
		if fen, ok := e.sound(); ok {
			return e.s.newGameFrom(e, e.d.Rules, fen)
		}
	case key.Matches(msg, k.Analyse):
		if fen, ok := e.sound(); ok {
			return e.s.open(e, Analyse{e.d.Rules, fen, nil, 0, e.flip})
		}
	case key.Matches(msg, k.Save):
		if fen, ok := e.sound(); ok {
			return e.save(fen)
		}
	}
	return nil
}

// save writes the position as a game without moves into the folder of saved games.
func (e *editor) save(fen string) tea.Cmd {
	store := e.s.Store
	saved := SavedGame{Began: e.s.Now(), Config: GameConfig{
		Rules: e.d.Rules, Variant: partsOf(e.d.Rules), Setup: -1, FEN: fen,
		Players: [2]PlayerConfig{{Name: "White"}, {Name: "Black"}},
	}}
	e.first = e.d.Clone() // nothing would be lost now
	return func() tea.Msg {
		path, err := store.Keep(saved)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return toastMsg{text: "Saved as " + homely(path)}
	}
}

// clicked places pieces with the mouse: the left button what was chosen in the
// panel, or it drags a piece along; the right button takes away.
func (e *editor) clicked(msg tea.MouseMsg) tea.Cmd {
	if e.writing || e.leaving {
		return nil
	}
	at := e.room.board
	switch press := msg.Action == tea.MouseActionPress; {
	case press && msg.Button == tea.MouseButtonRight:
		if sq, on := squareAt(e.layout, e.room.size, e.flip, msg.X-at.x, msg.Y-at.y); on {
			e.selection.cursor = sq
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
	case msg.Action == tea.MouseActionRelease && e.room.panel.has(msg.X, msg.Y):
		e.putDown()
	}
	return e.pointed(msg, at, e.room.size)
}

// grab implements placerHost: the brush puts its piece, or takes it away again.
func (e *editor) grab(sq chess.Square) bool {
	here := e.d.Cells[sq].Piece
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

// carry implements placerHost.
func (e *editor) carry(from, to chess.Square) {
	if to == chess.NoSquare {
		e.putAt(from, 0)
		return
	}
	e.selection.cursor = to
	e.change(func(d *play.Draft) { d.Cells[to], d.Cells[from] = d.Cells[from], chess.Cell{} })
}
