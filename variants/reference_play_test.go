package variants

import "rookery/chess"

// play makes a move on a copy; ok is false where it would lose the mover's own
// king by its own explosion.
func (ref *reference) play(m refMove) (next *reference, ok bool) {
	n := *ref
	us, them := ref.turn, 1-ref.turn
	n.turn = them
	n.enPassant = -1
	switch {
	case m.drop:
		n.pocket[us][m.kind]--
		n.pieces[m.to] = own(us, m.kind)
	case m.castle:
		n.playCastling(m)
	default:
		if ok := n.playStep(m, ref); !ok {
			return nil, false
		}
	}
	if ref.rules.Capture == chess.Convert {
		n.turnPieces(m, us)
	}
	if ref.rules.Goal == chess.ThreeChecks && n.inCheck(them) {
		n.checks[us]--
	}
	return &n, true
}

func (n *reference) playCastling(m refMove) {
	us := side(n.pieces[m.from])
	home := 56 * us
	n.pieces[m.from], n.pieces[m.to] = 0, 0
	if m.to > m.from {
		n.pieces[home+6], n.pieces[home+5] = own(us, 'k'), own(us, 'r')
	} else {
		n.pieces[home+2], n.pieces[home+3] = own(us, 'k'), own(us, 'r')
	}
	n.loseRights(us)
}

func (n *reference) loseRights(c int) {
	for sq := 56 * c; sq < 56*c+8; sq++ {
		n.castle[sq] = false
	}
}

func (n *reference) playStep(m refMove, before *reference) bool {
	us := before.turn
	piece := before.pieces[m.from]
	if m.victim >= 0 {
		if before.rules.Pocket != chess.NoPocket {
			kind := before.pieces[m.victim] | 32
			if before.promoted[m.victim] {
				kind = 'p'
			}
			n.pocket[us][kind]++
		}
		n.remove(m.victim)
	}
	wasPromoted := before.promoted[m.from]
	n.remove(m.from)
	if m.victim >= 0 && before.rules.Capture == chess.Explode {
		for _, s := range kingSteps {
			if t := off(m.to, s[0], s[1]); t >= 0 && n.pieces[t]|32 != 'p' && n.pieces[t] != 0 {
				n.remove(t)
			}
		}
		lostOwn := before.king(us) >= 0 && n.king(us) < 0
		return !(lostOwn && before.kingCounts() && before.kings[us])
	}
	n.pieces[m.to], n.promoted[m.to] = piece, wasPromoted
	if m.kind != 0 {
		n.pieces[m.to] = own(us, m.kind)
		n.promoted[m.to] = before.rules.Pocket != chess.NoPocket
	}
	if piece|32 == 'p' && (m.to-m.from == 16 || m.from-m.to == 16) && m.from/8 != 7*us {
		n.enPassant = (m.from + m.to) / 2
	}
	return true
}

// remove takes a piece off with its rights: a rook's own, a king's for both rooks.
func (n *reference) remove(sq int) {
	piece := n.pieces[sq]
	n.pieces[sq], n.promoted[sq], n.castle[sq] = 0, false, false
	if piece != 0 && piece|32 == 'k' && sq/8 == 7*side(piece) {
		n.loseRights(side(piece))
	}
}

// turnPieces turns the enemies that the moved piece attacks from its new square.
func (n *reference) turnPieces(m refMove, us int) {
	at := m.to
	if m.castle {
		at = n.king(us)
	}
	targets := n.bites
	if n.pieces[at]|32 != 'p' {
		targets = n.reaches
	}
	for _, t := range targets(at) {
		piece := n.pieces[t]
		if piece == 0 || side(piece) == us {
			continue
		}
		if piece|32 == 'k' {
			n.loseRights(1 - us)
		}
		n.castle[t] = false
		n.pieces[t] = own(us, piece|32)
	}
}

// over reports whether a rule of the variant has ended the game.
func (ref *reference) over() bool {
	mover := 1 - ref.turn
	if ref.kingCounts() {
		for c := range 2 {
			if ref.kings[c] && ref.king(c) < 0 || !ref.kings[c] && ref.count(c) == 0 {
				return true
			}
		}
	}
	switch ref.rules.Goal {
	case chess.LoseAll, chess.TakeAll:
		return ref.count(0) == 0 || ref.count(1) == 0
	case chess.Race:
		white, black := ref.king(0) >= 56, ref.king(1) >= 56
		return black || white && (ref.turn == 0 || !ref.mayFollow())
	case chess.Hill:
		for _, sq := range []int{27, 28, 35, 36} {
			if ref.pieces[sq] != 0 && ref.pieces[sq]|32 == 'k' {
				return true
			}
		}
	case chess.ThreeChecks:
		return ref.checks[0] == 0 || ref.checks[1] == 0
	case chess.Extinct:
		for c := range 2 {
			for _, kind := range []byte("pnbrqk") {
				n := ref.pocket[c][kind]
				for _, piece := range ref.pieces {
					if piece == own(c, kind) {
						n++
					}
				}
				if n == 0 {
					return true
				}
			}
		}
	case chess.BareOrMated:
		return ref.count(mover) == 1 && ref.king(mover) >= 0 || ref.count(ref.turn) == 1 && ref.king(ref.turn) >= 0
	}
	return false
}

// mayFollow reports whether Black can answer White's arrival with an arrival.
func (ref *reference) mayFollow() bool {
	open := *ref
	open.rules.Goal = chess.Mate // so that the race does not end the list
	for _, m := range open.legal() {
		sq, ok := chess.ParseSquare(m[:2])
		if ok && len(m) == 4 && ref.pieces[sq] == 'k' && m[3] == '8' && ref.pieces[square(m[2:4])] != 'r' {
			return true
		}
	}
	return false
}

func square(name string) chess.Square {
	sq, _ := chess.ParseSquare(name)
	return sq
}
