package variants

import "rookery/chess"

// Atomic makes every capture explode.
var Atomic = chess.Rules{
	Name: "Atomic", Aim: "Blow up the opponent's king.",
	Capture: chess.Explode,
}

// Atomic960 is Atomic from the starting positions of Chess960.
var Atomic960 = mustCombine("Atomic 960", Atomic.Aim, Atomic, Chess960)

var atomicVariant = Variant{
	ID: "atomic", Rules: Atomic, PGN: "Atomic", UCI: "atomic",
	Aliases: []string{"atom", "atomic chess"},
	Card: `Every capture explodes: the capturing and the captured piece are removed, and so is
every piece except pawns on the eight surrounding squares.
You win by blowing up the opponent's king, or by checkmate.
You may not blow up your own king, so a king can never capture.
Blowing up the opponent's king is legal even when you are in check.
Kings may stand next to each other; while they touch, neither is in check.
A rook blown up on its starting square can no longer castle.
Insufficient material: bare kings; a bare king against one knight, bishop or rook, or
against two knights; only bishops, with the two sides on opposite colours.`,
	Source: "lichess; SchemingMind; FICS, help atomic",
	Sample: "Nf3 a6 Ne5 a5 Nxf7#",
	Lesson: Lesson{About: "Every capture explodes, with all pieces around but pawns. Blow up the king.", Exercises: []Exercise{
		{"4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "Capture the pawn beside the king.", ToWin, ""},
		{"r1bqkbnr/pppp1ppp/2n5/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "Find the capture beside the king.", ToWin, ""},
		{"3q2k1/2p5/8/8/8/8/8/2R1K3 w - - 0 1", "Blow up the queen: capture what stands beside it.", ToCapture, ""},
		{"8/8/8/3k4/8/3K4/8/4q3 w - - 0 1", "Beside the other king yours is safe: a capture would blow up both. Go there.", ToReach, "d4 c4 e4"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Checkmate wins, too.", ToWin, ""},
	}},
}

var atomic960Variant = Variant{
	ID: "atomic960", Rules: Atomic960,
	Card: `Atomic from one of the 960 starting positions, with Chess960 castling.
` + atomicVariant.Card,
	Source: atomicVariant.Source,
}
