package tower

import (
	"strconv"
	"strings"

	"rookery/chess"
)

// parse reads a position. Four fields suffice. The error joins every fault,
// each a [*chess.FENError].
func parse(text string) (position, error) {
	r := reader{FENReader: chess.NewFENReader(text)}
	if pieces, ok := r.Next(chess.FieldPlacement, "the piece placement is missing"); ok {
		r.placement(pieces)
	}
	r.turn, _, _ = r.Side()
	if r.turn == chess.Black {
		r.key ^= blackKey
	}
	r.Dash(chess.FieldCastling, "there is no castling here")
	r.Dash(chess.FieldEnPassant, "there is no capture en passant here")
	r.halfmoves, r.fullmove = r.Counters()
	return r.position, r.Err()
}

// reader puts a position together from a FEN.
type reader struct {
	*chess.FENReader
	position
}

// placement reads the towers: eight ranks, the eighth first.
func (r *reader) placement(f chess.FENField) {
	ranks, _ := r.Ranks(f, 8)
	var discs [2]int
	for i, rank := range ranks {
		r.rank(rank, 7-i, &discs)
	}
	for c, n := range discs {
		if n > highest {
			r.Fault(chess.FieldPlacement, f.Offset+len(f.Text), "%s has %d discs, more than %d", chess.Color(c), n, highest)
		}
	}
}

// rank reads one rank, 0 to 7, and counts the discs of either side.
func (r *reader) rank(f chess.FENField, rank int, discs *[2]int) {
	file := 0
	for i := 0; i < len(f.Text); {
		at, letter := f.Offset+i, f.Text[i]
		if letter >= '1' && letter <= '8' {
			file += int(letter - '0')
			i++
			continue
		}
		role := chess.RoleOf(letter)
		if letter >= 0x80 || role == chess.NoRole {
			for _, strange := range f.Text[i:] {
				r.Fault(chess.FieldPlacement, at, "invalid piece %q: use P R N B Q K and digits", strange)
				i += max(len(string(strange)), 1)
				break
			}
			file++
			continue
		}
		height, size := r.height(f.Text[i+1:], at+1, role)
		i += 1 + size
		color := chess.White
		if letter >= 'a' {
			color = chess.Black
		}
		discs[color] += height
		if file < 8 && height <= highest {
			r.setHeight(color, chess.At(file, rank), height)
		}
		file++
	}
	r.Filled(f, rank, file)
}

// height reads the height of a tower in braces, where there are any, and
// returns it with the bytes it took.
func (r *reader) height(rest string, offset int, role chess.Role) (height, size int) {
	height = leastHeight(role)
	if !strings.HasPrefix(rest, "{") {
		return height, 0
	}
	digits, _, closed := strings.Cut(rest[1:], "}")
	if !closed {
		r.Fault(chess.FieldPlacement, offset, "the height of the tower lacks its closing brace")
		return height, len(rest)
	}
	size = len(digits) + 2
	n, err := strconv.ParseUint(digits, 10, 16)
	switch {
	case err != nil:
		r.Fault(chess.FieldPlacement, offset+1, "invalid tower height %s", chess.Quote(digits))
	case roleOf(int(n)) != role:
		r.Fault(chess.FieldPlacement, offset+1, "a tower of %d discs is not a %s", n, role)
	default:
		height = int(n)
	}
	return height, size
}

// setup is the position as a FEN tells it, with the height of every tower.
func (p *position) setup() *chess.Setup {
	return &chess.Setup{
		Cells: p.cells(), Turn: p.turn, EnPassant: chess.NoSquare, Halfmoves: p.halfmoves, Fullmove: p.fullmove,
	}
}

func (p *position) cells() []chess.Cell {
	cells := make([]chess.Cell, 64)
	for sq := range chess.Square(64) {
		if p.height[sq] != 0 {
			cells[sq] = chess.Cell{Piece: p.piece(sq), Count: p.height[sq]}
		}
	}
	return cells
}

// fen writes the position. A height that is the least of its kind goes without
// saying.
func (p *position) fen() string {
	s := p.setup()
	for i, cell := range s.Cells {
		if int(cell.Count) == leastHeight(cell.Piece.Role()) {
			s.Cells[i].Count = 0
		}
	}
	return s.FEN()
}
