package tower

import "rookery/chess"

// band is a range of heights that move alike.
type band struct {
	role      chess.Role
	low, high int
}

// kingHeight is the height from which a tower is a king.
const kingHeight = 8

// highest is the most discs a side may have: a count has eight bits.
const highest = 255

// bands are in ascending order. A height between two pieces counts as the lower
// one; from eight discs on all are kings.
var bands = [...]band{
	{chess.Pawn, 1, 2},
	{chess.Rook, 3, 3},
	{chess.Knight, 4, 4},
	{chess.Bishop, 5, 6},
	{chess.Queen, 7, 7},
	{chess.King, kingHeight, highest},
}

// roleOf is how a tower, or a part of one, of so many discs moves; NoRole for none.
func roleOf(discs int) chess.Role {
	for i := len(bands) - 1; i >= 0; i-- {
		if discs >= bands[i].low {
			return bands[i].role
		}
	}
	return chess.NoRole
}

// leastHeight is the height of the lowest tower that moves as a role, 0 for none.
func leastHeight(r chess.Role) int {
	for _, b := range bands {
		if b.role == r {
			return b.low
		}
	}
	return 0
}
