package chess

import "slices"

// readSAN reads a well-formed SAN without generating a list of moves; ok is
// false for anything else and for what is not legal.
func (p *Position) readSAN(s string) (Move, bool) {
	for n := len(s); n > 0; n-- {
		if c := s[n-1]; c != '+' && c != '#' && c != '!' && c != '?' {
			s = s[:n]
			break
		}
	}
	if len(s) < 2 {
		return 0, false
	}
	switch c := s[0]; {
	case c >= 'a' && c <= 'h':
		return p.readPawn(s)
	case c == 'O':
		return p.readCastling(s)
	case s[1] == '@':
		to, ok := ParseSquare(s[2:])
		role := RoleOf(c)
		if !ok || role == NoRole || c > 'Z' {
			return 0, false
		}
		m := NewDrop(role, to)
		return m, p.IsLegal(m)
	case c == 'N' || c == 'B' || c == 'R' || c == 'Q' || c == 'K':
		return p.readMan(RoleOf(c), s[1:])
	}
	return 0, false
}

// readMan reads what follows the letter of a man.
func (p *Position) readMan(role Role, s string) (Move, bool) {
	n := len(s) - 2
	if n < 0 {
		return 0, false
	}
	to, ok := ParseSquare(s[n:])
	if !ok {
		return 0, false
	}
	s = s[:n]
	if n > 0 && s[n-1] == 'x' {
		s = s[:n-1]
	}
	from := all
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'h':
			from &= fileA << (c - 'a')
		case c >= '1' && c <= '8':
			from &= rank1 << (8 * (c - '1'))
		default:
			return 0, false
		}
	}
	kind := Quiet
	if p.color[p.turn^1].Has(to) {
		kind = Taking
	}
	if p.color[p.turn].Has(to) || kind == Taking && p.law.convert {
		return 0, false
	}
	return p.onlyLegal(attacksOf(role, to, p.Occupied())&p.Men(p.turn, role)&from, to, kind)
}

// soundMove tells whether a move that goes as its man goes is legal. Where only
// the king's safety can forbid it, that is quicker asked than by IsLegal.
func (p *Position) soundMove(m Move) bool {
	l := p.law
	if !l.royal || l.ends || l.forced || l.noChecks || l.explode || m.Kind() == EnPassant {
		return p.IsLegal(m)
	}
	king, from, to := p.King(p.turn), m.From(), m.To()
	occ := p.Occupied() &^ Bit(from)
	if from == king {
		return !p.attacked(to, p.turn^1, occ)
	}
	return p.attackersOf(king, occ|Bit(to))&p.color[p.turn^1]&^Bit(to) == 0
}

// onlyLegal is the one legal move from a set of squares.
func (p *Position) onlyLegal(from Bitboard, to Square, kind Kind) (Move, bool) {
	var found Move
	for from != 0 {
		if m := NewMove(from.Pop(), to, kind); p.soundMove(m) {
			if found != 0 {
				return 0, false
			}
			found = m
		}
	}
	return found, found != 0
}

// readPawn reads e4, exd5, e8=Q and exd8=Q.
func (p *Position) readPawn(s string) (Move, bool) {
	role := NoRole
	if n := len(s) - 2; n >= 2 && s[n] == '=' {
		if role = RoleOf(s[n+1]); role == NoRole || s[n+1] > 'Z' {
			return 0, false
		}
		s = s[:n]
	}
	if len(s) != 2 && (len(s) != 4 || s[1] != 'x') {
		return 0, false
	}
	to, ok := ParseSquare(s[len(s)-2:])
	if !ok {
		return 0, false
	}
	back := -8
	if p.turn == Black {
		back = 8
	}
	one := int(to) + back
	if one < 0 || one > 63 {
		return 0, false
	}
	from := Square(one)
	if len(s) == 4 {
		if from = At(int(s[0]-'a'), from.Rank()); s[0] < 'a' || s[0] > 'h' || from.File() == to.File() {
			return 0, false
		}
	} else if two := one + back; !p.Occupied().Has(from) && two >= 0 && two < 64 {
		from = Square(two)
	}
	if !p.Men(p.turn, Pawn).Has(from) {
		return 0, false
	}
	m := p.pseudo(from, to, role)
	if m == 0 || m.Role() != role || role != NoRole && !slices.Contains(p.law.promotion, role) {
		return 0, false
	}
	return m, p.soundMove(m)
}

// readCastling reads O-O and O-O-O.
func (p *Position) readCastling(s string) (Move, bool) {
	king, ok := p.castlingKing(p.turn)
	right, left := p.castlingSides(p.turn)
	rook := right
	switch s {
	case "O-O":
	case "O-O-O":
		rook = left
	default:
		return 0, false
	}
	if !ok || rook == NoSquare {
		return 0, false
	}
	m := NewMove(king, rook, Castling)
	return m, p.IsLegal(m)
}
