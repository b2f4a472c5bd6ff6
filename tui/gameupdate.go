package tui

import (
	"rookery/tui/play"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Update implements screen.
func (g *gameScreen) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return g, g.pressed(msg)
	case tea.MouseMsg:
		if g.ctl.Covered || g.trouble != nil {
			return g, nil
		}
		return g, g.clicked(msg)
	case play.Answer:
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
	case g.ctl.Covered:
		return g.lift(msg)
	case g.asking != nil:
		return g.answer(msg, g.pressed)
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
		g.ctl.Covered = false
		g.redraw()
		return g.proceed()
	case "esc":
		return g.leave()
	}
	return nil
}

// moved does what keys mean on an empty line.
func (g *gameScreen) moved(msg tea.KeyMsg) (tea.Cmd, bool) {
	if key.Matches(msg, g.keys.Let) {
		return g.letMove(), true
	}
	return g.steered(msg)
}
