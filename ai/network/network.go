package network

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"rookery/chess"
)

// Network is (inputs → size) × 2 → 1 with an output for each of some numbers of
// pieces: the inputs of the side to move and those of the other are summed by the
// same weights, bounded to 0…1 and squared, and weighed into one value. It is
// read only and may be shared.
type Network struct {
	Game     string // the axes of the game that it is for, as ai.NetworkName writes them
	Features Features
	Alone    bool // its value is the whole evaluation; else it is added to the hand-crafted one
	Size     int  // sums a side, a multiple of Step
	Buckets  int  // outputs, by the number of pieces
	Scale    int  // centipawns that an output of 1 is worth

	Weights []int16 // Size for each input, in 1/One
	Bias    []int16 // Size, in 1/One
	Output  []int16 // 2·Size for each bucket, the side to move first, in 1/OutputOne
	Offset  []int32 // for each bucket, in 1/(One²·OutputOne)
}

const (
	// One stands for 1 among the sums, OutputOne among the output weights.
	One       = 255
	OutputOne = 64
	// MaxWeight and MaxBias keep the sums of 64 inputs within 16 bits, MaxOutput the
	// product of a bounded sum and an output weight.
	MaxWeight = 480
	// FineStep divides the weights of a network that is made to stand alone, CoarseStep those of one beside a
	// hand-crafted value, which corrects less. Twice the step takes a seventh less of a file. Against themselves with 2 and with 8
	// chess, alone, had 89 won, 65 drawn, 146 lost, beside a value two other games 85, 1, 74 and 76, 12, 72.
	FineStep   = 2
	CoarseStep = 8
	MaxBias    = 2000
	MaxOutput  = 127
	// Step divides every size: what two registers of 256 bits hold.
	Step = 32
	// MaxSize keeps the weighed squares of a side within 32 bits.
	MaxSize = 256
	// MaxBuckets is the most outputs.
	MaxBuckets = 16
)

// magic begins every file that is written; its digit is the version. Then come header, the name of the
// game and the numbers in the order of Network by arithmetic coding, and last the sum by CRC-32 (IEEE) of all before it, from
// the lowest byte. The first of the numbers is what divides all weights; weights of a zone are given by how they differ from
// those of the zone before. Version 4 has the same numbers as varints of encoding/binary, packed by DEFLATE.
const (
	magic       = "rooknet5"
	varintMagic = "rooknet4"
)

type header struct {
	Features                     uint16 // by bits, and alone
	Inputs, Size, Buckets, Scale uint16
	Name                         uint16 // bytes of the name
}

// alone is the bit of Network.Alone.
const alone = 1 << 15

// maxName is the longest name of a game, in bytes.
const maxName = 200

// Write writes a network as Read reads it.
func (n *Network) Write(w io.Writer) error {
	var buf bytes.Buffer
	buf.WriteString(magic)
	bits := n.Features.bits()
	if n.Alone {
		bits |= alone
	}
	h := header{bits, uint16(n.Features.Len()), uint16(n.Size), uint16(n.Buckets), uint16(n.Scale), uint16(len(n.Game))}
	for _, part := range []any{h, []byte(n.Game)} {
		if err := binary.Write(&buf, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	c := newWriter()
	n.code(c)
	buf.Write(c.bytes())
	sum := crc32.ChecksumIEEE(buf.Bytes())
	_, err := w.Write(binary.LittleEndian.AppendUint32(buf.Bytes(), sum))
	return err
}

// StepOf is what divides the weights of a network that is made.
func StepOf(alone bool) int16 {
	if alone {
		return FineStep
	}
	return CoarseStep
}

// code writes the numbers, or reads them and tells whether they are sound.
func (n *Network) code(c *coder) bool {
	step := new(numbers).code(c, n.step(), 0, 0)
	if step < 1 || step > CoarseStep {
		return false
	}
	sound := true
	put := func(to *int16, v int) {
		sound = sound && v == int(int16(v))
		*to = int16(v)
	}
	like := new(numbers)
	steps := make([]int, len(n.Weights)) // as written
	near := func(i int) int {
		if i < 0 {
			return 0
		}
		return steps[i]
	}
	size := func(i int) int { v := near(i); return max(v, -v) }
	for i, v := range n.Weights {
		left, below := i-n.Size, i-8*n.Size // the squares beside
		around := 2*size(left) + 2*size(below) + 2*size(i-boardLen*n.Size) + size(below-n.Size) + size(below+n.Size) + size(left-n.Size) + size(2*below-i)
		steps[i] = like.code(c, int(v-n.before(i))/step, around, near(left)+near(below))
		put(&n.Weights[i], steps[i]*step+int(n.before(i)))
	}
	like = new(numbers)
	for i, v := range n.Bias {
		put(&n.Bias[i], like.code(c, int(v), 0, 0))
	}
	like = new(numbers)
	for i, v := range n.Output {
		before := 0
		if at := i - 2*n.Size; at >= 0 {
			before = int(n.Output[at])
		}
		put(&n.Output[i], before+like.code(c, int(v)-before, 0, 0))
	}
	like = new(numbers)
	for i, v := range n.Offset {
		n.Offset[i] = int32(like.code(c, int(v), 0, 0))
	}
	return sound && !c.short
}

// step is the largest number up to CoarseStep that divides all weights.
func (n *Network) step() int {
	step := CoarseStep
	for _, v := range n.Weights {
		for int(v)%step != 0 {
			step--
		}
	}
	return step
}

// before is the weight of the zone before that weight i is near to; 0 in the first zone, and beyond zones.
func (n *Network) before(i int) int16 {
	if at := i - boardLen*n.Size; at >= 0 && i < n.Features.pocketAt()*n.Size {
		return n.Weights[at]
	}
	return 0
}

// What is wrong with a file that Read does not take.
var (
	ErrFormat  = errors.New("this is not a network of this version")
	ErrDamaged = errors.New("the network is damaged")
)

// maxFile is more than the largest network takes, in bytes.
const maxFile = 4 << 20

// Read reads a network.
func Read(r io.Reader) (*Network, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile))
	if err != nil {
		return nil, err
	}
	version := string(data[:min(len(data), len(magic))])
	if version != magic && version != varintMagic {
		return nil, ErrFormat
	}
	end := len(data) - 4
	if end < len(magic) || crc32.ChecksumIEEE(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, ErrDamaged
	}
	in := bytes.NewReader(data[len(magic):end])
	var h header
	if err := binary.Read(in, binary.LittleEndian, &h); err != nil {
		return nil, ErrDamaged
	}
	f := featuresOfBits(h.Features &^ alone)
	if f.Zones > MaxZones || int(h.Inputs) != f.Len() || h.Size == 0 || h.Size%Step != 0 || h.Size > MaxSize ||
		h.Buckets == 0 || h.Buckets > MaxBuckets || h.Name > maxName {
		return nil, ErrFormat
	}
	n, name := New(f, int(h.Size), int(h.Buckets), int(h.Scale)), make([]byte, h.Name)
	n.Alone = h.Features&alone != 0
	if _, err := io.ReadFull(in, name); err != nil {
		return nil, ErrDamaged
	}
	n.Game = string(name)
	rest := data[end-in.Len() : end]
	if version == varintMagic && !n.readVarints(rest) || version == magic && !n.readCoded(rest) ||
		!within(n.Weights, MaxWeight) || !within(n.Bias, MaxBias) || !within(n.Output, MaxOutput) {
		return nil, ErrDamaged
	}
	return n, nil
}

// readCoded reads the numbers, which end with data; false tells that they are damaged.
func (n *Network) readCoded(data []byte) bool {
	c := newReader(data)
	return n.code(c) && len(c.data) == 0
}

// readVarints reads the numbers of version 4.
func (n *Network) readVarints(data []byte) bool {
	in := bytes.NewReader(data)
	z := bufio.NewReader(flate.NewReader(in)) // takes no byte of in beyond its own
	step, err := binary.ReadVarint(z)
	if err != nil || step < 1 || step > CoarseStep {
		return false
	}
	for part, to := range [][]int16{n.Weights, n.Bias, n.Output} {
		for i := range to {
			v, err := binary.ReadVarint(z)
			if part == 0 {
				v = v*step + int64(n.before(i))
			}
			if err != nil || v != int64(int16(v)) {
				return false
			}
			to[i] = int16(v)
		}
	}
	for i := range n.Offset {
		v, err := binary.ReadVarint(z)
		if err != nil || v != int64(int32(v)) {
			return false
		}
		n.Offset[i] = int32(v)
	}
	_, err = z.ReadByte()
	return err == io.EOF && in.Len() == 0
}

// New makes a network that values everything at 0.
func New(f Features, size, buckets, scale int) *Network {
	return &Network{
		Features: f, Size: size, Buckets: buckets, Scale: scale,
		Weights: make([]int16, f.Len()*size), Bias: make([]int16, size),
		Output: make([]int16, buckets*2*size), Offset: make([]int32, buckets),
	}
}

func within(w []int16, most int16) bool {
	for _, v := range w {
		if v > most || v < -most {
			return false
		}
	}
	return true
}

// Bucket is which output values a position with so many pieces on the board.
func Bucket(pieces, buckets int) int {
	return max(0, min(buckets-1, (pieces-1)*buckets/32))
}

// State holds the sums of the positions that one thread valued last.
type State struct {
	net    *Network
	last   seen
	now    [2]int          // which sums of each side are those of the last position
	halves [2][halves]half // by side and view.half
	// From the last position to the next, and from that of a half that was left.
	diff, back [2]difference
}

// half is the sums of one side.
type half struct {
	left seen // the position of the sums, where it is not the last one
	sums []int16
}

// NewState makes the memory of one thread.
func (n *Network) NewState() *State {
	s := &State{net: n}
	for c := range s.halves {
		for _, d := range [2]*difference{&s.diff[c], &s.back[c]} {
			*d = difference{make([]uint16, 0, 256), make([]uint16, 0, 256)}
		}
		for m := range 2 * max(1, n.Features.Zones) {
			s.halves[c][m].sums = append([]int16(nil), n.Bias...)
		}
	}
	return s
}

// Value is what the network says of p, in centipawns for the side to move.
func (s *State) Value(p *chess.Position) int {
	s.move(p)
	n, us := s.net, p.Turn()
	them := us.Other()
	own, other := s.halves[us][s.now[us]].sums, s.halves[them][s.now[them]].sums
	bucket := Bucket(p.Occupied().Count(), n.Buckets)
	w := n.Output[bucket*2*n.Size:][:2*n.Size]
	sum := int64(n.Offset[bucket]) + int64(weigh(own, w[:n.Size])) + int64(weigh(other, w[n.Size:]))
	return int(sum * int64(n.Scale) / (One * One * OutputOne))
}

// move moves the sums of both sides to p.
func (s *State) move(p *chess.Position) {
	n := s.net
	views := n.Features.views(p)
	for side, v := range views {
		if v.half != s.now[side] {
			s.halves[side][s.now[side]].left = s.last
		}
	}
	empty(&s.diff)
	s.last.move(&s.diff, n.Features, p, views)
	for side, v := range views {
		h, d := &s.halves[side][v.half], &s.diff[side]
		if v.half != s.now[side] {
			empty(&s.back)
			h.left.move(&s.back, n.Features, p, views)
			d = &s.back[side]
			s.now[side] = v.half
		}
		update(h.sums, n.Weights, d.add, d.remove)
	}
}

func empty(d *[2]difference) {
	for i := range d {
		d[i].add, d[i].remove = d[i].add[:0], d[i].remove[:0]
	}
}
