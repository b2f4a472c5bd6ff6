package chess

// IsLegal tells whether m, any value at all, is a legal move: one that a hash
// table remembers, or that somebody asks for. It generates the moves of the
// one piece concerned.
func (p *Position) IsLegal(m Move) bool {
	if m == 0 || m == Pass || p.rules.ends && p.VariantEnd().Over() {
		return false
	}
	if m.Kind() == Dropping {
		return p.dropLegal(m)
	}
	mover := Bit(m.From()) & p.color[p.turn]
	if m.From() > 63 || mover == 0 {
		return false
	}
	var g generator
	g.begin(p, stageOf(m))
	g.movers = mover
	var buf [64]Move
	moves := g.append(buf[:0])
	for _, legal := range moves {
		if legal != m {
			continue
		}
		if p.rules.noChecks && p.GivesCheck(m) {
			return false
		}
		return !p.rules.forced || m.IsCapture() || !p.canTake()
	}
	return false
}

// stageOf is the stage that generates moves like m.
func stageOf(m Move) stage {
	switch {
	case m.IsCapture():
		return takes
	case m.IsPromotion():
		return promotes
	}
	return quiets
}
