package ai

import (
	"rookery/chess"
)

// exchangeValue is what pieces are worth in exchanges, by role: for ordering and pruning
// alone, so textbook values do. A king is worth more than all that can be won for it.
var exchangeValue = [8]int{0, 100, 320, 330, 500, 950, 4000}

// exchangeGain is what m wins or loses at once, in centipawns: by static exchange
// evaluation, or what it blows up or converts.
func (t *traits) exchangeGain(p *chess.Position, m chess.Move) int {
	switch {
	case t.explode:
		return t.blastGain(p, m)
	case t.convert:
		return conversionGain(p, m)
	}
	return staticExchange(p, m)
}

func (t *traits) blastGain(p *chess.Position, m chess.Move) int {
	if !m.IsCapture() {
		if m.IsPromotion() {
			return exchangeValue[m.Role()] - exchangeValue[chess.Pawn]
		}
		return 0
	}
	gone := p.Blast(m)
	us := p.Turn()
	return materialOn(p, gone, us.Other()) - materialOn(p, gone, us)
}

func materialOn(p *chess.Position, set chess.Bitboard, c chess.Color) int {
	sum := 0
	for r := chess.Pawn; r <= chess.King; r++ {
		sum += (p.Pieces(c, r) & set).Count() * exchangeValue[r]
	}
	return sum
}

// conversionGain counts pieces twice: one side loses what the other wins.
func conversionGain(p *chess.Position, m chess.Move) int {
	gain := 2 * materialOn(p, p.Converted(m), p.Turn().Other())
	if m.IsPromotion() {
		gain += exchangeValue[m.Role()] - exchangeValue[chess.Pawn]
	}
	return gain
}

// staticExchange plays out the captures on the target of m, least valuable piece first;
// each side stops when it likes. It does not see pins.
func staticExchange(p *chess.Position, m chess.Move) int {
	if m.Kind() == chess.Castling {
		return 0
	}
	from, to := m.From(), m.To()
	occ := p.Occupied()
	var gain [33]int
	next := p.RoleAt(from)
	if m.Kind() == chess.Dropping {
		next = m.Role()
	} else {
		occ &^= chess.Bit(from)
	}
	if m.Kind() == chess.EnPassant {
		gain[0] = exchangeValue[chess.Pawn]
		occ &^= chess.Bit(to ^ 8)
	} else {
		gain[0] = exchangeValue[p.RoleAt(to)]
	}
	if m.IsPromotion() {
		gain[0] += exchangeValue[m.Role()] - exchangeValue[chess.Pawn]
		next = m.Role()
	}
	straight := p.Of(chess.Rook) | p.Of(chess.Queen)
	slanted := p.Of(chess.Bishop) | p.Of(chess.Queen)
	occ |= chess.Bit(to)
	attackers := p.Attackers(to, occ) &^ chess.Bit(to)
	side := p.Turn().Other()
	n := 0
	for n < len(gain)-1 {
		attackers &= occ
		mine := attackers & p.Side(side)
		if mine == 0 {
			break
		}
		role := chess.Pawn
		for ; role < chess.King; role++ {
			if mine&p.Of(role) != 0 {
				break
			}
		}
		if role == chess.King && attackers&p.Side(side.Other()) != 0 {
			break // the king would step into an attack
		}
		n++
		gain[n] = exchangeValue[next] - gain[n-1]
		if max(-gain[n-1], gain[n]) < 0 {
			break
		}
		next = role
		occ &^= chess.Bit((mine & p.Of(role)).First())
		if role == chess.Pawn || role == chess.Bishop || role == chess.Queen {
			attackers |= chess.BishopAttacks(to, occ) & slanted
		}
		if role == chess.Rook || role == chess.Queen {
			attackers |= chess.RookAttacks(to, occ) & straight
		}
	}
	for ; n > 0; n-- {
		gain[n-1] = -max(-gain[n-1], gain[n])
	}
	return gain[0]
}
