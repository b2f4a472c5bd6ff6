//go:build (!amd64 && !arm64) || purego

package network

func update(sums, weights []int16, add, remove []uint16) { updateGo(sums, weights, add, remove) }
func weigh(sums, weights []int16) int32                  { return weighGo(sums, weights) }
