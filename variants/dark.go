package variants

import "rookery/chess"

// Dark1 is chess in the fog, won by mate.
var Dark1 = chess.Rules{
	Name: "Dark chess 1", Aim: "Mate a king you may not see.",
	Fog: true,
}

// Dark2 is chess in the fog without check: the king is taken.
var Dark2 = chess.Rules{
	Name: "Dark chess 2", Aim: "Take a king you may not see; nobody warns of check.",
	Royalty: chess.Exposed,
	Fog:     true,
}

const fogCard = `You see your own men and every square they could move to, as if it were your turn.
A pawn sees the square before it only when it is empty, and a diagonal only when it
could capture there. All else is fog. The opponent's moves stay hidden until the end.
Captured men are known to both.`

var dark1Variant = Variant{
	ID: "dark1", Rules: Dark1, PGN: "Dark Chess 1",
	Aliases: []string{"dark", "sun tzu", "dark chess"},
	Card: fogCard + `
The rules are those of chess: check is announced, and the king may not be left in it.`,
	Source: "SchemingMind, Dark chess (checkmate wins)",
	Sample: "f3 e5 g4 Qh4#",
}

var dark2Variant = Variant{
	ID: "dark2", Rules: Dark2, PGN: "Dark Chess 2",
	Aliases: []string{"lao tzu", "fog of war"},
	Card: fogCard + `
There is no check: you win by taking the king, and may leave your own attacked.
Castling may leave, pass and reach attacked squares. No move: draw.`,
	Source: "SchemingMind; chessvariants.com; chess.com, Fog of War",
	Sample: "e4 f6 Qh5 a6 Qxe8#",
}
