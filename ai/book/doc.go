// Package book plays the first moves of chess from memory: from named openings
// that the caller hands over ([FromLines]), or from a file in the Polyglot
// format ([Open]).
//
// A player asks [Book.Pick], or [Book.PickSound], which asks an
// engine's opinion first, before it searches, and searches when the answer is false:
//
//	rng := rand.New(rand.NewPCG(seed, 0))
//	if m, ok := b.Pick(board, rng); ok {
//		return m
//	}
//
// A book knows positions, not ways to them, so transpositions are found. It
// knows nothing of other games than chess. Books never change: players, games
// and goroutines may share one, each with its own random source. The package imports
// chess alone: the lines of openings are handed to it. Start reading at [Book].
package book
