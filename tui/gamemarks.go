package tui

import (
	"fmt"
	"strings"

	"rookery/chess"
)

// marks are what is drawn on the squares besides the men.
func (g *gameScreen) marks(v chess.View) marks {
	m := newMarks()
	if g.curtain {
		return m
	}
	m.goal = squaresIn(g.cfg.Rules.GoalSquares())
	moves := g.game.Moves()
	if g.shown > 0 {
		mover := g.game.BoardAt(g.shown - 1).Turn()
		if g.sees(mover) {
			m.markMove(moves[g.shown-1])
		}
	}
	m.checked = squaresOf(v.Checked...)
	if !g.live() {
		return m
	}
	h := &g.holding
	m.selected = h.from
	switch {
	case h.held():
		m.targets = h.targets(g.reach())
	case g.humanTurn():
		m.forced = g.forced()
	}
	if p := g.pre; p != nil {
		m.premove = squaresOf(p.from, p.to)
	}
	if h.seen && !h.pocket {
		m.cursor = h.cursor
	}
	if g.hinted > 0 && g.hint.Kind() != chess.Dropping {
		m.hint.add(g.hint.From())
	}
	if g.hinted > 1 {
		m.hint.add(g.hint.Landing())
	}
	g.preview(&m)
	return m
}

// forced are the men that can capture where somebody must.
func (g *gameScreen) forced() squareSet {
	var s squareSet
	if !g.cfg.Rules.Forced || g.fogged() || len(g.legal) == 0 || !g.legal[0].IsCapture() {
		return s
	}
	for _, m := range g.legal {
		s.add(m.From())
	}
	return s
}

// preview marks what the move under the cursor, or the one that is typed,
// would blow up or turn.
func (g *gameScreen) preview(m *marks) {
	pb, ok := g.game.Board().(chess.Positioned)
	if !ok || g.cfg.Rules.Capture == chess.Take || g.fogged() || !g.humanTurn() {
		return
	}
	h := &g.holding
	var moves []chess.Move
	if text := g.line.text(); text != "" {
		if mv, err := chess.ParseMove(g.game.Board(), text); err == nil && mv != chess.Pass {
			moves = append(moves, mv)
		}
	} else if h.held() && h.seen {
		moves = h.movesTo(g.legal, h.cursor)
	}
	p := pb.Position()
	for _, mv := range moves {
		m.blast.join(squaresIn(p.Blast(mv)))
		m.turned.join(squaresIn(p.Converted(mv)))
	}
}

// checksText counts the checks that a side has still to give.
func checksText(gl *glyphs, left int) string {
	return fmt.Sprintf("%s %d to give", strings.Repeat(string(gl.bullet), left), left)
}
