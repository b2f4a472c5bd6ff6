package variants

import "rookery/variants/tower"

// Makarenko is Makarenko's chess of towers; the board is in package tower.
var Makarenko = tower.Rules

var makarenkoVariant = Variant{
	ID: "makarenko", Rules: Makarenko, PGN: "Makarenko's Chess",
	Aliases: []string{"makarenko chess", "makarenko", "cubic chess", "towers"},
	Card: `Every man is a tower of discs, and its height says how it moves: one or two discs as a
pawn, three as a rook, four as a knight, five or six as a bishop, seven as a queen,
eight or more as a king.
You move a tower or any part of it; the part moves as a tower of its own height does,
and what is left behind stays as a tower of what it has left.
An enemy tower is captured whole and leaves the game. Where a part could capture it may
join a tower of your own, and the heights add up.
Pawns step straight ahead, two squares from their second rank. No promotion, no
en passant, no castling.
There is no check. After your move you must own a king, which may be one you just built.
Who has lost his last king and has no move that builds one has lost.
Moves are written as two squares, with a colon and the discs that move if not all do:
e2e4, d1d4:3.`,
	Source: "A. Makarenko; chessvariants.com",
	Sample: "e2e4 e7e5 d1h5 b8c6 h5f7:6 a7a6 f7e8 d8c7",
}
