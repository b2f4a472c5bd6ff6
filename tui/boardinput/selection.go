package boardinput

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// Selection is what the player has picked up to move it, and where the cursor is.
type Selection struct {
	From     chess.Square // NoSquare when no piece of the board is selected
	Role     chess.Role   // of the piece taken from the pocket, else NoRole
	Cursor   chess.Square
	Seen     bool         // the cursor is drawn: the arrow keys are in use
	InPocket bool         // the keys choose a piece in the pocket
	Drag     bool         // the mouse button is down on a piece
	mustMove chess.Square // of the piece that was touched and must be moved, else NoSquare
}

func newSelection() Selection {
	return Selection{From: chess.NoSquare, Cursor: chess.NoSquare, mustMove: chess.NoSquare}
}

// Held tells whether something has been picked up.
func (s *Selection) Held() bool { return s.From != chess.NoSquare || s.Role != chess.NoRole }

// LetGo puts down what is held; the cursor stays.
func (s *Selection) LetGo() {
	s.From, s.Role, s.InPocket, s.Drag = chess.NoSquare, chess.NoRole, false, false
}

// Clear puts down also what was touched.
func (s *Selection) Clear() {
	s.LetGo()
	s.mustMove = chess.NoSquare
}

// Moves are those legal moves that what is held can make.
func (s *Selection) Moves(legal []chess.Move) []chess.Move {
	var out []chess.Move
	for _, m := range legal {
		drop := m.Kind() == chess.Dropping
		switch {
		case s.Role != chess.NoRole && drop && m.Role() == s.Role,
			s.Role == chess.NoRole && !drop && m.From() == s.From:
			out = append(out, m)
		}
	}
	return out
}

// movesTo are the moves of what is held that go to a square: a castling king
// may be put on its own square of arrival or on the rook.
func (s *Selection) movesTo(legal []chess.Move, sq chess.Square) []chess.Move {
	var out []chess.Move
	for _, m := range s.Moves(legal) {
		if m.To() == sq || m.Landing() == sq {
			out = append(out, m)
		}
	}
	return out
}

// targets are the squares where what is held can go.
func (s *Selection) targets(legal []chess.Move) draw.SquareSet {
	var set draw.SquareSet
	for _, m := range s.Moves(legal) {
		set.Add(m.To())
		if at := m.Landing(); at != s.From {
			set.Add(at)
		}
	}
	return set
}

// touch does what a click on a square means: it moves what is held there,
// picks up what can be moved, or says why neither can be.
func (in *Input) touch(sq chess.Square) tea.Cmd {
	if in.premoveNow() {
		in.touchPremove(sq, in.Selection.Drag)
		return nil
	}
	if !in.host.Ready() {
		return nil
	}
	sel := &in.Selection
	in.Redraw()
	if sel.Held() {
		switch moves := sel.movesTo(in.Moves(), sq); {
		case len(moves) == 1, len(moves) > 1 && in.Quick:
			return in.host.Play(mostValuable(moves))
		case len(moves) > 1:
			in.choose(moves, nil)
			return nil
		case sq == sel.From:
			if in.PutDown() {
				in.Notice = ui.Notice{}
			}
			return nil
		case in.opponent != nil && (!in.own(sq) || sel.Role != chess.NoRole):
			in.Complain(in.whyNot(sq))
			return nil
		}
	}
	if in.opponent == nil {
		in.reselect(sq)
		return nil
	}
	if !in.own(sq) {
		if sel.Seen {
			in.Complain("no piece of yours on " + in.Layout.SquareName(sq))
		}
		return nil
	}
	if sq == sel.mustMove || !in.PutDown() {
		return nil
	}
	sel.From = sq
	in.Notice = ui.Notice{}
	if len(sel.Moves(in.Legal)) > 0 {
		if in.S.Habits.TouchMove {
			sel.mustMove = sq
		}
	} else {
		sel.LetGo()
		in.Complain(in.PieceOn(sq) + " has no legal moves" + in.mustCapture())
	}
	return nil
}

// reselect picks up what stands on a square, whosever it is, if it can move.
func (in *Input) reselect(sq chess.Square) {
	sel := &in.Selection
	from := sel.From
	sel.LetGo()
	sel.From, in.Notice = sq, ui.Notice{}
	if len(sel.Moves(in.Moves())) > 0 {
		return
	}
	sel.LetGo()
	switch name := in.Layout.SquareName(sq); {
	case in.Quick:
	case from != chess.NoSquare:
		in.Complain("no legal move from " + in.Layout.SquareName(from) + " to " + name)
	default:
		in.Complain("no move from " + name + " is possible")
	}
}

// Restore selects again what was selected before the opponent moved, as long as
// it can move.
func (in *Input) Restore(was Selection) {
	was.mustMove = chess.NoSquare
	switch {
	case was.Role != chess.NoRole && in.Pocket()[was.Role] == 0, was.Role == chess.NoRole && !in.own(was.From):
	case was.InPocket, in.premoveNow(), len(was.Moves(in.Legal)) > 0:
		in.Selection = was
	}
}

// PutDown lets go of what is held. Where a piece that was touched must be moved
// it stays selected, and PutDown is false.
func (in *Input) PutDown() bool {
	sel := &in.Selection
	sel.LetGo()
	in.cancelBest()
	if sel.mustMove == chess.NoSquare {
		return true
	}
	sel.From = sel.mustMove
	in.Complain(in.touchedText())
	return false
}

// touched refuses a move of another piece than the one that was touched.
func (in *Input) touched(m chess.Move) error {
	sq := in.Selection.mustMove
	if sq == chess.NoSquare || m.Kind() != chess.Dropping && m.From() == sq {
		return nil
	}
	return errors.New(in.touchedText())
}

func (in *Input) touchedText() string {
	sq := in.Selection.mustMove
	return "touch-move: you must move " + in.PieceOn(sq)
}

// cancelBest calls off the search for the best move of the selected piece.
func (in *Input) cancelBest() {
	if in.CancelBest != nil {
		in.CancelBest()
		in.CancelBest = nil
	}
}

// mustCapture adds, where captures are compulsory, what can be played instead.
func (in *Input) mustCapture() string {
	if !in.Rules.Forced || len(in.Legal) == 0 || !in.Legal[0].IsCapture() {
		return ""
	}
	return ": you must capture, " + strings.Join(in.Texts[:min(len(in.Texts), 3)], " or ")
}

// own tells whether a piece of the player stands on a square.
func (in *Input) own(sq chess.Square) bool {
	c := in.seen().Cells[sq]
	return c.Piece != 0 && c.Piece.Color() == in.mover()
}

// whyNot asks the rules why what is held cannot go to a square.
func (in *Input) whyNot(sq chess.Square) string {
	text := in.Layout.SquareName(in.Selection.From) + in.Layout.SquareName(sq)
	if in.Selection.Role != chess.NoRole {
		text = string(in.Selection.Role.Letter()) + "@" + in.Layout.SquareName(sq)
	}
	if _, err := chess.ParseMove(in.host.Present(), text); err != nil {
		return err.Error()
	}
	return text + " cannot be played"
}

// pieceName names the piece on a square as it looks.
func (in *Input) pieceName(sq chess.Square) string {
	c := in.seen().Cells[sq]
	if c.Look != chess.NoRole {
		return c.Look.String()
	}
	if c.Piece == 0 {
		return "piece"
	}
	return c.Piece.Role().String()
}

// PieceOn is what the player sees on a square, "the knight on g1": one phrase,
// for languages that put it together otherwise.
func (in *Input) PieceOn(sq chess.Square) string {
	return "the " + in.pieceName(sq) + " on " + in.Layout.SquareName(sq)
}
