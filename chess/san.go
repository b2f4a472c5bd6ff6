package chess

import "strings"

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

// splitName cuts the name of a cell into file and rank.
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
