package variants

import (
	"slices"
	"strings"

	"rookery/chess"
)

// refMove is a move of the reference: castling is king takes rook.
type refMove struct {
	from, to int
	kind     byte // promoted to, or dropped, in lower case
	drop     bool
	castle   bool
	victim   int // the square of the captured piece, -1 for none
}

func (m refMove) String() string {
	to := chess.Square(m.to).String()
	if m.drop {
		return strings.ToUpper(string(m.kind)) + "@" + to
	}
	s := chess.Square(m.from).String() + to
	if m.kind != 0 {
		s += string(m.kind)
	}
	return s
}

// pseudo lists what pieces may do, the safety of kings left aside.
func (ref *reference) pseudo() []refMove {
	var moves []refMove
	us := ref.turn
	takes := ref.rules.Capture != chess.Convert
	for from, piece := range ref.pieces {
		if piece == 0 || side(piece) != us {
			continue
		}
		if piece|32 == 'p' {
			moves = append(moves, ref.pawnMoves(from)...)
			continue
		}
		for _, to := range ref.reaches(from) {
			switch victim := ref.pieces[to]; {
			case victim == 0:
				moves = append(moves, refMove{from: from, to: to, victim: -1})
			case side(victim) != us && takes:
				if piece|32 == 'k' && ref.rules.Capture == chess.Explode && ref.kingCounts() {
					continue // it would blow itself up
				}
				moves = append(moves, refMove{from: from, to: to, victim: to})
			}
		}
	}
	if !ref.rules.NoCastling {
		moves = append(moves, ref.castlings()...)
	}
	return append(moves, ref.drops()...)
}

func (ref *reference) pawnMoves(from int) []refMove {
	us := ref.turn
	up, second, first, last := 8, 1, 0, 7
	if us == 1 {
		up, second, first, last = -8, 6, 7, 0
	}
	var steps []refMove
	if to := from + up; to >= 0 && to < 64 && ref.pieces[to] == 0 {
		steps = append(steps, refMove{from: from, to: to, victim: -1})
		rank := from / 8
		may := rank == second || rank == first && ref.rules.Pawns == chess.FromFirstToo
		if two := to + up; may && ref.pieces[two] == 0 {
			steps = append(steps, refMove{from: from, to: two, victim: -1})
		}
	}
	if ref.rules.Capture != chess.Convert {
		for _, to := range ref.bites(from) {
			if ref.pieces[to] != 0 && side(ref.pieces[to]) != us {
				steps = append(steps, refMove{from: from, to: to, victim: to})
			} else if to == ref.enPassant && !ref.rules.NoEnPassant {
				steps = append(steps, refMove{from: from, to: to, victim: to - up})
			}
		}
	}
	var moves []refMove
	for _, m := range steps {
		if m.to/8 != last || ref.rules.NoPromotion {
			moves = append(moves, m)
			continue
		}
		for _, kind := range []byte(promotable + "k") {
			if ref.mayBecome(kind) {
				m.kind = kind
				moves = append(moves, m)
			}
		}
	}
	return moves
}

func (ref *reference) mayBecome(kind byte) bool {
	if ref.rules.Promotion == 0 {
		return kind != 'k'
	}
	return ref.rules.Promotion.Has(chess.RoleOf(kind))
}

func (ref *reference) castlings() []refMove {
	us := ref.turn
	home := 56 * us
	var moves []refMove
	king := slices.Index(ref.pieces[home:home+8], own(us, 'k'))
	if king < 0 {
		return nil
	}
	king += home
	for rook := home; rook < home+8; rook++ {
		if !ref.castle[rook] {
			continue
		}
		kingTo, rookTo := home+2, home+3
		if rook > king {
			kingTo, rookTo = home+6, home+5
		}
		clear := true
		for _, path := range [2][2]int{{king, kingTo}, {rook, rookTo}} {
			for sq := min(path[0], path[1]); sq <= max(path[0], path[1]); sq++ {
				clear = clear && (ref.pieces[sq] == 0 || sq == king || sq == rook)
			}
		}
		if clear && ref.kingMayPass(king, kingTo) {
			moves = append(moves, refMove{from: king, to: rook, castle: true, victim: -1})
		}
	}
	return moves
}

// kingMayPass asks of the king's origin and of each square it crosses, with
// the king lifted, whether it would be in check there.
func (ref *reference) kingMayPass(from, to int) bool {
	if !ref.royal() {
		return true
	}
	step := 1
	if to < from {
		step = -1
	}
	for sq := from; sq != to; sq += step {
		probe := *ref
		probe.pieces[from] = 0
		kept := probe.pieces[sq]
		probe.pieces[sq] = own(ref.turn, 'k')
		if probe.inCheck(ref.turn) {
			return false
		}
		probe.pieces[sq] = kept
	}
	return !ref.inCheck(ref.turn)
}

func (ref *reference) drops() []refMove {
	if ref.rules.Pocket == chess.NoPocket {
		return nil
	}
	var moves []refMove
	for kind, n := range ref.pocket[ref.turn] {
		if n == 0 {
			continue
		}
		for to := range 64 {
			rank := to / 8
			if ref.pieces[to] != 0 || kind == 'p' && (rank == 0 || rank == 7) {
				continue
			}
			if ref.rules.Pocket == chess.Seen && !ref.sees(to) {
				continue
			}
			moves = append(moves, refMove{from: to, to: to, kind: byte(kind), drop: true, victim: -1})
		}
	}
	return moves
}

// sees reports whether an empty square is the target of a move on the board,
// the king's safety aside.
func (ref *reference) sees(sq int) bool {
	bare := *ref
	bare.rules.Pocket = chess.NoPocket
	bare.rules.Royalty = chess.Exposed
	for _, m := range bare.pseudo() {
		if m.castle {
			home := 56 * ref.turn
			if m.to > m.from && (sq == home+6 || sq == home+5) || m.to < m.from && (sq == home+2 || sq == home+3) {
				return true
			}
		} else if m.to == sq {
			return true
		}
	}
	return false
}

// legal lists the legal moves as text, sorted.
func (ref *reference) legal() []string {
	if ref.over() {
		return nil
	}
	var quiet, takes []string
	for _, m := range ref.pseudo() {
		next, ok := ref.play(m)
		won := ok && ref.kings[1-ref.turn] && next.king(1-ref.turn) < 0 // a lost king ends the game before check is looked at
		if !ok || !won && next.inCheck(ref.turn) || ref.rules.NoChecks && next.inCheck(1-ref.turn) {
			continue
		}
		if m.victim >= 0 {
			takes = append(takes, m.String())
		} else {
			quiet = append(quiet, m.String())
		}
	}
	if len(takes) == 0 || !ref.rules.Forced {
		takes = append(takes, quiet...)
	}
	slices.Sort(takes)
	return takes
}
