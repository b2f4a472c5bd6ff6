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
		if k := p.OnlyKing(view); k != chess.NoSquare && k&4 != 0 {
			flip, half = flip^7, 1
		}
	}
	return flip, half
}

// turns are turn for both sides.
func (f Features) turns(p *chess.Position) (flips, mirrored [2]int) {
	for view := range chess.Color(2) {
		flips[view], mirrored[view] = f.turn(p, view)
	}
	return flips, mirrored
}

// Append appends the inputs that are set in p, as the side of view sees it.
func (f Features) Append(dst []uint16, p *chess.Position, view chess.Color) []uint16 {
	flips, _ := f.turns(p)
	var s seen
	var d [2]difference
	d[view].add = dst
	s.move(&d, f, p, flips)
	return d[view].add
}

// seen is what a network has seen of a position: all that its features depend on.
type seen struct {
	pieces  [2][roles]chess.Bitboard
	pockets [2]chess.RoleCounts
	checks  [2]uint8
	begun   bool // the colour was added
}

// difference is which inputs are set and cleared between two positions, for one side.
type difference struct{ add, remove []uint16 }

// move moves s to p and notes the difference for each side, which sees squares
// exclusive-ored by its flip.
func (s *seen) move(d *[2]difference, f Features, p *chess.Position, flips [2]int) {
	for r := range roles {
		of := p.Of(chess.Pawn + chess.Role(r))
		for c := range chess.Color(2) {
			now, was := of&p.Side(c), s.pieces[c][r]
			if now == was {
				continue
			}
			s.pieces[c][r] = now
			// One's own pieces come first.
			own, enemy := r*64, (roles+r)*64
			bases := [2]int{own, enemy}
			if c == chess.Black {
				bases = [2]int{enemy, own}
			}
			for b := now &^ was; b != 0; {
				sq := int(b.Pop())
				for view := range d {
					d[view].add = append(d[view].add, uint16(bases[view]+sq^flips[view]))
				}
			}
			for b := was &^ now; b != 0; {
				sq := int(b.Pop())
				for view := range d {
					d[view].remove = append(d[view].remove, uint16(bases[view]+sq^flips[view]))
				}
			}
		}
	}
	if f.Pockets {
		s.movePockets(d, f, p)
	}
	if f.Checks {
		for c := range chess.Color(2) {
			given := uint8(max(0, mostChecks+1-p.ChecksLeft(c)))
			for view := range chess.Color(2) {
				d[view].step(f.checksAt()+int(c^view)*mostChecks, int(s.checks[c]), int(given), mostChecks)
			}
			s.checks[c] = given
		}
	}
	if f.Colored && !s.begun {
		s.begun = true
		d[chess.Black].add = append(d[chess.Black].add, uint16(f.colorAt()))
	}
}

func (s *seen) movePockets(d *[2]difference, f Features, p *chess.Position) {
	for c := range chess.Color(2) {
		now := p.Pocket(c)
		if now == s.pockets[c] {
			continue
		}
		for view := range chess.Color(2) {
			base := f.pocketAt() + int(c^view)*pocketLen
			for r := chess.Pawn; r <= chess.King; r++ {
				d[view].step(base+pocketBase(r), int(s.pockets[c][r]), int(now[r]), most(r))
			}
		}
		s.pockets[c] = now
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
