package study

import (
	"context"
	"runtime"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/explorer"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Analysis is a position under study: moves forward and back, variations, and
// an engine that looks at whatever is on the board until it is switched off.
type Analysis struct {
	boardinput.Input
	keys analysisKeys

	Game   *pgn.Game // all that was tried
	tree   *draw.GameTree
	Board  chess.Board // behind cur
	Cur    *pgn.Node
	choice int // which move goes on from cur

	Openings ui.Openings
	explorer *explorer.Panel
	explore  string // the file to begin with; empty for none

	Engine       *engineplay.Engine
	roster       engineplay.Roster
	starting     ui.Starting
	name         string // of the engine
	On           bool   // the engine looks at the position
	hidden       bool   // what it says is not shown
	Lines        int    // how many
	Cancel       context.CancelFunc
	feed         *engineplay.Feed
	more         tea.Cmd // waits for what the feed brings next
	Told         []ai.Info
	toldTexts    []string // the moves of told
	fault        string   // why the engine is silent
	Why          string   // what speaks for the best move
	whyOf        chess.Move
	asking       bool // a sentence is being made
	serial       int  // counts the positions
	threats      bool
	ThreatEngine *engineplay.Engine // finds threats
	threat       ai.Choice          // what the opponent would do; zero when unknown
	cancelThreat context.CancelFunc

	writing writing // what the line is open for

	width, height int
	Room          analysisRoom
	outline       *draw.TreeLayout
	treeTop       int
}

// writing says what the line of an analysis is open for.
type writing uint8

const (
	notWriting writing = iota
	writingMove
)

const (
	MostLines  = 5
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
		to     *Analysis
		serial int
		choice ai.Choice
		err    error
	}
	analysisWhyMsg struct {
		to     *Analysis
		serial int
		move   chess.Move
		text   string
	}
	threatMsg struct {
		to     *Analysis
		serial int
		choice ai.Choice
	}
)

// NewAnalysisAt studies the line of a route.
func NewAnalysisAt(s *ui.Session, r ui.Analyse) (*Analysis, error) {
	a, err := newAnalysis(s, r.Rules, r.Start, r.Moves, r.At)
	if err == nil {
		a.Flip, a.explore = r.Flip, r.Explore
	}
	return a, err
}

// newAnalysis studies the position behind the first at of moves, played from
// start, an empty FEN for the usual array.
func newAnalysis(s *ui.Session, rules chess.Rules, start string, moves []chess.Move, at int) (*Analysis, error) {
	a := &Analysis{
		keys: ui.Bound(s, NewAnalysisKeys()), Game: pgn.NewGame(rules, start), On: true, Lines: usualLines,
		name: "Rookery",
	}
	a.Input = boardinput.New(s, a, nil)
	a.explorer = explorer.New(s, a, &a.keys.Explore)
	a.Quick = true
	a.Engine = engineplay.New(analysisThinker(s), nil)
	a.ThreatEngine = engineplay.New(engineplay.NewAdviser(s.Turns, s.Seed()).With(s.Endings), nil)
	node := a.Game.Root
	for i, m := range moves {
		next, err := a.Game.AddMove(node, m)
		if err != nil {
			return nil, err
		}
		node = next
		if i == at-1 {
			a.Cur = node
		}
	}
	if a.Cur == nil {
		a.Cur = a.Game.Root
	}
	return a, a.arrive()
}

// analysisThinker is our engine at its best: at the player's own machine with much
// memory and all processors but one, which stays for the rest.
func analysisThinker(s *ui.Session) engineplay.Thinker {
	m := engineplay.NewAdviser(s.Turns, s.Seed()).With(s.Endings)
	m.SetHash(guestHash)
	if s.Local {
		m.SetHash(analysisHash)
		m.SetThreads(spareThreads())
	}
	return m
}

// spareThreads is how many processors a study takes: all but one.
func spareThreads() int { return max(1, runtime.NumCPU()-1) }

// arrive renews what is known of the position behind cur.
func (a *Analysis) arrive() error {
	b, err := a.Game.BoardAt(a.Cur)
	if err != nil {
		return err
	}
	if a.tree, err = draw.NewGameTree(a.Game, a.S.Notation(), a.S.Lang); err != nil {
		return err
	}
	a.Board, a.choice, a.Layout = b, 0, b.Layout()
	a.Reset()
	a.arrange()
	return nil
}

func (a *Analysis) Init() tea.Cmd {
	var explore tea.Cmd
	if a.explore != "" {
		explore = a.explorer.Show(a.explore)
	}
	return tea.Batch(explore, a.look(), a.Openings.Ask(a.S, a.Game.Rules, true))
}

func (a *Analysis) Title() string { return a.S.Text("Analysis board") }

// Typing leaves keys to the line while it is open.
func (a *Analysis) Typing() bool { return a.writing != notWriting || a.explorer.Typing() }

func (a *Analysis) MinSize() (int, int) { return 34, 14 }

func (a *Analysis) SetSize(width, height int) {
	a.width, a.height = width, height
	a.arrange()
}

// Close ends every search and every program that was started.
func (a *Analysis) Close() {
	a.stop()
	a.starting.Cancel()
	a.roster.Dismiss(true)
	a.explorer.Close()
}

// stop calls off what is searched for the present position.
func (a *Analysis) stop() {
	for _, cancel := range []*context.CancelFunc{&a.Cancel, &a.cancelThreat} {
		if *cancel != nil {
			(*cancel)()
			*cancel = nil
		}
	}
	a.feed, a.asking = nil, false
}

// goTo puts the position behind a node on the board.
func (a *Analysis) goTo(n *pgn.Node) tea.Cmd {
	if n == nil || n == a.Cur {
		return nil
	}
	a.Cur = n
	return a.moved()
}

// moved does what follows from a change of position.
func (a *Analysis) moved() tea.Cmd {
	a.stop()
	a.Notice = ui.Notice{}
	if err := a.arrive(); err != nil {
		a.Complain(ui.ErrorText(err))
		return nil
	}
	return a.look()
}

func (a *Analysis) Present() chess.Board { return a.Board }

func (a *Analysis) Ready() bool { return true }

// Play adds a move behind cur and goes there.
func (a *Analysis) Play(m chess.Move) tea.Cmd {
	n, err := a.Game.AddMove(a.Cur, m)
	if err != nil {
		a.Complain(ui.ErrorText(err))
		return nil
	}
	return a.goTo(n)
}

// look lets the engine think about the position on the board until something
// else is looked at.
func (a *Analysis) look() tea.Cmd {
	a.stop()
	a.serial++
	a.Told, a.Why, a.whyOf, a.threat, a.fault = nil, "", 0, ai.Choice{}, ""
	a.Redraw()
	if len(a.Moves()) == 0 {
		return nil
	}
	if a.S.PlaysPerson() {
		a.fault = ui.NoHelp
		return nil
	}
	var cmds []tea.Cmd
	if a.On {
		cmds = append(cmds, a.search())
	}
	if a.threats {
		cmds = append(cmds, a.searchThreat())
	}
	return tea.Batch(cmds...)
}

// search starts the search of the present position.
func (a *Analysis) search() tea.Cmd {
	t, err := a.Task()
	if err != nil {
		a.fault = ui.ErrorText(err)
		return nil
	}
	f := engineplay.NewFeed(ui.AnalysisPace)
	t.Limit, t.Lines, t.Tell = ai.Limit{Infinite: true}, a.Lines, f.Tell
	ctx, cancel := context.WithCancel(context.Background())
	a.Cancel, a.feed = cancel, f
	a.more = ui.NextLines(ctx, f)
	engine, serial := a.Engine, a.serial
	return tea.Batch(func() tea.Msg {
		choice, err := engine.Think(ctx, t)
		if ctx.Err() != nil {
			return nil
		}
		return analysisEndMsg{a, serial, choice, err}
	}, a.more, a.S.WatchQueue(a))
}

// Task is the way to the present position.
func (a *Analysis) Task() (play.Task, error) {
	b, err := a.Game.Board()
	if err != nil {
		return play.Task{}, err
	}
	return play.Task{Start: engineplay.OpenBoard(b), Moves: a.Cur.Moves()}, nil
}

// searchThreat finds out what the opponent would do if the mover did nothing.
func (a *Analysis) searchThreat() tea.Cmd {
	if !canPass(a.Board) {
		return nil
	}
	t, err := a.Task()
	if err != nil {
		return nil
	}
	t.Moves = append(t.Moves, chess.Pass)
	t.Limit = ai.Limit{MoveTime: threatTime}
	if a.cancelThreat != nil {
		a.cancelThreat()
	}
	ctx, cancel := context.WithCancel(context.Background())
	a.cancelThreat = cancel
	watcher, serial := a.ThreatEngine, a.serial
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
func (a *Analysis) hear(lines []ai.Info) {
	same := len(lines) == len(a.Told)
	for i := range lines {
		same = same && lineOf(lines[i]).Move == lineOf(a.Told[i]).Move
	}
	if !same {
		a.Redraw()
	}
	a.Told, a.toldTexts = lines, a.toldTexts[:0]
	for i := range lines {
		a.toldTexts = append(a.toldTexts, draw.LineText(a.Board, lines[i].PV, lineMoves))
	}
}

// explain makes the sentence for the best move once it is steady.
func (a *Analysis) explain() tea.Cmd {
	if a.asking || len(a.Told) == 0 || a.Told[0].Depth < sentenceDepth || len(a.Told[0].PV) == 0 || a.Told[0].PV[0] == a.whyOf {
		return nil
	}
	a.asking = true
	b, serial := engineplay.OpenBoard(a.Board.Clone()), a.serial
	lines := make([]ai.Line, len(a.Told))
	for i, info := range a.Told {
		lines[i] = lineOf(info)
	}
	s := a.S
	return func() tea.Msg {
		return analysisWhyMsg{a, serial, lines[0].Move, s.ExplainLine(b, lines[0], lines[1:]...)}
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
func (a *Analysis) best() chess.Move {
	if len(a.Told) > 0 && len(a.Told[0].PV) > 0 {
		return a.Told[0].PV[0]
	}
	return 0
}

// pgnText is all that was tried, as PGN.
func (a *Analysis) pgnText() (string, error) {
	var b strings.Builder
	err := pgn.NewWriter(&b).Write(a.Game)
	return b.String(), err
}

// engineReadyMsg brings an engine that was started.
type engineReadyMsg struct {
	to     *Analysis
	serial int
	engine *engineplay.External
	err    error
}

// chooseEngine opens the list of engines.
func (a *Analysis) chooseEngine() tea.Cmd {
	if !a.S.Local {
		return ui.Toast("External engines only work on your own machine.")
	}
	return a.S.Open(a, ui.ChooseEngine{Chosen: a.useEngine})
}

// useEngine changes to the engine of a spec, our own for none.
func (a *Analysis) useEngine(spec string) tea.Cmd {
	a.Notice = ui.Notice{}
	if spec == "" {
		a.starting.Cancel()
		cmd := a.changeEngine(analysisThinker(a.S), "Rookery")
		a.roster.Dismiss(false)
		return cmd
	}
	ctx, serial, tick := a.starting.Begin(engineplay.EngineName(spec))
	rules, lines, programs := a.Game.Rules, a.Lines, &a.roster
	return tea.Batch(func() tea.Msg {
		m, err := engineplay.Start(ctx, spec, rules, lines, spareThreads())
		if err == nil && !programs.Admit(m) {
			return nil
		}
		return engineReadyMsg{a, serial, m, err}
	}, tick)
}

// engineReady takes a started engine in.
func (a *Analysis) engineReady(msg engineReadyMsg) tea.Cmd {
	switch wanted := a.starting.Done(msg.serial); {
	case msg.err != nil && wanted:
		a.Notice = ui.Notice{Text: msg.err.Error(), Bad: true}
		return nil
	case msg.err != nil:
		return nil
	case !wanted: // it got ready while it was called off
		go msg.engine.Close()
		return nil
	}
	return a.changeEngine(msg.engine, msg.engine.Name())
}

// changeEngine puts an engine in the place of the present one.
func (a *Analysis) changeEngine(t engineplay.Thinker, name string) tea.Cmd {
	a.Engine, a.name, a.On, a.Notice = engineplay.New(t, nil), name, true, ui.Notice{}
	return a.look()
}
