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

// weighSquaresGo bounds sums to 0…1, squares and weighs them. It adds in the assembly's order.
func weighSquaresGo(sums, out []float32) float32 {
	var t [8]float32
	for j, x := range sums {
		x = max(0, min(1, x))
		t[j%8] += float32(float32(x*x) * out[j])
	}
	return ((t[0] + t[4]) + (t[2] + t[6])) + ((t[1] + t[5]) + (t[3] + t[7]))
}

// backSquaresGo goes back through weighSquaresGo: d is the gradient of its result, and down becomes
// that of the sums.
func backSquaresGo(sums, out, outGrad, biasGrad, down []float32, d float32) {
	for j, x := range sums {
		c := max(0, min(1, x))
		outGrad[j] += float32(d * float32(c*c))
		down[j] = 0
		if 0 < x && x < 1 {
			down[j] = float32(d*out[j]) * (x + x)
		}
		biasGrad[j] += down[j]
	}
}
