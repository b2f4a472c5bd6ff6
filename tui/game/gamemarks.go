package game

import (
	"rookery/chess"
	"rookery/tui/draw"
)

// Marks are what is drawn on the squares besides the men.
func (g *Screen) Marks(v chess.View) draw.Marks {
	if g.Ctl.Covered {
		return draw.NewMarks()
	}
	last := chess.Move(0)
	if g.Shown > 0 && g.sees(g.Ctl.Game.BoardAt(g.Shown-1).Turn()) {
		last = g.Ctl.Game.Moves()[g.Shown-1]
	}
	m := g.Place(v, last)
	if !g.Live() {
		return m
	}
	if g.Hinted > 0 && g.Hint.Kind() != chess.Dropping {
		m.Hint.Add(g.Hint.From())
	}
	if g.Hinted > 1 {
		m.Hint.Add(g.Hint.Landing())
	}
	return m
}
