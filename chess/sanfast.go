package chess

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
	return p.onlyLegal(attacksOf(role, to, p.Occupied())&p.Men(p.turn, role)&from, to, kind)
}

// onlyLegal is the one legal move from a set of squares.
func (p *Position) onlyLegal(from Bitboard, to Square, kind Kind) (Move, bool) {
	var found Move
	for from != 0 {
		if m := NewMove(from.Pop(), to, kind); p.IsLegal(m) {
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
	from, kind := Square(one), Quiet
	switch pawns := p.Men(p.turn, Pawn); {
	case len(s) == 4:
		kind = Taking
		from = At(int(s[0]-'a'), from.Rank())
		if to == p.passant && !p.Occupied().Has(to) {
			kind = EnPassant
		}
	case !pawns.Has(from):
		kind = DoubleStep
		two := one + back
		if two < 0 || two > 63 {
			return 0, false
		}
		from = Square(two)
	}
	if role != NoRole {
		kind = Promotion
		if len(s) == 4 {
			kind = TakePromote
		}
	}
	m := NewPromotion(from, to, kind, role)
	return m, p.IsLegal(m)
}

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
