package hex

import (
	"fmt"
	"slices"
	"strings"

	"rookery/chess"
)

// diagram is the game told a second time, from how the board looks on paper:
// a cell is its file and its height over the page in half cells, a piece is a
// letter, and a move is legal when no reply takes the king.
type diagram struct {
	pieces    map[spot]byte
	turn      chess.Color
	skipped   spot
	enPassant bool
}

type spot struct{ file, height int }

func (s spot) plus(by spot) spot { return spot{s.file + by.file, s.height + by.height} }

// spotAt is the spot of a file from 0 and a rank from 1.
func spotAt(file, rank int) spot { return spot{file, 2*(rank-1) + max(file-5, 5-file)} }

func (s spot) on() bool {
	edge := max(s.file-5, 5-s.file)
	return edge <= 5 && s.height >= edge && s.height <= 20-edge
}

func (s spot) name() string {
	return fmt.Sprintf("%c%d", "abcdefghikl"[s.file], (s.height-max(s.file-5, 5-s.file))/2+1)
}

var (
	rookWays   = []spot{{0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	bishopWays = []spot{{2, 0}, {-2, 0}, {1, 3}, {1, -3}, {-1, 3}, {-1, -3}}
	allWays    = append(slices.Clone(rookWays), bishopWays...)
	knightWays = []spot{
		{1, 5}, {-1, 5}, {1, -5}, {-1, -5}, {2, 4}, {-2, 4}, {2, -4}, {-2, -4}, {3, 1}, {-3, 1}, {3, -1}, {-3, -1},
	}
)

// drawing reads the first two fields of a FEN.
func drawing(fen string) *diagram {
	d := &diagram{pieces: map[spot]byte{}}
	fields := strings.Fields(fen)
	if fields[1] == "b" {
		d.turn = chess.Black
	}
	for i, row := range strings.Split(fields[0], "/") {
		rank := 11 - i
		file := max(0, rank-6)
		for row != "" {
			n := 0
			if digits, err := fmt.Sscanf(row, "%d", &n); digits == 1 && err == nil {
				row = strings.TrimLeft(row, "0123456789")
				file += n
				continue
			}
			d.pieces[spotAt(file, rank)] = row[0]
			row = row[1:]
			file++
		}
	}
	return d
}

func (d *diagram) owner(s spot) (c chess.Color, ok bool) {
	piece, ok := d.pieces[s]
	if piece >= 'a' {
		c = chess.Black
	}
	return c, ok
}

type step struct {
	from, to  spot
	promotion string
}

func (s step) String() string { return s.from.name() + s.to.name() + s.promotion }

// steps are all moves that disregard the own king's safety.
func (d *diagram) steps() (all []step) {
	for from := range d.pieces {
		if c, _ := d.owner(from); c != d.turn {
			continue
		}
		switch d.pieces[from] | 0x20 {
		case 'p':
			all = append(all, d.pawn(from)...)
		case 'n':
			all = append(all, d.walk(from, knightWays, 1)...)
		case 'k':
			all = append(all, d.walk(from, allWays, 1)...)
		case 'b':
			all = append(all, d.walk(from, bishopWays, 20)...)
		case 'r':
			all = append(all, d.walk(from, rookWays, 20)...)
		case 'q':
			all = append(all, d.walk(from, allWays, 20)...)
		}
	}
	return all
}

func (d *diagram) walk(from spot, ways []spot, most int) (all []step) {
	for _, way := range ways {
		to := from
		for range most {
			to = to.plus(way)
			c, taken := d.owner(to)
			if !to.on() || taken && c == d.turn {
				break
			}
			all = append(all, step{from: from, to: to})
			if taken {
				break
			}
		}
	}
	return all
}

// homes are White's pawn cells, by name as the rules list them.
var homes = strings.Fields("b1 c2 d3 e4 f5 g4 h3 i2 k1")

// home reports whether the side's pawns start here: Black's cells are White's
// upside down.
func home(s spot, c chess.Color) bool {
	if c == chess.Black {
		s.height = 20 - s.height
	}
	return slices.Contains(homes, s.name())
}

func (d *diagram) pawn(from spot) (all []step) {
	up := 1 - 2*int(d.turn)
	arrive := func(to spot) {
		if beyond := to.plus(spot{0, 2 * up}); beyond.on() {
			all = append(all, step{from: from, to: to})
			return
		}
		for _, letter := range "qrbn" {
			all = append(all, step{from, to, string(letter)})
		}
	}
	if one := from.plus(spot{0, 2 * up}); one.on() && d.pieces[one] == 0 {
		arrive(one)
		if two := one.plus(spot{0, 2 * up}); two.on() && d.pieces[two] == 0 && home(from, d.turn) {
			arrive(two)
		}
	}
	for _, side := range []int{-1, 1} {
		to := from.plus(spot{side, up})
		if c, taken := d.owner(to); taken && c != d.turn || d.enPassant && to == d.skipped {
			arrive(to)
		}
	}
	return all
}

func (d *diagram) after(s step) *diagram {
	n := &diagram{pieces: make(map[spot]byte, len(d.pieces)), turn: d.turn.Other()}
	for at, piece := range d.pieces {
		n.pieces[at] = piece
	}
	piece := n.pieces[s.from]
	delete(n.pieces, s.from)
	up := 1 - 2*int(d.turn)
	if piece|0x20 == 'p' {
		if d.enPassant && s.to == d.skipped && s.to.file != s.from.file {
			delete(n.pieces, s.to.plus(spot{0, -2 * up}))
		}
		if s.to.height-s.from.height == 4*up {
			n.enPassant, n.skipped = true, s.from.plus(spot{0, 2 * up})
		}
		if s.promotion != "" {
			piece = s.promotion[0] &^ 0x20
			if d.turn == chess.Black {
				piece |= 0x20
			}
		}
	}
	n.pieces[s.to] = piece
	return n
}

// takesKing reports whether the side to move could take a king.
func (d *diagram) takesKing() bool {
	for _, s := range d.steps() {
		if d.pieces[s.to]|0x20 == 'k' {
			return true
		}
	}
	return false
}

func (d *diagram) checked() bool {
	other := &diagram{pieces: d.pieces, turn: d.turn.Other()}
	return other.takesKing()
}

func (d *diagram) legal() (all []string) {
	for _, s := range d.steps() {
		if !d.after(s).takesKing() {
			all = append(all, s.String())
		}
	}
	slices.Sort(all)
	return all
}

func (d *diagram) find(name string) step {
	for _, s := range d.steps() {
		if s.String() == name {
			return s
		}
	}
	panic("no step " + name)
}
