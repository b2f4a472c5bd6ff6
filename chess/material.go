package chess

// Insufficient reports whether neither side can win any more by the material on
// the board, by the rules of this game.
func (p *Position) Insufficient() bool { return !p.CanWin(White) && !p.CanWin(Black) }

// CanWin reports whether c may still win by some sequence of moves, judged by
// material alone; true where the game has no such rule. It serves dead
// positions and the fall of a flag. The cases are those of lichess and
// python-chess.
func (p *Position) CanWin(c Color) bool {
	l := p.rules
	switch {
	case l.drops || l.convert || l.exposed || !l.hasKing[White] || !l.hasKing[Black]:
		return true
	case l.goal == LoseAll || l.goal == TakeAll:
		return l.explode || p.bishopsMayMeet(c)
	case l.goal == ThreeChecks:
		return p.color[c]&^p.role[King] != 0
	case l.goal != Mate:
		return true
	case l.explode:
		return p.canExplode(c)
	}
	return p.canMate(c)
}

// canMate is the ordinary rule: a side with a king alone, with one knight, or
// with bishops of one colour cannot mate unless the opponent's pieces help.
func (p *Position) canMate(c Color) bool {
	own, enemy := p.color[c], p.color[c^1]
	switch {
	case own&(p.role[Pawn]|p.role[Rook]|p.role[Queen]) != 0:
		return true
	case own&p.role[Knight] != 0:
		return own.Count() > 2 || enemy&^(p.role[King]|p.role[Queen]) != 0
	case own&p.role[Bishop] != 0:
		bishops := p.role[Bishop]
		return bishops&light != 0 && bishops&dark != 0 || p.role[Pawn]|p.role[Knight] != 0
	}
	return false
}

// canExplode reports whether c may still blow up or mate the enemy king. Beside
// an enemy piece every piece of ours can explode something; against a bare king
// one minor piece or rook is too little, and so are two knights.
func (p *Position) canExplode(c Color) bool {
	own := p.color[c] &^ p.role[King]
	enemy := p.color[c^1] &^ p.role[King]
	others := p.Occupied() &^ p.role[King]
	switch {
	case own == 0:
		return false
	case enemy != 0:
		if others != p.role[Bishop] {
			return true
		}
		return own&light != 0 && enemy&light != 0 || own&dark != 0 && enemy&dark != 0
	case own&(p.role[Queen]|p.role[Pawn]) != 0:
		return true
	case own == p.role[Knight]:
		return own.Count() > 2
	}
	return own.Several()
}

// bishopsMayMeet reports whether c can still lose, or take, every piece: it cannot
// when only bishops are left and some of those to be taken stand on a colour
// that the takers do not reach.
func (p *Position) bishopsMayMeet(c Color) bool {
	if p.Occupied() != p.role[Bishop] {
		return true
	}
	victims, takers := p.color[c], p.color[c^1]
	if p.rules.goal == TakeAll {
		victims, takers = takers, victims
	}
	return (victims&light == 0 || takers&light != 0) && (victims&dark == 0 || takers&dark != 0)
}
