package chess

import (
	"strings"
)

// passText is how a Pass is written.
const passText = "--"

// SAN writes a legal move of b, or Pass, in standard algebraic notation.
//
// The piece is named by what it does (in a game of disguises, not by what it
// looks like, so that pawns' moves keep their form), its origin only as far as
// another legal move of the same kind of piece to the same square demands: file,
// else rank, else both. Drops are N@f3 and P@e4, castling is O-O on the king's
// right and O-O-O on its left, Pass is "--". A move that decides the game
// ends in #, whoever wins; else one that gives check in +; a draw adds nothing.
//
// A board without a [Position] is played on and taken back meanwhile.
func SAN(b Board, m Move) string {
	if on, ok := b.(Positioned); ok {
		return on.Position().SAN(m)
	}
	if m == Pass {
		return passText
	}
	l := b.Layout()
	cells := b.View(Everyone).Cells
	var dst []byte
	switch {
	case m.Kind() == Castling:
		dst = appendCastling(dst, m)
	case m.Kind() == Dropping:
		dst = append(dst, m.Role().Letter(), '@')
		dst = append(dst, l.SquareName(m.To())...)
	default:
		role := cells[m.From()].Piece.Role()
		var others []Square
		for _, o := range b.Moves(nil) {
			if o.To() == m.To() && o.From() != m.From() && o.Kind() != Castling && o.Kind() != Dropping &&
				cells[o.From()].Piece.Role() == role {
				others = append(others, o.From())
			}
		}
		origin := ""
		if role != Pawn {
			dst = append(dst, role.Letter())
			origin = leastOrigin(l, m.From(), others)
		} else if m.IsCapture() {
			origin, _ = splitName(l.SquareName(m.From()))
		}
		dst = append(dst, origin...)
		if m.IsCapture() {
			dst = append(dst, 'x')
		}
		dst = append(dst, l.SquareName(m.To())...)
		if m.IsPromotion() {
			dst = append(dst, '=', m.Role().Letter())
		}
	}
	b.Make(m)
	if _, won := b.Outcome().Winner(); won {
		dst = append(dst, '#')
	} else if len(b.Checked()) > 0 {
		dst = append(dst, '+')
	}
	b.Undo()
	return string(dst)
}

func appendCastling(dst []byte, m Move) []byte {
	if m.To() > m.From() {
		return append(dst, "O-O"...)
	}
	return append(dst, "O-O-O"...)
}

func splitName(name string) (file, rank string) {
	i := strings.IndexAny(name, "0123456789")
	if i < 0 {
		return name, ""
	}
	return name[:i], name[i:]
}

// leastOrigin is what must be said of from to tell it from others.
func leastOrigin(l *Layout, from Square, others []Square) string {
	if len(others) == 0 {
		return ""
	}
	file, rank := splitName(l.SquareName(from))
	sameFile, sameRank := false, false
	for _, o := range others {
		f, r := splitName(l.SquareName(o))
		sameFile = sameFile || f == file
		sameRank = sameRank || r == rank
	}
	switch {
	case !sameFile:
		return file
	case !sameRank:
		return rank
	}
	return file + rank
}

// SAN writes a legal move of p, or Pass; see the function [SAN].
func (p *Position) SAN(m Move) string {
	var buf [16]byte
	var next Position
	p.Apply(m, &next)
	return string(p.AppendSAN(buf[:0], m, &next, next.InCheck()))
}

// MoveText writes a legal move of b as screens and files show it: in the
// board's own notation where it has one, else as SAN.
func MoveText(b Board, m Move) string {
	if t := b.Rules().Board; t != nil && t.Notation != nil && m != Pass {
		return t.Notation.MoveText(b, m)
	}
	return SAN(b, m)
}

// ParseMove reads a move as a player types it or a file holds it: in the
// board's own notation where it has one, else as ParseSAN does.
func ParseMove(b Board, s string) (Move, error) {
	if t := b.Rules().Board; t != nil && t.Notation != nil && !isPass(s) {
		return t.Notation.ParseMove(b, s)
	}
	return ParseSAN(b, s)
}

// AppendSAN writes a legal move of p, or Pass, as the function [SAN] does. next
// is the position after it and check its InCheck: a caller that plays a game
// through has both, see [Position.Follow].
func (p *Position) AppendSAN(dst []byte, m Move, next *Position, check bool) []byte {
	if m == Pass {
		return append(dst, passText...)
	}
	switch from, to := m.From(), m.To(); {
	case m.Kind() == Castling:
		dst = appendCastling(dst, m)
	case m.Kind() == Dropping:
		dst = appendSquare(append(dst, m.Role().Letter(), '@'), to)
	default:
		role := p.RoleAt(from)
		if role != Pawn {
			dst = append(dst, role.Letter())
			dst = p.appendOrigin(dst, role, m)
		} else if m.IsCapture() {
			dst = append(dst, 'a'+byte(from.File()))
		}
		if m.IsCapture() {
			dst = append(dst, 'x')
		}
		dst = appendSquare(dst, to)
		if m.IsPromotion() {
			dst = append(dst, '=', m.Role().Letter())
		}
	}
	return next.AppendSign(dst, check)
}

// AppendSign writes the sign that SAN puts after the move that led to p: # where
// it decided the game, + where it gave check, which check tells, else nothing.
func (p *Position) AppendSign(dst []byte, check bool) []byte {
	if !check && p.rules.onlyCheckDecides {
		return dst
	}
	return p.appendSign(dst, check)
}

func (p *Position) appendSign(dst []byte, check bool) []byte {
	switch {
	case p.decided(check):
		return append(dst, '#')
	case check:
		return append(dst, '+')
	}
	return dst
}

// decided reports whether the game is over with a winner; check is p.InCheck().
func (p *Position) decided(check bool) bool {
	l := p.rules
	if l.source.Stalemate == StalemateDraws && !check {
		if !l.ends {
			return false
		}
		_, won := p.VariantEnd().Winner()
		return won
	}
	if l.pinRulesOnly {
		return check && !p.kingEscapes() && p.stuck()
	}
	_, won := p.End().Winner()
	return won
}

// kingEscapes reports whether the king that must move can go to some square, an
// attacker's among them.
func (p *Position) kingEscapes() bool {
	king := p.King(p.turn)
	occ := p.Occupied() &^ Bit(king)
	for to := reach[King][king&63] &^ p.color[p.turn]; to != 0; {
		if !p.reached(to.Pop(), p.turn^1, occ) {
			return true
		}
	}
	return false
}

func appendSquare(dst []byte, sq Square) []byte {
	return append(dst, 'a'+byte(sq.File()), '1'+byte(sq.Rank()))
}

// appendOrigin writes as much of m's origin as other legal moves of the same
// kind of piece to the same square demand.
func (p *Position) appendOrigin(dst []byte, role Role, m Move) []byte {
	from, to, occ := m.From(), m.To(), p.Occupied()
	others := reach[role][to&63] & p.Pieces(p.turn, role) &^ Bit(from)
	if others == 0 {
		return dst
	}
	for rest := others; rest != 0; {
		// Whether p is in check is not known here: true is slower and never wrong.
		if sq := rest.Pop(); between[sq&63][to&63]&occ != 0 || !p.soundMove(NewMove(sq, to, m.Kind()), true) {
			others &^= Bit(sq)
		}
	}
	file, rank := fileA<<from.File(), rank1<<(8*from.Rank())
	switch {
	case others == 0:
		return dst
	case others&file == 0:
		return append(dst, 'a'+byte(from.File()))
	case others&rank == 0:
		return append(dst, '1'+byte(from.Rank()))
	}
	return appendSquare(dst, from)
}
