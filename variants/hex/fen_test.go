package hex

import (
	"testing"

	"rookery/chess"
	"rookery/chess/boardtest"
)

func TestFEN(t *testing.T) {
	boardtest.FEN(t, Rules, []boardtest.FENTest{
		{Name: "the usual starting position", FEN: start, Want: start},
		{Name: "an empty text is the usual starting position", FEN: "", Want: start},
		{Name: "counters may be missing", FEN: "1/1k1/5/7/9/11/11/11/11/5K5/11 w - -", Want: "1/1k1/5/7/9/11/11/11/11/5K5/11 w - - 0 1"},
		{Name: "an en passant cell nobody can use is dropped",
			FEN: "1/1k1/5/7/9/11/3p7/11/11/5K5/11 w - d6 0 1", Want: "1/1k1/5/7/9/11/3p7/11/11/5K5/11 w - - 0 1"},
		{Name: "an en passant cell is kept where a pawn can take",
			FEN: "1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1", Want: "1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1"},
		{Name: "but not where taking would open the king to attack",
			FEN: "1/1k1/5/7/3r5/4P6/3p7/11/4K6/11/11 w - d6 0 1", Want: "1/1k1/5/7/3r5/4P6/3p7/11/4K6/11/11 w - - 0 1"},
		{Name: "numbers of two digits", FEN: "1/1k1/5/7/9/10P/11/11/11/5K5/11 b - - 7 30", Want: "1/1k1/5/7/9/10P/11/11/11/5K5/11 b - - 7 30"},
	})
}

func TestFENFaults(t *testing.T) {
	boardtest.FENFaults(t, Rules, []boardtest.FaultTest{
		{Name: "nothing but a space", FEN: " ", Want: []chess.FENError{
			{Field: "placement", Offset: 1, Reason: "placement is missing"},
			{Field: "turn", Offset: 1, Reason: "missing"},
			{Field: "castling", Offset: 1, Reason: "missing"},
			{Field: "en passant", Offset: 1, Reason: "missing"},
		}},
		{Name: "every field at once", FEN: "1/1k1/5/7/9/12/11x/11/5K6/0K10/11 y KQ j3 -1 x 7", Want: []chess.FENError{
			{Field: "placement", Offset: 12, Reason: `invalid number of empty cells "12"`},
			{Field: "placement", Offset: 12, Reason: "rank 6 has 0 cells, not 11"},
			{Field: "placement", Offset: 17, Reason: `invalid piece 'x'`},
			{Field: "placement", Offset: 15, Reason: "rank 5 has 12 cells, not 11"},
			{Field: "placement", Offset: 22, Reason: "rank 3 has 12 cells, not 11"},
			{Field: "placement", Offset: 26, Reason: `invalid number of empty cells "0"`},
			{Field: "placement", Offset: 33, Reason: "white must have one king, not 2"},
			{Field: "turn", Offset: 34, Reason: "not \"y\""},
			{Field: "castling", Offset: 36, Reason: "no castling"},
			{Field: "en passant", Offset: 39, Reason: `invalid cell "j3"`},
			{Field: "halfmoves", Offset: 42, Reason: "not a number"},
			{Field: "fullmove", Offset: 45, Reason: "not a number"},
			{Field: "end", Offset: 47, Reason: "unexpected field"},
		}},
		{Name: "too few ranks and no kings", FEN: "1/3 w - - 0 1", Want: []chess.FENError{
			{Field: "placement", Offset: 3, Reason: "expected 11 ranks, not 2"},
			{Field: "placement", Offset: 3, Reason: "white must have one king, not 0"},
			{Field: "placement", Offset: 3, Reason: "black must have one king, not 0"},
		}},
		{Name: "the side that has moved is in check", FEN: "1/1k1/5/7/9/11/11/5R5/11/5K5/11 w - - 0 1", Want: []chess.FENError{
			{Field: "turn", Offset: 32, Reason: "black is in check"},
		}},
		{Name: "an en passant cell that no pawn skips", FEN: "1/1k1/5/7/9/11/11/11/11/5K5/11 b - d6 0 1", Want: []chess.FENError{
			{Field: "en passant", Offset: 35, Reason: "no white pawn can skip cell d6"},
		}},
		{Name: "one cell only", FEN: "1/1k1/P/7/9/11/11/11/11/5K5/11 w - - 0 1", Want: []chess.FENError{
			{Field: "placement", Offset: 6, Reason: "rank 9 has 1 cell, not 5"},
		}},
		{Name: "letters beyond ASCII", FEN: "1/1k1/5/7/9/11/11/11/11/5K5/é10 w - - 0 1", Want: []chess.FENError{
			{Field: "placement", Offset: 28, Reason: "invalid piece 'é'"},
		}},
	})
}

func FuzzFEN(f *testing.F) {
	boardtest.FuzzFEN(f, Rules,
		start,
		"1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1",
		"1/2k/5/7/P7p/11/11/11/p9P/5K5/11 b - - 3 9",
		"1/P2/PP1P1/1k5/9/11/11/11/8p2/1p4p1K2/p1p8 w - - 0 1",
	)
}
