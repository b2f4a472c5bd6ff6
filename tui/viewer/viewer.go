package viewer

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/explorer"
	"rookery/tui/library"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Viewer steps through a game of a file with its variations and comments,
// changes it, plays it by itself and asks for its moves.
type Viewer struct {
	boardinput.Input
	keys   viewerKeys
	Games  *library.Collection
	index  int  // of the game in the collection
	owns   bool // the collection is closed with the viewer
	serial int  // of the last loading
	Game   *pgn.Game
	Tree   *draw.GameTree // nil while loading, or where the game has no board
	fault  error          // why there is no tree
	Board  chess.Board
	Cur    *pgn.Node
	choice int          // which line goes on from cur
	early  []tea.KeyMsg // keys struck while the game was being read
	fold   draw.Folding

	Mode       viewMode
	guess      guessing
	Auto       autoplay
	Text       ui.LineInput // of what is written: a comment, signs, a file
	Writing    textKind     // what the text is, NoText while nothing is written
	written    string       // what stood there when it was opened
	asking     *question
	saving     bool // the game is on its way to the disk and must not change
	savedState int  // the state that another file holds, -1 for none
	reported   int  // the state in which the report was asked for
	find       searching

	Openings ui.Openings
	explorer *explorer.Panel
	land     uint64 // the key of the position to begin at, 0 for the first
	journal  journal

	checking  bool          // the state of the file is being asked for
	toldStamp library.Stamp // the state of the file that the player was told of

	width, height int
	Room          viewRoom
	outline       *draw.TreeLayout
	treeTop       int
}

// viewMode says what moves on the board are for.
type viewMode uint8

const (
	Stepping      viewMode = iota
	moving                 // they are added to the game
	guessingMoves          // they are compared with the game
)

// gameReadyMsg brings the game of a viewer.
type gameReadyMsg struct {
	to     *Viewer
	serial int
	game   *pgn.Game
	tree   *draw.GameTree
	board  chess.Board
	err    error

	path      string    // of the file that edits are kept for
	edit      play.Edit // left by an earlier run
	hasEdit   bool
	elsewhere bool // another program edits the game
}

// New shows the game of a route.
func New(s *ui.Session, r library.ShowGames) *Viewer {
	v := &Viewer{
		keys: ui.Bound(s, NewKeys()), Games: r.Games, index: r.Index, owns: r.Owns, early: r.Early, savedState: -1,
		Auto: autoplay{speed: usualSpeed, After: ui.After}, Text: ui.NewLineInput(s, 0), land: r.Position,
	}
	v.explorer = explorer.New(s, v, &v.keys.Explore)
	v.Input = boardinput.New(s, v, nil)
	v.keys.Games.SetEnabled(r.Games.Len() > 1)
	v.enableSearch()
	return v
}

func (v *Viewer) Init() tea.Cmd { return v.Load(v.index) }

// Load reads a game in a command.
func (v *Viewer) Load(index int) tea.Cmd {
	v.index = index
	v.Game, v.Tree, v.fault = nil, nil, nil
	v.Mode, v.Writing, v.asking, v.savedState = Stepping, NoText, nil, -1
	v.Auto.stop()
	v.serial++
	serial, games, l, says := v.serial, v.Games, v.S.Notation(), v.S.Lang
	path := v.journalPath()
	return func() tea.Msg {
		msg := gameReadyMsg{to: v, serial: serial}
		if msg.game, msg.err = games.Game(index); msg.err != nil {
			return msg
		}
		if msg.tree, msg.err = draw.NewGameTree(msg.game, l, says); msg.err != nil {
			return msg
		}
		msg.board, msg.err = msg.game.Board()
		msg.path = path
		if path != "" {
			msg.edit, msg.hasEdit, msg.elsewhere = v.S.Store.EditOf(path, msg.game.Raw())
		}
		return msg
	}
}

func (v *Viewer) Close() {
	v.explorer.Close()
	v.callOffSearch()
	v.leaveEdits()
	if v.owns {
		v.Games.Close()
	}
}

func (v *Viewer) MinSize() (int, int) { return 34, 14 }

func (v *Viewer) Title() string {
	r := v.row()
	return r.White + " – " + r.Black
}

// row is what is known of the game, as it stands now.
func (v *Viewer) row() library.GameRow {
	if v.Game == nil {
		return v.Games.Row(v.index)
	}
	t := &v.Game.Tags
	return library.GameRow{
		Date: draw.Clean(t.Value("Date")), White: library.PlayerName(t.Value("White")), Black: library.PlayerName(t.Value("Black")),
		Result: draw.Clean(v.Game.Result), ECO: draw.Clean(t.Value("ECO")), Variant: draw.Clean(t.Value("Variant")), Event: draw.Clean(t.Value("Event")),
	}
}

// Typing leaves the letters to what is written.
func (v *Viewer) Typing() bool {
	return v.Writing != NoText || v.Mode != Stepping || v.explorer.Typing()
}

func (v *Viewer) SetSize(width, height int) {
	v.width, v.height = width, height
	v.arrange()
}

// arrange finds the place of everything for the present size and board.
func (v *Viewer) arrange() {
	v.Redraw()
	if v.Tree == nil {
		return
	}
	v.Room = arrangeRoom(v.S, v.Board.Layout(), v.width, v.height)
	v.layTree()
}

// layTree lays the moves out anew.
func (v *Viewer) layTree() {
	v.outline = draw.LayOutFolded(v.Tree, v.Room.tree.W-1, &v.fold, v.Cur)
}

// loaded takes a game in and does what was asked for in the meantime.
func (v *Viewer) loaded(msg gameReadyMsg) tea.Cmd {
	v.Game, v.Tree, v.Board, v.fault = msg.game, msg.tree, msg.board, msg.err
	early := v.early
	v.early = nil
	if msg.err != nil {
		v.Tree = nil
		return nil
	}
	v.Cur, v.choice, v.treeTop, v.Layout = v.Game.Root, 0, 0, v.Board.Layout()
	v.fold.Shut = nil
	v.Reset()
	v.journal.path, v.journal.old, v.journal.state, v.journal.dirty = msg.path, msg.game.Raw(), msg.game.State(), false
	v.arrange()
	v.landed()
	v.goToPosition(v.land)
	var cmds []tea.Cmd
	for _, k := range early {
		cmds = append(cmds, v.pressed(k))
	}
	if v.explorer.On() { // the game may be from another file
		cmds = append(cmds, v.explore())
	}
	if msg.elsewhere {
		v.Notice = ui.Notice{Text: "Another program edits this game; its changes are not shown here"}
	}
	if msg.hasEdit && v.asking == nil {
		v.askRestore(msg.edit)
	}
	return tea.Batch(cmds...)
}

// goToPosition goes to the first position of the main line with a key; 0 is none.
func (v *Viewer) goToPosition(key uint64) {
	if key == 0 {
		return
	}
	b, err := v.Game.Board()
	if err != nil {
		return
	}
	for n := v.Game.Root; ; {
		if b.Key() == key {
			v.goTo(n)
			return
		}
		if n = n.Next(); n == nil {
			return
		}
		b.Make(n.Move)
	}
}

// goTo shows the position behind a node.
func (v *Viewer) goTo(n *pgn.Node) {
	switch {
	case n == v.Cur:
		return
	case n.Parent == v.Cur:
		v.Board.Make(n.Move)
	case v.Cur.Parent == n:
		v.Board.Undo()
	default:
		b, err := v.Game.BoardAt(n)
		if err != nil {
			v.fault = err
			return
		}
		v.Board = b
	}
	before := lineHead(v.Cur)
	v.Cur, v.choice, v.Notice = n, 0, ui.Notice{}
	v.Reset()
	if v.fold.Any() && lineHead(n) != before {
		v.layTree()
	}
}

func (v *Viewer) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case gameReadyMsg:
		if msg.to == v && msg.serial == v.serial {
			cmd = v.loaded(msg)
		}
	case ui.OpeningsMsg:
		v.Openings.Table = msg.Table
	case ui.ThemeMsg:
		v.Redress()
		v.Text.Dress(v.S)
	case ui.RevealedMsg:
		v.reportWritten()
		v.arrange() // tags or look may be others now
	case autoplayMsg:
		if msg.to == v {
			cmd = v.played(msg)
		}
	case savedMsg:
		if msg.to == v {
			cmd = v.saved(msg)
		}
	case searchMsg:
		if msg.to == v {
			cmd = v.searchDone(msg)
		}
	case pathMsg:
		if msg.to == v {
			v.completed(msg)
		}
	case tea.MouseMsg:
		cmd = v.clicked(msg)
	case fileMsg:
		if msg.to == v {
			v.checked(msg)
		}
	case reloadedMsg:
		if msg.to == v {
			cmd = v.reloaded(msg)
		}
	case tea.KeyMsg:
		cmd = tea.Batch(v.pressed(msg), v.checkFile())
	default:
		cmd = v.explorer.Update(msg)
	}
	if v.Tree != nil {
		cmd = tea.Batch(cmd, v.explorer.Look(v.Board), v.keepEdits(), v.Openings.Ask(v.S, v.Game.Rules, v.Cur != v.Game.Root))
	}
	return v, cmd
}
