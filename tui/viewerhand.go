package tui

import (
	"errors"
	"slices"

	"rookery/chess"
	"rookery/pgn"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// moveHand makes moves on the board of a viewer: by the line, by the cursor
// keys and by the mouse.
type moveHand struct {
	holding
	line    inputLine
	chooser *chooser // asks which of several moves is meant
	of      *pgn.Node
	legal   []chess.Move // behind of
	texts   []string     // the same as they are written
}

func newMoveHand(s *Session) moveHand {
	return moveHand{holding: newHolding(), line: newInputLine(s.Theme, s.glyphs())}
}

// reset forgets what belonged to another position; the cursor stays.
func (h *moveHand) reset() {
	h.letGo()
	h.line.clear()
	h.chooser, h.of = nil, nil
}

// moves are the legal moves of the position on the board.
func (v *viewer) moves() []chess.Move {
	h := &v.hand
	if h.of == v.cur {
		return h.legal
	}
	h.of, h.legal, h.texts = v.cur, h.legal[:0], h.texts[:0]
	if v.board.Outcome().Over() {
		return nil
	}
	h.legal = v.board.Moves(h.legal)
	for _, m := range h.legal {
		h.texts = append(h.texts, chess.MoveText(v.board, m))
	}
	return h.legal
}

// takeMoves lets the keys make moves.
func (v *viewer) takeMoves() {
	v.mode, v.notice = moving, notice{}
	v.hand.reset()
	v.hand.seen = false
	v.rows = nil
}

// endMoves gives the keys back to stepping.
func (v *viewer) endMoves() {
	v.mode, v.notice = stepping, notice{}
	v.hand.reset()
	v.hand.seen = false
	v.arrange()
}

// handled gives a key to the moves that are made.
func (v *viewer) handled(msg tea.KeyMsg) tea.Cmd {
	h, k := &v.hand, &v.keys
	if h.chooser != nil {
		if m, done := h.chooser.pressed(msg.String()); done {
			h.chooser = nil
			if m != 0 {
				return v.made(m)
			}
		}
		return nil
	}
	empty := h.line.empty()
	for direction, arrow := range [...]string{chess.Up: "up", chess.Down: "down", chess.Left: "left", chess.Right: "right"} {
		if msg.String() == arrow {
			v.steer(direction)
			return nil
		}
	}
	switch {
	case msg.Type == tea.KeyEsc:
		return v.backOut()
	case msg.Type == tea.KeyEnter && !empty:
		return v.send()
	case msg.Type == tea.KeyEnter, msg.String() == " " && empty:
		return v.pick()
	case msg.Type == tea.KeyTab && empty:
		v.toPocket()
	case msg.Type == tea.KeyTab:
		h.line.complete()
	case msg.Type == tea.KeyRunes:
		v.moves()
		h.line.edit(msg, h.texts)
		v.notice = notice{}
	case v.mode == guessed && key.Matches(msg, k.Hint):
		return v.hinted()
	case v.mode == moving && v.steps(msg):
	default:
		v.moves()
		h.line.edit(msg, h.texts)
	}
	return nil
}

// steps does what keys that are no letters say while moves are added.
func (v *viewer) steps(msg tea.KeyMsg) bool {
	k := &v.keys
	switch {
	case key.Matches(msg, k.Undo) && !v.saving:
		if v.game.Undo() {
			v.travelled("")
		}
	case key.Matches(msg, k.Redo) && !v.saving:
		if v.game.Redo() {
			v.travelled("")
		}
	case key.Matches(msg, k.Flip):
		v.flip, v.rows = !v.flip, nil
	case !v.hand.line.empty():
		return false
	case key.Matches(msg, k.Prev), msg.Type == tea.KeyBackspace:
		if v.cur.Parent != nil {
			v.goTo(v.cur.Parent)
		}
	case key.Matches(msg, k.Next):
		v.next()
	case key.Matches(msg, k.Start):
		v.goTo(v.game.Root)
	case key.Matches(msg, k.End):
		v.goTo(v.cur.End())
	default:
		return false
	}
	return true
}

// backOut gives up what was begun last.
func (v *viewer) backOut() tea.Cmd {
	h := &v.hand
	switch {
	case h.held() || h.pocket:
		h.letGo()
		v.rows = nil
	case !h.line.empty():
		h.line.clear()
		v.notice = notice{}
	case v.mode == guessed:
		return v.endGuesses()
	default:
		v.endMoves()
	}
	return nil
}

// send reads the line.
func (v *viewer) send() tea.Cmd {
	h := &v.hand
	text := h.line.text()
	m, err := v.s.readMove(v.board, text)
	if err == nil && m == chess.Pass && len(v.board.Checked()) > 0 {
		err = errors.New("the turn cannot be passed in check")
	}
	if err == nil && m != chess.Pass && !slices.Contains(v.moves(), m) {
		err = errors.New("the game is over in this position")
	}
	if err != nil {
		v.notice = notice{err.Error(), true}
		h.line.refuse()
		return nil
	}
	h.line.sent()
	return v.made(m)
}

// made does with a move what moves are made for.
func (v *viewer) made(m chess.Move) tea.Cmd {
	v.hand.letGo()
	v.rows = nil
	if v.mode == guessed {
		return v.judge(m)
	}
	return v.add(m)
}

// steer moves the cursor, on the board or in the pocket.
func (v *viewer) steer(direction int) {
	h := &v.hand
	v.rows = nil
	if h.pocket {
		roles := pocketRoles(v.ownHand())
		i := slices.Index(roles, h.role)
		switch {
		case direction == chess.Left:
			h.role = roles[(i+len(roles)-1)%len(roles)]
			return
		case direction == chess.Right:
			h.role = roles[(i+1)%len(roles)]
			return
		}
		h.pocket = false // up and down go on to the board
	}
	if h.seen && int(h.cursor) < len(v.board.Layout().Cells) {
		h.cursor = step(v.board.Layout(), h.cursor, direction, v.flip)
		return
	}
	v.aim()
}

// aim shows the cursor where it was, else in the middle of the board.
func (v *viewer) aim() {
	h := &v.hand
	if n := len(v.board.Layout().Cells); int(h.cursor) >= n {
		h.cursor = chess.Square(n / 2)
	}
	h.seen, v.rows = true, nil
}

// ownHand is what the side to move can drop.
func (v *viewer) ownHand() chess.Hand {
	return v.board.View(chess.Everyone).Hands[v.board.Turn()]
}

// toPocket lets the keys choose a man to drop.
func (v *viewer) toPocket() {
	h := &v.hand
	roles := pocketRoles(v.ownHand())
	v.rows = nil
	switch {
	case h.pocket:
		h.letGo()
	case len(roles) == 0:
		v.notice = notice{"there is nothing to drop", true}
	default:
		h.letGo()
		h.pocket, h.role = true, roles[0]
	}
}

// pick picks a man up under the cursor, or puts down what is held.
func (v *viewer) pick() tea.Cmd {
	h := &v.hand
	if h.pocket {
		h.pocket = false
		v.aim()
		return nil
	}
	if !h.seen {
		v.aim()
		return nil
	}
	return v.touch(h.cursor)
}

// touch moves what is held to a square, or picks up what stands there.
func (v *viewer) touch(sq chess.Square) tea.Cmd {
	h := &v.hand
	v.rows, v.notice = nil, notice{}
	legal := v.moves()
	if h.held() {
		switch moves := h.movesTo(legal, sq); {
		case len(moves) == 1:
			return v.made(moves[0])
		case len(moves) > 1:
			texts := make([]string, len(moves))
			for i, m := range moves {
				texts[i] = chess.MoveText(v.board, m)
			}
			h.chooser = newChooser(v.s.glyphs(), v.board.Turn(), moves, texts)
			h.chooser.title = v.s.Text(h.chooser.title)
			return nil
		case sq == h.from:
			h.letGo()
			return nil
		}
	}
	from := h.from
	h.letGo()
	h.from = sq
	if len(h.holding.moves(legal)) == 0 {
		h.letGo()
		name := v.board.Layout().SquareName(sq)
		v.notice = notice{"nothing can move from " + name, true}
		if from != chess.NoSquare {
			v.notice.text = "no move leads from " + v.board.Layout().SquareName(from) + " to " + name
		}
	}
	return nil
}

// touchedBy makes moves with the mouse, by click and click or by dragging. What
// is let go outside the board stays where it was.
func (v *viewer) touchedBy(msg tea.MouseMsg) tea.Cmd {
	h, r := &v.hand, &v.room
	sq, on := squareAt(v.board.Layout(), r.size, v.flip, msg.X-r.board.x, msg.Y-r.board.y)
	switch {
	case h.chooser != nil:
		if msg.Action == tea.MouseActionPress {
			h.chooser = nil
		}
	case msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft && on:
		before := h.from
		h.cursor, h.seen = sq, false
		cmd := v.touch(sq)
		h.drag = h.from == sq && before != sq
		return cmd
	case msg.Action == tea.MouseActionRelease && h.drag:
		h.drag = false
		switch {
		case !on:
			h.letGo()
			v.rows = nil
		case sq != h.from:
			return v.touch(sq)
		}
	}
	return nil
}
