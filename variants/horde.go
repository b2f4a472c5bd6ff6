package variants

import "rookery/chess"

// Horde sets thirty-six pawns against an army.
var Horde = chess.Rules{
	Name: "Horde", Aim: "White: checkmate with a horde of pawns. Black: capture them all.",
	Start: &chess.StartPositions{Name: "thirty-six pawns against an army", Count: 1, FEN: func(int) string {
		return "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
	}},
	Pawns: chess.FromFirstToo,
}

var hordeVariant = Variant{
	ID: "horde", Rules: Horde, PGN: "Horde", UCI: "horde",
	Card: `White has thirty-six pawns and no king; Black has the standard army.
White wins by checkmate. Black wins by capturing all white pieces.
White's pawns may advance two squares from the first rank as well as from the second;
one that came from the first cannot be captured en passant. Stalemate is a draw.`,
	Source: "lichess, Horde",
	Sample: "e5 d5 g6 a5 e6 h5 gxf7#",
}
