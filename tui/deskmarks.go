package tui

import "rookery/chess"

// place marks what is held, aimed at and made ahead, and what last, the move
// that led to the position on the screen, and its rules say of the squares.
func (d *desk) place(v chess.View, last chess.Move) marks {
	m := newMarks()
	m.goal = squaresIn(d.rules.GoalSquares())
	m.markMove(last)
	m.checked = squaresOf(v.Checked...)
	if !d.live() {
		return m
	}
	h := &d.holding
	m.selected = h.from
	switch {
	case h.held():
		m.targets = h.targets(d.reach())
	case d.host.humanTurn():
		m.forced = d.forced()
	}
	for i := range d.pre {
		m.premove.join(squaresOf(d.pre[i].from, d.pre[i].to))
	}
	if h.seen && !h.pocket {
		m.cursor = h.cursor
	}
	d.preview(&m)
	return m
}

// forced are the men that can capture where somebody must.
func (d *desk) forced() squareSet {
	var s squareSet
	if !d.rules.Forced || d.host.fogged() || len(d.legal) == 0 || !d.legal[0].IsCapture() {
		return s
	}
	for _, m := range d.legal {
		s.add(m.From())
	}
	return s
}

// preview marks what the move under the cursor, or the one that is typed,
// would blow up or turn.
func (d *desk) preview(m *marks) {
	pb, ok := d.host.board().(chess.Positioned)
	if !ok || d.rules.Capture == chess.Take || d.host.fogged() || !d.host.humanTurn() {
		return
	}
	h := &d.holding
	var moves []chess.Move
	if text := d.line.text(); text != "" {
		if mv, err := chess.ParseMove(d.host.board(), text); err == nil && mv != chess.Pass {
			moves = append(moves, mv)
		}
	} else if h.held() && h.seen {
		moves = h.movesTo(d.legal, h.cursor)
	}
	p := pb.Position()
	for _, mv := range moves {
		m.blast.join(squaresIn(p.Blast(mv)))
		m.turned.join(squaresIn(p.Converted(mv)))
	}
}
