package ai

import "rookery/chess"

// sighting is what one side sees of the 8×8 board in the fog: its View as sets
// of squares, so that many guessed positions are soon compared with it.
type sighting struct {
	us         chess.Color
	seen       chess.Bitboard
	men        [2][8]chess.Bitboard // on seen squares, by colour and role
	count      [2]chess.Hand        // all men, the hidden ones too
	hands      [2]chess.Hand
	promoted   chess.Bitboard
	checked    chess.Bitboard
	checksLeft [2]uint8
	fullmove   int
}

// sightOf puts a view of us into sets.
func sightOf(v chess.View, us chess.Color) sighting {
	s := sighting{us: us, count: v.Men, hands: v.Hands, checksLeft: v.ChecksLeft, fullmove: v.Fullmove}
	for i, c := range v.Cells {
		if c.Hidden {
			continue
		}
		sq := chess.Bit(chess.Square(i))
		s.seen |= sq
		if c.Piece != 0 {
			s.men[c.Piece.Color()][c.Piece.Role()] |= sq
		}
		if c.Promoted {
			s.promoted |= sq
		}
	}
	for _, sq := range v.Checked {
		s.checked |= chess.Bit(sq)
	}
	return s
}

// fits tells whether p would look the same.
func (s *sighting) fits(p *chess.Position) bool {
	if p.Sight(s.us) != s.seen || p.Promoted()&s.seen != s.promoted {
		return false
	}
	for c := range chess.Color(2) {
		if p.Hand(c) != s.hands[c] || p.ChecksLeft(c) != int(s.checksLeft[c]) {
			return false
		}
		for r := chess.Pawn; r <= chess.King; r++ {
			men := p.Men(c, r)
			if men&s.seen != s.men[c][r] || men.Count() != int(s.count[c][r]) {
				return false
			}
		}
	}
	var checked chess.Bitboard
	if p.InCheck() {
		checked = chess.Bit(p.King(p.Turn())) & s.seen
	}
	return checked == s.checked
}

// mine is the men of a role of the side that looks.
func (s *sighting) mine(r chess.Role) chess.Bitboard { return s.men[s.us][r] }

// own is the men of the side that looks: it sees them all.
func (s *sighting) own() (men chess.Bitboard) {
	for _, set := range s.men[s.us] {
		men |= set
	}
	return men
}

// known is what is known of hidden squares: those on which an enemy must stand,
// because the side would see them if they were empty (before its pawns, on the
// lines of men that see men no more than they take them, and wherever it could
// drop one), and those that must be empty, because its pawns could take there.
func (s *sighting) known(r chess.Rules) (manned, empty chess.Bitboard) {
	own := s.own()
	occ := own
	for _, set := range s.men[s.us.Other()] {
		occ |= set
	}
	pawns := s.mine(chess.Pawn)
	start := chess.Bitboard(0xff00)
	if s.us == chess.Black {
		start = 0xff << 48
	}
	manned = stepped(s.us, pawns) | stepped(s.us, stepped(s.us, pawns&start)&s.seen&^occ)
	for role := chess.Knight; role <= chess.King; role++ {
		for men := s.mine(role); men != 0; {
			manned |= reachOf(role, men.Pop(), occ|^s.seen)
		}
	}
	if hand := s.hands[s.us]; r.Pocket == chess.Anywhere && !hand.Empty() {
		hand[chess.Pawn] = 0
		if hand.Empty() {
			manned |= 0x00ffffffffffff00
		} else {
			manned = ^chess.Bitboard(0)
		}
	}
	if r.Capture != chess.Convert {
		empty = guarded(s.us, pawns)
	}
	return manned &^ s.seen, empty &^ s.seen
}
