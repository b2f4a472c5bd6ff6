package chess

import (
	"strconv"
	"strings"
)

// turn reads the side to move.
func (f *fenReader) turn(field fenField) {
	f.turnOffset = field.offset
	switch field.text {
	case "w", "W":
	case "b", "B":
		f.p.turn = Black
	default:
		f.noTurn = true
		f.fault(fieldTurn, field.offset, "the side to move is w or b, not %s", quote(field.text))
	}
}

// castling reads rights of either notation.
func (f *fenReader) castling(field fenField) {
	if field.text == "-" {
		return
	}
	for i, r := range field.text {
		letter := r &^ 0x20
		c := White
		if r >= 'a' {
			c = Black
		}
		if r >= 0x80 || letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H') {
			f.fault(fieldCastling, field.offset+i, "%q is no castling right: use K Q k q, the letter of a rook's file, or -", r)
			continue
		}
		if f.law.castling {
			f.right(c, byte(letter))
		}
	}
}

// right grants one castling right when there is a rook for it and none has
// been granted on that side of the king.
func (f *fenReader) right(c Color, letter byte) {
	p := f.p
	king, ok := p.castlingKing(c)
	if !ok {
		return
	}
	rook := NoSquare
	switch letter {
	case 'K':
		rook = p.outermost(c, king, true)
	case 'Q':
		rook = p.outermost(c, king, false)
	default:
		sq := At(int(letter-'A'), king.Rank())
		if (p.role[Rook] & p.color[c]).Has(sq) {
			rook = sq
		}
	}
	if rook == NoSquare {
		return
	}
	right, left := p.castlingSides(c)
	if rook > king && right == NoSquare || rook < king && left == NoSquare {
		p.castling |= Bit(rook)
	}
}

// passant reads the en passant square and keeps it when a pawn can take there.
func (f *fenReader) passant(field fenField) {
	if field.text == "-" || field.text == "–" {
		return
	}
	sq, ok := ParseSquare(field.text)
	if !ok {
		f.fault(fieldPassant, field.offset, "%s is no square: write one like e3, or -", quote(field.text))
		return
	}
	p := f.p
	want := 5
	if p.turn == Black {
		want = 2
	}
	if f.noTurn {
		return
	}
	if sq.Rank() != want {
		f.fault(fieldPassant, field.offset, "with %s to move the square is on rank %d, not %d", p.turn, want+1, sq.Rank()+1)
		return
	}
	if f.passable(sq) {
		p.passant = sq
	}
}

// passable tells whether a pawn of the other side can just have skipped sq and
// a pawn of the side to move stands to take it there.
func (f *fenReader) passable(sq Square) bool {
	p := f.p
	them := p.turn.Other()
	victim := sq ^ 8
	origin := Square(int(sq)*2 - int(victim))
	return f.law.passant &&
		(p.role[Pawn] & p.color[them]).Has(victim) &&
		p.Occupied()&(Bit(sq)|Bit(origin)) == 0 &&
		PawnAttacks(them, sq)&p.role[Pawn]&p.color[p.turn] != 0
}

// counters reads what follows the first four fields: checks in either form,
// then halfmoves and fullmove.
func (f *fenReader) counters() {
	f.p.checksLeft = [2]uint8{f.law.checks, f.law.checks}
	names := []string{fieldHalfmoves, fieldFullmove}
	seen, extra := false, false
	for {
		field, ok := f.next()
		switch {
		case !ok:
			return
		case strings.ContainsRune(field.text, '+'):
			if seen {
				f.fault(fieldChecks, field.offset, "checks are given twice")
			}
			seen = true
			f.checks(field)
		case len(names) == 0:
			if !extra {
				f.fault(fieldEnd, field.offset, "%s is one field too many", quote(field.text))
			}
			extra = true
		default:
			f.counter(names[0], field)
			names = names[1:]
		}
	}
}

func (f *fenReader) counter(name string, field fenField) {
	n, err := strconv.Atoi(field.text)
	switch {
	case field.text == "-": // as some programs write an unknown number
		return
	case err != nil || n < 0:
		f.fault(name, field.offset, "%s is no number", quote(field.text))
		return
	case n > mostMoves:
		f.fault(name, field.offset, "%d is more than %d", n, mostMoves)
		return
	}
	if name == fieldHalfmoves {
		f.p.halfmoves = uint16(n)
	} else {
		f.p.fullmove = uint16(max(n, 1))
	}
}

// checks reads "3+2", the checks that White and Black have still to give, or
// "+0+1", those that they have given.
func (f *fenReader) checks(field fenField) {
	if f.law.checks == 0 {
		f.fault(fieldChecks, field.offset, "checks are not counted in this game")
		return
	}
	text, given := strings.CutPrefix(field.text, "+")
	white, black, ok := strings.Cut(text, "+")
	for c, s := range [2]string{white, black} {
		n, err := strconv.Atoi(s)
		most := 7
		if given {
			most = int(f.law.checks)
		}
		if !ok || err != nil || n < 0 || n > most || s[0] < '0' {
			f.fault(fieldChecks, field.offset, "%s is no count of checks: write those still to give, like %d+%d", quote(field.text), f.law.checks, f.law.checks)
			return
		}
		if given {
			n = int(f.law.checks) - n
		}
		f.p.checksLeft[c] = uint8(n)
	}
}
