package fen

import (
	"errors"
	"strings"
	"testing"

	"rookery/chess"
)

// faults lists the fields and offsets of an error of a Reader.
func faults(err error) (names []string, offsets []int) {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil, nil
	}
	for _, e := range joined.Unwrap() {
		var fault *chess.FENError
		if errors.As(e, &fault) {
			names, offsets = append(names, fault.Field), append(offsets, fault.Offset)
		}
	}
	return names, offsets
}

func TestReader(t *testing.T) {
	for _, test := range []struct {
		name      string
		fen       string
		turn      chess.Color
		half      int
		full      int
		want      string // fields at fault
		offsets   []int
		placement string
	}{
		{name: "all fields", fen: "x b - - 3 7", turn: chess.Black, half: 3, full: 7, placement: "x"},
		{name: "no counters", fen: "x w - -", full: 1, placement: "x"},
		{name: "white space of every kind", fen: " \tx\r\nw  - -\n4 0 ", half: 4, full: 1, placement: "x"},
		{name: "unknown counters", fen: "x w - - - -", full: 1, placement: "x"},
		{name: "nothing at all", fen: "", full: 1, want: "placement turn castling en passant", offsets: []int{0, 0, 0, 0}},
		{name: "faults everywhere", fen: "x y KQ e3 -1 10000 z", full: 1, placement: "x",
			want: "turn castling en passant halfmoves fullmove end", offsets: []int{2, 4, 7, 10, 13, 19}},
		{name: "too long", fen: strings.Repeat("x ", 600), full: 1, want: "end", offsets: []int{1024}},
	} {
		r := NewReader(test.fen)
		men, _ := r.Next(Placement, "no men")
		turn, _ := r.Side()
		r.Dash(Castling, "no castling")
		r.Dash(Passant, "no en passant")
		half, full := r.Counters()
		names, offsets := faults(r.Err())
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: faults %q, want %q", test.name, got, test.want)
			continue
		}
		for i := range offsets {
			if offsets[i] != test.offsets[i] {
				t.Errorf("%s: fault %d at %d, want %d", test.name, i, offsets[i], test.offsets[i])
			}
		}
		if men.Text != test.placement || turn != test.turn || half != test.half || full != test.full {
			t.Errorf("%s: read %q %v %d %d, want %q %v %d %d", test.name,
				men.Text, turn, half, full, test.placement, test.turn, test.half, test.full)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[31m\u202e":        `"\x1b[31m\u202e"`,
		strings.Repeat("a", 50): `"` + strings.Repeat("a", 40) + `…"`,
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) is %s, want %s", in, got, want)
		}
	}
}
