package tui

import (
	"rookery/chess"
)

// marks are what is drawn on the squares besides the men.
func (g *gameScreen) marks(v chess.View) marks {
	if g.ctl.Covered {
		return newMarks()
	}
	last := chess.Move(0)
	if g.shown > 0 && g.sees(g.ctl.Game.BoardAt(g.shown-1).Turn()) {
		last = g.ctl.Game.Moves()[g.shown-1]
	}
	m := g.place(v, last)
	if !g.live() {
		return m
	}
	if g.hinted > 0 && g.hint.Kind() != chess.Dropping {
		m.hint.add(g.hint.From())
	}
	if g.hinted > 1 {
		m.hint.add(g.hint.Landing())
	}
	return m
}
