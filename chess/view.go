package chess

import (
	"slices"
)

// Observer is who looks at a board.
type Observer uint8

const (
	WhiteObserver Observer = iota
	BlackObserver
	Everyone // sees all: the end of a game, analysis, a game without fog
)

// ObserverOf is the observer of one side.
func ObserverOf(c Color) Observer { return Observer(c) }

// View is what one observer may know of a board: a snapshot that shares
// nothing with it.
type View struct {
	Cells   []Cell // by Square
	Turn    Color
	Pockets [2]RoleCounts // by Color; zero without a pocket
	// Pieces counts each side's pieces on the 8×8 board by role. Captures are known to
	// both sides, so the counts show in fog too.
	PieceCounts [2]RoleCounts
	// Checked lists royal pieces of the side to move under attack, as far as the
	// observer may know.
	Checked []Square
	// ChecksLeft counts, by Color, the checks each side has still to give;
	// zero where they are not counted.
	ChecksLeft [2]uint8
	// Halfmoves since the last capture, pawn move or other irreversible move.
	Halfmoves int
	// Fullmove is the number of the move, from 1.
	Fullmove int
}

// Cell is one square as it is seen.
type Cell struct {
	Piece    Piece // what the piece does; zero for an empty or hidden square
	Look     Role  // what it looks like where pieces are disguised, else NoRole
	Count    uint8 // discs of a tower, 0 on other boards
	Promoted bool  // goes back into the pocket as a pawn
	Hidden   bool  // fog
}

// Placement writes the cells of an 8×8 view as the first field of a FEN, with
// a question mark for each hidden square and without the marks of promoted
// pieces; "" for other boards.
func (v View) Placement() string {
	if len(v.Cells) != 64 {
		return ""
	}
	cells := slices.Clone(v.Cells)
	for i := range cells {
		cells[i].Promoted = false
	}
	return string(appendPlacement(make([]byte, 0, 72), layout8, cells, nil))
}

// sight is what the pieces of c see in the fog: their own squares and those their
// moves could reach if it were their turn, the safety of the king left aside.
// A pawn sees a square before it only when it is empty, and a diagonal only
// when it could take there. En passant counts on c's own turn alone.
func (p *Position) sight(c Color) Bitboard {
	own, enemy := p.color[c], p.color[c^1]
	occ := own | enemy
	seen := own
	reach := all
	if p.rules.convert {
		reach = ^enemy
	}
	for role := Knight; role <= King; role++ {
		for pieces := p.role[role] & own; pieces != 0; {
			targets := PieceAttacks(role, pieces.Pop(), occ)
			if role == King && p.rules.explode && p.rules.source.Royalty != Commoner {
				targets &^= enemy // a king may not capture where captures explode
			}
			seen |= targets & reach
		}
	}
	pawns := p.role[Pawn] & own
	one := forward(c, pawns) &^ occ
	starts := p.rules.doubleFrom[c&1]
	if !p.rules.promotes {
		starts &^= lastRank(c)
	}
	seen |= one | forward(c, forward(c, pawns&starts)&^occ)&^occ
	if !p.rules.convert {
		seen |= pawnsAttack(c, pawns) & enemy
		if p.turn == c && p.enPassant != NoSquare && pawnsAttack(c, pawns).Has(p.enPassant) {
			seen |= Bit(p.enPassant) | Bit(p.enPassant^8)
		}
	}
	if king, ok := p.castlingKing(c); ok {
		for rooks := p.castling & own; rooks != 0; {
			m := NewMove(king, rooks.Pop(), Castling)
			if p.castlingClear(m, occ) {
				seen |= Bit(m.Landing()) | Bit(m.rookLanding())
			}
		}
	}
	return seen
}

// Sight is the squares that c sees in the fog, as [View] shows them; all of
// them where there is none.
func (p *Position) Sight(c Color) Bitboard { return p.visible(ObserverOf(c)) }

// visible is what an observer sees of the board: all of it without fog.
func (p *Position) visible(o Observer) Bitboard {
	if !p.rules.source.Fog || o == Everyone {
		return all
	}
	c := Color(o)
	seen := p.sight(c)
	if p.rules.drops && !p.rules.seenOnly {
		seen |= p.droppable(c)
	}
	return seen
}

// droppable is the empty squares on which c could drop a piece.
func (p *Position) droppable(c Color) Bitboard {
	empty := ^p.Occupied()
	var onlyPawns RoleCounts
	onlyPawns[Pawn] = p.pockets[c][Pawn]
	switch {
	case p.pockets[c].Empty():
		return 0
	case p.pockets[c] == onlyPawns:
		return empty &^ (rank1 | rank8)
	}
	return empty
}

func (p *Position) view(o Observer) View {
	v := View{
		Cells:      make([]Cell, 64),
		Turn:       p.turn,
		Pockets:    p.pockets,
		ChecksLeft: p.checksLeft,
		Halfmoves:  int(p.halfmoves),
		Fullmove:   int(p.fullmove),
	}
	for c := range Color(2) {
		for r := Pawn; r <= King; r++ {
			v.PieceCounts[c][r] = uint8(p.Pieces(c, r).Count())
		}
	}
	seen := p.visible(o)
	for sq := range Square(64) {
		if !seen.Has(sq) {
			v.Cells[sq] = Cell{Hidden: true}
			continue
		}
		cell := Cell{Piece: p.At(sq), Promoted: p.promoted.Has(sq)}
		if p.rules.disguise && cell.Piece != 0 {
			cell.Look = p.lookAt(sq)
		}
		v.Cells[sq] = cell
	}
	for _, sq := range p.checked() {
		if seen.Has(sq) {
			v.Checked = append(v.Checked, sq)
		}
	}
	if seen != all {
		v.Halfmoves = 0 // it would reveal unseen captures and pawn moves
	}
	return v
}

func (p *Position) checked() []Square {
	if !p.InCheck() {
		return nil
	}
	return []Square{p.King(p.turn)}
}

// Trier is a Board whose side to move cannot know, in the fog, which of its
// moves are legal.
type Trier interface {
	// Tries appends the moves that the side to move may try by what it sees:
	// the legal ones and those that only a hidden piece forbids. Game.Play
	// refuses the latter in words that tell no more.
	Tries(dst []Move) []Move
}

// Tries is what may be tried on any board: its legal moves, unless it is a Trier.
func Tries(b Board, dst []Move) []Move {
	if t, ok := b.(Trier); ok {
		return t.Tries(dst)
	}
	return b.Moves(dst)
}

// Tries implements Trier: in the fog the safety of the king is left aside, for
// who attacks it may be hidden, and so may be whom a move checks.
func (b *standard) Tries(dst []Move) []Move {
	p := b.Position()
	r := p.rules.source
	if !r.Fog || !p.rules.royal {
		return p.AppendMoves(dst)
	}
	r.Royalty, r.NoChecks = Exposed, false
	blind := *p
	blind.rules = compile(r)
	return blind.AppendMoves(dst)
}
