package variants

import "rookery/chess"

// Horde sets thirty-six pawns against an army.
var Horde = chess.Rules{
	Name: "Horde", Aim: "White: mate with a horde of pawns. Black: take them all.",
	Start: &chess.StartPositions{Name: "thirty-six pawns against an army", Count: 1, Array: func(int) string {
		return "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
	}},
	Pawns: chess.FromFirstToo,
}

var hordeVariant = Variant{
	ID: "horde", Rules: Horde, PGN: "Horde", UCI: "horde",
	Card: `White has thirty-six pawns and no king; Black has the usual army.
White wins by mate. Black wins by taking every white man.
White's pawns may step two squares from the first rank as well as from the second; one
that came from the first cannot be taken en passant. Stalemate draws.`,
	Source: "lichess, Horde",
	Sample: "e5 d5 g6 a5 e6 h5 gxf7#",
}
