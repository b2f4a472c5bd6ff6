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
	Lesson: Lesson{About: "Every piece is a tower, and its height decides how it moves. Towers split and join.", Exercises: []Exercise{
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Three discs move as a rook. Capture the pawn.", ToCapture, ""},
		{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Four discs move as a knight. Let four of the queen's seven discs jump.", ToReach, "b2 c3 e3"},
		{"K3k3/8/8/8/8/4P{2}3/3P4/8 w - - 0 1", "One disc and two discs make a rook. Join the pawns.", ToReach, "e3"},
		{"4k3/8/8/8/K7/8/8/4RB2 w - - 0 1", "Three discs and five make a second king. Join rook and bishop.", ToReach, "f1"},
		{"4k3/8/5N2/8/8/8/8/4K3 w - - 0 1", "There is no check. Capture the only king.", ToWin, ""},
	}},
}
