package play

import (
	"rookery/chess"
	"rookery/pgn/puzzle"
	"rookery/variants"
)

// PuzzleGame is a puzzle that is being solved. Who shows it plays [PuzzleGame.Reply]
// once after it was made and after every right move that does not end it.
type PuzzleGame struct {
	Puzzle puzzle.Puzzle
	Game   *chess.Game
	Solver chess.Color
	Failed bool // by a wrong move
	Helped bool // by a hint
	Shown  bool // the solution was
	Over   bool // nothing is left to find
	// Exercise is what is asked for where this is no puzzle but an exercise of a lesson.
	Exercise *variants.Exercise

	line []chess.Move
	at   int // the move of the line that comes next
}

// NewPuzzleGame sets a puzzle up, before the move of the opponent.
func NewPuzzleGame(p puzzle.Puzzle) (*PuzzleGame, error) {
	start, line, err := p.Line()
	if err != nil {
		return nil, err
	}
	g, err := chess.NewGameFEN(start.Rules(), p.FEN)
	if err != nil {
		return nil, err
	}
	return &PuzzleGame{Puzzle: p, Game: g, Solver: start.Turn().Other(), line: line}, nil
}

// ToFind tells whether the solver is to move.
func (g *PuzzleGame) ToFind() bool { return !g.Over && (g.Exercise != nil || g.at%2 == 1) }

// Reply makes the next move of the opponent; 0 where it is not his turn.
func (g *PuzzleGame) Reply() chess.Move {
	if g.Over || g.Exercise != nil || g.at%2 != 0 {
		return 0
	}
	m := g.line[g.at]
	g.next(m)
	return m
}

// next makes a move of the line, which is legal.
func (g *PuzzleGame) next(m chess.Move) {
	if err := g.Game.Play(m); err != nil {
		panic(err) // Line has made it before
	}
	g.at++
	g.Over = g.at == len(g.line)
}

// Try makes the move that the solver has chosen where it is right: that of the solution,
// or any other that ends the game as won. A wrong one is not made.
func (g *PuzzleGame) Try(m chess.Move) (right bool) {
	if !g.ToFind() {
		return false
	}
	if g.Exercise != nil {
		if !g.Exercise.Reaches(g.Game.Board(), m) {
			g.Failed = true
			return false
		}
		g.end(m)
		return true
	}
	if m == g.line[g.at] {
		g.next(m)
		return true
	}
	after := g.Game.Board().Clone()
	after.Make(m)
	if winner, won := after.Outcome().Winner(); !won || winner != g.Solver {
		g.Failed = true
		return false
	}
	g.end(m)
	return true
}

// end makes a legal move after which nothing is left to find.
func (g *PuzzleGame) end(m chess.Move) {
	if err := g.Game.Play(m); err != nil {
		panic(err) // it is legal
	}
	g.Over = true
}

// Next is the move to find, which from then on counts as helped with.
func (g *PuzzleGame) Next() (m chess.Move, ok bool) {
	if !g.ToFind() {
		return 0, false
	}
	g.Helped = true
	if g.Exercise != nil {
		return g.Exercise.Answers(g.Game.Board())[0], true
	}
	return g.line[g.at], true
}

// Solve plays the solution to its end.
func (g *PuzzleGame) Solve() {
	g.Shown = g.Shown || !g.Over
	if g.Exercise != nil && !g.Over {
		g.end(g.Exercise.Answers(g.Game.Board())[0])
	}
	for !g.Over {
		g.next(g.line[g.at])
	}
}

// Solved tells whether the puzzle was solved without a mistake and without help.
func (g *PuzzleGame) Solved() bool { return g.Over && !g.Failed && !g.Helped && !g.Shown }
