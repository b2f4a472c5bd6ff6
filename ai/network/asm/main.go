// Command asm writes the loops of ai/network and ai/network/train in AVX2. It is a
// module of its own, so that the program does not need avo, and imports nothing of ours; go generate runs it.
// Start reading at main.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	floats := flag.Bool("floats", false, "write the loops of the trainer")
	flag.Parse()
	ConstraintExpr("!purego")
	if *floats {
		addRows()
		addToRows()
		weighSquares()
		backSquares()
	} else {
		update()
		weigh()
	}
	Generate()
}

// chunk is the bytes that the loops work on at once: two registers.
const chunk = 64

// forRows calls body for each 16-bit number of a list with the address of the row
// of that number.
func forRows(name string, list reg.Register, length reg.GPVirtual, rows, rowBytes reg.GPVirtual, body func(row reg.GPVirtual)) {
	i := GP64()
	row := GP64()
	XORQ(i, i)
	JMP(LabelRef(name + "Test"))
	Label(name)
	MOVWQZX(Mem{Base: list, Index: i, Scale: 2}, row)
	IMULQ(rowBytes, row)
	ADDQ(rows, row)
	body(row)
	INCQ(i)
	Label(name + "Test")
	CMPQ(i, length)
	JLT(LabelRef(name))
}

// update adds rows to the sums and takes others away, two registers at a time.
func update() {
	TEXT("updateAVX2", NOSPLIT, "func(sums, weights []int16, add, remove []uint16)")
	Doc("updateAVX2 is updateGo.")
	sums, n := load("sums")
	weights := Load(Param("weights").Base(), GP64()).(reg.GPVirtual)
	add, adds := load("add")
	remove, removes := load("remove")
	rowBytes := GP64()
	MOVQ(n, rowBytes)
	SHLQ(Imm(1), rowBytes)
	left := GP64()
	MOVQ(rowBytes, left)
	Label("chunk")
	a, b := YMM(), YMM()
	VMOVDQU(Mem{Base: sums}, a)
	VMOVDQU(Mem{Base: sums, Disp: 32}, b)
	forRows("add", add, adds, weights, rowBytes, func(row reg.GPVirtual) {
		VPADDW(Mem{Base: row}, a, a)
		VPADDW(Mem{Base: row, Disp: 32}, b, b)
	})
	forRows("remove", remove, removes, weights, rowBytes, func(row reg.GPVirtual) {
		VPSUBW(Mem{Base: row}, a, a)
		VPSUBW(Mem{Base: row, Disp: 32}, b, b)
	})
	VMOVDQU(a, Mem{Base: sums})
	VMOVDQU(b, Mem{Base: sums, Disp: 32})
	ADDQ(Imm(chunk), sums)
	ADDQ(Imm(chunk), weights)
	SUBQ(Imm(chunk), left)
	JNZ(LabelRef("chunk"))
	VZEROUPPER()
	RET()
}

// weigh bounds the sums to 0…255, squares and weighs them.
func weigh() {
	TEXT("weighAVX2", NOSPLIT, "func(sums, weights []int16) int32")
	Doc("weighAVX2 is weighGo.")
	sums, n := load("sums")
	weights := Load(Param("weights").Base(), GP64())
	zero, one := YMM(), YMM()
	VPXOR(zero, zero, zero)
	bits := GP32()
	MOVL(U32(255), bits)
	VMOVD(bits, one.AsX())
	VPBROADCASTW(one.AsX(), one)
	totals := [2]reg.VecVirtual{YMM(), YMM()}
	for _, t := range totals {
		VPXOR(t, t, t)
	}
	Label("next")
	for i, t := range totals {
		x, y := YMM(), YMM()
		VMOVDQU(Mem{Base: sums, Disp: 32 * i}, x)
		VPMAXSW(zero, x, x)
		VPMINSW(one, x, x)
		VPMULLW(Mem{Base: weights, Disp: 32 * i}, x, y)
		VPMADDWD(x, y, y)
		VPADDD(y, t, t)
	}
	ADDQ(Imm(chunk), sums)
	ADDQ(Imm(chunk), weights)
	SUBQ(Imm(32), n)
	JNZ(LabelRef("next"))
	VPADDD(totals[1], totals[0], totals[0])
	high := XMM()
	VEXTRACTI128(Imm(1), totals[0], high)
	low := totals[0].AsX()
	VPADDD(high, low, low)
	VPSHUFD(Imm(0b01001110), low, high)
	VPADDD(high, low, low)
	VPSHUFD(Imm(0b10110001), low, high)
	VPADDD(high, low, low)
	result := GP32()
	VMOVD(low, result)
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// addRows is the trainer's forward pass, four registers at a time.
func addRows() {
	TEXT("addRowsAVX2", NOSPLIT, "func(sums, weights []float32, inputs []uint16)")
	Doc("addRowsAVX2 is addRowsGo.")
	sums, n := load("sums")
	weights := Load(Param("weights").Base(), GP64()).(reg.GPVirtual)
	inputs, count := load("inputs")
	rowBytes := GP64()
	MOVQ(n, rowBytes)
	SHLQ(Imm(2), rowBytes)
	left := GP64()
	MOVQ(rowBytes, left)
	Label("chunk")
	y := [4]reg.VecVirtual{YMM(), YMM(), YMM(), YMM()}
	for i, y := range y {
		VMOVUPS(Mem{Base: sums, Disp: 32 * i}, y)
	}
	forRows("row", inputs, count, weights, rowBytes, func(row reg.GPVirtual) {
		for i, y := range y {
			VADDPS(Mem{Base: row, Disp: 32 * i}, y, y)
		}
	})
	for i, y := range y {
		VMOVUPS(y, Mem{Base: sums, Disp: 32 * i})
	}
	ADDQ(Imm(2*chunk), sums)
	ADDQ(Imm(2*chunk), weights)
	SUBQ(Imm(2*chunk), left)
	JNZ(LabelRef("chunk"))
	VZEROUPPER()
	RET()
}

// addToRows is its backward pass.
func addToRows() {
	TEXT("addToRowsAVX2", NOSPLIT, "func(rows, down []float32, inputs []uint16)")
	Doc("addToRowsAVX2 is addToRowsGo.")
	rows := Load(Param("rows").Base(), GP64()).(reg.GPVirtual)
	down, n := load("down")
	inputs, count := load("inputs")
	rowBytes := GP64()
	MOVQ(n, rowBytes)
	SHLQ(Imm(2), rowBytes)
	left := GP64()
	MOVQ(rowBytes, left)
	Label("chunk")
	y := [4]reg.VecVirtual{YMM(), YMM(), YMM(), YMM()}
	for i, y := range y {
		VMOVUPS(Mem{Base: down, Disp: 32 * i}, y)
	}
	forRows("row", inputs, count, rows, rowBytes, func(row reg.GPVirtual) {
		for i, y := range y {
			sum := YMM()
			VADDPS(Mem{Base: row, Disp: 32 * i}, y, sum)
			VMOVUPS(sum, Mem{Base: row, Disp: 32 * i})
		}
	})
	ADDQ(Imm(2*chunk), down)
	ADDQ(Imm(2*chunk), rows)
	SUBQ(Imm(2*chunk), left)
	JNZ(LabelRef("chunk"))
	VZEROUPPER()
	RET()
}

// bounded is the numbers at an address, bounded to 0…1.
func bounded(at Mem, zero, one reg.VecVirtual) (x, c reg.VecVirtual) {
	x, c = YMM(), YMM()
	VMOVUPS(at, x)
	VMAXPS(zero, x, c)
	VMINPS(one, c, c)
	return x, c
}

// bounds are 0 and 1 in all places.
func bounds() (zero, one reg.VecVirtual) {
	zero, one = YMM(), YMM()
	VXORPS(zero, zero, zero)
	bits := GP32()
	MOVL(U32(0x3f800000), bits)
	VMOVD(bits, one.AsX())
	VBROADCASTSS(one.AsX(), one)
	return zero, one
}

// weighSquares is the trainer's output of one side, eight numbers at a time.
func weighSquares() {
	TEXT("weighSquaresAVX2", NOSPLIT, "func(sums, out []float32) float32")
	Doc("weighSquaresAVX2 is weighSquaresGo.")
	sums, n := load("sums")
	out := Load(Param("out").Base(), GP64())
	zero, one := bounds()
	total := YMM()
	VXORPS(total, total, total)
	Label("next")
	_, c := bounded(Mem{Base: sums}, zero, one)
	VMULPS(c, c, c)
	VMULPS(Mem{Base: out}, c, c)
	VADDPS(c, total, total)
	ADDQ(Imm(32), sums)
	ADDQ(Imm(32), out)
	SUBQ(Imm(8), n)
	JNZ(LabelRef("next"))
	high, low := XMM(), total.AsX()
	VEXTRACTF128(Imm(1), total, high)
	VADDPS(high, low, low)
	VMOVHLPS(low, low, high)
	VADDPS(high, low, low)
	VMOVSHDUP(low, high)
	VADDSS(high, low, low)
	Store(low, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// backSquares goes back through weighSquares.
func backSquares() {
	TEXT("backSquaresAVX2", NOSPLIT, "func(sums, out, outGrad, biasGrad, down []float32, d float32)")
	Doc("backSquaresAVX2 is backSquaresGo.")
	sums, n := load("sums")
	out := Load(Param("out").Base(), GP64())
	outGrad := Load(Param("outGrad").Base(), GP64())
	biasGrad := Load(Param("biasGrad").Base(), GP64())
	down := Load(Param("down").Base(), GP64())
	d := YMM()
	Load(Param("d"), d.AsX())
	VBROADCASTSS(d.AsX(), d)
	zero, one := bounds()
	Label("next")
	x, c := bounded(Mem{Base: sums}, zero, one)
	VMULPS(c, c, c)
	VMULPS(d, c, c)
	VADDPS(Mem{Base: outGrad}, c, c)
	VMOVUPS(c, Mem{Base: outGrad})
	g := YMM()
	VMULPS(Mem{Base: out}, d, g)
	twice := YMM()
	VADDPS(x, x, twice)
	VMULPS(twice, g, g)
	inside := YMM()
	VCMPPS(Imm(1), x, zero, inside) // 0 < x
	VANDPS(inside, g, g)
	VCMPPS(Imm(1), one, x, inside) // x < 1
	VANDPS(inside, g, g)
	VMOVUPS(g, Mem{Base: down})
	VADDPS(Mem{Base: biasGrad}, g, g)
	VMOVUPS(g, Mem{Base: biasGrad})
	for _, at := range []reg.Register{sums, out, outGrad, biasGrad, down} {
		ADDQ(Imm(32), at)
	}
	SUBQ(Imm(8), n)
	JNZ(LabelRef("next"))
	VZEROUPPER()
	RET()
}

func load(slice string) (base, length reg.GPVirtual) {
	return Load(Param(slice).Base(), GP64()).(reg.GPVirtual), Load(Param(slice).Len(), GP64()).(reg.GPVirtual)
}
