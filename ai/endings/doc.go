// Package endings makes, keeps and asks exact tables of positions of up to four
// pieces, for every set of rules of the 8×8 board under which such tables can be.
//
// A table tells of each placement of some pieces, with either side to move, who
// wins and in how many plies, when one side wins as fast and the other loses as
// slowly as it can. It knows nothing of the fifty-move rule and of repetition, and
// of no position with rights to castle.
//
// # How a table is made
//
// All positions of a [Material] are gone through twice. First (solver.start) forwards: the rules
// core says which are proper, which are over, and what moves there are; moves that
// lead to another table, captures and promotions, are looked up there at once. Then
// (solver.spread) backwards: from positions lost in n plies to those before them, which are won
// in n+1, and from positions won in n to those before, which are lost in n+1 when
// they have no other move left. A quiet move is taken back by the geometry of the
// board alone; that this gives just the moves of the core is what the tests hold for many rules.
//
// Where moves turn pieces, all ownerships of the same pieces are solved together, as one
// table each in one run of the solver. Where checks are counted, each count is a table of its
// own. A double step that can be answered en passant leads to a node beside the table.
//
// The package imports chess and pgn/safefile. Start reading at [Set], which is all that others use.
package endings
