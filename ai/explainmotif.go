package ai

import "rookery/chess"

// strikes is the squares that the man on sq attacks.
func strikes(p *chess.Position, sq chess.Square) chess.Bitboard {
	switch pc := p.At(sq); pc.Role() {
	case chess.NoRole:
		return 0
	case chess.Pawn:
		return chess.PawnAttacks(pc.Color(), sq)
	case chess.Knight:
		return chess.KnightAttacks(sq)
	case chess.Bishop:
		return chess.BishopAttacks(sq, p.Occupied())
	case chess.Rook:
		return chess.RookAttacks(sq, p.Occupied())
	case chess.Queen:
		return chess.QueenAttacks(sq, p.Occupied())
	}
	return chess.KingAttacks(sq)
}

// motifs tells what the move does at once to the men of the other side: forks,
// pins and checks that are more than checks. Boards without a Position, and
// games in which attacks mean something else, have none.
func (x *explainer) motifs() {
	pb, ok := x.b.(chess.Positioned)
	if !ok || x.gist.losing || x.gist.rules.Forced || x.gist.rules.Capture != chess.Take || x.m.Kind() == chess.Castling {
		return
	}
	var next chess.Position
	pb.Position().Apply(x.m, &next)
	p := &next
	at, them := x.m.Landing(), x.us.Other()
	king := chess.NoSquare
	if x.gist.rules.Royalty != chess.Commoner {
		king = p.King(them)
	}
	checkers := p.Checkers()
	switch left := p.ChecksLeft(x.us); {
	case x.gist.rules.Goal == chess.ThreeChecks && checkers != 0:
		x.add(Clause{Cause: LastChecks, N: left})
	case checkers.Several():
		x.add(Clause{Cause: DoubleCheck})
	case checkers != 0 && !checkers.Has(at):
		x.add(Clause{Cause: DiscoversCheck})
	case checkers != 0 && x.m.Kind() == chess.Dropping && !x.gist.rules.Disguise:
		x.add(Clause{Cause: DropsWithCheck, Men: []chess.Role{x.m.Role()}})
	case x.gist.rules.Disguise: // what men can do is not known to those who see them
	default:
		if men := forked(p, at, king); len(men) > 1 {
			x.add(Clause{Cause: Forks, Men: men})
		} else if role := pinned(p, at, king); role != chess.NoRole {
			x.add(Clause{Cause: Pins, Men: []chess.Role{role}})
		}
	}
}

// forked lists what the man on at attacks that its owner would like to take:
// the king, men worth more, and men that nobody guards. p is the position after
// the move. A man that can be taken for nothing forks nobody.
func forked(p *chess.Position, at, king chess.Square) []chess.Role {
	us := p.At(at).Color()
	them, occ := us.Other(), p.Occupied()
	own := p.RoleAt(at)
	guards := p.Attackers(at, occ)
	for hit := guards & p.Side(them); hit != 0; {
		r := p.RoleAt(hit.Pop())
		if guards&p.Side(us) == 0 || r != chess.King && worthOf[r] < worthOf[own] {
			return nil
		}
	}
	var men []chess.Role
	for hit := strikes(p, at) & p.Side(them); hit != 0; {
		sq := hit.Pop()
		r := p.RoleAt(sq)
		switch {
		case sq == king:
		case r == chess.Pawn || r == chess.King:
			continue
		case worthOf[r] > worthOf[own]+50:
		case p.Attackers(sq, occ)&p.Side(them) == 0:
		default:
			continue
		}
		men = append(men, r)
	}
	sortMen(men)
	return men
}

// pinned is the role of the man that the one on at pins to the king.
func pinned(p *chess.Position, at, king chess.Square) chess.Role {
	if king == chess.NoSquare {
		return chess.NoRole
	}
	straight := at.File() == king.File() || at.Rank() == king.Rank()
	switch p.RoleAt(at) {
	case chess.Queen:
	case chess.Rook:
		if !straight {
			return chess.NoRole
		}
	case chess.Bishop:
		if straight {
			return chess.NoRole
		}
	default:
		return chess.NoRole
	}
	between := chess.Between(at, king) & p.Occupied()
	if between == 0 || between.Several() {
		return chess.NoRole
	}
	sq := between.First()
	if pc := p.At(sq); pc.Color() != p.At(king).Color() || pc.Role() == chess.Pawn {
		return chess.NoRole
	}
	return p.RoleAt(sq)
}
