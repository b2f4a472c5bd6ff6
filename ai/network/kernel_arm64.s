//go:build !purego

#include "textflag.h"

// Go's assembler does not know these instructions on registers of eight 16-bit numbers:
// d, n and m are the numbers of registers as in the manual of the architecture, "SMAX Vd.8H,
// Vn.8H, Vm.8H". SMLAL and SMLAL2 multiply the lower and the upper four and add the products to
// four 32-bit numbers.
#define SMAX(m, n, d)   WORD $(0x4E606400 | m<<16 | n<<5 | d)
#define SMIN(m, n, d)   WORD $(0x4E606C00 | m<<16 | n<<5 | d)
#define MUL(m, n, d)    WORD $(0x4E609C00 | m<<16 | n<<5 | d)
#define SMLAL(m, n, d)  WORD $(0x0E608000 | m<<16 | n<<5 | d)
#define SMLAL2(m, n, d) WORD $(0x4E608000 | m<<16 | n<<5 | d)

// The loops work on 64 bytes at once: 32 numbers in four registers, which divide every size.

// func updateNEON(sums []int16, weights []int16, add []uint16, remove []uint16)
TEXT ·updateNEON(SB), NOSPLIT, $0-96
	MOVD sums_base+0(FP), R0
	MOVD sums_len+8(FP), R1
	MOVD weights_base+24(FP), R2
	MOVD add_base+48(FP), R3
	MOVD add_len+56(FP), R4
	MOVD remove_base+72(FP), R5
	MOVD remove_len+80(FP), R6
	LSL  $1, R1, R1 // bytes of a row
	MOVD R1, R7     // bytes left

chunk:
	VLD1 (R0), [V0.H8, V1.H8, V2.H8, V3.H8]
	MOVD R3, R8
	MOVD R4, R9
	CBZ  R9, removes

add:
	MOVHU.P 2(R8), R10
	MADD    R1, R2, R10, R10 // the row: R2 + R1·R10
	VLD1    (R10), [V4.H8, V5.H8, V6.H8, V7.H8]
	VADD    V4.H8, V0.H8, V0.H8
	VADD    V5.H8, V1.H8, V1.H8
	VADD    V6.H8, V2.H8, V2.H8
	VADD    V7.H8, V3.H8, V3.H8
	SUB     $1, R9, R9
	CBNZ    R9, add

removes:
	MOVD R5, R8
	MOVD R6, R9
	CBZ  R9, write

remove:
	MOVHU.P 2(R8), R10
	MADD    R1, R2, R10, R10
	VLD1    (R10), [V4.H8, V5.H8, V6.H8, V7.H8]
	VSUB    V4.H8, V0.H8, V0.H8
	VSUB    V5.H8, V1.H8, V1.H8
	VSUB    V6.H8, V2.H8, V2.H8
	VSUB    V7.H8, V3.H8, V3.H8
	SUB     $1, R9, R9
	CBNZ    R9, remove

write:
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	ADD    $64, R2, R2
	SUB    $64, R7, R7
	CBNZ   R7, chunk
	RET

// func weighNEON(sums []int16, weights []int16) int32
TEXT ·weighNEON(SB), NOSPLIT, $0-52
	MOVD sums_base+0(FP), R0
	MOVD sums_len+8(FP), R1
	MOVD weights_base+24(FP), R2
	VEOR V16.B16, V16.B16, V16.B16 // 0
	MOVD $255, R3
	VDUP R3, V17.H8                // network.One
	VEOR V18.B16, V18.B16, V18.B16 // four totals in 32 bits each
	VEOR V19.B16, V19.B16, V19.B16

next:
	VLD1.P 64(R0), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R2), [V4.H8, V5.H8, V6.H8, V7.H8]
	SMAX(16, 0, 0)
	SMAX(16, 1, 1)
	SMAX(16, 2, 2)
	SMAX(16, 3, 3)
	SMIN(17, 0, 0)
	SMIN(17, 1, 1)
	SMIN(17, 2, 2)
	SMIN(17, 3, 3)
	MUL(0, 4, 4)                   // within 16 bits by MaxOutput
	MUL(1, 5, 5)
	MUL(2, 6, 6)
	MUL(3, 7, 7)
	SMLAL(0, 4, 18)
	SMLAL2(0, 4, 19)
	SMLAL(1, 5, 18)
	SMLAL2(1, 5, 19)
	SMLAL(2, 6, 18)
	SMLAL2(2, 6, 19)
	SMLAL(3, 7, 18)
	SMLAL2(3, 7, 19)
	SUB    $32, R1, R1
	CBNZ   R1, next
	VADD   V19.S4, V18.S4, V18.S4
	VADDV  V18.S4, V18
	VMOV   V18.S[0], R0
	MOVW   R0, ret+48(FP)
	RET
