// Package fen reads what is the same in the FEN of every board: the cutting
// into fields, the side to move and the counters. The men, and what a board
// writes for castling and en passant, are the board's own.
package fen

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rookery/chess"
)

// The names of the fields in a [chess.FENError].
const (
	Placement = "placement"
	Turn      = "turn"
	Castling  = "castling"
	Passant   = "en passant"
	Halfmoves = "halfmoves"
	Fullmove  = "fullmove"
	End       = "end"
)

const (
	longest  = 1024 // bytes of a FEN
	greatest = 9999 // number in a counter
)

// Field is one field of a FEN and where it begins in the whole, in bytes from 0.
type Field struct {
	Text   string
	Offset int
}

// Reader takes the fields of a FEN one after the other and collects what is
// wrong with them.
type Reader struct {
	rest   []Field
	end    int
	faults []error
}

// NewReader cuts a FEN at white space.
func NewReader(fen string) *Reader {
	r := &Reader{end: len(fen)}
	if len(fen) > longest {
		r.Fault(End, longest, "a position is shorter than %d characters", longest)
		return r
	}
	for i := 0; i < len(fen); {
		if space(fen[i]) {
			i++
			continue
		}
		start := i
		for i < len(fen) && !space(fen[i]) {
			i++
		}
		r.rest = append(r.rest, Field{fen[start:i], start})
	}
	return r
}

func space(b byte) bool { return strings.IndexByte(" \t\r\n", b) >= 0 }

// Fault notes something wrong at a byte of the FEN.
func (r *Reader) Fault(field string, offset int, format string, args ...any) {
	r.faults = append(r.faults, &chess.FENError{Field: field, Offset: offset, Reason: fmt.Sprintf(format, args...)})
}

// Err joins all faults, each a [*chess.FENError]; nil when there is none.
func (r *Reader) Err() error { return errors.Join(r.faults...) }

// Next takes a field that must be there; ok is false, and a fault noted, when
// it is not. The absence is told in words: "the side to move is missing".
func (r *Reader) Next(name, absence string) (f Field, ok bool) {
	if len(r.rest) == 0 {
		if r.end <= longest { // of one too long nothing was read
			r.Fault(name, r.end, "%s", absence)
		}
		return Field{Offset: r.end}, false
	}
	f, r.rest = r.rest[0], r.rest[1:]
	return f, true
}

// Side reads who is to move and where that is said.
func (r *Reader) Side() (chess.Color, int) {
	f, ok := r.Next(Turn, "the side to move is missing: w or b")
	switch f.Text {
	case "w", "W":
	case "b", "B":
		return chess.Black, f.Offset
	default:
		if ok {
			r.Fault(Turn, f.Offset, "the side to move is w or b, not %s", Quote(f.Text))
		}
	}
	return chess.White, f.Offset
}

// Dash reads a field that has nothing to say on this board, and why.
func (r *Reader) Dash(name, why string) {
	if f, ok := r.Next(name, "the field is missing: write a dash"); ok && f.Text != "-" {
		r.Fault(name, f.Offset, "%s: write a dash", why)
	}
}

// Counters reads the number of halfmoves since the last irreversible move and
// the number of the move, which may both be missing or unknown ("-"), and sees
// that nothing follows.
func (r *Reader) Counters() (halfmoves, fullmove int) {
	halfmoves = r.counter(Halfmoves)
	fullmove = max(r.counter(Fullmove), 1)
	if len(r.rest) > 0 {
		r.Fault(End, r.rest[0].Offset, "%s is one field too many", Quote(r.rest[0].Text))
	}
	return halfmoves, fullmove
}

func (r *Reader) counter(name string) int {
	if len(r.rest) == 0 {
		return 0
	}
	f, _ := r.Next(name, "")
	if f.Text == "-" {
		return 0
	}
	n, err := strconv.Atoi(f.Text)
	switch {
	case err != nil || n < 0:
		r.Fault(name, f.Offset, "%s is no number", Quote(f.Text))
		return 0
	case n > greatest:
		r.Fault(name, f.Offset, "%d is more than %d", n, greatest)
		return 0
	}
	return n
}

// Quote shows a text from outside: cut to a line, with control and direction
// characters escaped.
func Quote(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return strconv.Quote(s)
}
