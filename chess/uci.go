package chess

import "strings"

// passUCI is how UCI writes a Pass.
const passUCI = "0000"

// UCI writes a move of b for the UCI protocol: e2e4, e7e8q, drops N@f3, Pass
// 0000. Castling is the king's move of two squares (e1g1), or king takes rook
// (e1h1) where the starting position is one of several or king and rook do not stand where
// chess has them. A board with its own notation is written in that.
func UCI(b Board, m Move) string {
	if t := b.Rules().Board; t != nil && t.Notation != nil && m != Pass {
		return t.Notation.MoveText(b, m)
	}
	if on, ok := b.(Positioned); ok {
		var buf [8]byte
		return string(on.Position().AppendUCI(buf[:0], m))
	}
	l := b.Layout()
	switch {
	case m == Pass:
		return passUCI
	case m.Kind() == Dropping:
		return string(m.Role().Letter()) + "@" + l.SquareName(m.To())
	case m.Kind() == Castling && !takesRook(b.Rules().Start, m):
		return l.SquareName(m.From()) + l.SquareName(m.Landing())
	}
	s := l.SquareName(m.From()) + l.SquareName(m.To())
	if m.IsPromotion() {
		s += string(m.Role().Letter() | 0x20)
	}
	return s
}

// AppendUCI writes a move of p, or Pass, as the function [UCI] does.
func (p *Position) AppendUCI(dst []byte, m Move) []byte {
	to := m.To()
	switch {
	case m == Pass:
		return append(dst, passUCI...)
	case m.Kind() == Dropping:
		return appendSquare(append(dst, m.Role().Letter(), '@'), to)
	case m.Kind() == Castling && !takesRook(p.rules.source.Start, m):
		to = m.Landing()
	}
	dst = appendSquare(appendSquare(dst, m.From()), to)
	if m.IsPromotion() {
		dst = append(dst, m.Role().Letter()|0x20)
	}
	return dst
}

// takesRook reports whether a castling move must be written as king takes rook.
func takesRook(start *StartPositions, m Move) bool {
	if start != nil && start.Count > 1 {
		return true
	}
	rook := m.To().File()
	return m.From().File() != E1.File() || rook != A1.File() && rook != H1.File()
}

// ParseUCI reads a legal move of b, or Pass while the mover is not in check,
// as UCI writes it. It takes both ways of castling, the king's move only where
// no step of the king is written alike, and letters of either case.
func ParseUCI(b Board, s string) (Move, error) {
	if t := b.Rules().Board; t != nil && t.Notation != nil && s != passUCI {
		return t.Notation.ParseMove(b, s)
	}
	text := strings.ToLower(strings.TrimSpace(s))
	if text == passUCI {
		return parsePass(b)
	}
	want, ok := uciReading(b.Layout(), text)
	if !ok {
		return 0, &SyntaxError{s}
	}
	r := newReader(b, text)
	var castling Move
	for _, m := range r.moves {
		switch {
		case m.Kind() == Castling:
			if m.From() == want.from && (m.To() == want.to || m.Landing() == want.to && castling == 0) {
				castling = m
			}
		case m.To() != want.to || m.Role() != want.promotion || (m.Kind() == Dropping) != want.drop:
		case want.drop || m.From() == want.from:
			return m, nil
		}
	}
	if castling != 0 && !want.drop && want.promotion == NoRole {
		return castling, nil
	}
	if want.drop {
		want.role, want.promotion = want.promotion, NoRole
	}
	return 0, r.refuse(r.whyNot([]reading{want}))
}

// uciReading reads the squares and the letter; a dropped piece is in promotion,
// as Move.Role has it.
func uciReading(l *Layout, text string) (reading, bool) {
	r := reading{from: NoSquare}
	if piece, square, ok := strings.Cut(text, "@"); ok {
		sq, ok := l.Square(square)
		if len(piece) == 1 {
			r.promotion = RoleOf(piece[0])
		}
		r.drop, r.to = true, sq
		return r, ok && r.promotion != NoRole
	}
	var ok bool
	if r.from, text, ok = cutSquare(l, text); !ok {
		return r, false
	}
	if r.to, text, ok = cutSquare(l, text); !ok {
		return r, false
	}
	switch len(text) {
	case 0:
		return r, true
	case 1:
		r.promotion = RoleOf(text[0])
		return r, r.promotion != NoRole && letter(text[0])
	}
	return r, false
}

// cutSquare takes the longest name of a cell off the head of a text.
func cutSquare(l *Layout, text string) (sq Square, rest string, ok bool) {
	for n := min(4, len(text)); n > 0; n-- {
		if sq, ok := l.Square(text[:n]); ok {
			return sq, text[n:], true
		}
	}
	return NoSquare, text, false
}
