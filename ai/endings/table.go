package endings

import (
	"rookery/chess"
)

// Result is what a position is worth to the side to move.
type Result int8

const (
	Lost  Result = -1
	Drawn Result = 0
	Won   Result = 1
)

// Verdict is what a table tells of a position.
type Verdict struct {
	Result Result
	Plies  int // to the end of the game, when one side hurries and the other delays; 0 for a draw
}

// Moves is how many moves of the winner are left until the game ends.
func (v Verdict) Moves() int { return (v.Plies + 1) / 2 }

// before is the verdict on a position from which a move leads to one of v.
func (v Verdict) before() Verdict {
	if v.Result == Drawn {
		return v
	}
	return Verdict{-v.Result, v.Plies + 1}
}

// better reports whether the side to move prefers v to o.
func (v Verdict) better(o Verdict) bool {
	if v.Result != o.Result {
		return v.Result > o.Result
	}
	return v.Result == Won && v.Plies < o.Plies || v.Result == Lost && v.Plies > o.Plies
}

// verdictOf is that of an end of the game.
func verdictOf(o chess.Outcome, turn chess.Color) Verdict {
	if c, decided := o.Winner(); decided {
		if c == turn {
			return Verdict{Won, 0}
		}
		return Verdict{Lost, 0}
	}
	return Verdict{}
}

// Count is how many positions of a table there are with one side to move. A reflected board is
// another position.
type Count struct {
	Won, Drawn, Lost uint64 // by the side to move
}

// Table is the verdicts on all positions of one material. It never changes.
type Table struct {
	space *space
	// cells are by number: 0 for a draw, odd for a win and even for a loss, in plies 2·plies
	// more than 1 and 2. What is no position has any value.
	cells   []byte
	wide    []byte // the higher bytes, where plies do not fit one
	counts  [2]Count
	longest [2]Longest
}

// Longest is a position whose winner, who is to move, needs most moves.
type Longest struct {
	Plies  int // 0 when there is no win
	Number uint32
}

const mostNarrowPlies = 126

// Material of the table.
func (t *Table) Material() Material { return t.space.material }

// bytes is how much memory the table takes.
func (t *Table) bytes() int { return len(t.cells) + len(t.wide) }

func (t *Table) verdict(i uint32) Verdict {
	v := int(t.cells[i])
	if t.wide != nil {
		v |= int(t.wide[i]) << 8
	}
	switch {
	case v == 0:
		return Verdict{}
	case v&1 != 0:
		return Verdict{Won, (v - 1) / 2}
	}
	return Verdict{Lost, (v - 2) / 2}
}

// table is the result of a solver for one of its spaces.
func (s *solver) table(n int) *Table {
	sp := s.spaces[n]
	t := &Table{space: sp, cells: make([]byte, sp.size())}
	if s.longest > mostNarrowPlies {
		t.wide = make([]byte, sp.size())
	}
	full := uint64(2)
	if sp.eight {
		full = 8
	}
	last := 0
	nodes := s.nodes[s.offset[n]:]
	for i := range t.cells {
		nd := nodes[i]
		if nd.flags&proper != 0 {
			turn, images := chess.White, full
			if uint32(i) >= sp.half {
				turn = chess.Black
			}
			if !sp.single || sp.eight {
				if sq, _ := sp.at(uint32(i)); sp.mayBeOwnImage(&sq) {
					images = uint64(sp.images(sq))
				}
			}
			c := &t.counts[turn]
			last = 0
			switch plies := int(max(nd.value, -nd.value)) - 1; {
			case nd.flags&settled == 0:
				c.Drawn += images
			case nd.value > 0:
				last = 2*plies + 1
				c.Won += images
				if l := &t.longest[turn]; plies > l.Plies {
					*l = Longest{plies, uint32(i)}
				}
			default:
				last = 2*plies + 2
				c.Lost += images
			}
		}
		t.cells[i] = byte(last)
		if t.wide != nil {
			t.wide[i] = byte(last >> 8)
		}
	}
	return t
}

// position sets up position number i.
func (t *Table) position(i uint32, flip bool) *chess.Position { return t.reflected(i, flip, 0) }

// reflected sets up an image of position number i.
func (t *Table) reflected(i uint32, flip bool, image int) *chess.Position {
	sp := t.space
	p := *sp.rules
	sq, turn := sp.at(i)
	f, mirror := chess.Color(0), chess.Square(0)
	if flip {
		f, mirror = 1, 56
	}
	for k := range sp.n {
		p.Put(chess.PieceOf(sp.slots[k].color^f, sp.slots[k].role), reflect[image][sq[k]&63]^mirror)
	}
	p.SetTurn(turn ^ f)
	if c := sp.material.Checks; c != [2]uint8{} {
		p.SetChecksLeft(int(c[f]), int(c[1^f]))
	}
	return &p
}
