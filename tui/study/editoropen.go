package study

import (
	"rookery/tui/ui"

	tea "github.com/charmbracelet/bubbletea"
)

// edit sets up another position from the one that is studied.
func (a *Analysis) edit() tea.Cmd { return a.S.Open(a, ui.EditPosition{Board: a.Board, Flip: a.Flip}) }
