package tui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// edit sets up another position from the one that is studied.
func (a *analysis) edit() tea.Cmd { return a.s.open(a, EditPosition{a.board, a.flip}) }
