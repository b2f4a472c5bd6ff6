package plain

import (
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/lang"
)

// pieceText names a piece as it is seen: "white knight", with what else must be
// known of it.
func (p *program) pieceText(c chess.Cell) string {
	return p.describePiece(c, c.Piece.Color().String()+" ")
}

// kindText is manWords without the colour.
func (p *program) kindText(c chess.Cell) string { return p.describePiece(c, "") }

func (p *program) describePiece(c chess.Cell, color string) string {
	role := c.Piece.Role()
	s := p.t(color + role.String())
	if c.Look != chess.NoRole && c.Look != role {
		s = p.o.Lang.Sprintf("%s that moves as a %s", p.t(color+c.Look.String()), p.t(role.String()))
	}
	if c.Count > 0 {
		s = p.o.Lang.Sprintf("%s of %s", s, p.count(int(c.Count), "%d disc", "%d discs"))
	}
	if c.Promoted {
		s = p.o.Lang.Sprintf("%s, promoted", s)
	}
	return s
}

// write is a move in notation, without what fog may not tell.
func (p *program) write(b chess.Board, m chess.Move) string {
	s := p.san(b, m)
	if p.table != nil && p.files == nil && p.table.Fogged() {
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
	v, l, language := b.View(eyes), b.Layout(), p.o.Lang
	side := b.Turn()
	lines := []string{lang.UpperFirst(p.moveSentence(v, l, side, m, p.pieceText)) + "."}
	if on, ok := b.(chess.Positioned); ok && eyes == chess.Everyone && m != chess.Pass {
		pos := on.Position()
		if gone := pos.Blast(m) &^ (chess.Bit(m.From()) | chess.Bit(m.To())); gone != 0 {
			lines = append(lines, language.Sprintf("The explosion also destroys %s.", p.piecesOn(v, l, gone)))
		} else if pos.Blast(m) != 0 {
			lines = append(lines, language.Sprintf("Both explode."))
		}
		if turned := pos.Converted(m); turned != 0 {
			lines = append(lines, language.Sprintf("It converts %s.", p.piecesOn(v, l, turned)))
		}
	}
	if after == nil || after.Outcome().Over() {
		return lines
	}
	if len(after.View(eyes).Checked) > 0 {
		lines = append(lines, language.Sprintf("%s is in check.", p.side(after.Turn())))
	}
	if left := after.View(eyes).ChecksLeft; left != b.View(eyes).ChecksLeft {
		lines = append(lines, language.Sprintf("%s needs %s to win.", p.side(side), p.count(int(left[side]), "%d more check", "%d more checks")))
	}
	return lines
}

// moveSentence is one move in words, beginning with the colour; piece names the
// piece that moves, with its colour or without.
func (p *program) moveSentence(v chess.View, l *chess.Layout, side chess.Color, m chess.Move, piece func(chess.Cell) string) string {
	from, to, language := l.SquareName(m.From()), l.SquareName(m.To()), p.o.Lang
	color := p.side(side)
	switch m.Kind() {
	case chess.Passing:
		return language.Sprintf("%s passes", color)
	case chess.Dropping:
		return language.Sprintf("%s drops a %s on %s", color, p.t(m.Role().String()), to)
	case chess.Castling:
		king := m.Landing()
		if m.To() > m.From() {
			return language.Sprintf("%s castles kingside, king to %s, rook to %s", color, l.SquareName(king), l.SquareName(king-1))
		}
		return language.Sprintf("%s castles queenside, king to %s, rook to %s", color, l.SquareName(king), l.SquareName(king+1))
	}
	who := piece(v.Cells[m.From()])
	if n := m.Count(); n > 0 && n < int(v.Cells[m.From()].Count) {
		who = language.Sprintf("%s of the %s", p.count(n, "%d disc", "%d discs"), who)
	}
	taken, s := v.Cells[m.To()], ""
	switch {
	case m.Kind() == chess.EnPassant:
		s = language.Sprintf("%s from %s captures %s en passant on %s", who, from, p.pieceText(chess.Cell{Piece: chess.PieceOf(side.Other(), chess.Pawn)}), to)
	case m.IsCapture() && taken.Piece != 0:
		s = language.Sprintf("%s from %s captures %s on %s", who, from, p.pieceText(taken), to)
	case m.IsCapture():
		s = language.Sprintf("%s from %s captures on %s", who, from, to)
	default:
		s = language.Sprintf("%s from %s to %s", who, from, to)
	}
	if m.IsPromotion() {
		s = language.Sprintf("%s and promotes to a %s", s, p.t(m.Role().String()))
	}
	return s
}

// piecesOn lists the pieces on some squares of the 8×8 board.
func (p *program) piecesOn(v chess.View, l *chess.Layout, set chess.Bitboard) string {
	var pieces []string
	for set != 0 {
		sq := set.Pop()
		if v.Cells[sq].Piece != 0 {
			pieces = append(pieces, p.o.Lang.Sprintf("%s on %s", p.pieceText(v.Cells[sq]), l.SquareName(sq)))
		}
	}
	return strings.Join(pieces, ", ")
}

// losses says which pieces an observer has lost, by what he sees of his own.
func (p *program) losses(before, after chess.Board, eyes chess.Observer) []string {
	mine := chess.Color(eyes)
	was, is, l := before.View(eyes), after.View(eyes), before.Layout()
	var lines []string
	for i := range was.Cells {
		c := was.Cells[i]
		if c.Piece != 0 && c.Piece.Color() == mine && is.Cells[i].Piece != c.Piece {
			lines = append(lines, p.o.Lang.Sprintf("You lost the %s on %s.", p.kindText(c), l.SquareName(chess.Square(i))))
		}
	}
	if len(is.Checked) > 0 {
		lines = append(lines, p.o.Lang.Sprintf("You are in check."))
	}
	return lines
}

// timeWords says a length of time: "4 minutes 5 seconds".
func (p *program) timeWords(d time.Duration) string {
	if d <= 0 {
		return p.t("no time")
	}
	s := int((d + time.Second - 1) / time.Second)
	var parts []string
	for _, unit := range [...]struct {
		n            int
		one, several string
	}{{s / 3600, "%d hour", "%d hours"}, {s / 60 % 60, "%d minute", "%d minutes"}, {s % 60, "%d second", "%d seconds"}} {
		if unit.n > 0 {
			parts = append(parts, p.count(unit.n, unit.one, unit.several))
		}
	}
	return strings.Join(parts, " ")
}
