package tui

import (
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// send reads the line: a word, else a move.
func (d *desk) send() tea.Cmd {
	text := d.line.text()
	if text == "" {
		d.line.clear()
		return nil
	}
	if word, ok := wordOf(text, d.line.words); ok {
		d.line.sent()
		return d.host.obey(word)
	}
	if d.host.premoving() {
		d.writeAhead(text)
		return nil
	}
	if !d.host.ready() {
		d.line.refuse()
		return nil
	}
	b := d.host.board()
	m, err := d.s.readMove(b, text)
	if err == nil && m == chess.Pass {
		err = errors.New("a move cannot be passed here")
	}
	if err == nil {
		err = d.touched(m)
	}
	var ambiguous *chess.AmbiguousError
	if errors.As(err, &ambiguous) && d.chooseOf(ambiguous.Choices) {
		d.line.sent()
		return nil
	}
	if err != nil {
		d.complain(d.refusal(b, text, err))
		d.line.refuse()
		return nil
	}
	d.line.sent()
	return d.host.play(m)
}

// refusal is the error of a move that cannot be played, with what may have
// been meant. In fog nothing is guessed: a guess would tell.
func (d *desk) refusal(b chess.Board, text string, err error) string {
	said := err.Error()
	var ambiguous *chess.AmbiguousError
	if d.host.fogged() || errors.As(err, &ambiguous) {
		return said
	}
	var close []string
	for _, s := range chess.Suggest(b, text, 2) {
		if !strings.Contains(said, s) {
			close = append(close, s)
		}
	}
	if len(close) > 0 {
		said += " Did you mean " + strings.Join(close, " or ") + "?"
		said = strings.Replace(said, " Did", ". Did", 1)
	}
	return said
}

// steer moves the cursor, on the board or in the pocket.
func (d *desk) steer(direction int) {
	if d.holding.pocket {
		roles := pocketRoles(d.hand())
		i := slices.Index(roles, d.holding.role)
		switch direction {
		case chess.Left:
			d.holding.role = roles[(i+len(roles)-1)%len(roles)]
		case chess.Right:
			d.holding.role = roles[(i+1)%len(roles)]
		default:
			d.holding.pocket = false // up and down go on to the board
			d.aim()
		}
		d.drawn = boardCache{}
		return
	}
	if d.holding.seen && d.holding.cursor != chess.NoSquare {
		d.holding.cursor = step(d.layout, d.holding.cursor, direction, d.flip)
	} else {
		d.aim()
	}
	d.drawn = boardCache{}
}

// aim shows the cursor: where it was, else on a royal man of the side to
// move, else in the middle of the board.
func (d *desk) aim() {
	h := &d.holding
	if h.cursor == chess.NoSquare {
		h.cursor = chess.Square(len(d.layout.Cells) / 2)
		for sq, c := range d.host.board().View(d.host.observer()).Cells {
			if c.Piece == chess.PieceOf(d.mover(), chess.King) {
				h.cursor = chess.Square(sq)
			}
		}
	}
	h.seen = true
}

// hand is what the player has in the pocket.
func (d *desk) hand() chess.Hand {
	return d.seen().Hands[d.mover()]
}

// toPocket lets the keys choose a man to drop.
func (d *desk) toPocket() {
	switch roles := pocketRoles(d.hand()); {
	case d.rules.Pocket == chess.NoPocket:
		d.complain("there is no pocket in this game; write a move, or use the arrow keys and Space")
	case !d.host.premoving() && !d.host.ready():
	case d.holding.pocket:
		d.holding.letGo()
	case len(roles) == 0:
		d.complain("your pocket is empty")
	case d.putDown():
		d.holding.pocket, d.holding.role = true, roles[0]
		d.say("Left and right choose a man, Enter takes it to the board")
	}
	d.drawn = boardCache{}
}

// pick picks a man up under the cursor, or puts down what is held.
func (d *desk) pick() tea.Cmd {
	h := &d.holding
	if h.pocket {
		h.pocket = false
		d.say("Choose a square for the " + h.role.String() + ", Enter drops it")
		d.aim()
		d.drawn = boardCache{}
		return nil
	}
	if !h.seen {
		d.aim()
		d.drawn = boardCache{}
		if !h.held() {
			return nil
		}
	}
	return d.touch(h.cursor)
}

// touch does what a click on a square means: it moves what is held there,
// picks up an own man, or says why neither can be.
func (d *desk) touch(sq chess.Square) tea.Cmd {
	if d.host.premoving() {
		d.touchAhead(sq, d.holding.drag)
		return nil
	}
	if !d.host.ready() {
		return nil
	}
	h := &d.holding
	defer func() { d.drawn = boardCache{} }()
	if h.held() {
		switch moves := h.movesTo(d.legal, sq); {
		case len(moves) == 1:
			return d.host.play(moves[0])
		case len(moves) > 1:
			d.choose(moves)
			return nil
		case sq == h.from:
			if d.putDown() {
				d.notice = notice{}
			}
			return nil
		case !d.own(sq) || h.role != chess.NoRole:
			d.complain(d.whyNot(sq))
			return nil
		}
	}
	if !d.own(sq) {
		if h.seen {
			d.complain("there is no man of yours on " + d.layout.SquareName(sq))
		}
		return nil
	}
	if sq == h.bound || !d.putDown() {
		return nil
	}
	h.from = sq
	d.notice = notice{}
	if len(h.moves(d.legal)) > 0 {
		if d.s.Habits.TouchMove {
			h.bound = sq
		}
	} else {
		h.letGo()
		d.complain("the " + d.manName(sq) + " on " + d.layout.SquareName(sq) + " has no legal move" + d.mustCapture())
	}
	return nil
}

// mustCapture adds, where captures are compulsory, what can be played instead.
func (d *desk) mustCapture() string {
	if !d.rules.Forced || len(d.legal) == 0 || !d.legal[0].IsCapture() {
		return ""
	}
	texts := d.texts
	if len(texts) > 3 {
		texts = texts[:3]
	}
	return ": you must capture, " + strings.Join(texts, " or ")
}

// own tells whether a man of the player stands on a square.
func (d *desk) own(sq chess.Square) bool {
	c := d.seen().Cells[sq]
	return c.Piece != 0 && c.Piece.Color() == d.mover()
}

// whyNot asks the rules why what is held cannot go to a square.
func (d *desk) whyNot(sq chess.Square) string {
	text := d.layout.SquareName(d.holding.from) + d.layout.SquareName(sq)
	if d.holding.role != chess.NoRole {
		text = string(d.holding.role.Letter()) + "@" + d.layout.SquareName(sq)
	}
	if _, err := chess.ParseMove(d.host.board(), text); err != nil {
		return err.Error()
	}
	return text + " cannot be played"
}

// choose asks which of several moves between the same squares is meant.
func (d *desk) choose(moves []chess.Move) {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = chess.MoveText(d.host.board(), m)
	}
	d.chooser = newChooser(d.s.glyphs(), d.host.board().Turn(), moves, texts)
	d.chooser.title = d.s.Text(d.chooser.title)
}

// chooseOf asks which of several texts is meant, each of them a move; false
// where they are none.
func (d *desk) chooseOf(texts []string) bool {
	moves := make([]chess.Move, len(texts))
	for i, text := range texts {
		var err error
		if moves[i], err = chess.ParseMove(d.host.board(), text); err != nil {
			return false
		}
	}
	d.notice = notice{}
	d.chooser = newChooser(d.s.glyphs(), d.host.board().Turn(), moves, texts)
	d.chooser.title = d.s.Text(d.chooser.title)
	return true
}

// putDown lets go of what is held. Where a man that was touched must be moved
// it stays in the hand, and putDown is false.
func (d *desk) putDown() bool {
	h := &d.holding
	h.letGo()
	d.stopLetting()
	if h.bound == chess.NoSquare {
		return true
	}
	h.from = h.bound
	d.complain("touched is moved: play a move of the " + d.manName(h.bound) + " on " + d.layout.SquareName(h.bound))
	return false
}

// touched refuses a move of another man than the one that was touched.
func (d *desk) touched(m chess.Move) error {
	sq := d.holding.bound
	if sq == chess.NoSquare || m.Kind() != chess.Dropping && m.From() == sq {
		return nil
	}
	return errors.New("touched is moved: play a move of the " + d.manName(sq) + " on " + d.layout.SquareName(sq))
}

// stopLetting calls off the search for the best move of one man.
func (d *desk) stopLetting() {
	if d.letting != nil {
		d.letting()
		d.letting = nil
	}
}

// clicked plays with the mouse: click and click, or drag. A release outside
// the board puts the man back.
func (d *desk) clicked(msg tea.MouseMsg) tea.Cmd {
	if d.asking != nil || !d.fits {
		return nil
	}
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		d.show(d.shown - 1)
		return nil
	case msg.Button == tea.MouseButtonWheelDown:
		d.show(d.shown + 1)
		return nil
	}
	r := &d.room
	sq, on := squareAt(d.layout, r.size, d.flip, msg.X-r.board.x, msg.Y-r.board.y)
	switch {
	case msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft:
		if d.chooser != nil {
			if m, ok := d.chooser.optionAt(msg.X - r.inputX); ok && msg.Y == r.notice {
				d.chooser = nil
				return d.host.play(m)
			}
			d.chooser = nil
			return nil
		}
		if role, ok := d.pocketAt(msg.X, msg.Y); ok && (d.host.premoving() || d.host.ready()) {
			if d.putDown() {
				d.holding.role = role
			}
			d.drawn = boardCache{}
			return nil
		}
		if !on {
			return nil
		}
		d.holding.cursor, d.holding.seen = sq, false
		before := d.holding.from
		cmd := d.touch(sq)
		d.holding.drag = d.holding.from == sq && before != sq
		return cmd
	case msg.Action == tea.MouseActionRelease && d.holding.drag:
		switch {
		case !on:
			d.putDown()
			d.drawn = boardCache{}
		case sq != d.holding.from:
			cmd := d.touch(sq)
			d.holding.drag = false
			return cmd
		}
		d.holding.drag = false
	}
	return nil
}

// manName names the man on a square as it looks.
func (d *desk) manName(sq chess.Square) string {
	c := d.seen().Cells[sq]
	if c.Look != chess.NoRole {
		return c.Look.String()
	}
	if c.Piece == 0 {
		return "man"
	}
	return c.Piece.Role().String()
}

// notLive says how to come back to the present position.
func (d *desk) notLive() string {
	return "this is an earlier position: press End to come back to the game"
}
