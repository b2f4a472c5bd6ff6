package variants

import "rookery/variants/tower"

// Makarenko is Makarenko's chess of towers; the board is in package tower.
var Makarenko = tower.Rules

var makarenkoVariant = Variant{
	ID: "makarenko", Rules: Makarenko, PGN: "Makarenko's Chess",
	Aliases: []string{"makarenko chess", "makarenko", "cubic chess", "towers"},
	Card: `Every piece is a tower of discs, and its height decides how it moves: one or two discs
as a pawn, three as a rook, four as a knight, five or six as a bishop, seven as a queen,
eight or more as a king.
You move a tower or any part of it; the part moves as a tower of its own height does,
and the rest stays behind as a tower of the remaining height.
An enemy tower is captured as a whole and removed. Wherever a part could capture, it may
instead join a tower of your own; their heights add up.
Pawns move one square straight ahead, or two from their second rank. No promotion, no en
passant, no castling.
There is no check. After your move you must have a king, even one you just built.
A player who has lost the last king and has no move that builds one loses.
Moves are written as two squares, plus a colon and the number of discs if not all move:
e2e4, d1d4:3.`,
	Source: "A. Makarenko; chessvariants.com",
	Sample: "e2e4 e7e5 d1h5 b8c6 h5f7:6 a7a6 f7e8 d8c7",
}
