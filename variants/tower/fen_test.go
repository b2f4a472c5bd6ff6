package tower

import (
	"testing"

	"rookery/chess"
	"rookery/chess/boardtest"
)

func TestFEN(t *testing.T) {
	boardtest.FEN(t, Rules, []boardtest.FENTest{
		{Name: "the usual starting position", FEN: start, Want: start},
		{Name: "an empty text is the usual starting position", FEN: "", Want: start},
		{Name: "counters may be missing", FEN: "4k3/8/8/8/8/8/8/4K3 w - -", Want: "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{Name: "a height that goes without saying", FEN: "k{8}7/p{1}7/8/8/8/8/8/K7 b - - 4 9", Want: "k7/p7/8/8/8/8/8/K7 b - - 4 9"},
		{Name: "heights between and beyond", FEN: "k{9}6b{6}/p{2}7/8/8/8/8/8/K{40}7 b - - 4 9", Want: "k{9}6b{6}/p{2}7/8/8/8/8/8/K{40}7 b - - 4 9"},
		{Name: "a side that has nothing left", FEN: "8/8/8/8/8/8/8/k7 w - - 0 1", Want: "8/8/8/8/8/8/8/k7 w - - 0 1"},
	})
}

func TestFENFaults(t *testing.T) {
	boardtest.FENFaults(t, Rules, []boardtest.FaultTest{
		{Name: "nothing", FEN: " ", Want: []chess.FENError{
			{Field: "placement", Offset: 1, Reason: "placement is missing"},
			{Field: "turn", Offset: 1, Reason: "missing"},
			{Field: "castling", Offset: 1, Reason: "missing"},
			{Field: "en passant", Offset: 1, Reason: "missing"},
		}},
		{Name: "every field at once", FEN: "k{7}7/p{x}7/r{3/9/é7/8/8/K w KQkq e3 x 0 0", Want: []chess.FENError{
			{Field: "placement", Offset: 2, Reason: "a tower of 7 discs is not a king"},
			{Field: "placement", Offset: 8, Reason: `invalid tower height "x"`},
			{Field: "placement", Offset: 13, Reason: "lacks its closing brace"},
			{Field: "placement", Offset: 12, Reason: "rank 6 has 1 square, not 8"},
			{Field: "placement", Offset: 16, Reason: "invalid piece '9'"},
			{Field: "placement", Offset: 16, Reason: "rank 5 has 1 square, not 8"},
			{Field: "placement", Offset: 18, Reason: "invalid piece 'é'"},
			{Field: "placement", Offset: 26, Reason: "rank 1 has 1 square, not 8"},
			{Field: "castling", Offset: 30, Reason: "no castling"},
			{Field: "en passant", Offset: 35, Reason: "no capture en passant"},
			{Field: "halfmoves", Offset: 38, Reason: "not a number"},
			{Field: "end", Offset: 42, Reason: "unexpected field"},
		}},
		{Name: "too many discs", FEN: "K{200}K{60}6/8/8/8/8/8/8/k{300}7 w - - 0 1", Want: []chess.FENError{
			{Field: "placement", Offset: 32, Reason: "white has 260 discs, more than 255"},
			{Field: "placement", Offset: 32, Reason: "black has 300 discs, more than 255"},
		}},
		{Name: "too many ranks", FEN: "k7/8/8/8/8/8/8/8/K7 b - - 0 1", Want: []chess.FENError{
			{Field: "placement", Offset: 19, Reason: "expected 8 ranks, not 9"},
		}},
	})
}

func TestView(t *testing.T) {
	b := setUp(t, "4k{9}3/8/8/8/8/8/4B{6}3/4K3 b - - 3 7")
	v := b.View(chess.WhiteObserver)
	for name, want := range map[string]chess.Cell{
		"e8": {Piece: chess.PieceOf(chess.Black, chess.King), Count: 9},
		"e2": {Piece: chess.PieceOf(chess.White, chess.Bishop), Count: 6},
		"e1": {Piece: chess.PieceOf(chess.White, chess.King), Count: 8},
		"e4": {},
	} {
		sq, _ := b.Layout().Square(name)
		if got := v.Cells[sq]; got != want {
			t.Errorf("%s is %+v, want %+v", name, got, want)
		}
	}
	if v.Turn != chess.Black || v.Halfmoves != 3 || v.Fullmove != 7 {
		t.Errorf("view of %s: %v, %d, %d", b.FEN(), v.Turn, v.Halfmoves, v.Fullmove)
	}
}

// TestClock counts the moves since the last capture or move of a pawn part.
func TestClock(t *testing.T) {
	b := setUp(t, "4k3/8/8/8/3p4/8/4P3/3QK{12}3 w - - 7 1")
	for text, want := range map[string]int{"e2e3": 0, "d1d4": 0, "d1d2:1": 0, "d1d3:3": 8, "e1f1": 8} {
		m, err := chess.ParseMove(b, text)
		if err != nil {
			t.Fatal(err)
		}
		b.Make(m)
		if got := b.View(chess.Everyone).Halfmoves; got != want {
			t.Errorf("after %s %d halfmoves, want %d", text, got, want)
		}
		b.Undo()
	}
}

func FuzzFEN(f *testing.F) {
	boardtest.FuzzFEN(f, Rules,
		start,
		"k{9}6b{6}/p{2}7/8/8/8/8/8/K{40}7 b - - 4 9",
		"8/8/8/8/8/8/8/k7 w - - 0 1",
	)
}
