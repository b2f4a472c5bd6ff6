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
}

var atomic960Variant = Variant{
	ID: "atomic960", Rules: Atomic960,
	Card: `Atomic from one of the 960 starting positions, with Chess960 castling.
` + atomicVariant.Card,
	Source: atomicVariant.Source,
}
