package network

import "rookery/chess"

// Features says which inputs a network has. It is derived from the rules, so that
// games whose rules agree in what a network sees have the same.
type Features struct {
	// Mirror tells that each side sees the board with its own king on the files a
	// to d: where the king decides the game, what matters is the distance to it.
	Mirror bool
	// Turned tells that Black sees the board turned round. In a race to one rank
	// it does not.
	Turned bool
	// Colored tells that a side knows which colour it is, where the rules are not
	// the same for both.
	Colored bool
	Pockets bool // pieces in the pocket
	Checks  bool // checks given
}

// FeaturesOf derives what a network for a game sees.
func FeaturesOf(r chess.Rules) Features {
	race := r.Goal == chess.Race
	return Features{
		Mirror:  r.Royalty != chess.Commoner,
		Turned:  !race,
		Colored: race,
		Pockets: r.Pocket != chess.NoPocket,
		Checks:  r.Goal == chess.ThreeChecks,
	}
}

// The inputs in their order: a piece of a side and role on a square; then, of each
// side, the first, second and each further piece of a role in the pocket; the first and
// second check given; the colour.
const (
	roles    = 6
	boardLen = 2 * roles * 64
	// mostPawns and mostPieces are how many pieces of a role in the pocket are told apart.
	mostPawns  = 8
	mostPieces = 4
	pocketLen  = mostPawns + (roles-1)*mostPieces
	mostChecks = 2
)

// Len is the number of inputs.
func (f Features) Len() int { return f.colorAt() + flag(f.Colored) }

func (f Features) pocketAt() int { return boardLen }
func (f Features) checksAt() int { return f.pocketAt() + 2*pocketLen*flag(f.Pockets) }
func (f Features) colorAt() int  { return f.checksAt() + 2*mostChecks*flag(f.Checks) }

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// bits writes features for a file.
func (f Features) bits() (b uint16) {
	for i, on := range [...]bool{f.Mirror, f.Turned, f.Colored, f.Pockets, f.Checks} {
		b |= uint16(flag(on)) << i
	}
	return b
}

func featuresOfBits(b uint16) (f Features) {
	for i, on := range [...]*bool{&f.Mirror, &f.Turned, &f.Colored, &f.Pockets, &f.Checks} {
		*on = b>>i&1 != 0
	}
	return f
}

// pocketBase is where the pieces of a role begin among those in the pocket.
func pocketBase(r chess.Role) int {
	if r == chess.Pawn {
		return 0
	}
	return mostPawns + (int(r)-int(chess.Knight))*mostPieces
}

// most is how many pieces of a role in the pocket are told apart.
func most(r chess.Role) int {
	if r == chess.Pawn {
		return mostPawns
	}
	return mostPieces
}

// turn is what the squares are exclusive-ored with for a side.
func (f Features) turn(p *chess.Position, view chess.Color) (flip int, half int) {
	if f.Turned && view == chess.Black {
		flip = 56
	}
	if f.Mirror {
		if k := p.King(view); k != chess.NoSquare && k&4 != 0 {
			flip, half = flip^7, 1
		}
	}
	return flip, half
}

// Append appends the inputs that are set in p, as the side of view sees it.
func (f Features) Append(dst []uint16, p *chess.Position, view chess.Color) []uint16 {
	flip, _ := f.turn(p, view)
	var s seen
	d := difference{add: dst}
	s.move(&d, f, p, view, flip)
	return d.add
}

// seen is what a network has seen of a position: all that its features depend on.
type seen struct {
	pieces  [2][roles]chess.Bitboard
	pockets [2]chess.RoleCounts
	checks  [2]uint8
	begun   bool // the colour was added
}

// difference is which inputs are set and cleared between two positions.
type difference struct{ add, remove []uint16 }

// move moves s to p and notes the difference, as the side of view sees it with
// squares exclusive-ored by flip.
func (s *seen) move(d *difference, f Features, p *chess.Position, view chess.Color, flip int) {
	base := 0
	for _, c := range [2]chess.Color{view, view.Other()} {
		for r := range roles {
			now, was := p.Pieces(c, chess.Pawn+chess.Role(r)), s.pieces[c][r]
			if now != was {
				s.pieces[c][r] = now
				for b := now &^ was; b != 0; {
					d.add = append(d.add, uint16(base+int(b.Pop())^flip))
				}
				for b := was &^ now; b != 0; {
					d.remove = append(d.remove, uint16(base+int(b.Pop())^flip))
				}
			}
			base += 64
		}
	}
	if f.Pockets {
		s.movePockets(d, f, p, view)
	}
	if f.Checks {
		base := f.checksAt()
		for _, c := range [2]chess.Color{view, view.Other()} {
			given := uint8(max(0, mostChecks+1-p.ChecksLeft(c)))
			d.step(base, int(s.checks[c]), int(given), mostChecks)
			s.checks[c] = given
			base += mostChecks
		}
	}
	if f.Colored && !s.begun {
		s.begun = true
		if view == chess.Black {
			d.add = append(d.add, uint16(f.colorAt()))
		}
	}
}

func (s *seen) movePockets(d *difference, f Features, p *chess.Position, view chess.Color) {
	base := f.pocketAt()
	for _, c := range [2]chess.Color{view, view.Other()} {
		if now := p.Pocket(c); now != s.pockets[c] {
			for r := chess.Pawn; r <= chess.King; r++ {
				d.step(base+pocketBase(r), int(s.pockets[c][r]), int(now[r]), most(r))
			}
			s.pockets[c] = now
		}
		base += pocketLen
	}
}

// step notes a count that went from one number to another: input i is set when there
// are more than i.
func (d *difference) step(base, was, now, most int) {
	was, now = min(was, most), min(now, most)
	for i := was; i < now; i++ {
		d.add = append(d.add, uint16(base+i))
	}
	for i := now; i < was; i++ {
		d.remove = append(d.remove, uint16(base+i))
	}
}
