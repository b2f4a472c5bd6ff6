package ui

import (
	"context"
	"rookery/ai"
	"rookery/ai/explain"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"time"
)

// Why says in a sentence why a line is good; of one that came too late, or where
// too many wait, it says nothing.
func (s *Session) Why(b chess.Board, line ai.Line, rest ...ai.Line) string {
	if s.Turns != nil {
		ctx, cancel := context.WithTimeout(context.Background(), briefTime)
		defer cancel()
		done, err := s.Turns.Brief(ctx)
		if err != nil {
			return ""
		}
		defer done()
	}
	return s.explain(explain.Move(b, line, rest...))
}

// briefTime is how long a sentence is waited for.
const briefTime = 10 * time.Second

// RandomLesson is a position of a lesson that is drawn by chance.
func RandomLesson(ctx context.Context, s *Session, l *play.Lesson, seed uint64) string {
	turn, done, err := engineplay.Take(ctx, s.Turns)
	if err != nil {
		return l.FEN
	}
	defer done()
	return l.Drawn(turn, seed)
}
