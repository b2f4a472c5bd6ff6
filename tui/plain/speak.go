package plain

import (
	"fmt"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/play"
)

// manWords names a man as it is seen: "white knight", with what else must be
// known of it.
func manWords(c chess.Cell) string {
	return c.Piece.Color().String() + " " + kindWords(c)
}

// kindWords is manWords without the colour.
func kindWords(c chess.Cell) string {
	role := c.Piece.Role()
	s := role.String()
	if c.Look != chess.NoRole && c.Look != role {
		s = c.Look.String() + " that moves as a " + role.String()
	}
	if c.Count > 0 {
		s += " of " + plural(int(c.Count), "disc", "discs")
	}
	if c.Promoted {
		s += ", promoted"
	}
	return s
}

// write is a move in notation, without what fog may not tell.
func (p *program) write(b chess.Board, m chess.Move) string {
	s := chess.MoveText(b, m)
	if p.table != nil && p.book == nil && p.table.fogged() {
		s = strings.TrimRight(s, "+#")
	}
	return s
}

// moveWords says a move of a board in sentences, the first of which is the
// move; after is the board behind it, nil when what follows is not asked.
// Eyes are whose knowledge is told.
func (p *program) moveWords(b chess.Board, m chess.Move, after chess.Board, eyes chess.Observer) []string {
	if p.terse {
		s := p.write(b, m)
		if eyes != chess.Everyone {
			s = strings.TrimRight(s, "+#")
		}
		return []string{s}
	}
	v, l := b.View(eyes), b.Layout()
	side := b.Turn()
	lines := []string{upper(moveSentence(v, l, side, m)) + "."}
	if on, ok := b.(chess.Positioned); ok && eyes == chess.Everyone && m != chess.Pass {
		pos := on.Position()
		if gone := pos.Blast(m) &^ (chess.Bit(m.From()) | chess.Bit(m.To())); gone != 0 {
			lines = append(lines, "The explosion also takes "+menOn(v, l, gone)+".")
		} else if pos.Blast(m) != 0 {
			lines = append(lines, "Both explode.")
		}
		if turned := pos.Converted(m); turned != 0 {
			lines = append(lines, "It turns "+menOn(v, l, turned)+".")
		}
	}
	if after == nil || after.Outcome().Over() {
		return lines
	}
	if len(after.View(eyes).Checked) > 0 {
		lines = append(lines, play.SideName(after.Turn())+" is in check.")
	}
	if left := after.View(eyes).ChecksLeft; left != b.View(eyes).ChecksLeft {
		lines = append(lines, fmt.Sprintf("%s has %s to give.", play.SideName(side), plural(int(left[side]), "more check", "more checks")))
	}
	return lines
}

// moveSentence is one move in words, beginning with the colour.
func moveSentence(v chess.View, l *chess.Layout, side chess.Color, m chess.Move) string {
	from, to := l.SquareName(m.From()), l.SquareName(m.To())
	switch m.Kind() {
	case chess.Passing:
		return side.String() + " passes"
	case chess.Dropping:
		return fmt.Sprintf("%s drops a %s on %s", side, m.Role(), to)
	case chess.Castling:
		return castlingSentence(l, side, m)
	}
	man := v.Cells[m.From()]
	s := fmt.Sprintf("%s from %s", manWords(man), from)
	if n := m.Count(); n > 0 && n < int(man.Count) {
		s = fmt.Sprintf("%s of the %s on %s", plural(n, "disc", "discs"), manWords(man), from)
	}
	taken := v.Cells[m.To()]
	switch {
	case m.Kind() == chess.EnPassant:
		s += fmt.Sprintf(" takes %s pawn en passant on %s", side.Other(), to)
	case m.IsCapture() && taken.Piece != 0:
		s += fmt.Sprintf(" takes %s on %s", manWords(taken), to)
	case m.IsCapture():
		s += " takes on " + to
	default:
		s += " to " + to
	}
	if m.IsPromotion() {
		s += " and becomes a " + m.Role().String()
	}
	return s
}

func castlingSentence(l *chess.Layout, side chess.Color, m chess.Move) string {
	king := m.Landing()
	wing, rook := "queen's", king+1
	if m.To() > m.From() {
		wing, rook = "king's", king-1
	}
	return fmt.Sprintf("%s castles on the %s side, king to %s, rook to %s", side, wing, l.SquareName(king), l.SquareName(rook))
}

// menOn lists the men on some squares of the 8×8 board.
func menOn(v chess.View, l *chess.Layout, set chess.Bitboard) string {
	var men []string
	for set != 0 {
		sq := set.Pop()
		if v.Cells[sq].Piece != 0 {
			men = append(men, manWords(v.Cells[sq])+" on "+l.SquareName(sq))
		}
	}
	return strings.Join(men, ", ")
}

// losses says which men an observer has lost, by what he sees of his own.
func losses(before, after chess.Board, eyes chess.Observer) []string {
	mine := chess.Color(eyes)
	was, is, l := before.View(eyes), after.View(eyes), before.Layout()
	var lines []string
	for i := range was.Cells {
		c := was.Cells[i]
		if c.Piece != 0 && c.Piece.Color() == mine && is.Cells[i].Piece != c.Piece {
			lines = append(lines, fmt.Sprintf("You have lost the %s on %s.", kindWords(c), l.SquareName(chess.Square(i))))
		}
	}
	if len(is.Checked) > 0 {
		lines = append(lines, "You are in check.")
	}
	return lines
}

// timeWords says a length of time: "4 minutes 5 seconds".
func timeWords(d time.Duration) string {
	if d <= 0 {
		return "no time"
	}
	s := int((d + time.Second - 1) / time.Second)
	var parts []string
	for _, unit := range [...]struct {
		n    int
		name string
	}{{s / 3600, "hour"}, {s / 60 % 60, "minute"}, {s % 60, "second"}} {
		if unit.n > 0 {
			parts = append(parts, plural(unit.n, unit.name, unit.name+"s"))
		}
	}
	return strings.Join(parts, " ")
}
