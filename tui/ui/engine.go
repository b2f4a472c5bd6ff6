package ui

import (
	"context"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/ai/explain"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

// The paces of feeds: a screen that is looked at, a panel beside a game.
const (
	AnalysisPace = 100 * time.Millisecond
	PanelPace    = 200 * time.Millisecond
)

// LinesMsg brings the lines of a search since the last message.
type LinesMsg struct {
	From  *engineplay.Feed
	Lines []ai.Info // the latest of each line, best first
}

// NextLines waits for the next lines of a feed; nothing when ctx ends.
func NextLines(ctx context.Context, f *engineplay.Feed) tea.Cmd {
	return func() tea.Msg {
		if lines, ok := f.Next(ctx); ok {
			return LinesMsg{f, lines}
		}
		return nil
	}
}

// ExplainLine says in a sentence why a line is good; nothing where too many sessions
// wait for the engine.
func (s *Session) ExplainLine(b chess.Board, line ai.Line, rest ...ai.Line) string {
	if s.Turns != nil {
		ctx, cancel := context.WithTimeout(context.Background(), briefTime)
		defer cancel()
		done, err := s.Turns.Brief(ctx)
		if err != nil {
			return ""
		}
		defer done()
	}
	exact := s.EndingText(b)
	if exact != "" && line.Mate != 0 {
		return exact // which says more than that there is a mate
	}
	return strings.TrimSpace(exact + " " + s.explain(explain.Move(b, line, rest...)))
}

// EndingText tells what tables of endings know of a position; it is empty where they know nothing.
func (s *Session) EndingText(b chess.Board) string {
	var text []string
	for _, part := range s.Endings.Tell(b) {
		text = append(text, s.Lang.Sentence([]string{part}))
	}
	return strings.Join(text, " ")
}

// briefTime is how long a sentence is waited for.
const briefTime = 10 * time.Second

// LessonFEN is a random position of a lesson.
func LessonFEN(ctx context.Context, s *Session, l *play.Lesson, seed uint64) string {
	turn, done, err := engineplay.Take(ctx, s.Turns)
	if err != nil {
		return l.FEN
	}
	defer done()
	return l.Drawn(turn, seed)
}

// explain says why a move is good in the language of the session: clause by
// clause, for each is a sentence of its own to the catalogues.
func (s *Session) explain(x explain.Explanation) string { return s.Lang.Sentence(x.Parts()) }

// ParseMove reads a move as it is written in the language of the session, or
// else in English: in Hungarian Bf3 is a rook's move where there is one.
func (s *Session) ParseMove(b chess.Board, text string) (chess.Move, error) {
	return play.ParseMove(b, s.Lang.Readings(text))
}
