package tui

import (
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// ready tells whether a move can be made now and says why not.
func (g *gameScreen) ready() bool {
	switch {
	case g.over():
		g.complain("the game is over: Enter plays again, Esc goes back to the menu")
	case !g.live():
		g.complain(g.notLive())
	case !g.humanTurn():
		g.complain("it is not your move: " + g.playerName(g.game.Turn()) + " is thinking")
	default:
		return true
	}
	return false
}

// send reads the line: a word, else a move.
func (g *gameScreen) send() tea.Cmd {
	text := g.line.text()
	if text == "" {
		g.line.clear()
		return nil
	}
	if word, ok := wordOf(text); ok {
		g.line.sent()
		return g.obey(word)
	}
	if g.premoving() {
		g.writeAhead(text)
		return nil
	}
	if !g.ready() {
		g.line.refuse()
		return nil
	}
	b := g.game.Board()
	m, err := g.s.readMove(b, text)
	if err == nil && m == chess.Pass {
		err = errors.New("a move cannot be passed here")
	}
	if err == nil {
		err = g.touched(m)
	}
	var ambiguous *chess.AmbiguousError
	if errors.As(err, &ambiguous) && g.chooseOf(ambiguous.Choices) {
		g.line.sent()
		return nil
	}
	if err != nil {
		g.complain(g.refusal(b, text, err))
		g.line.refuse()
		return nil
	}
	g.line.sent()
	return g.play(m)
}

// refusal is the error of a move that cannot be played, with what may have
// been meant. In fog nothing is guessed: a guess would tell.
func (g *gameScreen) refusal(b chess.Board, text string, err error) string {
	said := err.Error()
	var ambiguous *chess.AmbiguousError
	if g.fogged() || errors.As(err, &ambiguous) {
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
func (g *gameScreen) steer(direction int) {
	if g.holding.pocket {
		roles := pocketRoles(g.hand())
		i := slices.Index(roles, g.holding.role)
		switch direction {
		case chess.Left:
			g.holding.role = roles[(i+len(roles)-1)%len(roles)]
		case chess.Right:
			g.holding.role = roles[(i+1)%len(roles)]
		default:
			g.holding.pocket = false // up and down go on to the board
			g.aim()
		}
		g.drawn = boardCache{}
		return
	}
	if g.holding.seen && g.holding.cursor != chess.NoSquare {
		g.holding.cursor = step(g.layout, g.holding.cursor, direction, g.flip)
	} else {
		g.aim()
	}
	g.drawn = boardCache{}
}

// aim shows the cursor: where it was, else on a royal man of the side to
// move, else in the middle of the board.
func (g *gameScreen) aim() {
	h := &g.holding
	if h.cursor == chess.NoSquare {
		h.cursor = chess.Square(len(g.layout.Cells) / 2)
		for sq, c := range g.game.Board().View(g.observer()).Cells {
			if c.Piece == chess.PieceOf(g.mover(), chess.King) {
				h.cursor = chess.Square(sq)
			}
		}
	}
	h.seen = true
}

// hand is what the player has in the pocket.
func (g *gameScreen) hand() chess.Hand {
	return g.game.Board().View(g.observer()).Hands[g.mover()]
}

// toPocket lets the keys choose a man to drop.
func (g *gameScreen) toPocket() {
	switch roles := pocketRoles(g.hand()); {
	case g.cfg.Rules.Pocket == chess.NoPocket:
		g.complain("there is no pocket in this game; write a move, or use the arrow keys and Space")
	case !g.premoving() && !g.ready():
	case g.holding.pocket:
		g.holding.letGo()
	case len(roles) == 0:
		g.complain("your pocket is empty")
	case g.putDown():
		g.holding.pocket, g.holding.role = true, roles[0]
		g.say("Left and right choose a man, Enter takes it to the board")
	}
	g.drawn = boardCache{}
}

// pick picks a man up under the cursor, or puts down what is held.
func (g *gameScreen) pick() tea.Cmd {
	h := &g.holding
	if h.pocket {
		h.pocket = false
		g.say("Choose a square for the " + h.role.String() + ", Enter drops it")
		g.aim()
		g.drawn = boardCache{}
		return nil
	}
	if !h.seen {
		g.aim()
		g.drawn = boardCache{}
		if !h.held() {
			return nil
		}
	}
	return g.touch(h.cursor)
}

// touch does what a click on a square means: it moves what is held there,
// picks up an own man, or says why neither can be.
func (g *gameScreen) touch(sq chess.Square) tea.Cmd {
	if g.premoving() {
		g.touchAhead(sq, g.holding.drag)
		return nil
	}
	if !g.ready() {
		return nil
	}
	h := &g.holding
	defer func() { g.drawn = boardCache{} }()
	if h.held() {
		switch moves := h.movesTo(g.legal, sq); {
		case len(moves) == 1:
			return g.play(moves[0])
		case len(moves) > 1:
			g.choose(moves)
			return nil
		case sq == h.from:
			if g.putDown() {
				g.notice = notice{}
			}
			return nil
		case !g.own(sq) || h.role != chess.NoRole:
			g.complain(g.whyNot(sq))
			return nil
		}
	}
	if !g.own(sq) {
		if h.seen {
			g.complain("there is no man of yours on " + g.layout.SquareName(sq))
		}
		return nil
	}
	if sq == h.bound || !g.putDown() {
		return nil
	}
	h.from = sq
	g.notice = notice{}
	if len(h.moves(g.legal)) > 0 {
		if g.s.Habits.TouchMove {
			h.bound = sq
		}
	} else {
		h.letGo()
		g.complain("the " + g.manName(sq) + " on " + g.layout.SquareName(sq) + " has no legal move" + g.mustCapture())
	}
	return nil
}

// mustCapture adds, where captures are compulsory, what can be played instead.
func (g *gameScreen) mustCapture() string {
	if !g.cfg.Rules.Forced || len(g.legal) == 0 || !g.legal[0].IsCapture() {
		return ""
	}
	texts := g.texts
	if len(texts) > 3 {
		texts = texts[:3]
	}
	return ": you must capture, " + strings.Join(texts, " or ")
}

// own tells whether a man of the player stands on a square.
func (g *gameScreen) own(sq chess.Square) bool {
	c := g.game.Board().View(g.observer()).Cells[sq]
	return c.Piece != 0 && c.Piece.Color() == g.mover()
}

// whyNot asks the rules why what is held cannot go to a square.
func (g *gameScreen) whyNot(sq chess.Square) string {
	text := g.layout.SquareName(g.holding.from) + g.layout.SquareName(sq)
	if g.holding.role != chess.NoRole {
		text = string(g.holding.role.Letter()) + "@" + g.layout.SquareName(sq)
	}
	if _, err := chess.ParseMove(g.game.Board(), text); err != nil {
		return err.Error()
	}
	return text + " cannot be played"
}

// choose asks which of several moves between the same squares is meant.
func (g *gameScreen) choose(moves []chess.Move) {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = chess.MoveText(g.game.Board(), m)
	}
	g.chooser = newChooser(g.s.glyphs(), g.game.Turn(), moves, texts)
	g.chooser.title = g.s.Text(g.chooser.title)
}

// chooseOf asks which of several texts is meant, each of them a move; false
// where they are none.
func (g *gameScreen) chooseOf(texts []string) bool {
	moves := make([]chess.Move, len(texts))
	for i, text := range texts {
		var err error
		if moves[i], err = chess.ParseMove(g.game.Board(), text); err != nil {
			return false
		}
	}
	g.notice = notice{}
	g.chooser = newChooser(g.s.glyphs(), g.game.Turn(), moves, texts)
	g.chooser.title = g.s.Text(g.chooser.title)
	return true
}

// putDown lets go of what is held. Where a man that was touched must be moved
// it stays in the hand, and putDown is false.
func (g *gameScreen) putDown() bool {
	h := &g.holding
	h.letGo()
	g.stopLetting()
	if h.bound == chess.NoSquare {
		return true
	}
	h.from = h.bound
	g.complain("touched is moved: play a move of the " + g.manName(h.bound) + " on " + g.layout.SquareName(h.bound))
	return false
}

// touched refuses a move of another man than the one that was touched.
func (g *gameScreen) touched(m chess.Move) error {
	sq := g.holding.bound
	if sq == chess.NoSquare || m.Kind() != chess.Dropping && m.From() == sq {
		return nil
	}
	return errors.New("touched is moved: play a move of the " + g.manName(sq) + " on " + g.layout.SquareName(sq))
}

// stopLetting calls off the search for the best move of one man.
func (g *gameScreen) stopLetting() {
	if g.letting != nil {
		g.letting()
		g.letting = nil
	}
}

// clicked plays with the mouse: click and click, or drag. A release outside
// the board puts the man back.
func (g *gameScreen) clicked(msg tea.MouseMsg) tea.Cmd {
	if g.curtain || g.asking != nil || g.trouble != nil || !g.fits {
		return nil
	}
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		g.show(g.shown - 1)
		return nil
	case msg.Button == tea.MouseButtonWheelDown:
		g.show(g.shown + 1)
		return nil
	}
	r := &g.room
	sq, on := squareAt(g.layout, r.size, g.flip, msg.X-r.board.x, msg.Y-r.board.y)
	switch {
	case msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft:
		if g.chooser != nil {
			if m, ok := g.chooser.optionAt(msg.X - r.inputX); ok && msg.Y == r.notice {
				g.chooser = nil
				return g.play(m)
			}
			g.chooser = nil
			return nil
		}
		if role, ok := g.pocketAt(msg.X, msg.Y); ok && (g.premoving() || g.ready()) {
			if g.putDown() {
				g.holding.role = role
			}
			g.drawn = boardCache{}
			return nil
		}
		if !on {
			return nil
		}
		g.holding.cursor, g.holding.seen = sq, false
		before := g.holding.from
		cmd := g.touch(sq)
		g.holding.drag = g.holding.from == sq && before != sq
		return cmd
	case msg.Action == tea.MouseActionRelease && g.holding.drag:
		switch {
		case !on:
			g.putDown()
			g.drawn = boardCache{}
		case sq != g.holding.from:
			cmd := g.touch(sq)
			g.holding.drag = false
			return cmd
		}
		g.holding.drag = false
	}
	return nil
}
