package tui

import (
	"context"
	"time"

	"rookery/ai"
	"rookery/ai/explain"
	"rookery/chess"
	"rookery/tui/play"
)

// Turns shares the thinking of one machine out among sessions.
type Turns interface {
	// Take waits for a turn to think, until ctx ends or too many wait. The
	// search is to stop when turn ends, which may be before ctx does; done gives
	// the turn back and must be called once.
	Take(ctx context.Context) (turn context.Context, done func(), err error)
	// Brief waits for room for some hundredths of a second of thinking, beside
	// whatever else the player has thought about; done must be called once.
	Brief(ctx context.Context) (done func(), err error)
}

// take waits for a turn; where nobody shares the machine it is had at once.
func take(t Turns, ctx context.Context) (turn context.Context, done func(), err error) {
	if t == nil {
		return ctx, func() {}, nil
	}
	return t.Take(ctx)
}

// why says in a sentence why a line is good; of one that came too late, or where
// too many wait, it says nothing.
func (s *Session) why(b chess.Board, line ai.Line, rest ...ai.Line) string {
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

// drawn is a position of a lesson that is drawn by chance.
func (s *Session) drawn(ctx context.Context, l *play.Lesson, seed uint64) string {
	turn, done, err := take(s.Turns, ctx)
	if err != nil {
		return l.FEN
	}
	defer done()
	return l.Drawn(turn, seed)
}

// in has the engine think in its turn.
func (h houseMind) in(t Turns) houseMind {
	h.turns = t
	return h
}

// Choose implements thinker.
func (h houseMind) Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error) {
	turn, done, err := take(h.turns, ctx)
	if err != nil {
		return ai.Choice{}, err
	}
	defer done()
	var choice ai.Choice
	background(func() { choice, err = h.Engine.Choose(turn, b, lim) })
	return choice, err
}
