package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// steer moves the cursor, on the board or in the pocket.
func (in *boardInput) steer(direction int) {
	sel := &in.selection
	in.redraw()
	if sel.inPocket {
		roles := pocketRoles(in.pocket())
		i := slices.Index(roles, sel.role)
		switch direction {
		case chess.Left:
			sel.role = roles[(i+len(roles)-1)%len(roles)]
		case chess.Right:
			sel.role = roles[(i+1)%len(roles)]
		default:
			sel.inPocket = false // up and down go on to the board
			in.aim()
		}
		return
	}
	if sel.seen && int(sel.cursor) < len(in.layout.Cells) {
		sel.cursor = step(in.layout, sel.cursor, direction, in.flip)
	} else {
		in.aim()
	}
}

// aim shows the cursor: where it was, else in a game on a royal piece of the side
// to move, else in the middle of the board.
func (in *boardInput) aim() {
	in.settle()
	in.selection.seen = true
	in.redraw()
}

// settle puts a cursor that is nowhere on the board onto it.
func (in *boardInput) settle() {
	sel, n := &in.selection, len(in.layout.Cells)
	if int(sel.cursor) < n {
		return
	}
	sel.cursor = chess.Square(n / 2)
	if in.opponent == nil {
		return
	}
	for sq, c := range in.host.present().View(in.eyes()).Cells {
		if c.Piece == chess.PieceOf(in.mover(), chess.King) {
			sel.cursor = chess.Square(sq)
		}
	}
}

// pocket is what the player has to drop.
func (in *boardInput) pocket() chess.RoleCounts { return in.seen().Pockets[in.mover()] }

// toPocket lets the keys choose a piece to drop.
func (in *boardInput) toPocket() {
	sel := &in.selection
	switch roles := pocketRoles(in.pocket()); {
	case in.opponent != nil && in.rules.Pocket == chess.NoPocket:
		in.complain("there is no pocket in this game; write a move, or use the arrow keys and Space")
	case !in.premoveNow() && !in.host.ready():
	case sel.inPocket:
		sel.letGo()
	case len(roles) == 0 && in.opponent == nil:
		in.complain("there is nothing to drop")
	case len(roles) == 0:
		in.complain("your pocket is empty")
	case in.putDown():
		sel.inPocket, sel.role = true, roles[0]
		if in.opponent != nil {
			in.say("Left and right choose a man, Enter takes it to the board")
		}
	}
	in.redraw()
}

// pick picks a piece up under the cursor, or puts down what is held.
func (in *boardInput) pick() tea.Cmd {
	sel := &in.selection
	if sel.inPocket {
		sel.inPocket = false
		if in.opponent != nil {
			in.say("Choose a square for the " + sel.role.String() + ", Enter drops it")
		}
		in.aim()
		return nil
	}
	if !sel.seen {
		in.aim()
		if in.opponent == nil || !sel.held() {
			return nil
		}
	}
	return in.touch(sel.cursor)
}

// pointed makes moves with the mouse, by click and click or by dragging, on a
// board that is drawn at a place of the screen. What is let go outside the board
// goes back to its square.
func (in *boardInput) pointed(msg tea.MouseMsg, at rect, size cellSize) tea.Cmd {
	sel := &in.selection
	sq, on := squareAt(in.layout, size, in.flip, msg.X-at.x, msg.Y-at.y)
	switch press := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft; {
	case press && in.chooser != nil:
		in.chooser = nil
	case press && on:
		sel.cursor, sel.seen = sq, in.placer != nil
		in.redraw()
		if in.placer != nil {
			if in.placer.grab(sq) {
				sel.from, sel.drag = sq, true
			}
			return nil
		}
		before := sel.from
		cmd := in.touch(sq)
		sel.drag = sel.from == sq && before != sq
		return cmd
	case msg.Action == tea.MouseActionRelease && sel.drag:
		from := sel.from
		switch {
		case in.placer != nil:
			sel.letGo()
			if sq != from {
				in.placer.carry(from, sq)
			}
		case !on:
			in.putDown()
			in.redraw()
		case sq != from:
			cmd := in.touch(sq)
			sel.drag = false
			return cmd
		}
		sel.drag = false
	}
	return nil
}
