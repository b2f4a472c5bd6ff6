package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Update implements screen.
func (g *gameScreen) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return g, g.pressed(msg)
	case tea.MouseMsg:
		if g.curtain || g.trouble != nil {
			return g, nil
		}
		return g, g.clicked(msg)
	case engineMovedMsg:
		return g, g.engineMoved(msg)
	case manMovedMsg:
		return g, g.manMoved(msg)
	case hintMsg:
		g.advised(msg)
	case toldMsg:
		return g, g.heard(msg)
	case valueMsg:
		g.valued(msg)
	case clockTickMsg:
		return g, g.ticked(msg)
	case openingsMsg:
		g.openings.table = msg.table
	case themeMsg:
		g.redress()
	}
	return g, nil
}

// pressed gives a key to what waits for one: the curtain, a question, a
// choice; then to the keys of the game; then to the line.
func (g *gameScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case g.curtain:
		return g.lift(msg)
	case g.asking != nil:
		cmd, done := g.answer(msg)
		if !done {
			cmd = tea.Batch(cmd, g.pressed(msg))
		}
		return cmd
	case g.trouble != nil:
		return g.remedied(msg)
	case g.chooser != nil:
		return g.chose(msg)
	case msg.Paste:
		g.line.edit(msg, g.writable())
		return nil
	}
	if cmd, done := g.acted(msg); done {
		return cmd
	}
	if g.line.empty() || g.line.refused && msg.Type == tea.KeyRunes {
		if cmd, done := g.moved(msg); done {
			return cmd
		}
	}
	return g.wrote(msg)
}

// lift shows the board to the next player.
func (g *gameScreen) lift(msg tea.KeyMsg) tea.Cmd {
	switch msg.String() {
	case "enter", " ":
		g.curtain = false
		g.redraw()
		return g.proceed()
	case "esc":
		return g.leave()
	}
	return nil
}

// acted does what the keys of the game say wherever the cursor is.
func (g *gameScreen) acted(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &g.keys
	for _, a := range [...]struct {
		key  key.Binding
		word string
	}{
		{k.Undo, "undo"}, {k.Hint, "hint"}, {k.Draw, "draw"}, {k.Resign, "resign"}, {k.Flip, "flip"},
		{k.Save, "save"}, {k.Card, "rules"}, {k.CopyFEN, "fen"}, {k.CopyPGN, "pgn"},
		{k.Thoughts, "think"}, {k.Meter, "meter"}, {k.Study, "analyse"},
	} {
		if key.Matches(msg, a.key) {
			return g.obey(a.word), true
		}
	}
	switch {
	case key.Matches(msg, k.Recall):
		g.line.recall(-1)
	case key.Matches(msg, k.Back):
		g.show(g.shown - 1)
	case key.Matches(msg, k.Forward):
		g.show(g.shown + 1)
	case key.Matches(msg, k.Cancel):
		return g.cancelled(), true
	default:
		return nil, false
	}
	return nil, true
}

// cancelled takes back the last thing begun: what is held, what is written, a
// look into the past; then it leaves.
func (g *gameScreen) cancelled() tea.Cmd {
	if g.undone() {
		return nil
	}
	return g.leave()
}

// leave goes back to the menu, with a question while the game goes on.
func (g *gameScreen) leave() tea.Cmd {
	if text := g.leaveQuestion(); text != "" {
		g.ask(text, func() tea.Cmd { return g.s.pop(g) }, nil)
		return nil
	}
	return g.s.pop(g)
}

// moved does what keys mean on an empty line: the cursor, the pocket, the
// past, and after the end what to do next.
func (g *gameScreen) moved(msg tea.KeyMsg) (tea.Cmd, bool) {
	if k := &g.keys; g.over() {
		switch {
		case key.Matches(msg, k.Rematch):
			return g.obey("rematch"), true
		case key.Matches(msg, k.View):
			return g.openViewer(), true
		case key.Matches(msg, k.Graph):
			return g.obey("graph"), true
		case key.Matches(msg, k.Analyse):
			return g.analyse(), true
		case key.Matches(msg, k.Menu):
			return g.s.pop(g), true
		}
	}
	if key.Matches(msg, g.keys.Let) {
		return g.letMove(), true
	}
	return g.steered(msg)
}
