package syzygy

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"testing"

	"rookery/chess"
)

// The encoder writes tables as the format has them, so that the reader is tested on whole files: no published file
// is part of this repository. It packs less well than the makers of the published tables.

// writing is a file in the making.
type writing struct {
	name     string
	rules    chess.Rules
	distance bool
	flags    byte // of DTZ blocks
	pieces   [2][]byte
	order    [2][2]byte // by side to move: of the leading group and of the other side's pawns
	// value of a position; ok is false where any will do.
	value func(p *chess.Position) (v int, ok bool)
	maps  [4][]uint16
}

// piecesOf is the pieces of a name in an order that the format allows: pawns first, then pieces without an equal.
func piecesOf(tb *table, name string) []byte {
	counts, _ := parseName(name)
	var list []byte
	add := func(c int, r chess.Role) {
		for range counts[c][r] {
			list = append(list, byte(c)<<3|byte(r))
		}
	}
	if tb.pawns {
		lead := 0
		if w, b := counts[0][chess.Pawn], counts[1][chess.Pawn]; w == 0 || b > 0 && b < w {
			lead = 1
		}
		add(lead, chess.Pawn)
		add(1-lead, chess.Pawn)
	}
	alike := func(want func(n int) bool) {
		for c := range counts {
			for r := chess.King; r > chess.Pawn; r-- {
				if want(counts[c][r]) {
					add(c, r)
				}
			}
		}
	}
	if tb.single < 2 && !tb.pawns {
		done := false
		alike(func(n int) bool {
			first := n == tb.alike && !done
			done = done || first
			return first
		})
		lead := slices.Clone(list)
		alike(func(n int) bool { return n > 0 })
		// The leading group is there twice now.
		at := len(lead)
		for i := at; i < len(list); i++ {
			if list[i] != lead[0] {
				list[at] = list[i]
				at++
			}
		}
		return list[:at]
	}
	alike(func(n int) bool { return n == 1 })
	alike(func(n int) bool { return n > 1 })
	return list
}

// newWriting prepares a table with usual orders.
func newWriting(name string, r chess.Rules, distance bool, value func(p *chess.Position) (int, bool)) *writing {
	w := &writing{name: name, rules: r, distance: distance, value: value}
	tb := w.table("")
	list := piecesOf(tb, name)
	w.pieces = [2][]byte{list, list}
	w.order = [2][2]byte{{0, 15}, {0, 15}}
	if tb.bothPawns {
		w.order = [2][2]byte{{0, 1}, {1, 0}}
	} else if g, _ := tb.group(list, [2]int{0, 15}, 0); len(g.lens) > 1 {
		w.order[1][0] = 1 // the leading group counts second
	}
	return w
}

func (w *writing) table(path string) *table {
	counts, ok := parseName(w.name)
	if !ok {
		panic(w.name)
	}
	return newTable(path, w.name, kindOf(w.rules), w.distance, &counts)
}

// prepare is the table without values.
func (w *writing) prepare(t testing.TB) *table {
	t.Helper()
	tb := w.table("")
	files, sides := 1, 1
	if tb.pawns {
		files = 4
	}
	if !w.distance && !tb.symmetric {
		sides = 2
	}
	for file := range files {
		var part []*block
		for s := range sides {
			b := &block{flags: w.flags}
			var err error
			if b.grouping, err = tb.group(w.pieces[s], [2]int{int(w.order[s][0]), int(w.order[s][1])}, file); err != nil {
				t.Fatal(err)
			}
			part = append(part, b)
		}
		tb.parts = append(tb.parts, part)
	}
	return tb
}

// write makes the file in a folder and tells its name.
func (w *writing) write(t testing.TB, folder string) string {
	t.Helper()
	tb := w.prepare(t)
	files, sides := len(tb.parts), len(tb.parts[0])
	var values [4][2][]int
	for file, part := range tb.parts {
		for s, b := range part {
			values[file][s] = make([]int, b.grouping.size)
			for i := range values[file][s] {
				values[file][s][i] = -1
			}
		}
	}
	everyPosition(w.rules, w.name, func(p *chess.Position) {
		if v, ok := w.value(p); ok {
			at, found := tb.find(p)
			if !found {
				return
			}
			for file := range tb.parts {
				for s, b := range tb.parts[file] {
					if b == at.block {
						if old := values[file][s][at.index]; old >= 0 && old != v {
							t.Fatalf("%s: %d and %d have one place: %s", w.name, old, v, p.FEN())
						}
						values[file][s][at.index] = v
					}
				}
			}
		}
	})
	var head, middle, lengths bytes.Buffer
	form := tb.kind.wdl
	if w.distance {
		form = tb.kind.dtz
	}
	head.Write(form.magic[:])
	head.WriteByte(b2i(!tb.symmetric) | 2*b2i(tb.pawns))
	for range files {
		head.WriteByte(w.order[0][0] | w.order[1][0]<<4)
		if tb.bothPawns {
			head.WriteByte(w.order[0][1] | w.order[1][1]<<4)
		}
		for i := range w.pieces[0] {
			head.WriteByte(w.pieces[0][i] | w.pieces[1][i]<<4)
		}
	}
	pad := func(b *bytes.Buffer, to int) {
		for b.Len()%to != 0 {
			b.WriteByte(0)
		}
	}
	pad(&head, 2)
	var packs []pack
	for file := range files {
		for s := range sides {
			p := packValues(values[file][s])
			flags := w.flags
			if p.single {
				head.Write([]byte{flags | singleValue, byte(p.value)})
			} else {
				head.WriteByte(flags)
				head.Write(p.header)
			}
			packs = append(packs, p)
		}
	}
	if w.distance && w.flags&mapped != 0 {
		for range files {
			if w.flags&wideMap != 0 {
				pad(&head, 2)
			}
			for _, m := range w.maps {
				if w.flags&wideMap != 0 {
					binary.Write(&head, binary.LittleEndian, uint16(len(m)))
					binary.Write(&head, binary.LittleEndian, m)
					continue
				}
				head.WriteByte(byte(len(m)))
				for _, v := range m {
					head.WriteByte(byte(v))
				}
			}
		}
	}
	if w.distance {
		pad(&head, 2)
	}
	for _, p := range packs {
		middle.Write(p.index)
		lengths.Write(p.lengths)
	}
	head.Write(middle.Bytes())
	head.Write(lengths.Bytes())
	for _, p := range packs {
		pad(&head, 64)
		head.Write(p.data)
	}
	pad(&head, 64)
	head.Write(make([]byte, 16)) // the makers' check sum, which is theirs
	path := filepath.Join(folder, w.name+form.suffix)
	if err := os.WriteFile(path, head.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func b2i(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// everyPosition sets up all proper placements of the pieces of a name, either side to move, one of reflected ones at least.
func everyPosition(r chess.Rules, name string, do func(p *chess.Position)) {
	counts, _ := parseName(name)
	blank := r.Blank()
	tb := newTable("", name, kindOf(r), false, &counts)
	list := piecesOf(tb, name)
	var place func(p chess.Position, i int, last chess.Square)
	place = func(p chess.Position, i int, last chess.Square) {
		if i == len(list) {
			for turn := range chess.Color(2) {
				at := p
				if at.SetTurn(turn); at.Proper() {
					do(&at)
				}
			}
			return
		}
		from := chess.Square(0)
		if i > 0 && list[i] == list[i-1] {
			from = last + 1 // equal pieces in one order
		}
		for sq := from; sq < 64; sq++ {
			c, role := chess.Color(list[i]>>3), chess.Role(list[i]&7)
			first := i == 0 && (len(list) == 1 || list[1] != list[0])
			if first && (sq.File() > 3 || !tb.pawns && sq.Rank() > 3) {
				continue
			}
			if p.Occupied().Has(sq) || role == chess.Pawn && !blank.PawnSquares(c).Has(sq) {
				continue
			}
			next := p
			next.Put(chess.PieceOf(c, role), sq)
			place(next, i+1, sq)
		}
	}
	place(*blank, 0, 0)
}

// pack is the values of a block as they stand in a file.
type pack struct {
	single                       bool
	value                        int
	header, index, lengths, data []byte
}

const (
	testBlockBits = 6
	testSpanBits  = 9
	mostPairs     = 100
)

// packValues packs values; those below 0 may be any.
func packValues(values []int) pack {
	last := 0
	for _, v := range values {
		if v >= 0 {
			last = v
			break
		}
	}
	plain, kinds := make([]int, len(values)), map[int]bool{}
	for i, v := range values {
		if v >= 0 {
			last = v
		}
		plain[i] = last
		kinds[last] = true
	}
	if len(kinds) == 1 {
		return pack{single: true, value: last}
	}
	// Symbols: each value, then pairs, those that are met most often first.
	type sym struct{ left, right, size int }
	var symbols []sym
	number := map[int]int{}
	for v := range 4096 {
		if kinds[v] {
			number[v] = len(symbols)
			symbols = append(symbols, sym{v, -1, 1})
		}
	}
	line := make([]int, len(plain))
	for i, v := range plain {
		line[i] = number[v]
	}
	for range mostPairs {
		n := len(symbols)
		count := make([]int, n*n)
		best := 0
		for i := 1; i < len(line); i++ {
			k := line[i-1]*n + line[i]
			if symbols[line[i-1]].size+symbols[line[i]].size <= 256 {
				if count[k]++; count[k] > count[best] {
					best = k
				}
			}
		}
		if count[best] < 8 {
			break
		}
		l, r := best/n, best%n
		symbols = append(symbols, sym{l, r, symbols[l].size + symbols[r].size})
		out := line[:0]
		for i := 0; i < len(line); i++ {
			if i+1 < len(line) && line[i] == l && line[i+1] == r {
				out = append(out, n)
				i++
			} else {
				out = append(out, line[i])
			}
		}
		line = out
	}
	// A Huffman code; symbols that are left out of the line have the longest codes.
	weight := make([]int, len(symbols))
	for _, s := range line {
		weight[s] += 4
	}
	type node struct {
		weight int
		syms   []int
	}
	var heap []node
	for s := range symbols {
		heap = append(heap, node{weight[s] + 1, []int{s}})
	}
	length := make([]int, len(symbols))
	for len(heap) > 1 {
		sort.SliceStable(heap, func(i, j int) bool { return heap[i].weight < heap[j].weight })
		both := append(slices.Clone(heap[0].syms), heap[1].syms...)
		for _, s := range both {
			length[s]++
		}
		heap = append([]node{{heap[0].weight + heap[1].weight, both}}, heap[2:]...)
	}
	// The longest codes have the lowest numbers, and begin at 0.
	order := make([]int, len(symbols))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return length[order[i]] > length[order[j]] })
	place := make([]int, len(symbols))
	for i, s := range order {
		place[s] = i
	}
	longest, shortest := length[order[0]], length[order[len(order)-1]]
	lowest, base := make([]int, longest-shortest+1), make([]int, longest-shortest+1)
	count := make([]int, longest+2)
	for _, l := range length {
		count[l]++
	}
	for l := longest; l >= shortest; l-- {
		if l == longest {
			continue
		}
		lowest[l-shortest] = lowest[l+1-shortest] + count[l+1]
		base[l-shortest] = (base[l+1-shortest] + count[l+1]) / 2
	}
	var out pack
	var blocks [][]byte
	var sizes []int // values of blocks
	var bits uint64
	var used, have uint // bits of this block, of them in bits
	var block []byte
	size := 0
	flush := func() {
		for have%8 != 0 {
			bits, have = bits<<1, have+1
		}
		for have > 0 {
			have -= 8
			block = append(block, byte(bits>>have))
		}
		block = append(block, make([]byte, 1<<testBlockBits-len(block))...)
		blocks, sizes = append(blocks, block), append(sizes, size)
		block, size, used, bits = nil, 0, 0, 0
	}
	for _, s := range line {
		l := uint(length[s])
		if used+l > 8<<testBlockBits || size+symbols[s].size > 1<<16 {
			flush()
		}
		code := base[int(l)-shortest] + place[s] - lowest[int(l)-shortest]
		bits, have, used = bits<<l|uint64(code), have+l, used+l
		size += symbols[s].size
		for have >= 8 {
			have -= 8
			block = append(block, byte(bits>>have))
		}
	}
	flush()
	h := &bytes.Buffer{}
	h.Write([]byte{testBlockBits, testSpanBits, 1})
	binary.Write(h, binary.LittleEndian, uint32(len(blocks)))
	h.Write([]byte{byte(longest), byte(shortest)})
	for _, l := range lowest {
		binary.Write(h, binary.LittleEndian, uint16(l))
	}
	binary.Write(h, binary.LittleEndian, uint16(len(symbols)))
	for _, s := range order {
		left, right := symbols[s].left, 0xfff
		if symbols[s].right >= 0 {
			left, right = place[symbols[s].left], place[symbols[s].right]
		}
		h.Write([]byte{byte(left), byte(left>>8 | right<<4&0xf0), byte(right >> 4)})
	}
	if len(symbols)%2 != 0 {
		h.WriteByte(0)
	}
	out.header = h.Bytes()
	index := &bytes.Buffer{}
	first, at := 0, 0 // value that a block begins with
	for middle := 1 << (testSpanBits - 1); middle-1<<(testSpanBits-1) < len(values); middle += 1 << testSpanBits {
		for at+1 < len(sizes) && first+sizes[at] <= middle {
			first += sizes[at]
			at++
		}
		binary.Write(index, binary.LittleEndian, uint32(at))
		binary.Write(index, binary.LittleEndian, uint16(middle-first))
	}
	out.index = index.Bytes()
	lengths := &bytes.Buffer{}
	for _, n := range sizes {
		binary.Write(lengths, binary.LittleEndian, uint16(n-1))
	}
	binary.Write(lengths, binary.LittleEndian, uint16(0)) // as many as the header says more
	out.lengths = lengths.Bytes()
	out.data = bytes.Join(blocks, nil)
	return out
}
