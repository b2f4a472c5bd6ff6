package train

// addRowsGo adds the rows of weights of some inputs to sums.
func addRowsGo(sums, weights []float32, inputs []uint16) {
	n := len(sums)
	for _, i := range inputs {
		row := weights[int(i)*n:][:n]
		for j, w := range row {
			sums[j] += w
		}
	}
}

// addToRowsGo adds down to the rows of some inputs.
func addToRowsGo(rows, down []float32, inputs []uint16) {
	n := len(down)
	for _, i := range inputs {
		row := rows[int(i)*n:][:n]
		for j, d := range down {
			row[j] += d
		}
	}
}
