package boardinput

import (
	"context"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// Input is all with which moves are made on a board: the cursor, what is
// selected, the mouse, the pocket, the typed line, promotions and premoves. The
// game, the table, the viewer, the analysis and the position editor embed one.
// What a move does, its host tells. It knows no screen. What is selected stands in
// selection.go, cursor and mouse in boardcursor.go, the typed line in typedmove.go,
// the rest in premove.go and promotion.go.
type Input struct {
	S        *ui.Session
	host     moveHost     // nil in the position editor
	opponent opponentHost // the host of a game; nil where the moves of both sides are tried
	Placer   placerHost   // the host that places pieces freely; nil where moves are made
	Bindings Keys
	Rules    chess.Rules // of a game
	Layout   *chess.Layout
	Flip     bool // Black is at the bottom
	Quick    bool // the mouse asks and says nothing: of promotions the most valuable is played

	// Of the present position.
	Legal []chess.Move // in the fog also what only a hidden piece forbids
	Texts []string     // how legal is written; none where the player is not to move

	Selection  Selection
	Line       inputLine
	Chooser    *chooser
	Premoves   []premove          // wait until the opponent has moved
	CancelBest context.CancelFunc // of the search for the best move of the selected piece
	Notice     ui.Notice
	Drawn      boardCache
}

// moveHost is a screen on whose board moves are made.
type moveHost interface {
	// Present is the board as it is now; it belongs to the host.
	Present() chess.Board
	// Ready tells whether a move can be made now and says why not.
	Ready() bool
	// Play makes a legal move.
	Play(chess.Move) tea.Cmd
}

// opponentHost is a screen on which a game is played: one side's moves are not
// the player's to make.
type opponentHost interface {
	moveHost
	Observer() chess.Observer
	// Fogged tells whether somebody must not see all of the board now.
	Fogged() bool
	// HumanTurn tells whether who sits here is to move.
	HumanTurn() bool
	// Premoving tells whether what a player does now is done ahead.
	Premoving() bool
}

// placerHost is a screen on which the mouse places pieces without rules.
type placerHost interface {
	// Grab tells whether the piece on a square is to be dragged along; what else
	// a click on the square means, it does.
	Grab(chess.Square) bool
	// Carry puts the piece of a square on another, NoSquare being off the board.
	Carry(from, to chess.Square)
}

// Keys are the keys of a board input.
type Keys struct {
	Send, Complete, Pick          key.Binding
	Up, Down, Left, Right, Cancel key.Binding
}

func newKeys() Keys {
	return Keys{
		Send:     ui.Bind("enter", "play the typed move", "enter"),
		Complete: ui.Bind("tab", "complete, or go to pocket", "tab"),
		Pick:     ui.Bind("space", "pick up, put down", " "),
		Up:       ui.Bind("↑", "cursor up", "up"),
		Down:     ui.Bind("↓", "cursor down", "down"),
		Left:     ui.Bind("←", "cursor left", "left"),
		Right:    ui.Bind("→", "cursor right", "right"),
		Cancel:   ui.Bind("esc", "cancel, back", "esc"),
	}
}

// boardCache is the board as it was last drawn; a zero one is stale.
type boardCache struct {
	Rows []string
	View chess.View
}

// New makes the input of a host; where one side only may be moved or
// pieces are placed, the host says so besides.
func New(s *ui.Session, host moveHost, l *chess.Layout) Input {
	return Input{
		S: s, host: host, Layout: l, Bindings: newKeys(),
		Line: newInputLine(s), Selection: newSelection(),
	}
}

// Redraw tells that something on the board has changed.
//
//go:noinline
func (in *Input) Redraw() { in.Drawn = boardCache{} }

// Redress takes in a new theme.
func (in *Input) Redress() {
	in.Redraw()
	in.Line.dress(in.S)
}

// Say puts a message into its row.
//
//go:noinline
func (in *Input) Say(text string) { in.Notice = ui.Notice{Text: text} }

// Complain puts a refusal into its row.
//
//go:noinline
func (in *Input) Complain(text string) { in.Notice = ui.Notice{Text: text, Bad: true} }

// Reset forgets what belonged to another position; the cursor stays. What is
// legal is found when it is asked for.
func (in *Input) Reset() {
	in.Selection.Clear()
	in.Line.Clear()
	in.Chooser, in.Legal, in.Texts = nil, nil, nil
	in.Redraw()
}

// Allow takes in what a game allows now; where the player is to move, he may write it.
func (in *Input) Allow(legal []chess.Move, write bool) {
	in.Selection.Clear()
	in.Chooser, in.Legal, in.Texts = nil, legal, nil
	in.Redraw()
	if write {
		in.Texts = moveTexts(in.host.Present(), legal)
	}
	if in.inFog() { // whether a move checks a hidden king must not be read here
		for i := range in.Texts {
			in.Texts[i] = strings.TrimRight(in.Texts[i], "+#")
		}
	}
}

// Moves are the legal moves of the present position. Those of a game its host
// finds, because in the fog they are not all that may be tried.
func (in *Input) Moves() []chess.Move {
	if in.opponent == nil && in.Legal == nil {
		in.Legal = in.host.Present().Moves(make([]chess.Move, 0, 64))
	}
	return in.Legal
}

// inFog tells whether somebody must not see all of the board now.
func (in *Input) inFog() bool { return in.opponent != nil && in.opponent.Fogged() }

// observer are whose view of the board the player has.
func (in *Input) observer() chess.Observer {
	if in.opponent == nil {
		return chess.Everyone
	}
	return in.opponent.Observer()
}

// premoveNow tells whether what the player does now waits for the opponent's move.
func (in *Input) premoveNow() bool { return in.opponent != nil && in.opponent.Premoving() }

// Steered does what keys mean on an empty line: the cursor, the pocket, to pick
// a piece up and to put it down.
func (in *Input) Steered(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &in.Bindings
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

// Undone takes back the last thing begun: what is selected, what is written, a
// premove; false where nothing is.
func (in *Input) Undone() bool {
	switch {
	case in.Selection.Held() || in.Selection.InPocket:
		in.Redraw()
		if !in.PutDown() {
			return true
		}
	case !in.Line.Empty():
		in.Line.Clear()
	default:
		return in.dropPremoves()
	}
	in.Notice = ui.Notice{}
	return true
}

// Mark marks what is selected, aimed at and made ahead.
func (in *Input) Mark(m *draw.Marks) {
	sel := &in.Selection
	m.Selected = sel.From
	switch {
	case sel.Held():
		m.Targets = sel.targets(in.reach())
	case in.opponent != nil && in.opponent.HumanTurn():
		m.Forced = in.forced()
	}
	for i := range in.Premoves {
		m.Premove.Join(draw.SquaresOf(in.Premoves[i].from, in.Premoves[i].to))
	}
	if sel.Seen && !sel.InPocket {
		m.Cursor = sel.Cursor
	}
	in.preview(m)
}

// forced are the pieces that can capture where somebody must.
func (in *Input) forced() draw.SquareSet {
	var s draw.SquareSet
	if !in.Rules.Forced || in.inFog() || len(in.Legal) == 0 || !in.Legal[0].IsCapture() {
		return s
	}
	for _, m := range in.Legal {
		s.Add(m.From())
	}
	return s
}

// preview marks what the move under the cursor, or the one that is typed,
// would blow up or turn.
func (in *Input) preview(m *draw.Marks) {
	if in.opponent == nil || in.Rules.Capture == chess.Take || in.inFog() || !in.opponent.HumanTurn() {
		return
	}
	pb, ok := in.host.Present().(chess.Positioned)
	if !ok {
		return
	}
	var moves []chess.Move
	if text := in.Line.Text(); text != "" {
		if mv, err := chess.ParseMove(in.host.Present(), text); err == nil && mv != chess.Pass {
			moves = append(moves, mv)
		}
	} else if sel := &in.Selection; sel.Held() && sel.Seen {
		moves = sel.movesTo(in.Legal, sel.Cursor)
	}
	p := pb.Position()
	for _, mv := range moves {
		m.Blast.Join(draw.SquaresIn(p.Blast(mv)))
		m.Turned.Join(draw.SquaresIn(p.Converted(mv)))
	}
}
