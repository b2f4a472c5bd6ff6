//go:build !purego

package network

import "golang.org/x/sys/cpu"

//go:generate go run -C asm . -out ../kernel_amd64.s -stubs ../kernelstub_amd64.go -pkg network

// avx2 tells that the machine has registers of 256 bits for whole numbers.
var avx2 = cpu.X86.HasAVX2

func update(sums, weights []int16, add, remove []uint16) {
	if avx2 {
		updateAVX2(sums, weights, add, remove)
	} else {
		updateGo(sums, weights, add, remove)
	}
}

func weigh(sums, weights []int16) int32 {
	if avx2 {
		return weighAVX2(sums, weights)
	}
	return weighGo(sums, weights)
}
