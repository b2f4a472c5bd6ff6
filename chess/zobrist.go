package chess

// Zobrist keys: one random word for each fact that makes two positions
// differ (A. L. Zobrist, "A new hashing method", 1970). A count of zero and
// an absent mark have the key zero, so that the empty position is zero.
var (
	zobristPieces    [2][7][64]uint64
	zobristPromoted  [64]uint64
	zobristLook      [8][64]uint64
	zobristCastling  [64]uint64
	zobristEnPassant [8]uint64         // by file
	zobristPocket    [2][7][256]uint64 // by count
	zobristChecks    [2][8]uint64
	zobristTurn      uint64
)

// splitmix is a small generator with a fixed seed, so that keys are the same
// in every run and may be written to disk (S. Vigna, splitmix64).
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// fewInPocket is the first count in a pocket whose word is drawn after all others,
// so that the others stayed what they were when only 31 of a kind were told
// apart. A FEN may hold 64, and the game adds those that are captured.
const fewInPocket = 32

func init() {
	var rng splitmix = 0x726f6f6b657279
	for c := range 2 {
		for r := Pawn; r <= King; r++ {
			for sq := range 64 {
				zobristPieces[c][r][sq] = rng.next()
			}
			for n := 1; n < fewInPocket; n++ {
				zobristPocket[c][r][n] = rng.next()
			}
		}
		for n := 1; n < 8; n++ {
			zobristChecks[c][n] = rng.next()
		}
	}
	for sq := range 64 {
		zobristPromoted[sq] = rng.next()
		zobristCastling[sq] = rng.next()
		for r := Pawn; r <= King; r++ {
			zobristLook[r][sq] = rng.next()
		}
	}
	for file := range zobristEnPassant {
		zobristEnPassant[file] = rng.next()
	}
	zobristTurn = rng.next()
	for c := range 2 {
		for r := Pawn; r <= King; r++ {
			for n := fewInPocket; n < 256; n++ {
				zobristPocket[c][r][n] = rng.next()
			}
		}
	}
}
