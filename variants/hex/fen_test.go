package hex

import (
	"errors"
	"strings"
	"testing"

	"rookery/chess"
)

func TestFEN(t *testing.T) {
	for _, test := range []struct{ name, fen, want string }{
		{"the usual array", start, start},
		{"an empty text is the usual array", "", start},
		{"counters may be missing", "1/1k1/5/7/9/11/11/11/11/5K5/11 w - -", "1/1k1/5/7/9/11/11/11/11/5K5/11 w - - 0 1"},
		{"an en passant cell nobody can use is dropped",
			"1/1k1/5/7/9/11/3p7/11/11/5K5/11 w - d6 0 1", "1/1k1/5/7/9/11/3p7/11/11/5K5/11 w - - 0 1"},
		{"an en passant cell is kept where a pawn can take",
			"1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1", "1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1"},
		{"but not where taking would open the king to attack",
			"1/1k1/5/7/3r5/4P6/3p7/11/4K6/11/11 w - d6 0 1", "1/1k1/5/7/3r5/4P6/3p7/11/4K6/11/11 w - - 0 1"},
		{"numbers of two digits", "1/1k1/5/7/9/10P/11/11/11/5K5/11 b - - 7 30", "1/1k1/5/7/9/10P/11/11/11/5K5/11 b - - 7 30"},
	} {
		b, err := chess.NewBoard(Rules, test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := b.FEN(); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestFENFaults(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      []chess.FENError // reasons as far as they must be told
	}{
		{"nothing but a space", " ", []chess.FENError{
			{Field: "placement", Offset: 1, Reason: "no placement"},
			{Field: "turn", Offset: 1, Reason: "missing"},
			{Field: "castling", Offset: 1, Reason: "missing"},
			{Field: "en passant", Offset: 1, Reason: "missing"},
		}},
		{"every field at once", "1/1k1/5/7/9/12/11x/11/5K6/0K10/11 y KQ j3 -1 x 7", []chess.FENError{
			{Field: "placement", Offset: 12, Reason: `"12" is no number`},
			{Field: "placement", Offset: 12, Reason: "rank 6 has 0 cells, not 11"},
			{Field: "placement", Offset: 17, Reason: `'x' is no man`},
			{Field: "placement", Offset: 15, Reason: "rank 5 has 12 cells, not 11"},
			{Field: "placement", Offset: 22, Reason: "rank 3 has 12 cells, not 11"},
			{Field: "placement", Offset: 26, Reason: `"0" is no number`},
			{Field: "placement", Offset: 33, Reason: "white must have one king, not 2"},
			{Field: "turn", Offset: 34, Reason: "not \"y\""},
			{Field: "castling", Offset: 36, Reason: "no castling"},
			{Field: "en passant", Offset: 39, Reason: `"j3" is no cell`},
			{Field: "halfmoves", Offset: 42, Reason: "no number"},
			{Field: "fullmove", Offset: 45, Reason: "no number"},
			{Field: "end", Offset: 47, Reason: "too many"},
		}},
		{"too few ranks and no kings", "1/3 w - - 0 1", []chess.FENError{
			{Field: "placement", Offset: 3, Reason: "there must be 11 ranks, not 2"},
			{Field: "placement", Offset: 3, Reason: "white must have one king, not 0"},
			{Field: "placement", Offset: 3, Reason: "black must have one king, not 0"},
		}},
		{"the side that has moved is in check", "1/1k1/5/7/9/11/11/5R5/11/5K5/11 w - - 0 1", []chess.FENError{
			{Field: "turn", Offset: 32, Reason: "black is in check"},
		}},
		{"an en passant cell that no pawn skips", "1/1k1/5/7/9/11/11/11/11/5K5/11 b - d6 0 1", []chess.FENError{
			{Field: "en passant", Offset: 35, Reason: "white pawn skips no cell d6"},
		}},
		{"one cell only", "1/1k1/P/7/9/11/11/11/11/5K5/11 w - - 0 1", []chess.FENError{
			{Field: "placement", Offset: 6, Reason: "rank 9 has 1 cell, not 5"},
		}},
		{"letters beyond ASCII", "1/1k1/5/7/9/11/11/11/11/5K5/é10 w - - 0 1", []chess.FENError{
			{Field: "placement", Offset: 28, Reason: "'é' is no man"},
		}},
	} {
		_, err := chess.NewBoard(Rules, test.fen)
		var got []*chess.FENError
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range joined.Unwrap() {
				var fault *chess.FENError
				if !errors.As(e, &fault) {
					t.Fatalf("%s: %v is no FENError", test.name, e)
				}
				got = append(got, fault)
			}
		}
		if len(got) != len(test.want) {
			t.Errorf("%s: %d faults, want %d:\n%v", test.name, len(got), len(test.want), err)
			continue
		}
		for i, want := range test.want {
			if got[i].Field != want.Field || got[i].Offset != want.Offset || !strings.Contains(got[i].Reason, want.Reason) {
				t.Errorf("%s: fault %d is %+v, want %+v", test.name, i, *got[i], want)
			}
		}
	}
}

func FuzzFEN(f *testing.F) {
	f.Add(start)
	f.Add("1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1")
	f.Add("1/2k/5/7/P7p/11/11/11/p9P/5K5/11 b - - 3 9")
	f.Add("1/P2/PP1P1/1k5/9/11/11/11/8p2/1p4p1K2/p1p8 w - - 0 1")
	f.Fuzz(func(t *testing.T, fen string) {
		b, err := chess.NewBoard(Rules, fen)
		if err != nil {
			return
		}
		first := b.FEN()
		again, err := chess.NewBoard(Rules, first)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", fen, first, err)
		}
		if got := again.FEN(); got != first || again.Key() != b.Key() {
			t.Fatalf("%q is read as %q", first, got)
		}
		for _, m := range b.Moves(nil) {
			key := b.Key()
			b.Make(m)
			after, err := chess.NewBoard(Rules, b.FEN())
			if err != nil || after.Key() != b.Key() {
				t.Fatalf("%q after %s: %v, key %x, want %x", first, chess.UCI(again, m), err, b.Key(), after.Key())
			}
			b.Undo()
			if b.Key() != key || b.FEN() != first {
				t.Fatalf("%q: undone to %q", first, b.FEN())
			}
		}
	})
}
