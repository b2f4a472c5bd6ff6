package variants

import "rookery/chess"

// Capture is Suicide turned round: take everything.
var Capture = chess.Rules{
	Name: "Capture chess", Aim: "Capture all enemy pieces; captures are compulsory.",
	Forced:     true,
	Royalty:    chess.Commoner,
	Goal:       chess.TakeAll,
	Stalemate:  chess.StalemateMoreWins,
	Promotion:  promotionsWithKing,
	NoCastling: true,
}

var captureVariant = Variant{
	ID: "capture", Rules: Capture, PGN: "Capture",
	Aliases: []string{"capture chess"},
	Card: `You win when you have captured the last enemy piece.
If you can capture, you must; you choose which capture.
The king is an ordinary piece: no check, no checkmate, and it can be captured.
Pawns promote to queen, rook, bishop, knight or king. There is no castling.
If a player has no legal moves, the side with more pieces wins; equal numbers are a
draw.`,
	Source: "SchemingMind; equal numbers: house rule",
	Sample: "c4 d5 cxd5 Qxd5 Qc2 Qxd2 Qxh7 Qxc1 Qxg8 Qxe1 Qxg7 Qxb1 Rxb1 Rxh2 Qxf7 Rxg2 Qxf8 Rxg1 Qxe8 Rxh1 Qxe7 Rxf1 Qxc7 Rxf2 Qxb7 Rxe2 Qxa7 Rxa7 Rg1 Rxa2 Rg5 Rexb2 Ra5 Rxa5#",
	Lesson: Lesson{About: "Capture everything. Captures are compulsory; the king is a piece like others.", Exercises: []Exercise{
		{"7r/8/1k6/8/8/8/8/1R5R w - - 0 1", "You must capture, and may choose. Take the rook.", ToReach, "h8"},
		{"8/8/3n4/8/8/1PP5/8/8 w - - 0 1", "Offer a protected pawn: the knight must capture it, and is captured in turn.", ToOffer, ""},
		{"8/8/8/8/3b4/8/8/R7 w - - 0 1", "Attack the bishop from where it does not attack you.", ToReach, "a4 d1"},
		{"8/P7/8/8/8/8/3p3P/8 w - - 0 1", "Promote the pawn.", ToPromote, ""},
		{"8/8/4p3/8/4P3/8/p6P/B7 w - - 0 1", "Leave your opponent without a move: you have more pieces.", ToWin, ""},
	}},
}
