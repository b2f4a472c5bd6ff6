package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/play"
)

// setUp sets up a position of the game that was chosen last, from its array.
func (m *menu) setUp() tea.Cmd {
	s := m.s
	return s.opening(func() tea.Msg {
		choices, err := s.Store.Choices()
		if err != nil {
			choices = defaultChoices()
		}
		rules, err := rulesOf(choices.Variant)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		d, err := play.NewDraft(rules)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return pushMsg{m, newEditor(s, d)}
	})
}

// edit sets up another position from the one that is shown.
func (v *viewer) edit() tea.Cmd { return v.s.push(v, newEditorOf(v.s, v.board, v.flip)) }

// edit sets up another position from the one that is studied.
func (a *analysis) edit() tea.Cmd { return a.s.push(a, newEditorOf(a.s, a.board, a.flip)) }

// edit sets up another position from the one that a game shows. While men are
// hidden there is none to take.
func (g *gameScreen) edit() tea.Cmd {
	if g.fogged() {
		g.complain("in the fog there is no position to set up")
		return nil
	}
	return g.s.push(g, newEditorOf(g.s, g.game.BoardAt(g.shown), g.flip))
}
