package variants

import "rookery/chess"

// AllQueens is chess with seven queens a side.
var AllQueens = chess.Rules{
	Name: "All Queens", Aim: "Mate the king among fourteen queens.",
	Start: &chess.StartPositions{Name: "queens round each king", Count: 1, Array: func(int) string {
		return "qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1"
	}},
}

var allQueensVariant = Variant{
	ID: "allqueens", Rules: AllQueens, PGN: "All Queens",
	Aliases: []string{"queens"},
	Card: `Every man behind the pawns but the king is a queen. All else is as in chess; there is
no castling, for there are no rooks.`,
	Source: "our customer's documents; kings on the e-file by our own choice",
	Sample: "b4 a5 e4 b5 Ke2 Qxe4#",
}
