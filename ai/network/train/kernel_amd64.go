//go:build !purego

package train

import "golang.org/x/sys/cpu"

//go:generate go run -C ../asm . -floats -out ../train/kernel_amd64.s -stubs ../train/kernelstub_amd64.go -pkg train

var avx2 = cpu.X86.HasAVX2

func addRows(sums, weights []float32, inputs []uint16) {
	if avx2 {
		addRowsAVX2(sums, weights, inputs)
	} else {
		addRowsGo(sums, weights, inputs)
	}
}

func addToRows(rows, down []float32, inputs []uint16) {
	if avx2 {
		addToRowsAVX2(rows, down, inputs)
	} else {
		addToRowsGo(rows, down, inputs)
	}
}

func weighSquares(sums, out []float32) float32 {
	if avx2 {
		return weighSquaresAVX2(sums, out)
	}
	return weighSquaresGo(sums, out)
}

func backSquares(sums, out, outGrad, biasGrad, down []float32, d float32) {
	if avx2 {
		backSquaresAVX2(sums, out, outGrad, biasGrad, down, d)
	} else {
		backSquaresGo(sums, out, outGrad, biasGrad, down, d)
	}
}
