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
	Lesson: Lesson{About: "You see only where your pieces could move. Check is announced.", Exercises: []Exercise{
		{"4k3/8/8/8/R6q/8/8/4K3 w - - 0 1", "Capture what you see.", ToCapture, ""},
		{"4k3/8/8/3np3/4P3/8/8/4K3 w - - 0 1", "A pawn sees what it could capture. Capture it.", ToCapture, ""},
		{"4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "The king has not moved from e8. Give check.", ToCheck, ""},
		{"4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1", "You are in check and do not see from where: it comes down the file. Put the knight in between.", ToReach, "e4"},
		{"k7/8/1K6/8/8/8/8/3Q4 w - - 0 1", "You do not see the king: it is in the corner on a8. Checkmate.", ToWin, ""},
	}},
}

var dark2Variant = Variant{
	ID: "dark2", Rules: Dark2, PGN: "Dark Chess 2",
	Aliases: []string{"lao tzu", "fog of war"},
	Card: fogCard + `
There is no check: you win by capturing the king, and may leave your own attacked.
You may castle out of, through and into attacked squares. No legal moves: draw.`,
	Source: "SchemingMind; chessvariants.com; chess.com, Fog of War",
	Sample: "e4 f6 Qh5 a6 Qxe8#",
	Lesson: Lesson{About: "You see only where your pieces could move. Nobody says check: capture the king.", Exercises: []Exercise{
		{"4k3/8/8/8/R6q/8/8/4K3 w - - 0 1", "Capture what you see.", ToCapture, ""},
		{"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "The king does not know that it is attacked. Capture it.", ToWin, ""},
		{"3rk3/8/8/8/8/8/3p4/4K3 w - - 0 1", "A pawn attacks your king, and you do not see what guards it. Leave it alone.", ToReach, "d1 e2 f1 f2"},
		{"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "You may castle through attacked squares, as you do not see who attacks them. Castle.", ToCastle, ""},
		{"4k3/3P4/8/8/8/8/8/6K1 w - - 0 1", "The pawn sees a king. Capture it.", ToWin, ""},
	}},
}
