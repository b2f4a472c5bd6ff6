package play

import (
	"rookery/chess"
	"rookery/pgn/puzzle"
	"rookery/variants"
)

// BeginnerLessons are those that are offered, chess first.
var BeginnerLessons = variants.Lessons()

// NewExercise sets an exercise of a lesson up.
func NewExercise(l *variants.Lesson, e *variants.Exercise) (*PuzzleGame, error) {
	g, err := chess.NewGameFEN(l.Rules(), e.FEN)
	if err != nil {
		return nil, err
	}
	return &PuzzleGame{Puzzle: puzzle.Puzzle{ID: l.ID, Variant: l.Variant, FEN: e.FEN}, Game: g, Solver: g.Turn(), Exercise: e}, nil
}

// DrillObserver is who looks at the board of a puzzle, an exercise or a repertoire: in the fog the side
// that is to find the first move, and then everyone.
func DrillObserver(g *chess.Game) chess.Observer {
	if g.Rules().Fog && g.Ply() == 0 {
		return chess.ObserverOf(g.Turn())
	}
	return chess.Everyone
}
