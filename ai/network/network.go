package network

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"rookery/chess"
)

// Network is (inputs → size) × 2 → 1 with an output for each of some numbers of
// pieces: the inputs of the side to move and those of the other are summed by the
// same weights, bounded to 0…1 and squared, and weighed into one value. It is
// read only and may be shared.
type Network struct {
	Features Features
	Size     int // sums a side, a multiple of Step
	Buckets  int // outputs, by the number of pieces
	Scale    int // centipawns that an output of 1 is worth

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
	MaxBias   = 2000
	MaxOutput = 127
	// Step divides every size: what two registers of 256 bits hold.
	Step = 32
	// MaxSize keeps the weighed squares of a side within 32 bits.
	MaxSize = 256
	// MaxBuckets is the most outputs.
	MaxBuckets = 16
)

// magic begins every file; its digit is the version.
const magic = "rooknet1"

// header follows it, with numbers from the lowest byte.
type header struct {
	Hash                  uint32 // of the features
	Inputs, Size, Buckets uint16
	Scale                 uint16
}

// Write writes a network as Read reads it.
func (n *Network) Write(w io.Writer) error {
	var buf bytes.Buffer
	buf.WriteString(magic)
	h := header{n.Features.Hash(), uint16(n.Features.Len()), uint16(n.Size), uint16(n.Buckets), uint16(n.Scale)}
	for _, part := range []any{h, n.Weights, n.Bias, n.Output, n.Offset} {
		if err := binary.Write(&buf, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// ErrFeatures is what Read returns for a network that was made for other rules.
var ErrFeatures = errors.New("the network was made for other rules")

// Read reads a network for given features.
func Read(r io.Reader, f Features) (*Network, error) {
	var start struct {
		Magic [len(magic)]byte
		header
	}
	if err := binary.Read(r, binary.LittleEndian, &start); err != nil {
		return nil, fmt.Errorf("reading a network: %w", err)
	}
	h := start.header
	switch {
	case string(start.Magic[:]) != magic:
		return nil, errors.New("this is no network of this version")
	case h.Hash != f.Hash() || int(h.Inputs) != f.Len():
		return nil, ErrFeatures
	case h.Size == 0 || h.Size%Step != 0 || h.Size > MaxSize || h.Buckets == 0 || h.Buckets > MaxBuckets:
		return nil, fmt.Errorf("a network of size %d with %d outputs cannot be", h.Size, h.Buckets)
	}
	n := New(f, int(h.Size), int(h.Buckets), int(h.Scale))
	for _, part := range []any{n.Weights, n.Bias, n.Output, n.Offset} {
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("reading a network: %w", err)
		}
	}
	if !within(n.Weights, MaxWeight) || !within(n.Bias, MaxBias) || !within(n.Output, MaxOutput) {
		return nil, errors.New("a weight of the network is out of bounds")
	}
	return n, nil
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
	halves [2][2]half // by side, and by whether its king is mirrored
	diff   difference
}

// half is the sums of one side.
type half struct {
	seen
	sums []int16
}

// NewState makes the memory of one thread.
func (n *Network) NewState() *State {
	s := &State{net: n, diff: difference{make([]uint16, 0, 256), make([]uint16, 0, 256)}}
	for c := range s.halves {
		for m := range s.halves[c] {
			s.halves[c][m].sums = append([]int16(nil), n.Bias...)
		}
	}
	return s
}

// Value is what the network says of p, in centipawns for the side to move.
func (s *State) Value(p *chess.Position) int {
	n, us := s.net, p.Turn()
	own, other := s.sums(p, us), s.sums(p, us.Other())
	bucket := Bucket(p.Occupied().Count(), n.Buckets)
	w := n.Output[bucket*2*n.Size:][:2*n.Size]
	sum := int64(n.Offset[bucket]) + int64(weigh(own, w[:n.Size])) + int64(weigh(other, w[n.Size:]))
	return int(sum * int64(n.Scale) / (One * One * OutputOne))
}

// sums are those of one side, moved to p.
func (s *State) sums(p *chess.Position, view chess.Color) []int16 {
	n := s.net
	flip, mirrored := n.Features.turn(p, view)
	h := &s.halves[view][mirrored]
	s.diff.add, s.diff.remove = s.diff.add[:0], s.diff.remove[:0]
	h.move(&s.diff, n.Features, p, view, flip)
	update(h.sums, n.Weights, s.diff.add, s.diff.remove)
	return h.sums
}
