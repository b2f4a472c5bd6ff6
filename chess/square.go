package chess

// Square numbers one cell of a board. On the 8×8 board a1 is 0, b1 is 1 and h8
// is 63. Other boards number their cells as their [Layout] lists them; none
// has more than 128.
type Square uint8

// NoSquare is the absence of a square.
const NoSquare Square = 255

// The squares of the 8×8 board that rules name.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
)

// At gives the 8×8 square on file 0 (a) to 7 (h) and rank 0 (the first) to 7.
func At(file, rank int) Square { return Square(rank<<3 | file) }

// File is 0 for the a-file to 7 for the h-file of the 8×8 board.
func (s Square) File() int { return int(s & 7) }

// Rank is 0 for White's first rank to 7 for Black's first rank of the 8×8 board.
func (s Square) Rank() int { return int(s >> 3) }

// String names a square of the 8×8 board, such as e4, and writes a dash for
// any other value. A square of another board is named by its [Layout].
func (s Square) String() string {
	if s > 63 {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare reads the name of an 8×8 square; ok is false for anything else.
func ParseSquare(name string) (sq Square, ok bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return NoSquare, false
	}
	return At(int(name[0]-'a'), int(name[1]-'1')), true
}
