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
	Lesson: Lesson{About: "White has pawns alone and must checkmate; Black must capture them all.", Exercises: []Exercise{
		{"4k3/8/8/8/8/8/8/PPPP4 w - - 0 1", "On the first rank, too, there are pawns. Move one up two squares.", ToReach, "a3 b3 c3 d3"},
		{"4k3/P7/8/8/8/2P5/8/8 w - - 0 1", "Promote: without pieces there is no checkmate.", ToPromote, ""},
		{"3qk3/8/8/8/3P4/8/8/1PP5 b - - 0 1", "You are Black now. Capture a pawn.", ToCapture, ""},
		{"4k3/8/8/8/8/8/8/r6P b - - 0 1", "Capture the last pawn.", ToWin, ""},
		{"6k1/4Pppp/8/8/8/8/8/8 w - - 0 1", "Promote and checkmate.", ToWin, ""},
	}},
}
