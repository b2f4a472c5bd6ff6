package tui

import (
	"context"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// boardInput is all with which moves are made on a board: the cursor, what is
// selected, the mouse, the pocket, the typed line, promotions and premoves. The
// game, the table, the viewer, the analysis and the position editor embed one.
// What a move does, its host tells. It knows no screen. What is selected stands in
// selection.go, cursor and mouse in boardcursor.go, the typed line in typedmove.go,
// the rest in premove.go and promotion.go.
type boardInput struct {
	s        *Session
	host     moveHost     // nil in the position editor
	opponent opponentHost // the host of a game; nil where the moves of both sides are tried
	placer   placerHost   // the host that places pieces freely; nil where moves are made
	bindings inputKeys
	rules    chess.Rules // of a game
	layout   *chess.Layout
	flip     bool // Black is at the bottom
	quick    bool // the mouse asks and says nothing: of promotions the most valuable is played

	// Of the present position.
	legal []chess.Move // in the fog also what only a hidden piece forbids
	texts []string     // how legal is written; none where the player is not to move

	selection selection
	line      inputLine
	chooser   *chooser
	pre       []premove          // wait until the opponent has moved
	letting   context.CancelFunc // of the search for the best move of the selected piece
	notice    notice
	drawn     boardCache
}

// moveHost is a screen on whose board moves are made.
type moveHost interface {
	// present is the board as it is now; it belongs to the host.
	present() chess.Board
	// ready tells whether a move can be made now and says why not.
	ready() bool
	// play makes a legal move.
	play(chess.Move) tea.Cmd
}

// opponentHost is a screen on which a game is played: one side's moves are not
// the player's to make.
type opponentHost interface {
	moveHost
	observer() chess.Observer
	// fogged tells whether somebody must not see all of the board now.
	fogged() bool
	// humanTurn tells whether who sits here is to move.
	humanTurn() bool
	// premoving tells whether what a player does now is done ahead.
	premoving() bool
	// obey does what a word of the line says.
	obey(word string) tea.Cmd
}

// placerHost is a screen on which the mouse places pieces without rules.
type placerHost interface {
	// grab tells whether the piece on a square is to be dragged along; what else
	// a click on the square means, it does.
	grab(chess.Square) bool
	// carry puts the piece of a square on another, NoSquare being off the board.
	carry(from, to chess.Square)
}

// inputKeys are the keys of a board input.
type inputKeys struct {
	Send, Complete, Pick          key.Binding
	Up, Down, Left, Right, Cancel key.Binding
}

func newInputKeys() inputKeys {
	return inputKeys{
		Send:     bind("enter", "play what is typed", "enter"),
		Complete: bind("tab", "complete, or to the pocket", "tab"),
		Pick:     bind("space", "pick up, put down", " "),
		Up:       bind("↑", "cursor up", "up"),
		Down:     bind("↓", "cursor down", "down"),
		Left:     bind("←", "cursor left", "left"),
		Right:    bind("→", "cursor right", "right"),
		Cancel:   bind("esc", "cancel, back", "esc"),
	}
}

// boardCache is the board as it was last drawn; a zero one is stale.
type boardCache struct {
	rows []string
	view chess.View
}

// newBoardInput makes the input of a host; where one side only may be moved or
// pieces are placed, the host says so besides.
func newBoardInput(s *Session, host moveHost, l *chess.Layout) boardInput {
	return boardInput{
		s: s, host: host, layout: l, bindings: newInputKeys(),
		line: newInputLine(s.Theme, s.glyphs()), selection: newSelection(),
	}
}

// redraw tells that something on the board has changed.
func (in *boardInput) redraw() { in.drawn = boardCache{} }

// redress takes in a new theme.
func (in *boardInput) redress() {
	in.redraw()
	in.line.dress(in.s.Theme, in.s.glyphs())
}

// say puts a message into its row.
func (in *boardInput) say(text string) { in.notice = notice{text: text} }

// complain puts a refusal into its row.
func (in *boardInput) complain(text string) { in.notice = notice{text: text, bad: true} }

// reset forgets what belonged to another position; the cursor stays. What is
// legal is found when it is asked for.
func (in *boardInput) reset() {
	in.selection.clear()
	in.line.clear()
	in.chooser, in.legal, in.texts = nil, nil, nil
	in.redraw()
}

// allow takes in what a game allows now; where the player is to move, he may write it.
func (in *boardInput) allow(legal []chess.Move, write bool) {
	in.selection.clear()
	in.chooser, in.legal, in.texts = nil, legal, nil
	in.redraw()
	if write {
		in.texts = moveTexts(in.host.present(), legal)
	}
	if in.inFog() { // whether a move checks a hidden king must not be read here
		for i := range in.texts {
			in.texts[i] = strings.TrimRight(in.texts[i], "+#")
		}
	}
}

// moves are the legal moves of the present position. Those of a game its host
// finds, because in the fog they are not all that may be tried.
func (in *boardInput) moves() []chess.Move {
	if in.opponent == nil && in.legal == nil {
		in.legal = in.host.present().Moves(make([]chess.Move, 0, 64))
	}
	return in.legal
}

// inFog tells whether somebody must not see all of the board now.
func (in *boardInput) inFog() bool { return in.opponent != nil && in.opponent.fogged() }

// eyes are whose view of the board the player has.
func (in *boardInput) eyes() chess.Observer {
	if in.opponent == nil {
		return chess.Everyone
	}
	return in.opponent.observer()
}

// premoveNow tells whether what the player does now waits for the opponent's move.
func (in *boardInput) premoveNow() bool { return in.opponent != nil && in.opponent.premoving() }

// steered does what keys mean on an empty line: the cursor, the pocket, to pick
// a piece up and to put it down.
func (in *boardInput) steered(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &in.bindings
	for direction, b := range [...]key.Binding{chess.Up: k.Up, chess.Down: k.Down, chess.Left: k.Left, chess.Right: k.Right} {
		if key.Matches(msg, b) {
			in.steer(direction)
			return nil, true
		}
	}
	switch {
	case key.Matches(msg, k.Complete):
		in.toPocket()
	case key.Matches(msg, k.Pick, k.Send):
		return in.pick(), true
	default:
		return nil, false
	}
	return nil, true
}

// undone takes back the last thing begun: what is selected, what is written, a
// premove; false where nothing is.
func (in *boardInput) undone() bool {
	switch {
	case in.selection.held() || in.selection.inPocket:
		in.redraw()
		if !in.putDown() {
			return true
		}
	case !in.line.empty():
		in.line.clear()
	default:
		return in.dropPremoves()
	}
	in.notice = notice{}
	return true
}

// mark marks what is selected, aimed at and made ahead.
func (in *boardInput) mark(m *marks) {
	sel := &in.selection
	m.selected = sel.from
	switch {
	case sel.held():
		m.targets = sel.targets(in.reach())
	case in.opponent != nil && in.opponent.humanTurn():
		m.forced = in.forced()
	}
	for i := range in.pre {
		m.premove.join(squaresOf(in.pre[i].from, in.pre[i].to))
	}
	if sel.seen && !sel.inPocket {
		m.cursor = sel.cursor
	}
	in.preview(m)
}

// forced are the pieces that can capture where somebody must.
func (in *boardInput) forced() squareSet {
	var s squareSet
	if !in.rules.Forced || in.inFog() || len(in.legal) == 0 || !in.legal[0].IsCapture() {
		return s
	}
	for _, m := range in.legal {
		s.add(m.From())
	}
	return s
}

// preview marks what the move under the cursor, or the one that is typed,
// would blow up or turn.
func (in *boardInput) preview(m *marks) {
	if in.opponent == nil || in.rules.Capture == chess.Take || in.inFog() || !in.opponent.humanTurn() {
		return
	}
	pb, ok := in.host.present().(chess.Positioned)
	if !ok {
		return
	}
	var moves []chess.Move
	if text := in.line.text(); text != "" {
		if mv, err := chess.ParseMove(in.host.present(), text); err == nil && mv != chess.Pass {
			moves = append(moves, mv)
		}
	} else if sel := &in.selection; sel.held() && sel.seen {
		moves = sel.movesTo(in.legal, sel.cursor)
	}
	p := pb.Position()
	for _, mv := range moves {
		m.blast.join(squaresIn(p.Blast(mv)))
		m.turned.join(squaresIn(p.Converted(mv)))
	}
}
