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
	// Zones is how many zones of the own king tell the squares of pieces apart; 0 and 1: none.
	Zones int
}

// MaxZones is the most zones.
const MaxZones = 4

// zones are the zones by the king's square as its side sees it, on the files a to d: where it has
// castled to, its place at the start, the second rank, and further up. Fewer zones leave out the last.
var zones = [64]uint8{
	0, 0, 0, 1, 1, 0, 0, 0,
	2, 2, 2, 2, 2, 2, 2, 2,
	3, 3, 3, 3, 3, 3, 3, 3,
	3, 3, 3, 3, 3, 3, 3, 3,
	3, 3, 3, 3, 3, 3, 3, 3,
	3, 3, 3, 3, 3, 3, 3, 3,
	3, 3, 3, 3, 3, 3, 3, 3,
	3, 3, 3, 3, 3, 3, 3, 3,
}

// Fits tells whether a network with these features can value games of some rules.
func (f Features) Fits(r chess.Rules) bool {
	f.Zones = 0
	return f == FeaturesOf(r)
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

// The inputs in their order: a piece of a side and role on a square, for each zone of the king; then, of each
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

func (f Features) pocketAt() int { return boardLen * max(1, f.Zones) }
func (f Features) checksAt() int { return f.pocketAt() + 2*pocketLen*flag(f.Pockets) }
func (f Features) colorAt() int  { return f.checksAt() + 2*mostChecks*flag(f.Checks) }

// Like is the input of f that is most like an input of other features, which differ from f in the
// number of zones alone: the same piece in the last zone that both have.
func (f Features) Like(other Features, input int) int {
	at := other.pocketAt()
	if input >= at {
		return input - at + f.pocketAt()
	}
	return min(input/boardLen, max(1, f.Zones)-1)*boardLen + input%boardLen
}

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
	return b | uint16(f.Zones)<<zonesBit
}

// zonesBit is where the number of zones begins among the bits.
const zonesBit = 5

func featuresOfBits(b uint16) (f Features) {
	for i, on := range [...]*bool{&f.Mirror, &f.Turned, &f.Colored, &f.Pockets, &f.Checks} {
		*on = b>>i&1 != 0
	}
	f.Zones = int(b >> zonesBit)
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

// view is how a side sees the board.
type view struct {
	flip int // what squares are exclusive-ored with
	base int // the first input of its zone
	half int // which of a side's sums belong to it
}

// halves is the most of them.
const halves = 2 * MaxZones

func (f Features) view(p *chess.Position, side chess.Color) (v view) {
	if f.Turned && side == chess.Black {
		v.flip = 56
	}
	if f.Mirror {
		k := p.OnlyKing(side)
		if k == chess.NoSquare {
			return v
		}
		if k&4 != 0 {
			v.flip ^= 7
			v.half = 1
		}
		if f.Zones > 1 {
			z := min(f.Zones-1, int(zones[int(k)^v.flip]))
			v.base = z * boardLen
			v.half += 2 * z
		}
	}
	return v
}

// views are those of both sides.
func (f Features) views(p *chess.Position) [2]view {
	return [2]view{f.view(p, chess.White), f.view(p, chess.Black)}
}

// Append appends the inputs that are set in p, as a side sees it.
func (f Features) Append(dst []uint16, p *chess.Position, side chess.Color) []uint16 {
	var s seen
	var d [2]difference
	d[side].add = dst
	s.move(&d, f, p, f.views(p))
	return d[side].add
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

// move moves s to p and notes the difference for each side.
func (s *seen) move(d *[2]difference, f Features, p *chess.Position, views [2]view) {
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
			bases[0] += views[0].base
			bases[1] += views[1].base
			for b := now &^ was; b != 0; {
				sq := int(b.Pop())
				for side := range d {
					d[side].add = append(d[side].add, uint16(bases[side]+sq^views[side].flip))
				}
			}
			for b := was &^ now; b != 0; {
				sq := int(b.Pop())
				for side := range d {
					d[side].remove = append(d[side].remove, uint16(bases[side]+sq^views[side].flip))
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
		for r := chess.Pawn; r <= chess.King; r++ {
			was := s.pockets[c][r]
			if now[r] == was {
				continue
			}
			for view := range chess.Color(2) {
				d[view].step(f.pocketAt()+int(c^view)*pocketLen+pocketBase(r), int(was), int(now[r]), most(r))
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
