package network

// updateGo adds the rows of weights of some inputs to sums and takes those of
// others away. Sums wrap around as the assembly's do.
func updateGo(sums, weights []int16, add, remove []uint16) {
	n := len(sums)
	for _, i := range add {
		row := weights[int(i)*n:][:n]
		for j, w := range row {
			sums[j] += w
		}
	}
	for _, i := range remove {
		row := weights[int(i)*n:][:n]
		for j, w := range row {
			sums[j] -= w
		}
	}
}

// weighGo bounds sums, squares and weighs them.
func weighGo(sums, weights []int16) int32 {
	var total int32
	weights = weights[:len(sums)]
	for j, v := range sums {
		v := int32(max(0, min(One, v)))
		total += v * v * int32(weights[j])
	}
	return total
}
