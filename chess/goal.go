package chess

// VariantEnd is how the game stands by rules that ask for no move generation:
// a king lost, all pieces lost or taken, a race, a hill, checks, a kind of pieces
// extinct. The side that has just moved is judged first where both sides
// fulfil a rule.
func (p *Position) VariantEnd() Outcome {
	l := p.rules
	if !l.ends {
		return Outcome{}
	}
	if l.royal || l.exposed {
		if o := p.kingLost(); o.Over() {
			return o
		}
	}
	mover := p.turn ^ 1
	switch l.goal {
	case LoseAll, TakeAll:
		return p.piecesGone()
	case Race:
		return p.raced()
	case Hill:
		for _, c := range [2]Color{mover, p.turn} {
			if p.role[King]&p.color[c]&centre != 0 {
				return Outcome{Wins(c), ByHill}
			}
		}
	case ThreeChecks:
		for c := range Color(2) {
			if p.checksLeft[c] == 0 {
				return Outcome{Wins(c), ByThreeChecks}
			}
		}
	case Extinct:
		for _, c := range [2]Color{p.turn, mover} {
			if p.extinct(c) {
				return Outcome{Wins(c ^ 1), ByExtinction}
			}
		}
	case BareOrMated:
		for _, c := range [2]Color{mover, p.turn} {
			if p.color[c]&^p.role[King] == 0 && p.pockets[c].Empty() {
				return Outcome{Wins(c), ByBareKing}
			}
		}
	}
	return Outcome{}
}

// kingLost finds a side whose king is gone. A side that had none from the
// start loses with its last piece instead.
func (p *Position) kingLost() Outcome {
	for c := range Color(2) {
		switch {
		case !p.rules.hasKing[c]:
			if p.color[c] == 0 && p.pockets[c].Empty() {
				return Outcome{Wins(c ^ 1), ByAllCaptured}
			}
		case p.role[King]&p.color[c] == 0:
			reason := ByKingTaken
			if p.rules.explode {
				reason = ByExplosion
			} else if p.rules.convert {
				reason = ByConversion
			}
			return Outcome{Wins(c ^ 1), reason}
		}
	}
	return Outcome{}
}

// piecesGone finds a side without pieces; pieces in the pocket are still pieces.
func (p *Position) piecesGone() Outcome {
	var gone [2]bool
	for c := range Color(2) {
		gone[c] = p.color[c] == 0 && p.pockets[c].Empty()
	}
	reason := ByAllLost
	if p.rules.goal == TakeAll {
		reason = ByAllCaptured
	}
	switch {
	case gone[White] && gone[Black]: // one explosion took the last pieces of both
		return Outcome{Drawn, reason}
	case gone[White] || gone[Black]:
		winner := White
		if gone[White] != (p.rules.goal == LoseAll) {
			winner = Black
		}
		return Outcome{Wins(winner), reason}
	}
	return Outcome{}
}

// raced judges the race to the eighth rank, where Black may answer White's
// arrival with an arrival of Black's.
func (p *Position) raced() Outcome {
	white := p.role[King]&p.color[White]&rank8 != 0
	black := p.role[King]&p.color[Black]&rank8 != 0
	switch {
	case white && black:
		return Outcome{Drawn, ByRaceDraw}
	case black:
		return Outcome{BlackWins, ByRace}
	case white && (p.turn == White || !p.mayFollow()):
		return Outcome{WhiteWins, ByRace}
	}
	return Outcome{}
}

// mayFollow reports whether Black has a legal king move to the eighth rank.
func (p *Position) mayFollow() bool {
	if p.role[King]&p.color[Black]&rank7 == 0 {
		return false
	}
	var buf [320]Move
	moves := buf[:0]
	if moves = p.appendStage(moves, takes); !p.rules.forced || len(moves) == 0 {
		moves = p.appendStage(moves, promotes|quiets)
	}
	for _, m := range moves {
		if m.Kind() <= Taking && rank8.Has(m.To()) && p.role[King].Has(m.From()) {
			return true
		}
	}
	return false
}

// extinct reports whether c has lost a kind of pieces for good.
func (p *Position) extinct(c Color) bool {
	for r := Pawn; r <= King; r++ {
		if p.role[r]&p.color[c] == 0 && p.pockets[c][r] == 0 {
			return true
		}
	}
	return false
}

// End is how the game stands by the board alone: the ends of the variant, then
// mate and stalemate, then dead material.
func (p *Position) End() Outcome {
	if o := p.VariantEnd(); o.Over() {
		return o
	}
	if p.stuck() {
		return p.noMove()
	}
	if p.Insufficient() {
		return Outcome{Drawn, ByInsufficient}
	}
	return Outcome{}
}

func (p *Position) hasMove() bool {
	var g generator
	g.begin(p, every)
	return g.count() > 0
}

// stuck reports whether the side to move has no move, and will have none: a piece that the partner may
// yet capture could be dropped between, so that who has none now may wait for it.
func (p *Position) stuck() bool {
	if p.hasMove() {
		return false
	}
	if !p.rules.partner {
		return true
	}
	later := *p
	for r := Pawn; r < King; r++ {
		later.pockets[p.turn][r]++
	}
	return !later.hasMove()
}

func (p *Position) noMove() Outcome {
	us, them := p.turn, p.turn^1
	if p.InCheck() {
		if p.rules.goal == BareOrMated {
			return Outcome{Wins(us), ByCheckmate}
		}
		return Outcome{Wins(them), ByCheckmate}
	}
	fewer := p.rules.source.Stalemate == StalemateFewerWins
	switch p.rules.source.Stalemate {
	case StalemateWins:
		return Outcome{Wins(us), ByStalemate}
	case StalemateLoses:
		return Outcome{Wins(them), ByStalemate}
	case StalemateFewerWins, StalemateMoreWins:
		switch a, b := p.pieces(us), p.pieces(them); {
		case a == b:
			return Outcome{Drawn, ByCount}
		case (a < b) == fewer:
			return Outcome{Wins(us), ByCount}
		}
		return Outcome{Wins(them), ByCount}
	}
	return Outcome{Drawn, ByStalemate}
}

// pieces counts the pieces of c on the board and in the pocket.
func (p *Position) pieces(c Color) int {
	return p.color[c].Count() + p.pockets[c].Total()
}

// GoalSquares are those on which a king wins the game, or would if the other
// had no answer: the eighth rank in a race, the centre of a hill. There are
// none in other games and on other boards.
func (r Rules) GoalSquares() Bitboard {
	switch {
	case r.Board != nil:
		return 0
	case r.Goal == Race:
		return rank8
	case r.Goal == Hill:
		return centre
	}
	return 0
}
