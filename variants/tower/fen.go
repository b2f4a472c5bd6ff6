package tower

import (
	"fmt"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/variants/internal/fen"
)

// parse reads a position. Four fields suffice. The error joins every fault,
// each a [*chess.FENError].
func parse(text string) (position, error) {
	r := reader{Reader: fen.NewReader(text)}
	if men, ok := r.Next(fen.Placement, "there is no placement of towers"); ok {
		r.placement(men)
	}
	r.turn, _ = r.Side()
	if r.turn == chess.Black {
		r.key ^= blackKey
	}
	r.Dash(fen.Castling, "there is no castling here")
	r.Dash(fen.Passant, "there is no capture en passant here")
	r.halfmoves, r.fullmove = r.Counters()
	return r.position, r.Err()
}

// reader puts a position together from a FEN.
type reader struct {
	*fen.Reader
	position
}

// placement reads the towers: eight ranks, the eighth first.
func (r *reader) placement(f fen.Field) {
	ranks := strings.Split(f.Text, "/")
	if len(ranks) != 8 {
		r.Fault(fen.Placement, f.Offset+len(f.Text), "there must be 8 ranks, not %d", len(ranks))
	}
	var discs [2]int
	offset := f.Offset
	for i, rank := range ranks {
		if i < 8 {
			r.rank(fen.Field{Text: rank, Offset: offset}, 7-i, &discs)
		}
		offset += len(rank) + 1
	}
	for c, n := range discs {
		if n > highest {
			r.Fault(fen.Placement, f.Offset+len(f.Text), "%s has %d discs, more than %d", chess.Color(c), n, highest)
		}
	}
}

// rank reads one rank, 0 to 7, and counts the discs of either side.
func (r *reader) rank(f fen.Field, rank int, discs *[2]int) {
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
				r.Fault(fen.Placement, at, "%q is no man: use P R N B Q K and digits", strange)
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
			r.build(color, chess.At(file, rank), height)
		}
		file++
	}
	if file != 8 {
		r.Fault(fen.Placement, f.Offset, "rank %d has %d squares, not 8", rank+1, file)
	}
}

// height reads the height of a tower in braces, where there are any, and
// returns it with the bytes it took.
func (r *reader) height(rest string, offset int, role chess.Role) (height, size int) {
	height = leastOf(role)
	if !strings.HasPrefix(rest, "{") {
		return height, 0
	}
	digits, _, closed := strings.Cut(rest[1:], "}")
	if !closed {
		r.Fault(fen.Placement, offset, "the height of the tower lacks its closing brace")
		return height, len(rest)
	}
	size = len(digits) + 2
	n, err := strconv.ParseUint(digits, 10, 16)
	switch {
	case err != nil:
		r.Fault(fen.Placement, offset+1, "%s is no height of a tower", fen.Quote(digits))
	case roleOf(int(n)) != role:
		r.Fault(fen.Placement, offset+1, "a tower of %d is no %s", n, role)
	default:
		height = int(n)
	}
	return height, size
}

// fen writes the position.
func (p *position) fen() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			sq := chess.At(file, rank)
			man := p.man(sq)
			if man == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			b.WriteByte(man.Letter())
			if height := int(p.height[sq]); height != leastOf(man.Role()) {
				fmt.Fprintf(&b, "{%d}", height)
			}
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c - - %d %d", "wb"[p.turn], p.halfmoves, p.fullmove)
	return b.String()
}
