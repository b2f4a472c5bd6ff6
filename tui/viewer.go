package tui

import (
	"rookery/chess"
	"rookery/pgn"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// viewer steps through a game of a file with its variations and comments,
// changes it, plays it by itself and asks for its moves.
type viewer struct {
	boardInput
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
	fold   folding

	mode    viewerMode
	guess   guessing
	auto    autoplay
	text    textinput.Model // of what is written: a comment, signs, a file
	writing viewerText      // what the text is, noText while nothing is written
	written string          // what stood there when it was opened
	asking  *viewerQuestion
	saving  bool // the game is on its way to the disk and must not change
	kept    int  // the state that another file holds, -1 for none
	find    searching

	openings openings

	width, height int
	room          viewerRoom
	outline       *treeLayout
	treeTop       int
}

// viewerMode says what moves on the board are for.
type viewerMode uint8

const (
	stepping viewerMode = iota
	moving              // they are added to the game
	guessed             // they are compared with the game
)

// gameReadyMsg brings the game of a viewer.
type gameReadyMsg struct {
	to     *viewer
	serial int
	game   *pgn.Game
	tree   *gameTree
	board  chess.Board
	err    error
}

// newViewer shows the game of a route.
func newViewer(s *Session, r ShowGames) *viewer {
	v := &viewer{
		keys: bound(s, newViewerKeys()), games: r.Games, index: r.Index, owns: r.Owns, early: r.Early, kept: -1,
		auto: autoplay{speed: usualSpeed, after: after}, text: textinput.New(),
	}
	v.boardInput = newBoardInput(s, v, nil)
	v.text.Prompt = ""
	s.Theme.dress(&v.text)
	v.keys.Games.SetEnabled(r.Games.len() > 1)
	v.enableSearch()
	return v
}

func (v *viewer) Init() tea.Cmd { return v.load(v.index) }

// load reads a game in a command.
func (v *viewer) load(index int) tea.Cmd {
	v.index = index
	v.game, v.tree, v.fault = nil, nil, nil
	v.mode, v.writing, v.asking, v.kept = stepping, noText, nil, -1
	v.auto.stop()
	v.serial++
	serial, games, l := v.serial, v.games, v.s.notation()
	return func() tea.Msg {
		msg := gameReadyMsg{to: v, serial: serial}
		if msg.game, msg.err = games.game(index); msg.err != nil {
			return msg
		}
		if msg.tree, msg.err = newGameTree(msg.game, l); msg.err != nil {
			return msg
		}
		msg.board, msg.err = msg.game.Board()
		return msg
	}
}

func (v *viewer) close() {
	v.callOffSearch()
	if v.owns {
		v.games.close()
	}
}

func (v *viewer) minSize() (int, int) { return 34, 14 }

func (v *viewer) title() string {
	r := v.row()
	return r.white + " – " + r.black
}

// row is what is known of the game, as it stands now.
func (v *viewer) row() gameRow {
	if v.game == nil {
		return v.games.row(v.index)
	}
	t := &v.game.Tags
	return gameRow{
		date: clean(t.Value("Date")), white: known(t.Value("White")), black: known(t.Value("Black")),
		result: clean(v.game.Result), eco: clean(t.Value("ECO")), variant: clean(t.Value("Variant")), event: clean(t.Value("Event")),
	}
}

// typing leaves the letters to what is written.
func (v *viewer) typing() bool { return v.writing != noText || v.mode != stepping }

func (v *viewer) SetSize(width, height int) {
	v.width, v.height = width, height
	v.arrange()
}

// arrange finds the place of everything for the present size and board.
func (v *viewer) arrange() {
	v.redraw()
	if v.tree == nil {
		return
	}
	v.room = arrangeViewer(v.s, v.board.Layout(), v.width, v.height)
	v.layTree()
}

// layTree lays the moves out anew.
func (v *viewer) layTree() {
	v.outline = layOutFolded(v.tree, v.room.tree.w-1, &v.fold, v.cur)
}

// loaded takes a game in and does what was asked for in the meantime.
func (v *viewer) loaded(msg gameReadyMsg) tea.Cmd {
	v.game, v.tree, v.board, v.fault = msg.game, msg.tree, msg.board, msg.err
	early := v.early
	v.early = nil
	if msg.err != nil {
		v.tree = nil
		return nil
	}
	v.cur, v.choice, v.treeTop, v.layout = v.game.Root, 0, 0, v.board.Layout()
	v.fold.shut = nil
	v.reset()
	v.arrange()
	v.landed()
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
	before := lineHead(v.cur)
	v.cur, v.choice, v.notice = n, 0, notice{}
	v.reset()
	if v.fold.any() && lineHead(n) != before {
		v.layTree()
	}
}

func (v *viewer) Update(msg tea.Msg) (screen, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case gameReadyMsg:
		if msg.to == v && msg.serial == v.serial {
			cmd = v.loaded(msg)
		}
	case openingsMsg:
		v.openings.table = msg.table
	case themeMsg:
		v.redress()
		v.s.Theme.dress(&v.text)
	case revealedMsg:
		v.arrange() // tags or look may be others now
	case autoplayMsg:
		if msg.to == v {
			cmd = v.played(msg)
		}
	case viewerSavedMsg:
		if msg.to == v {
			cmd = v.saved(msg)
		}
	case seekMsg:
		if msg.to == v {
			cmd = v.sought(msg)
		}
	case pathMsg:
		if msg.to == v {
			v.completed(msg)
		}
	case tea.MouseMsg:
		cmd = v.clicked(msg)
	case tea.KeyMsg:
		cmd = v.pressed(msg)
	}
	if v.tree != nil {
		cmd = tea.Batch(cmd, v.openings.ask(v.game.Rules, v.cur != v.game.Root))
	}
	return v, cmd
}
