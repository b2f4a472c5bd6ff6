package tui

import (
	"strings"

	"rookery/chess"
	"rookery/pgn"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// viewer steps through a game of a file with its variations and comments.
type viewer struct {
	s      *Session
	keys   viewerKeys
	games  *collection
	index  int  // of the game in the collection
	owns   bool // the collection is closed with the viewer
	serial int  // of the last loading
	game   *pgn.Game
	tree   *gameTree // nil while loading, or where the game has no board
	fault  error     // why there is no tree
	board  chess.Board
	cur    *pgn.Node
	choice int          // which line goes on from cur
	early  []tea.KeyMsg // keys struck while the game was being read
	flip   bool
	folded bool

	openings openings

	width, height int
	room          viewerRoom
	layout        *treeLayout
	treeTop       int
	rows          []string // the board as it was drawn last; nil when stale
}

// maxEarly is how many keys are kept while a game is being read.
const maxEarly = 64

// gameReadyMsg brings the game of a viewer.
type gameReadyMsg struct {
	to     *viewer
	serial int
	game   *pgn.Game
	tree   *gameTree
	board  chess.Board
	err    error
}

// newViewer shows game index of a collection; owns hands the collection over.
func newViewer(s *Session, games *collection, index int, owns bool) *viewer {
	v := &viewer{s: s, keys: newViewerKeys(), games: games, index: index, owns: owns}
	many := games.len() > 1
	v.keys.NextGame.SetEnabled(many)
	v.keys.PrevGame.SetEnabled(many)
	v.keys.Games.SetEnabled(many)
	return v
}

func (v *viewer) Init() tea.Cmd { return v.load(v.index) }

// load reads a game in a command.
func (v *viewer) load(index int) tea.Cmd {
	v.index = index
	v.game, v.tree, v.fault = nil, nil, nil
	v.serial++
	serial, games := v.serial, v.games
	return func() tea.Msg {
		msg := gameReadyMsg{to: v, serial: serial}
		if msg.game, msg.err = games.game(index); msg.err != nil {
			return msg
		}
		if msg.tree, msg.err = newGameTree(msg.game); msg.err != nil {
			return msg
		}
		msg.board, msg.err = msg.game.Board()
		return msg
	}
}

func (v *viewer) close() {
	if v.owns {
		v.games.close()
	}
}

func (v *viewer) minSize() (int, int) { return 34, 14 }

func (v *viewer) title() string {
	r := v.games.row(v.index)
	return r.white + " – " + r.black
}

func (v *viewer) SetSize(width, height int) {
	v.width, v.height = width, height
	v.arrange()
}

// arrange finds the place of everything for the present size and board.
func (v *viewer) arrange() {
	v.rows = nil
	if v.tree == nil {
		return
	}
	v.room = arrangeViewer(v.s, v.board.Layout(), v.width, v.height)
	v.layout = layOutTree(v.tree, v.room.tree.w-1, v.folded, v.cur)
}

// ready takes a game in and does what was asked for in the meantime.
func (v *viewer) ready(msg gameReadyMsg) tea.Cmd {
	v.game, v.tree, v.board, v.fault = msg.game, msg.tree, msg.board, msg.err
	early := v.early
	v.early = nil
	if msg.err != nil {
		v.tree = nil
		return nil
	}
	v.cur, v.choice, v.treeTop = v.game.Root, 0, 0
	v.arrange()
	var cmds []tea.Cmd
	for _, k := range early {
		cmds = append(cmds, v.pressed(k))
	}
	return tea.Batch(cmds...)
}

// goTo shows the position behind a node.
func (v *viewer) goTo(n *pgn.Node) {
	switch {
	case n == v.cur:
		return
	case n.Parent == v.cur:
		v.board.Make(n.Move)
	case v.cur.Parent == n:
		v.board.Undo()
	default:
		b, err := v.game.BoardAt(n)
		if err != nil {
			v.fault = err
			return
		}
		v.board = b
	}
	v.cur, v.choice, v.rows = n, 0, nil
	if v.folded {
		v.layout = layOutTree(v.tree, v.room.tree.w-1, v.folded, v.cur)
	}
}

func (v *viewer) Update(msg tea.Msg) (screen, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case gameReadyMsg:
		if msg.to == v && msg.serial == v.serial {
			cmd = v.ready(msg)
		}
	case openingsMsg:
		v.openings.table = msg.table
	case themeMsg:
		v.rows = nil
	case tea.MouseMsg:
		v.clicked(msg)
	case tea.KeyMsg:
		cmd = v.pressed(msg)
	}
	if v.tree != nil {
		cmd = tea.Batch(cmd, v.openings.ask(v.game.Rules, v.cur != v.game.Root))
	}
	return v, cmd
}

func (v *viewer) clicked(msg tea.MouseMsg) {
	if v.tree == nil {
		return
	}
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		v.next()
	case msg.Button == tea.MouseButtonWheelUp && v.cur.Parent != nil:
		v.goTo(v.cur.Parent)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress && v.room.tree.has(msg.X, msg.Y):
		if n := v.layout.nodeAt(v.treeTop+msg.Y-v.room.tree.y, msg.X-v.room.tree.x); n != nil {
			v.goTo(n)
		}
	}
}

func (v *viewer) pressed(msg tea.KeyMsg) tea.Cmd {
	k := v.keys
	switch {
	case key.Matches(msg, k.Back), key.Matches(msg, k.Games):
		return pop(v)
	case key.Matches(msg, k.NextGame):
		return v.other(1)
	case key.Matches(msg, k.PrevGame):
		return v.other(-1)
	}
	if v.tree == nil {
		if v.fault == nil && len(v.early) < maxEarly {
			v.early = append(v.early, msg)
		}
		return nil
	}
	switch {
	case key.Matches(msg, k.Next):
		v.next()
	case key.Matches(msg, k.Prev):
		if v.cur.Parent != nil {
			v.goTo(v.cur.Parent)
		}
	case key.Matches(msg, k.Start):
		v.goTo(v.game.Root)
	case key.Matches(msg, k.End):
		v.goTo(v.cur.End())
	case key.Matches(msg, k.Down):
		v.sideways(1)
	case key.Matches(msg, k.Up):
		v.sideways(-1)
	case key.Matches(msg, k.Enter):
		return v.enter()
	case key.Matches(msg, k.Out):
		return v.out()
	case key.Matches(msg, k.NextBranch):
		v.branch(func(n *pgn.Node) *pgn.Node { return n.Next() })
	case key.Matches(msg, k.PrevBranch):
		v.branch(func(n *pgn.Node) *pgn.Node { return n.Parent })
	case key.Matches(msg, k.Fold):
		v.folded = !v.folded
		v.arrange()
	case key.Matches(msg, k.Flip):
		v.flip, v.rows = !v.flip, nil
	case key.Matches(msg, k.Card):
		return push(v, newRulesCard(v.s, v.game.Rules))
	case key.Matches(msg, k.CopyFEN):
		return copyText(v.board.FEN(), "FEN sent to the clipboard: "+v.board.FEN())
	case key.Matches(msg, k.CopyPGN):
		return v.copyPGN()
	case key.Matches(msg, k.Play):
		return v.play()
	case key.Matches(msg, k.Edit):
		return v.edit()
	case key.Matches(msg, k.Analyse):
		return v.analyse()
	}
	return nil
}

// next goes on by the chosen line.
func (v *viewer) next() {
	if v.choice < len(v.cur.Children) {
		v.goTo(v.cur.Children[v.choice])
	}
}

// sideways chooses among the lines that go on from here; where one alone does,
// it goes to the other moves in the place of the present one, or else a row on.
func (v *viewer) sideways(by int) {
	if n := len(v.cur.Children); n > 1 {
		v.choice = (v.choice + by + n) % n
		return
	}
	if p := v.cur.Parent; p != nil && len(p.Children) > 1 {
		n := len(p.Children)
		v.goTo(p.Children[(childIndex(v.cur)+by+n)%n])
		return
	}
	for range 2 {
		if by > 0 && len(v.cur.Children) > 0 {
			v.goTo(v.cur.Children[0])
		} else if by < 0 && v.cur.Parent != nil {
			v.goTo(v.cur.Parent)
		}
	}
}

// childIndex is the place of a node among its brothers.
func childIndex(n *pgn.Node) int {
	for i, c := range n.Parent.Children {
		if c == n {
			return i
		}
	}
	return 0
}

// enter goes into the variation chosen here, else the first; where none begins
// here, into the next one that stands for the present move.
func (v *viewer) enter() tea.Cmd {
	if n := len(v.cur.Children); n > 1 {
		v.goTo(v.cur.Children[max(v.choice, 1)])
		return nil
	}
	if p := v.cur.Parent; p != nil && len(p.Children) > 1 {
		v.goTo(p.Children[(childIndex(v.cur)+1)%len(p.Children)])
		return nil
	}
	return toast("No other line begins at this move.")
}

// out leaves a variation for the move that it stands for.
func (v *viewer) out() tea.Cmd {
	for n := v.cur; n.Parent != nil; n = n.Parent {
		if n.Parent.Children[0] != n {
			v.goTo(n.Parent.Children[0])
			return nil
		}
	}
	return toast("This is the main line.")
}

// branch goes to the nearest move, in a direction, behind which lines part.
func (v *viewer) branch(step func(*pgn.Node) *pgn.Node) {
	for n := step(v.cur); n != nil; n = step(n) {
		if len(n.Children) > 1 || step(n) == nil {
			v.goTo(n)
			return
		}
	}
}

// other loads the game before or after this one.
func (v *viewer) other(by int) tea.Cmd {
	i := v.index + by
	switch {
	case i < 0:
		return toast("This is the first game.")
	case i >= v.games.len():
		return toast("This is the last game.")
	}
	return v.load(i)
}

// copyPGN copies the whole game.
func (v *viewer) copyPGN() tea.Cmd {
	game := v.game
	return func() tea.Msg {
		var b strings.Builder
		if err := pgn.NewWriter(&b).Write(game); err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return copyMsg{b.String(), "PGN of the game sent to the clipboard."}
	}
}

// play opens the form for a game from the present position.
func (v *viewer) play() tea.Cmd {
	s, rules, fen := v.s, v.game.Rules, v.board.FEN()
	return func() tea.Msg {
		choices, err := s.Store.Choices()
		if err != nil {
			choices = defaultChoices()
		}
		return pushMsg{v, newGameFormAt(s, choices, rules, fen)}
	}
}

// ShortHelp implements help.KeyMap.
func (v *viewer) ShortHelp() []key.Binding {
	k := v.keys
	short := []key.Binding{
		bind("←→", "step", "left", "right"), bind("home end", "ends", "home", "end"),
	}
	if v.tree != nil && v.cur != nil {
		if len(v.cur.Children) > 1 || v.cur.Parent != nil && len(v.cur.Parent.Children) > 1 {
			short = append(short, bind("↑↓", "lines", "up", "down"), k.Enter)
		}
		if !v.cur.Main() {
			short = append(short, bind("backspace", "out", "backspace"))
		}
	}
	return append(short, k.Back, k.NextGame, k.Flip, k.Fold)
}

// FullHelp implements help.KeyMap.
func (v *viewer) FullHelp() [][]key.Binding {
	k := v.keys
	return [][]key.Binding{
		{k.Prev, k.Next, k.Start, k.End, k.PrevBranch, k.NextBranch},
		{k.Up, k.Down, k.Enter, k.Out, k.Fold},
		{k.NextGame, k.PrevGame, k.Games, k.Back},
		{k.Flip, k.Card, k.CopyFEN, k.CopyPGN, k.Play, k.Analyse, k.Edit},
	}
}
