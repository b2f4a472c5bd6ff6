package puzzlemaker

import (
	"slices"

	"rookery/chess"
)

// rate estimates how hard a puzzle is. The weights were fitted by least squares to the ratings of
// the 4,499 puzzles of lichess in pgn/puzzle, of which they are off by 317 points (one standard
// deviation; 461 without them).
func rate(b chess.Board, moves []chess.Move, themes []string) int {
	r := 0.0
	for i, x := range features(b, moves, themes) {
		r += x * weights[i]
	}
	return int(min(max(r, 500), 2800))
}

// featureThemes are themes that tell how hard a puzzle is.
var featureThemes = []string{
	"short", "long", "veryLong", "mate", "quietMove", "defensiveMove", "sacrifice", "hangingPiece", "fork", "backRankMate", "advancedPawn",
	"equality", "endgame", "opening", "deflection", "attraction", "interference", "clearance", "intermezzo", "discoveredAttack", "promotion", "pin", "skewer",
}

// features of a puzzle: one that is always 1, its themes, and what its first moves are.
func features(b chess.Board, moves []chess.Move, themes []string) []float64 {
	x := []float64{1}
	flag := func(on bool) {
		if on {
			x = append(x, 1)
		} else {
			x = append(x, 0)
		}
	}
	for _, t := range featureThemes {
		flag(slices.Contains(themes, t))
	}
	on := b.Clone()
	on.Make(moves[0])
	flag(moves[1].IsCapture())
	flag(moves[0].IsCapture() && moves[1].IsCapture() && moves[0].To() == moves[1].To())
	x = append(x, float64(len(on.Moves(nil)))/10)
	on.Make(moves[1])
	flag(len(on.Checked()) > 0)
	x = append(x, float64(len(on.Moves(nil)))/10)
	return x
}

// weights are those of the features, in their order.
var weights = [...]float64{
	818, 270, 483, 696, -254, 177, 244, -33, -31, -137, -244, 1, 33, -20, -41, 30, 174, 101, 96, 122, -21, -73, 37, -139, -27, -22, 68, 56, 75,
}
