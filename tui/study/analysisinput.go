package study

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/explorer"
	"rookery/tui/ui"
)

func (a *Analysis) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	_, cmd := a.update(msg)
	return a, tea.Batch(cmd, a.explorer.Update(msg), a.explorer.Look(a.Board))
}

func (a *Analysis) update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.LinesMsg:
		if msg.From == a.feed && a.Cancel != nil {
			return a, a.heard(msg)
		}
	case ui.HelpMsg:
		return a, a.look()
	case analysisEndMsg:
		if msg.to == a && msg.serial == a.serial {
			return a, a.ended(msg)
		}
	case analysisWhyMsg:
		if msg.to == a && msg.serial == a.serial {
			a.asking, a.Why, a.whyOf = false, msg.text, msg.move
		}
	case ui.StartingMsg:
		return a, a.starting.Tick(msg)
	case engineReadyMsg:
		if msg.to == a {
			return a, a.engineReady(msg)
		}
	case threatMsg:
		if msg.to == a && msg.serial == a.serial {
			a.threat = msg.choice
			a.Redraw()
		}
	case ui.QueueMsg:
		if msg.From == a && a.On && len(a.Told) == 0 && a.fault == "" {
			a.Redraw()
			return a, a.S.WatchQueue(a)
		}
	case ui.OpeningsMsg:
		a.Openings.Table = msg.Table
	case ui.ThemeMsg:
		a.Redress()
	case tea.MouseMsg:
		return a, a.clicked(msg)
	case tea.KeyMsg:
		return a, a.pressed(msg)
	}
	return a, nil
}

// heard takes in what the engine tells and listens on.
func (a *Analysis) heard(msg ui.LinesMsg) tea.Cmd {
	a.hear(msg.Lines)
	return tea.Batch(a.explain(), a.more)
}

// ended takes in the end of a search that nobody called off.
func (a *Analysis) ended(msg analysisEndMsg) tea.Cmd {
	if msg.err != nil {
		a.fault = ui.ErrorText(msg.err)
	}
	if lines, fresh := a.feed.Latest(); fresh {
		a.hear(lines)
	}
	a.Cancel() // nobody has to wait for the feed any more
	a.Cancel = nil
	return a.explain()
}

func (a *Analysis) pressed(msg tea.KeyMsg) tea.Cmd {
	if a.writing != notWriting {
		return a.wrote(msg)
	}
	if m, cmd, taken := a.explorer.Pressed(msg); taken {
		if m != 0 {
			return a.Play(m)
		}
		return cmd
	}
	k := &a.keys
	switch {
	case key.Matches(msg, k.Back) && a.starting.On():
		a.starting.Cancel()
		a.Notice = ui.Notice{Text: "The start was cancelled."}
	case key.Matches(msg, k.Back):
		return a.S.Pop(a)
	case key.Matches(msg, k.Next):
		if a.choice < len(a.Cur.Children) {
			return a.goTo(a.Cur.Children[a.choice])
		}
	case key.Matches(msg, k.Prev):
		return a.goTo(a.Cur.Parent)
	case key.Matches(msg, k.Start):
		return a.goTo(a.Game.Root)
	case key.Matches(msg, k.End):
		return a.goTo(a.Cur.End())
	case key.Matches(msg, k.Down):
		return a.sideways(1)
	case key.Matches(msg, k.Up):
		return a.sideways(-1)
	case key.Matches(msg, k.Write):
		a.open(writingMove)
	case key.Matches(msg, k.Best):
		if m := a.best(); m != 0 {
			return a.Play(m)
		}
		a.Complain("the engine has no move yet")
	case key.Matches(msg, k.Delete):
		return a.deleteMove()
	case key.Matches(msg, k.Promote):
		a.Game.Promote(a.Cur)
		a.arrange()
	default:
		return a.set(msg)
	}
	return nil
}

// set does what the keys say that are not about moves.
func (a *Analysis) set(msg tea.KeyMsg) tea.Cmd {
	k := &a.keys
	switch {
	case key.Matches(msg, k.More):
		return a.setLines(a.Lines + 1)
	case key.Matches(msg, k.Fewer):
		return a.setLines(a.Lines - 1)
	case key.Matches(msg, k.Engine):
		a.On = !a.On
		return a.look()
	case key.Matches(msg, k.Hide):
		a.hidden = !a.hidden
		a.Redraw()
	case key.Matches(msg, k.Threat):
		return a.toggleThreats()
	case key.Matches(msg, k.Other):
		return a.chooseEngine()
	case key.Matches(msg, k.Explore):
		return a.openExplorer()
	case key.Matches(msg, k.Flip):
		a.Flip = !a.Flip
		a.Redraw()
	case key.Matches(msg, k.Card):
		return a.S.Open(a, ui.ShowRules{Rules: a.Game.Rules})
	case key.Matches(msg, k.CopyFEN):
		return ui.CopyText(a.Board.FEN(), "FEN copied to clipboard: "+a.Board.FEN())
	case key.Matches(msg, k.CopyPGN):
		text, err := a.pgnText()
		if err != nil {
			return ui.Fail(err)
		}
		return ui.CopyText(text, "PGN copied to clipboard.")
	case key.Matches(msg, k.Edit):
		return a.edit()
	case key.Matches(msg, k.Play):
		return a.playOn()
	}
	return nil
}

// setLines changes how many lines the engine looks for.
func (a *Analysis) setLines(n int) tea.Cmd {
	n = max(1, min(n, MostLines))
	if n == a.Lines {
		return nil
	}
	a.Lines = n
	return a.look()
}

// toggleThreats shows or hides what the opponent would do.
func (a *Analysis) toggleThreats() tea.Cmd {
	a.threats = !a.threats
	a.Redraw()
	if !a.threats {
		a.threat.Move = 0
		return nil
	}
	if !canPass(a.Board) {
		a.Complain("no threats: passing is not possible in this position")
		return nil
	}
	return a.searchThreat()
}

// sideways chooses among the moves that go on from here, or goes to the other
// moves in the place of the present one.
func (a *Analysis) sideways(by int) tea.Cmd {
	if n := len(a.Cur.Children); n > 1 {
		a.choice = (a.choice + by + n) % n
		a.Redraw()
		return nil
	}
	if p := a.Cur.Parent; p != nil && len(p.Children) > 1 {
		n := len(p.Children)
		return a.goTo(p.Children[(draw.ChildIndex(a.Cur)+by+n)%n])
	}
	return nil
}

// deleteMove deletes the present move with all that follows.
func (a *Analysis) deleteMove() tea.Cmd {
	if a.Cur.Parent == nil {
		a.Complain("the starting position cannot be deleted")
		return nil
	}
	n := a.Cur
	a.Cur = n.Parent
	a.Game.Delete(n)
	return a.moved()
}

// openExplorer shows what was played here in the games of the file that was opened last.
func (a *Analysis) openExplorer() tea.Cmd {
	path := a.explorer.Path()
	if path == "" && a.S.Local {
		path = explorer.FirstFile(a.S.Store.Recent())
	}
	if path == "" && a.S.Online != nil {
		path = ui.ExploreLichess
	}
	if path == "" {
		return ui.Toast("The explorer needs a collection: open a PGN file first.")
	}
	return a.explorer.Show(path)
}

// Played implements [explorer.Host].
func (a *Analysis) Played() (rules chess.Rules, start string, moves []chess.Move) {
	return a.Game.Rules, a.Game.Start, a.Cur.Moves()
}

// playOn opens the form for a game from the present position.
func (a *Analysis) playOn() tea.Cmd {
	if a.Board.Outcome().Over() {
		return ui.Toast("The game is over in this position.")
	}
	return a.S.NewGameFrom(a, a.Game.Rules, a.Board.FEN())
}

// open opens the line for a move or the name of an engine.
func (a *Analysis) open(w writing) {
	a.Line.Clear()
	a.writing, a.Notice = w, ui.Notice{}
}

// wrote gives a key to the open line; an empty one is closed by Enter.
func (a *Analysis) wrote(msg tea.KeyMsg) tea.Cmd {
	text := a.Line.Text()
	switch {
	case msg.Type == tea.KeyEsc, msg.Type == tea.KeyEnter && text == "":
		a.Line.Clear()
		a.writing = notWriting
		return nil
	}
	return a.Input.Wrote(msg)
}

// clicked makes moves on the board and goes to moves that are clicked.
func (a *Analysis) clicked(msg tea.MouseMsg) tea.Cmd {
	r := &a.Room
	switch {
	case msg.Button == tea.MouseButtonWheelDown && a.choice < len(a.Cur.Children):
		return a.goTo(a.Cur.Children[a.choice])
	case msg.Button == tea.MouseButtonWheelUp:
		return a.goTo(a.Cur.Parent)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if y := msg.Y - r.panel.Y - r.talk; msg.X >= r.panel.X && y >= 0 {
			return a.goTo(a.outline.NodeAt(a.treeTop+y, msg.X-r.panel.X))
		}
	}
	return a.Pointed(msg, r.Board, r.Size)
}

// analysisKeys study a position. Letters act while the line is closed.
type analysisKeys struct {
	Prev, Next, Start, End key.Binding
	Up, Down, Write, Best  key.Binding
	Delete, Promote        key.Binding
	More, Fewer            key.Binding
	Engine, Hide, Threat   key.Binding
	Other, Explore         key.Binding
	Flip, Card             key.Binding
	CopyFEN, CopyPGN, Play key.Binding
	Edit                   key.Binding
	Back                   key.Binding
}

func NewAnalysisKeys() analysisKeys {
	return analysisKeys{
		Prev:    ui.Bind("←/h", "previous move", "left", "h", "pgup", "ctrl+p"),
		Next:    ui.Bind("→/l", "next move", "right", "l", "pgdown", "ctrl+n"),
		Start:   ui.Bind("home/g", ui.ToStart, "home", "g", "0"),
		End:     ui.Bind("end/G", ui.ToEnd, "end", "G", "$"),
		Up:      ui.Bind("↑/k", "previous variation", "up", "k", "shift+up"),
		Down:    ui.Bind("↓/j", "next variation", "down", "j", "shift+down"),
		Write:   ui.Bind("enter", "type a move", "enter"),
		Best:    ui.Bind("space", "play best move", " "),
		Delete:  ui.Bind("d", "delete from here", "d"),
		Promote: ui.Bind("p", "promote variation", "p"),
		More:    ui.Bind("+", "more lines", "+", "="),
		Fewer:   ui.Bind("-", "fewer lines", "-"),
		Engine:  ui.Bind("a", "engine on/off", "a"),
		Hide:    ui.Bind("z", "show/hide engine lines", "z"),
		Threat:  ui.Bind("x", "show threat", "x"),
		Other:   ui.Bind("E", "change engine", "E"),
		Explore: explorer.Toggle(),
		Flip:    ui.Bind("f", "flip", "f", "ctrl+f"),
		Card:    ui.Bind("F5", "rules", "f5"),
		CopyFEN: ui.Bind("y", "copy FEN", "y", "ctrl+g"),
		CopyPGN: ui.Bind("Y", "copy PGN", "Y", "ctrl+e"),
		Play:    ui.Bind("P", "play from here", "P"),
		Edit:    ui.Bind("e", "edit this position", "e"),
		Back:    ui.Bind("esc", "back", "esc", "q"),
	}
}

func (a *Analysis) ShortHelp() []key.Binding {
	k := a.keys
	if a.writing != notWriting {
		return []key.Binding{ui.Bind("enter", "confirm", "enter"), ui.Bind("esc", "cancel", "esc")}
	}
	if a.explorer.On() {
		return append([]key.Binding{ui.PairOf("step", k.Prev, k.Next)}, a.explorer.Help()...)
	}
	return []key.Binding{
		ui.PairOf("step", k.Prev, k.Next), ui.Brief(k.Write, "type"), ui.Brief(k.Best, "best"),
		ui.Brief(k.Engine, "engine"), ui.Brief(k.Explore, "explorer"), k.Back, ui.PairOf("lines", k.More, k.Fewer), ui.Brief(k.Threat, "show threat"), k.Play, k.Flip,
	}
}

func (a *Analysis) FullHelp() [][]key.Binding {
	k := a.keys
	return [][]key.Binding{
		ui.Bindings(&k.Prev, &k.Next, &k.Start, &k.End, &k.Up, &k.Down),
		ui.Bindings(&k.Write, &k.Best, &k.Delete, &k.Promote),
		ui.Bindings(&k.Engine, &k.More, &k.Fewer, &k.Threat, &k.Hide, &k.Other, &k.Explore),
		ui.Bindings(&k.Flip, &k.Card, &k.CopyFEN, &k.CopyPGN, &k.Play, &k.Edit, &k.Back),
	}
}

// edit sets up another position from the one that is studied.
func (a *Analysis) edit() tea.Cmd { return a.S.Open(a, ui.EditPosition{Board: a.Board, Flip: a.Flip}) }
