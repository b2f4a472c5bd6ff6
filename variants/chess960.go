package variants

import (
	"strings"

	"rookery/chess"
)

// Chess960 starts from one of 960 positions: bishops on opposite colours, the king
// between the rooks, Black mirroring White.
var Chess960 = chess.Rules{
	Name: "Chess960", Aim: "Checkmate the king, from one of 960 starting positions.",
	Start: &chess.StartPositions{Name: "one of 960 starting positions", Count: 960, Usual: 518, FEN: func(n int) string {
		return mirrored(backRank(n), backRank(n))
	}},
}

// Double960 draws the back ranks apart: number 960·w + b has rank w for White
// and b for Black.
var Double960 = chess.Rules{
	Name: "Double 960", Aim: "Checkmate the king; each side has its own starting position.",
	Start: &chess.StartPositions{Name: "two of 960 starting positions", Count: 960 * 960, Usual: 518*960 + 518, FEN: func(n int) string {
		return mirrored(backRank(n/960), backRank(n%960))
	}},
}

var chess960Variant = Variant{
	ID: "chess960", Rules: Chess960, PGN: "Chess960", UCI: "chess960",
	Aliases: []string{"960", "fischerandom", "fischer random", "freestyle", "frc"},
	Card: `As in chess, but the pieces behind the pawns start in one of 960 orders, numbered 0 to
959:
the bishops on squares of opposite colour, the king between the rooks, Black mirroring
White. Number 518 is the standard starting position.
After castling, king and rook stand where they would in chess: king on the g-file and
rook on f, or king on c and rook on d, wherever they started. All squares between must
be empty except for the two, and the king may not cross an attacked square.`,
	Source: "R. Fischer; FIDE Laws, guidelines II; numbers by R. Scharnagl",
	Sample: "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#",
	Lesson: Lesson{About: "The pieces start in another order. After castling king and rook stand as in chess.", Exercises: []Exercise{
		{"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "Castle kingside: the king comes to g1, the rook to f1.", ToCastle, ""},
		{"3k4/8/8/8/8/8/8/R4K2 w A - 0 1", "Castle queenside: the king comes to c1, the rook to d1.", ToCastle, ""},
		{"4k3/8/8/8/8/8/8/6KR w H - 0 1", "The king stands on g1 already. Castle all the same.", ToCastle, ""},
		{"4kr2/8/8/8/8/8/8/R2K3R w HA - 0 1", "The king may not pass over an attacked square. Castle on the other side.", ToCastle, ""},
		{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "Open the diagonal of the bishop on a1.", ToReach, "b3 b4"},
	}},
}

var doubleVariant = Variant{
	ID: "double960", Rules: Double960,
	Aliases: []string{"dfrc", "double fischer random", "double chess960"},
	Card: `As in Chess960, but each side gets its own random starting position, so Black does not
mirror White.
Castling works as in Chess960, for each side on its own squares.`,
	Source: "SchemingMind, double 960",
	Sample: "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#",
}

// knightPairs are the places of the two knights among the five free files, in
// Scharnagl's order.
var knightPairs = [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}

// backRank is the back rank number n, 0 ≤ n < 960, from the a-file in capital
// letters, by Scharnagl's numbering: 518 is RNBQKBNR.
func backRank(n int) string {
	var rank [8]byte
	put := func(piece byte, free int) {
		for file := range rank {
			if rank[file] != 0 {
				continue
			}
			if free == 0 {
				rank[file] = piece
				return
			}
			free--
		}
	}
	rank[n%4*2+1] = 'B'
	n /= 4
	rank[n%4*2] = 'B'
	n /= 4
	put('Q', n%6)
	pair := knightPairs[n/6%10]
	put('N', pair[0])
	put('N', pair[1]-1) // one free file fewer since the first knight
	for _, piece := range []byte("RKR") {
		put(piece, 0)
	}
	return string(rank[:])
}

// mirrored is the FEN in which the two back ranks stand behind their pawns,
// with every right to castle.
func mirrored(white, black string) string {
	rights := func(rank string) string {
		right := strings.LastIndexByte(rank, 'R')
		left := strings.IndexByte(rank, 'R')
		return string([]byte{'A' + byte(right), 'A' + byte(left)})
	}
	return strings.ToLower(black) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white +
		" w " + rights(white) + strings.ToLower(rights(black)) + " - 0 1"
}
