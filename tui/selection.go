package tui

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// selection is what the player has picked up to move it, and where the cursor is.
type selection struct {
	from     chess.Square // NoSquare when no piece of the board is selected
	role     chess.Role   // of the piece taken from the pocket, else NoRole
	cursor   chess.Square
	seen     bool         // the cursor is drawn: the arrow keys are in use
	inPocket bool         // the keys choose a piece in the pocket
	drag     bool         // the mouse button is down on a piece
	bound    chess.Square // of the piece that was touched and must be moved, else NoSquare
}

func newSelection() selection {
	return selection{from: chess.NoSquare, cursor: chess.NoSquare, bound: chess.NoSquare}
}

// held tells whether something has been picked up.
func (s *selection) held() bool { return s.from != chess.NoSquare || s.role != chess.NoRole }

// letGo puts down what is held; the cursor stays.
func (s *selection) letGo() {
	s.from, s.role, s.inPocket, s.drag = chess.NoSquare, chess.NoRole, false, false
}

// clear puts down also what was touched.
func (s *selection) clear() {
	s.letGo()
	s.bound = chess.NoSquare
}

// moves are those legal moves that what is held can make.
func (s *selection) moves(legal []chess.Move) []chess.Move {
	var out []chess.Move
	for _, m := range legal {
		drop := m.Kind() == chess.Dropping
		switch {
		case s.role != chess.NoRole && drop && m.Role() == s.role,
			s.role == chess.NoRole && !drop && m.From() == s.from:
			out = append(out, m)
		}
	}
	return out
}

// movesTo are the moves of what is held that go to a square: a castling king
// may be put on its own square of arrival or on the rook.
func (s *selection) movesTo(legal []chess.Move, sq chess.Square) []chess.Move {
	var out []chess.Move
	for _, m := range s.moves(legal) {
		if m.To() == sq || m.Landing() == sq {
			out = append(out, m)
		}
	}
	return out
}

// targets are the squares where what is held can go.
func (s *selection) targets(legal []chess.Move) squareSet {
	var set squareSet
	for _, m := range s.moves(legal) {
		set.add(m.To())
		if at := m.Landing(); at != s.from {
			set.add(at)
		}
	}
	return set
}

// touch does what a click on a square means: it moves what is held there,
// picks up what can be moved, or says why neither can be.
func (in *boardInput) touch(sq chess.Square) tea.Cmd {
	if in.premoveNow() {
		in.touchPremove(sq, in.selection.drag)
		return nil
	}
	if !in.host.ready() {
		return nil
	}
	sel := &in.selection
	in.redraw()
	if sel.held() {
		switch moves := sel.movesTo(in.moves(), sq); {
		case len(moves) == 1, len(moves) > 1 && in.quick:
			return in.host.play(mostValuable(moves))
		case len(moves) > 1:
			in.choose(moves, nil)
			return nil
		case sq == sel.from:
			if in.putDown() {
				in.notice = notice{}
			}
			return nil
		case in.opponent != nil && (!in.own(sq) || sel.role != chess.NoRole):
			in.complain(in.whyNot(sq))
			return nil
		}
	}
	if in.opponent == nil {
		in.reselect(sq)
		return nil
	}
	if !in.own(sq) {
		if sel.seen {
			in.complain("there is no man of yours on " + in.layout.SquareName(sq))
		}
		return nil
	}
	if sq == sel.bound || !in.putDown() {
		return nil
	}
	sel.from = sq
	in.notice = notice{}
	if len(sel.moves(in.legal)) > 0 {
		if in.s.Habits.TouchMove {
			sel.bound = sq
		}
	} else {
		sel.letGo()
		in.complain("the " + in.pieceName(sq) + " on " + in.layout.SquareName(sq) + " has no legal move" + in.mustCapture())
	}
	return nil
}

// reselect picks up what stands on a square, whosever it is, if it can move.
func (in *boardInput) reselect(sq chess.Square) {
	sel := &in.selection
	from := sel.from
	sel.letGo()
	sel.from, in.notice = sq, notice{}
	if len(sel.moves(in.moves())) > 0 {
		return
	}
	sel.letGo()
	switch name := in.layout.SquareName(sq); {
	case in.quick:
	case from != chess.NoSquare:
		in.complain("no move leads from " + in.layout.SquareName(from) + " to " + name)
	default:
		in.complain("nothing can move from " + name)
	}
}

// restore selects again what was selected before the opponent moved, as long as
// it can move.
func (in *boardInput) restore(was selection) {
	was.bound = chess.NoSquare
	switch {
	case was.role != chess.NoRole && in.pocket()[was.role] == 0, was.role == chess.NoRole && !in.own(was.from):
	case was.inPocket, in.premoveNow(), len(was.moves(in.legal)) > 0:
		in.selection = was
	}
}

// putDown lets go of what is held. Where a piece that was touched must be moved
// it stays selected, and putDown is false.
func (in *boardInput) putDown() bool {
	sel := &in.selection
	sel.letGo()
	in.stopLetting()
	if sel.bound == chess.NoSquare {
		return true
	}
	sel.from = sel.bound
	in.complain(in.touchedText())
	return false
}

// touched refuses a move of another piece than the one that was touched.
func (in *boardInput) touched(m chess.Move) error {
	sq := in.selection.bound
	if sq == chess.NoSquare || m.Kind() != chess.Dropping && m.From() == sq {
		return nil
	}
	return errors.New(in.touchedText())
}

func (in *boardInput) touchedText() string {
	sq := in.selection.bound
	return "touched is moved: play a move of the " + in.pieceName(sq) + " on " + in.layout.SquareName(sq)
}

// stopLetting calls off the search for the best move of the selected piece.
func (in *boardInput) stopLetting() {
	if in.letting != nil {
		in.letting()
		in.letting = nil
	}
}

// mustCapture adds, where captures are compulsory, what can be played instead.
func (in *boardInput) mustCapture() string {
	if !in.rules.Forced || len(in.legal) == 0 || !in.legal[0].IsCapture() {
		return ""
	}
	return ": you must capture, " + strings.Join(in.texts[:min(len(in.texts), 3)], " or ")
}

// own tells whether a piece of the player stands on a square.
func (in *boardInput) own(sq chess.Square) bool {
	c := in.seen().Cells[sq]
	return c.Piece != 0 && c.Piece.Color() == in.mover()
}

// whyNot asks the rules why what is held cannot go to a square.
func (in *boardInput) whyNot(sq chess.Square) string {
	text := in.layout.SquareName(in.selection.from) + in.layout.SquareName(sq)
	if in.selection.role != chess.NoRole {
		text = string(in.selection.role.Letter()) + "@" + in.layout.SquareName(sq)
	}
	if _, err := chess.ParseMove(in.host.present(), text); err != nil {
		return err.Error()
	}
	return text + " cannot be played"
}

// pieceName names the piece on a square as it looks.
func (in *boardInput) pieceName(sq chess.Square) string {
	c := in.seen().Cells[sq]
	if c.Look != chess.NoRole {
		return c.Look.String()
	}
	if c.Piece == 0 {
		return "man"
	}
	return c.Piece.Role().String()
}
