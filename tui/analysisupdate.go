package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Update implements screen.
func (a *analysis) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case toldMsg:
		if msg.by == a.feed && a.cancel != nil {
			return a, a.heard(msg)
		}
	case analysisEndMsg:
		if msg.to == a && msg.serial == a.serial {
			return a, a.ended(msg)
		}
	case analysisWhyMsg:
		if msg.to == a && msg.serial == a.serial {
			a.asking, a.why, a.whyOf = false, msg.text, msg.move
		}
	case engineReadyMsg:
		if msg.to == a {
			return a, a.engineReady(msg)
		}
	case threatMsg:
		if msg.to == a && msg.serial == a.serial {
			a.threat = msg.choice
			a.redraw()
		}
	case openingsMsg:
		a.openings.table = msg.table
	case themeMsg:
		a.redress()
	case tea.MouseMsg:
		return a, a.clicked(msg)
	case tea.KeyMsg:
		return a, a.pressed(msg)
	}
	return a, nil
}

// heard takes in what the engine tells and listens on.
func (a *analysis) heard(msg toldMsg) tea.Cmd {
	a.hear(msg.lines)
	return tea.Batch(a.explain(), a.more)
}

// ended takes in the end of a search that nobody called off.
func (a *analysis) ended(msg analysisEndMsg) tea.Cmd {
	if msg.err != nil {
		a.fault = msg.err.Error()
	}
	if lines, fresh := a.feed.Latest(); fresh {
		a.hear(lines)
	}
	a.cancel() // nobody has to wait for the feed any more
	a.cancel = nil
	return a.explain()
}

func (a *analysis) pressed(msg tea.KeyMsg) tea.Cmd {
	if a.writing != notWriting {
		return a.wrote(msg)
	}
	k := &a.keys
	switch {
	case key.Matches(msg, k.Back):
		return a.s.pop(a)
	case key.Matches(msg, k.Next):
		if a.choice < len(a.cur.Children) {
			return a.goTo(a.cur.Children[a.choice])
		}
	case key.Matches(msg, k.Prev):
		return a.goTo(a.cur.Parent)
	case key.Matches(msg, k.Start):
		return a.goTo(a.game.Root)
	case key.Matches(msg, k.End):
		return a.goTo(a.cur.End())
	case key.Matches(msg, k.Down):
		return a.sideways(1)
	case key.Matches(msg, k.Up):
		return a.sideways(-1)
	case key.Matches(msg, k.Write):
		a.open(writingMove)
	case key.Matches(msg, k.Best):
		if m := a.best(); m != 0 {
			return a.play(m)
		}
		a.complain("the engine has no move to play yet")
	case key.Matches(msg, k.Delete):
		return a.cutOff()
	case key.Matches(msg, k.Promote):
		a.game.Promote(a.cur)
		a.arrange()
	default:
		return a.set(msg)
	}
	return nil
}

// set does what the keys say that are not about moves.
func (a *analysis) set(msg tea.KeyMsg) tea.Cmd {
	k := &a.keys
	switch {
	case key.Matches(msg, k.More):
		return a.setLines(a.lines + 1)
	case key.Matches(msg, k.Fewer):
		return a.setLines(a.lines - 1)
	case key.Matches(msg, k.Engine):
		a.on = !a.on
		return a.look()
	case key.Matches(msg, k.Hide):
		a.hidden = !a.hidden
		a.redraw()
	case key.Matches(msg, k.Threat):
		return a.toggleThreats()
	case key.Matches(msg, k.Other):
		return a.chooseEngine()
	case key.Matches(msg, k.Flip):
		a.flip = !a.flip
		a.redraw()
	case key.Matches(msg, k.Card):
		return a.s.open(a, ShowRules{a.game.Rules})
	case key.Matches(msg, k.CopyFEN):
		return copyText(a.board.FEN(), "FEN sent to the clipboard: "+a.board.FEN())
	case key.Matches(msg, k.CopyPGN):
		text, err := a.pgnText()
		if err != nil {
			return fail(err)
		}
		return copyText(text, "PGN sent to the clipboard.")
	case key.Matches(msg, k.Edit):
		return a.edit()
	case key.Matches(msg, k.Play):
		return a.playOn()
	}
	return nil
}

// setLines changes how many lines the engine looks for.
func (a *analysis) setLines(n int) tea.Cmd {
	n = max(1, min(n, mostLines))
	if n == a.lines {
		return nil
	}
	a.lines = n
	return a.look()
}

// toggleThreats shows or hides what the opponent would do.
func (a *analysis) toggleThreats() tea.Cmd {
	a.threats = !a.threats
	a.redraw()
	if !a.threats {
		a.threat.Move = 0
		return nil
	}
	if !canPass(a.board) {
		a.complain("here nobody can pass, so nothing can be called a threat")
		return nil
	}
	return a.warn()
}

// sideways chooses among the moves that go on from here, or goes to the other
// moves in the place of the present one.
func (a *analysis) sideways(by int) tea.Cmd {
	if n := len(a.cur.Children); n > 1 {
		a.choice = (a.choice + by + n) % n
		a.redraw()
		return nil
	}
	if p := a.cur.Parent; p != nil && len(p.Children) > 1 {
		n := len(p.Children)
		return a.goTo(p.Children[(childIndex(a.cur)+by+n)%n])
	}
	return nil
}

// cutOff deletes the present move with all that follows.
func (a *analysis) cutOff() tea.Cmd {
	if a.cur.Parent == nil {
		a.complain("the first position cannot be deleted")
		return nil
	}
	n := a.cur
	a.cur = n.Parent
	a.game.Delete(n)
	return a.moved()
}

// playOn opens the form for a game from the present position.
func (a *analysis) playOn() tea.Cmd {
	if a.board.Outcome().Over() {
		return toast("The game is over in this position.")
	}
	return a.s.newGameFrom(a, a.game.Rules, a.board.FEN())
}

// open opens the line for a move or the name of an engine.
func (a *analysis) open(w writing) {
	a.line.clear()
	a.writing, a.notice = w, notice{}
}

// wrote gives a key to the open line; an empty one is closed by Enter.
func (a *analysis) wrote(msg tea.KeyMsg) tea.Cmd {
	text := a.line.text()
	switch {
	case msg.Type == tea.KeyEsc, msg.Type == tea.KeyEnter && text == "":
		a.line.clear()
		a.writing = notWriting
		return nil
	case a.writing == writingMove:
		return a.boardInput.wrote(msg)
	case msg.Type == tea.KeyEnter:
		a.line.sent()
		a.writing = notWriting
		return a.useEngine(text)
	case msg.Type == tea.KeyTab:
		a.line.complete()
		return nil
	}
	a.line.edit(msg, nil)
	if a.notice.bad {
		a.notice = notice{}
	}
	return nil
}

// clicked makes moves on the board and goes to moves that are clicked.
func (a *analysis) clicked(msg tea.MouseMsg) tea.Cmd {
	r := &a.room
	switch {
	case msg.Button == tea.MouseButtonWheelDown && a.choice < len(a.cur.Children):
		return a.goTo(a.cur.Children[a.choice])
	case msg.Button == tea.MouseButtonWheelUp:
		return a.goTo(a.cur.Parent)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if y := msg.Y - r.panel.y - r.talk; msg.X >= r.panel.x && y >= 0 {
			return a.goTo(a.outline.nodeAt(a.treeTop+y, msg.X-r.panel.x))
		}
	}
	return a.pointed(msg, r.board, r.size)
}
