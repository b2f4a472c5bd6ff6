// Package network values positions of the 8×8 board by a small neural network,
// for any rules.
//
// [FeaturesOf] derives from the axes of [chess.Rules] what a network sees: the
// pieces on their squares from each side, and the pockets and checks where there
// are any. A [Network] is a file of whole numbers that one side's features are
// summed by, once for each side; a [State] holds the sums of the positions seen
// last and moves them to the next one by the difference of the two, so that a
// capture, an explosion, a drop or a piece that changes sides need no rule of
// their own. The same position has the same value on every machine: the loops in
// assembly and those in Go give equal numbers.
//
// It imports chess alone. Begin with [State.Value].
package network
