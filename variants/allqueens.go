package variants

import "rookery/chess"

// AllQueens is chess with seven queens a side.
var AllQueens = chess.Rules{
	Name: "All Queens", Aim: "Checkmate the king among fourteen queens.",
	Start: &chess.StartPositions{Name: "queens around each king", Count: 1, FEN: func(int) string {
		return "qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1"
	}},
}

var allQueensVariant = Variant{
	ID: "allqueens", Rules: AllQueens, PGN: "All Queens",
	Aliases: []string{"queens"},
	Card: `All pieces behind the pawns except the king are queens. Otherwise as in chess, but there
is no castling, since there are no rooks.`,
	Source: "FIDE Laws of Chess; seven queens around a king on the e-file: house rule",
	Sample: "b4 a5 e4 b5 Ke2 Qxe4#",
}
