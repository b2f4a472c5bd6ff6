package variants

import "rookery/chess"

// Atomic makes every capture explode.
var Atomic = chess.Rules{
	Name: "Atomic", Aim: "Blow up the enemy king.",
	Capture: chess.Explode,
}

// Atomic960 is Atomic on the arrays of Chess960.
var Atomic960 = joined("Atomic 960", Atomic.Aim, Atomic, Chess960)

var atomicVariant = Variant{
	ID: "atomic", Rules: Atomic, PGN: "Atomic", UCI: "atomic",
	Aliases: []string{"atom", "atomic chess"},
	Card: `Every capture explodes: captor and captive vanish, and so does every man but pawns
on the eight squares round the square of the capture.
You win by blowing up the enemy king, or by mate.
You may not blow up your own king; so a king never captures.
Blowing up the enemy king is legal even when you are in check.
Kings may stand side by side, and while they touch neither is in check.
A rook blown up on its square can no longer castle.
Too little material: bare kings; a bare king against one knight, bishop or rook, or
against two knights; only bishops, the two sides on opposite colours.`,
	Source: "lichess; SchemingMind; FICS, help atomic",
	Sample: "Nf3 a6 Ne5 a5 Nxf7#",
}

var atomic960Variant = Variant{
	ID: "atomic960", Rules: Atomic960,
	Card: `Atomic from one of the 960 arrays, with the castling of Chess960.
` + atomicVariant.Card,
	Source: atomicVariant.Source,
}
