package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// openAnalysis puts an analysis on top of a screen.
func openAnalysis(s *Session, from screen, rules chess.Rules, start string, moves []chess.Move, at int, flip bool) tea.Cmd {
	a, err := newAnalysis(s, rules, start, moves, at)
	if err != nil {
		return fail(err)
	}
	a.flip = flip
	return s.push(from, a)
}

// analyse studies the present position of a game that is stepped through, with
// the line that it stands on.
func (v *viewer) analyse() tea.Cmd {
	return openAnalysis(v.s, v, v.game.Rules, v.game.Start, v.cur.End().Moves(), v.cur.Ply(), v.flip)
}

// analyse studies the start of the game that was chosen last.
func (m *menu) analyse() tea.Cmd {
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
		a, err := newAnalysis(s, rules, "", nil, 0)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return pushMsg{m, a}
	})
}

// analyse studies the position that a game shows. While men are hidden there is
// none to study.
func (g *gameScreen) analyse() tea.Cmd {
	if g.fogged() {
		g.complain("a game in the fog can be studied when it is over")
		return nil
	}
	return openAnalysis(g.s, g, g.cfg.Rules, g.game.Start(), g.game.Moves(), g.shown, g.flip)
}
