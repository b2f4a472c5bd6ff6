//go:build !amd64 || purego

package train

func addRows(sums, weights []float32, inputs []uint16) { addRowsGo(sums, weights, inputs) }
func addToRows(rows, down []float32, inputs []uint16)  { addToRowsGo(rows, down, inputs) }
