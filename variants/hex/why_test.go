package hex

import (
	"errors"
	"testing"

	"rookery/chess"
)

func TestIllegalMovesAreRefusedWithAReason(t *testing.T) {
	const pinned = "1/1k1/5/2r4/9/11/3P1P5/4N6/11/4K6/11 w - - 3 20"
	const checked = "1/3/5/2r4/4k4/11/3P1P5/11/4R6/5K5/5B5 b - - 3 20"
	for _, test := range []struct{ name, fen, text, want string }{
		{"castling", start, "O-O", "O-O: there is no castling in this variant"},
		{"an own piece on the cell", start, "Nf3", "Nf3: your own bishop is on f3"},
		{"an own piece in the way", start, "Rc6", "Rc6: the pawn on c2 is in the way"},
		{"a pawn with nothing to capture", start, "f5g5", "f5g5: nothing to capture on g5"},
		{"a pawn against a pawn", "1/1k1/5/7/9/5p5/5P5/11/11/5K5/11 w - - 0 1", "f6", "f6: f6 is occupied, and a pawn captures only to the sides"},
		{"a king into check", checked, "Ke7", "Ke7: the king would be in check from the rook on e3"},
		{"a pinned knight", pinned, "Nd6", "Nd6: the knight on e4 is pinned: the king would be in check from the rook on e8"},
		{"a check left standing", "1/1k1/5/4r2/9/11/11/11/11/4K6/5R5 b - - 0 1", "Rg7", "Rg7: the king is in check from the rook on f1"},
		{"a move that the piece does not have", start, "Ki8", "Ki8: no king can go to i8"},
	} {
		b := setUp(t, test.fen)
		_, err := chess.ParseMove(b, test.text)
		var illegal *chess.IllegalError
		if !errors.As(err, &illegal) || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}
