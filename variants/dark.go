package variants

import "rookery/chess"

// Dark1 is chess in the fog, won by mate.
var Dark1 = chess.Rules{
	Name: "Dark chess 1", Aim: "Checkmate a king you may not see.",
	Fog: true,
}

// Dark2 is chess in the fog without check: the king is taken.
var Dark2 = chess.Rules{
	Name: "Dark chess 2", Aim: "Capture a king you may not see; checks are not announced.",
	Royalty: chess.Exposed,
	Fog:     true,
}

const fogCard = `You see your own pieces and every square they could move to if it were your turn.
A pawn sees the square in front of it only if it is empty, and a diagonal only if it
could capture there. Everything else is fog. Your opponent's moves stay hidden until the
game is over.
Captured pieces are known to both players.`

var dark1Variant = Variant{
	ID: "dark1", Rules: Dark1, PGN: "Dark Chess 1",
	Aliases: []string{"dark", "sun tzu", "dark chess"},
	Card: fogCard + `
The rules are those of chess: check is announced, and you may not leave your king in
check.`,
	Source: "SchemingMind, Dark chess (checkmate wins)",
	Sample: "f3 e5 g4 Qh4#",
}

var dark2Variant = Variant{
	ID: "dark2", Rules: Dark2, PGN: "Dark Chess 2",
	Aliases: []string{"lao tzu", "fog of war"},
	Card: fogCard + `
There is no check: you win by capturing the king, and may leave your own attacked.
You may castle out of, through and into attacked squares. No legal moves: draw.`,
	Source: "SchemingMind; chessvariants.com; chess.com, Fog of War",
	Sample: "e4 f6 Qh5 a6 Qxe8#",
}
