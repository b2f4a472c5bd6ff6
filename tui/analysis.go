package tui

import (
	"context"
	"runtime"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

// analysis is a position under study: moves forward and back, variations, and
// an engine that looks at whatever is on the board until it is switched off.
type analysis struct {
	boardInput
	keys analysisKeys

	game   *pgn.Game // all that was tried
	tree   *gameTree
	board  chess.Board // behind cur
	cur    *pgn.Node
	choice int // which move goes on from cur

	openings openings

	engine    *engineplay.Engine
	guests    engineplay.Roster
	name      string // of the engine
	on        bool   // the engine looks at the position
	hidden    bool   // what it says is not shown
	lines     int    // how many
	cancel    context.CancelFunc
	feed      *engineplay.Feed
	more      tea.Cmd // waits for what the feed brings next
	told      []ai.Info
	toldTexts []string // the moves of told
	fault     string   // why the engine is silent
	why       string   // what speaks for the best move
	whyOf     chess.Move
	asking    bool // a sentence is being made
	serial    int  // counts the positions
	threats   bool
	watcher   *engineplay.Engine // finds threats
	threat    ai.Choice          // what the opponent would do; zero when unknown
	warning   context.CancelFunc

	writing writing // what the line is open for

	width, height int
	room          analysisRoom
	outline       *treeLayout
	treeTop       int
}

// writing says what the line of an analysis is open for.
type writing uint8

const (
	notWriting writing = iota
	writingMove
	writingEngine
)

const (
	mostLines  = 5
	usualLines = 3
	lineMoves  = 12 // of a line that are shown
	// The memory of the engine in bytes: at the player's own machine, and over a
	// network, where many may study at once.
	analysisHash = 64 << 20
	guestHash    = 8 << 20
	threatTime   = 600 * time.Millisecond
	// sentenceDepth is how deep a search must be before its move is explained.
	sentenceDepth = 5
)

// Messages of an analysis; each is dropped when its position has passed.
type (
	analysisEndMsg struct {
		to     *analysis
		serial int
		choice ai.Choice
		err    error
	}
	analysisWhyMsg struct {
		to     *analysis
		serial int
		move   chess.Move
		text   string
	}
	threatMsg struct {
		to     *analysis
		serial int
		choice ai.Choice
	}
)

// newAnalysisAt studies the line of a route.
func newAnalysisAt(s *Session, r Analyse) (*analysis, error) {
	a, err := newAnalysis(s, r.Rules, r.Start, r.Moves, r.At)
	if err == nil {
		a.flip = r.Flip
	}
	return a, err
}

// newAnalysis studies the position behind the first at of moves, played from
// start, an empty FEN for the usual array.
func newAnalysis(s *Session, rules chess.Rules, start string, moves []chess.Move, at int) (*analysis, error) {
	a := &analysis{
		keys: bound(s, newAnalysisKeys()), game: pgn.NewGame(rules, start), on: true, lines: usualLines,
		name: "Rookery",
	}
	a.boardInput = newBoardInput(s, a, nil)
	a.quick = true
	a.engine = engineplay.New(analysisThinker(s), nil)
	a.watcher = engineplay.New(engineplay.NewAdviser(s.Turns, s.Seed()), nil)
	node := a.game.Root
	for i, m := range moves {
		next, err := a.game.AddMove(node, m)
		if err != nil {
			return nil, err
		}
		node = next
		if i == at-1 {
			a.cur = node
		}
	}
	if a.cur == nil {
		a.cur = a.game.Root
	}
	return a, a.arrive()
}

// analysisThinker is our engine at its best: at the player's own machine with much
// memory and half of the processors, so that the other half stays for the rest.
func analysisThinker(s *Session) engineplay.Thinker {
	m := engineplay.NewAdviser(s.Turns, s.Seed())
	m.SetHash(guestHash)
	if s.Local {
		m.SetHash(analysisHash)
		m.SetThreads(max(1, runtime.NumCPU()/2))
	}
	return m
}

// openBoard is a board for study: where the game is played in the fog, the same
// position with nothing hidden, so that the engine sees what the student sees.
func openBoard(b chess.Board) chess.Board {
	r := b.Rules()
	if !r.Fog {
		return b
	}
	r.Fog = false
	open, err := chess.NewBoard(r, b.FEN())
	if err != nil {
		return b
	}
	return open
}

// arrive renews what is known of the position behind cur.
func (a *analysis) arrive() error {
	b, err := a.game.BoardAt(a.cur)
	if err != nil {
		return err
	}
	if a.tree, err = newGameTree(a.game, a.s.notation()); err != nil {
		return err
	}
	a.board, a.choice, a.layout = b, 0, b.Layout()
	a.reset()
	a.arrange()
	return nil
}

func (a *analysis) Init() tea.Cmd { return tea.Batch(a.look(), a.openings.ask(a.game.Rules, true)) }

func (a *analysis) title() string { return a.s.Text("Analysis") }

// typing leaves keys to the line while it is open.
func (a *analysis) typing() bool { return a.writing != notWriting }

func (a *analysis) minSize() (int, int) { return 34, 14 }

func (a *analysis) SetSize(width, height int) {
	a.width, a.height = width, height
	a.arrange()
}

// close ends every search and every program that was started.
func (a *analysis) close() {
	a.stop()
	a.guests.Dismiss(true)
}

// stop calls off what is searched for the present position.
func (a *analysis) stop() {
	for _, cancel := range []*context.CancelFunc{&a.cancel, &a.warning} {
		if *cancel != nil {
			(*cancel)()
			*cancel = nil
		}
	}
	a.feed, a.asking = nil, false
}

// goTo puts the position behind a node on the board.
func (a *analysis) goTo(n *pgn.Node) tea.Cmd {
	if n == nil || n == a.cur {
		return nil
	}
	a.cur = n
	return a.moved()
}

// moved does what follows from a change of position.
func (a *analysis) moved() tea.Cmd {
	a.stop()
	a.notice = notice{}
	if err := a.arrive(); err != nil {
		a.complain(err.Error())
		return nil
	}
	return a.look()
}

// present implements moveHost.
func (a *analysis) present() chess.Board { return a.board }

// ready implements moveHost.
func (a *analysis) ready() bool { return true }

// play adds a move behind cur and goes there.
func (a *analysis) play(m chess.Move) tea.Cmd {
	n, err := a.game.AddMove(a.cur, m)
	if err != nil {
		a.complain(err.Error())
		return nil
	}
	return a.goTo(n)
}

// look lets the engine think about the position on the board until something
// else is looked at.
func (a *analysis) look() tea.Cmd {
	a.stop()
	a.serial++
	a.told, a.why, a.whyOf, a.threat, a.fault = nil, "", 0, ai.Choice{}, ""
	a.redraw()
	if len(a.moves()) == 0 {
		return nil
	}
	var cmds []tea.Cmd
	if a.on {
		cmds = append(cmds, a.search())
	}
	if a.threats {
		cmds = append(cmds, a.warn())
	}
	return tea.Batch(cmds...)
}

// search starts the search of the present position.
func (a *analysis) search() tea.Cmd {
	t, err := a.task()
	if err != nil {
		a.fault = err.Error()
		return nil
	}
	f := engineplay.NewFeed(analysisPace)
	t.Limit, t.Lines, t.Tell = ai.Limit{Infinite: true}, a.lines, f.Tell
	ctx, cancel := context.WithCancel(context.Background())
	a.cancel, a.feed = cancel, f
	a.more = heed(ctx, f)
	engine, serial := a.engine, a.serial
	return tea.Batch(func() tea.Msg {
		choice, err := engine.Think(ctx, t)
		if ctx.Err() != nil {
			return nil
		}
		return analysisEndMsg{a, serial, choice, err}
	}, a.more)
}

// task is the way to the present position.
func (a *analysis) task() (play.Task, error) {
	b, err := a.game.Board()
	if err != nil {
		return play.Task{}, err
	}
	return play.Task{Start: openBoard(b), Moves: a.cur.Moves()}, nil
}

// warn finds out what the opponent would do if the mover did nothing.
func (a *analysis) warn() tea.Cmd {
	if !canPass(a.board) {
		return nil
	}
	t, err := a.task()
	if err != nil {
		return nil
	}
	t.Moves = append(t.Moves, chess.Pass)
	t.Limit = ai.Limit{MoveTime: threatTime}
	if a.warning != nil {
		a.warning()
	}
	ctx, cancel := context.WithCancel(context.Background())
	a.warning = cancel
	watcher, serial := a.watcher, a.serial
	return func() tea.Msg {
		choice, err := watcher.Think(ctx, t)
		if err != nil || ctx.Err() != nil {
			return nil
		}
		return threatMsg{a, serial, choice}
	}
}

// canPass tells whether it means something to give the turn away.
func canPass(b chess.Board) bool {
	return len(b.Checked()) == 0 && !b.Rules().Forced && !b.Outcome().Over()
}

// hear keeps what the engine has told, with its lines in words. The board is
// drawn anew only where an arrow has changed.
func (a *analysis) hear(lines []ai.Info) {
	same := len(lines) == len(a.told)
	for i := range lines {
		same = same && lineOf(lines[i]).Move == lineOf(a.told[i]).Move
	}
	if !same {
		a.redraw()
	}
	a.told, a.toldTexts = lines, a.toldTexts[:0]
	for i := range lines {
		a.toldTexts = append(a.toldTexts, lineText(a.board, lines[i].PV, lineMoves))
	}
}

// explain makes the sentence for the best move once it is steady.
func (a *analysis) explain() tea.Cmd {
	if a.asking || len(a.told) == 0 || a.told[0].Depth < sentenceDepth || len(a.told[0].PV) == 0 || a.told[0].PV[0] == a.whyOf {
		return nil
	}
	a.asking = true
	b, serial := openBoard(a.board.Clone()), a.serial
	lines := make([]ai.Line, len(a.told))
	for i, info := range a.told {
		lines[i] = lineOf(info)
	}
	s := a.s
	return func() tea.Msg {
		return analysisWhyMsg{a, serial, lines[0].Move, s.why(b, lines[0], lines[1:]...)}
	}
}

// lineOf is a report as a line.
func lineOf(info ai.Info) ai.Line {
	l := ai.Line{Score: info.Score, Mate: info.Mate, PV: info.PV}
	if len(info.PV) > 0 {
		l.Move = info.PV[0]
	}
	return l
}

// best is the best move that is known of the position, 0 when none is.
func (a *analysis) best() chess.Move {
	if len(a.told) > 0 && len(a.told[0].PV) > 0 {
		return a.told[0].PV[0]
	}
	return 0
}

// pgnText is all that was tried, as PGN.
func (a *analysis) pgnText() (string, error) {
	var b strings.Builder
	err := pgn.NewWriter(&b).Write(a.game)
	return b.String(), err
}
