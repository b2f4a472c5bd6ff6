//go:build !amd64 || purego

package train

func addRows(sums, weights []float32, inputs []uint16) { addRowsGo(sums, weights, inputs) }
func addToRows(rows, down []float32, inputs []uint16)  { addToRowsGo(rows, down, inputs) }
func weighSquares(sums, out []float32) float32         { return weighSquaresGo(sums, out) }
func backSquares(sums, out, outGrad, biasGrad, down []float32, d float32) {
	backSquaresGo(sums, out, outGrad, biasGrad, down, d)
}
