package game

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/ui"
)

// moveSound is what is heard of the last move, which was made from b. Of a move that may not
// be seen nothing is told but that it was made.
func (g *Screen) moveSound(b chess.Board, m chess.Move) tea.Cmd {
	side, sound := b.Turn(), ui.MoveSound
	switch {
	case g.Over():
		sound = ui.EndSound
	case !g.sees(side):
	case len(g.Ctl.Game.Board().Checked()) > 0:
		sound = ui.CheckSound
	case m.IsCapture():
		sound = ui.CaptureSound
	}
	return g.S.Sound(sound, g.human(side) && sound != ui.EndSound)
}
