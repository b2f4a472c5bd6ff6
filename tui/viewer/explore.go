package viewer

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/ui"
)

// explore shows what was played here in the file that the game is from.
func (v *Viewer) explore() tea.Cmd {
	path := v.Games.FileOf(v.index)
	if (path == "" || !v.S.Local) && v.S.Online != nil {
		path = ui.ExploreLichess
	}
	if path == "" || !v.S.Local && path != ui.ExploreLichess {
		return ui.Toast("The explorer needs a game from a file on this machine.")
	}
	return tea.Batch(v.explorer.Show(path), v.explorer.Look(v.Board))
}

// explored gives a key to the explorer; false for one of the viewer.
func (v *Viewer) explored(msg tea.KeyMsg) (tea.Cmd, bool) {
	m, cmd, taken := v.explorer.Pressed(msg)
	if m != 0 {
		cmd = v.follow(m)
	}
	return cmd, taken
}

// follow plays a move of the explorer. One that the game does not have is played on the analysis
// board, where the explorer goes on, so that the game stays as it is.
func (v *Viewer) follow(m chess.Move) tea.Cmd {
	for _, n := range v.Cur.Children {
		if n.Move == m {
			v.goTo(n)
			return nil
		}
	}
	moves := append(v.Cur.Moves(), m)
	return v.S.Open(v, ui.Analyse{Rules: v.Game.Rules, Start: v.Game.Start, Moves: moves, At: len(moves), Flip: v.Flip, Explore: v.explorer.Path()})
}

// exploring is the file that is explored on an analysis board that is opened here.
func (v *Viewer) exploring() string {
	if !v.explorer.On() {
		return ""
	}
	return v.explorer.Path()
}

// Played implements [explorer.Host].
func (v *Viewer) Played() (rules chess.Rules, start string, moves []chess.Move) {
	return v.Game.Rules, v.Game.Start, v.Cur.Moves()
}
