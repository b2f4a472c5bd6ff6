//go:build !purego

package network

func update(sums, weights []int16, add, remove []uint16) { updateNEON(sums, weights, add, remove) }
func weigh(sums, weights []int16) int32                  { return weighNEON(sums, weights) }

// updateNEON is updateGo.
//
//go:noescape
func updateNEON(sums, weights []int16, add, remove []uint16)

// weighNEON is weighGo.
//
//go:noescape
func weighNEON(sums, weights []int16) int32
