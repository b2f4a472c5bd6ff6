package game

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/play"
	"rookery/tui/ui"
)

// Update implements screen.
func (g *Screen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return g, g.pressed(msg)
	case tea.MouseMsg:
		if g.Ctl.Covered || g.Trouble != nil {
			return g, nil
		}
		return g, g.Clicked(msg)
	case play.Answer:
		return g, g.EngineMoved(msg)
	case manMovedMsg:
		return g, g.manMoved(msg)
	case hintMsg:
		g.advised(msg)
	case ui.ToldMsg:
		return g, g.heard(msg)
	case valueMsg:
		g.valued(msg)
	case ClockTickMsg:
		return g, g.ticked(msg)
	case ui.OpeningsMsg:
		g.Openings.Table = msg.Table
	case ui.ThemeMsg:
		g.Redress()
	}
	return g, nil
}

// pressed gives a key to what waits for one: the curtain, a question, a
// choice; then to the keys of the game; then to the line.
func (g *Screen) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case g.Ctl.Covered:
		return g.lift(msg)
	case g.Asking != nil:
		return g.Answer(msg, g.pressed)
	case g.Trouble != nil:
		return g.Remedied(msg)
	case g.Chooser != nil:
		return g.Chose(msg)
	case msg.Paste:
		g.Line.Edit(msg, g.Writable())
		return nil
	}
	if cmd, done := g.Acted(msg); done {
		return cmd
	}
	if g.Line.Empty() || g.Line.Refused && msg.Type == tea.KeyRunes {
		if cmd, done := g.moved(msg); done {
			return cmd
		}
	}
	return g.Wrote(msg)
}

// lift shows the board to the next player.
func (g *Screen) lift(msg tea.KeyMsg) tea.Cmd {
	switch msg.String() {
	case "enter", " ":
		g.Ctl.Covered = false
		g.Redraw()
		return g.proceed()
	case "esc":
		return g.Leave()
	}
	return nil
}

// moved does what keys mean on an empty line.
func (g *Screen) moved(msg tea.KeyMsg) (tea.Cmd, bool) {
	if key.Matches(msg, g.Keys.Let) {
		return g.letMove(), true
	}
	return g.Steered(msg)
}
