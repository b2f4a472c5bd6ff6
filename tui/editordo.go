package tui

import (
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/play"
)

// put sets the man of a FEN letter under the cursor, or into its pocket.
func (e *editor) put(letter rune) {
	c := chess.White
	if letter >= 'a' {
		c = chess.Black
	}
	man := chess.PieceOf(c, chess.RoleOf(byte(letter)))
	if !e.pocket {
		e.putAt(e.cursor, man)
		return
	}
	const mostInHand = 16
	e.change(func(d *play.Draft) {
		if n := &d.Hands[c][man.Role()]; *n < mostInHand {
			*n++
		}
	})
}

// putAt sets a man on a square. A pawn on whose skipped square a capture is
// possible changes nothing else.
func (e *editor) putAt(sq chess.Square, man chess.Piece) {
	e.change(func(d *play.Draft) { d.Put(sq, man) })
}

// clearHere takes the man under the cursor away, or empties the pockets from
// the last man that was put there.
func (e *editor) clearHere() {
	if !e.pocket {
		e.putAt(e.cursor, 0)
		return
	}
	e.change(func(d *play.Draft) { d.Hands = [2]chess.Hand{} })
}

// grow changes the height of the tower under the cursor.
func (e *editor) grow(by int) {
	grown := false
	e.change(func(d *play.Draft) { grown = d.Grow(e.cursor, by) })
	if !grown {
		e.notice = notice{"there is no such tower", true}
	}
}

// disguise lets the man under the cursor move as another.
func (e *editor) disguise() {
	roles := [...]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}
	e.change(func(d *play.Draft) {
		c := &d.Cells[e.cursor]
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
		e.notice = notice{err.Error(), true}
		return
	}
	e.take(play.DraftOf(game.Board()))
}

// changeRules makes the position one of another game. Men stay where they are
// if the board is the same, unless they stand in the usual array.
func (e *editor) changeRules(r chess.Rules) {
	fresh, err := play.NewDraft(r)
	if err != nil {
		e.notice = notice{err.Error(), true}
		return
	}
	usual, err := play.NewDraft(e.d.Rules)
	if err == nil && !usual.Equal(e.d) && fresh.Layout == e.d.Layout && !fresh.Stacked() && !e.d.Stacked() {
		kept := e.d.Clone()
		kept.Rules = r
		if r.Goal == chess.ThreeChecks {
			kept.ChecksLeft = fresh.ChecksLeft
		}
		if r.Pocket == chess.NoPocket {
			kept.Hands = [2]chess.Hand{}
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
		e.notice = notice{"This FEN cannot be played", true}
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
		if e.read(e.line.Value()) {
			e.writing = false
		}
	case tea.KeyCtrlU:
		e.line.Reset()
	default:
		if msg.Type == tea.KeyRunes {
			msg.Runes = []rune(clean(string(msg.Runes)))
		}
		e.line, _ = e.line.Update(msg)
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
			e.cursor, e.rows = f.Square, nil
			break
		}
	}
	what := "a fault"
	if len(e.faults) > 1 {
		what = "faults"
	}
	e.notice = notice{"The position has " + what + ": " + e.faults[0].Reason, true}
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
			return playFrom(e.s, e, e.d.Rules, fen)
		}
	case key.Matches(msg, k.Analyse):
		if fen, ok := e.sound(); ok {
			return openAnalysis(e.s, e, e.d.Rules, fen, nil, 0, e.flip)
		}
	case key.Matches(msg, k.Save):
		if fen, ok := e.sound(); ok {
			return e.save(fen)
		}
	}
	return nil
}

// playFrom opens the form for a game from a position.
func playFrom(s *Session, from screen, rules chess.Rules, fen string) tea.Cmd {
	return s.opening(func() tea.Msg {
		choices, err := s.Store.Choices()
		if err != nil {
			choices = defaultChoices()
		}
		return pushMsg{from, newGameFormAt(s, choices, rules, fen)}
	})
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

// clicked puts men with the mouse: the left button what was chosen in the
// panel, or it takes a man along; the right button takes away.
func (e *editor) clicked(msg tea.MouseMsg) {
	if e.writing || e.leaving {
		return
	}
	sq, on := squareAt(e.d.Layout, e.room.size, e.flip, msg.X-e.room.board.x, msg.Y-e.room.board.y)
	switch {
	case msg.Button == tea.MouseButtonRight && msg.Action == tea.MouseActionPress && on:
		e.cursor = sq
		e.putAt(sq, 0)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if man, ok := e.paletteAt(msg.X, msg.Y); ok {
			if e.brush == man {
				man = 0
			}
			e.brush = man
			return
		}
		if !on {
			return
		}
		e.cursor, e.rows = sq, nil
		switch {
		case e.brush != 0 && e.d.Cells[sq].Piece == e.brush:
			e.putAt(sq, 0)
		case e.brush != 0:
			e.putAt(sq, e.brush)
		case e.d.Cells[sq].Piece != 0:
			e.held = sq
		}
	case msg.Action == tea.MouseActionRelease && e.held != chess.NoSquare:
		from := e.held
		e.held = chess.NoSquare
		switch {
		case on && sq != from:
			e.cursor = sq
			e.change(func(d *play.Draft) { d.Cells[sq], d.Cells[from] = d.Cells[from], chess.Cell{} })
		case !on && !e.room.panel.has(msg.X, msg.Y):
			e.putAt(from, 0)
		}
	}
}
