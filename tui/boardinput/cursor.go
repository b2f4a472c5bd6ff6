package boardinput

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
)

// steer moves the cursor, on the board or in the pocket.
func (in *Input) steer(direction int) {
	sel := &in.Selection
	in.Redraw()
	if sel.InPocket {
		roles := draw.PocketRoles(in.Pocket())
		i := slices.Index(roles, sel.Role)
		switch direction {
		case chess.Left:
			sel.Role = roles[(i+len(roles)-1)%len(roles)]
		case chess.Right:
			sel.Role = roles[(i+1)%len(roles)]
		default:
			sel.InPocket = false // up and down go on to the board
			in.aim()
		}
		return
	}
	if sel.Seen && int(sel.Cursor) < len(in.Layout.Cells) {
		sel.Cursor = draw.Step(in.Layout, sel.Cursor, direction, in.Flip)
	} else {
		in.aim()
	}
}

// aim shows the cursor: where it was, else in a game on a royal piece of the side
// to move, else in the middle of the board.
func (in *Input) aim() {
	in.Settle()
	in.Selection.Seen = true
	in.Redraw()
}

// Settle puts a cursor that is nowhere on the board onto it.
func (in *Input) Settle() {
	sel, n := &in.Selection, len(in.Layout.Cells)
	if int(sel.Cursor) < n {
		return
	}
	sel.Cursor = chess.Square(n / 2)
	if in.opponent == nil {
		return
	}
	for sq, c := range in.host.Present().View(in.observer()).Cells {
		if c.Piece == chess.PieceOf(in.mover(), chess.King) {
			sel.Cursor = chess.Square(sq)
		}
	}
}

// Pocket is what the player has to drop.
func (in *Input) Pocket() chess.RoleCounts { return in.seen().Pockets[in.mover()] }

// toPocket lets the keys choose a piece to drop.
func (in *Input) toPocket() {
	sel := &in.Selection
	switch roles := draw.PocketRoles(in.Pocket()); {
	case in.opponent != nil && in.Rules.Pocket == chess.NoPocket:
		in.Complain("this variant has no pocket; type a move, or use the arrow keys and Space")
	case !in.premoveNow() && !in.host.Ready():
	case sel.InPocket:
		sel.LetGo()
	case len(roles) == 0 && in.opponent == nil:
		in.Complain("nothing to drop")
	case len(roles) == 0:
		in.Complain("your pocket is empty")
	case in.PutDown():
		sel.InPocket, sel.Role = true, roles[0]
		if in.opponent != nil {
			in.Say("Select a piece with ← →, Enter takes it to the board")
		}
	}
	in.Redraw()
}

// pick picks a piece up under the cursor, or puts down what is held.
func (in *Input) pick() tea.Cmd {
	sel := &in.Selection
	if sel.InPocket {
		sel.InPocket = false
		if in.opponent != nil {
			in.Say("Choose a square for the " + sel.Role.String() + ", Enter to drop it")
		}
		in.aim()
		return nil
	}
	if !sel.Seen {
		in.aim()
		if in.opponent == nil || !sel.Held() {
			return nil
		}
	}
	return in.touch(sel.Cursor)
}

// Pointed makes moves with the mouse, by click and click or by dragging, on a
// board that is drawn at a place of the screen. What is let go outside the board
// goes back to its square.
func (in *Input) Pointed(msg tea.MouseMsg, at Rect, size draw.CellSize) tea.Cmd {
	sel := &in.Selection
	sq, on := draw.SquareAt(in.Layout, size, in.Flip, msg.X-at.X, msg.Y-at.Y)
	switch press := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft; {
	case press && in.Chooser != nil:
		in.Chooser = nil
	case press && on:
		sel.Cursor, sel.Seen = sq, in.Placer != nil
		in.Redraw()
		if in.Placer != nil {
			if in.Placer.Grab(sq) {
				sel.From, sel.Drag = sq, true
			}
			return nil
		}
		before := sel.From
		cmd := in.touch(sq)
		sel.Drag = sel.From == sq && before != sq
		return cmd
	case msg.Action == tea.MouseActionRelease && sel.Drag:
		from := sel.From
		switch {
		case in.Placer != nil:
			sel.LetGo()
			if sq != from {
				in.Placer.Carry(from, sq)
			}
		case !on:
			in.PutDown()
			in.Redraw()
		case sq != from:
			cmd := in.touch(sq)
			sel.Drag = false
			return cmd
		}
		sel.Drag = false
	}
	return nil
}
