package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

// attempt is a lesson that is being played: a game that ends in a verdict.
type attempt struct {
	lesson *play.Lesson
	fen    string // where it began
	// again is true where a win that was given away is tried once more: such an
	// attempt is not counted.
	again bool
}

// newAttempt begins a lesson from a position.
func newAttempt(s *Session, a attempt) (*gameScreen, error) {
	cfg := GameConfig{Rules: a.lesson.Rules(), Variant: partsOf(a.lesson.Rules()), Setup: -1, FEN: a.fen}
	cfg.Players[play.Learner] = PlayerConfig{Name: "You"}
	level := strongest()
	cfg.Players[play.Learner.Other()] = PlayerConfig{Kind: Computer, Name: computerName(level, ai.Balanced), Level: level, Style: ai.Balanced}
	sc, err := newGameScreen(s, cfg)
	if err != nil {
		return nil, err
	}
	g := sc.(*gameScreen)
	g.attempt = &a
	g.ctl.PlaysOn = true
	return g, nil
}

// tryAt opens a lesson in the place of a screen.
func tryAt(s *Session, from screen, a attempt) tea.Cmd {
	g, err := newAttempt(s, a)
	if err != nil {
		return fail(err)
	}
	return s.replace(from, g)
}

// judgeTime is the longest that a game is looked over.
const judgeTime = 20 * time.Second

// conclude looks a lesson over when it has ended and puts the verdict in the
// place of the game. Other games it leaves alone.
func (g *gameScreen) conclude() tea.Cmd {
	if g.attempt == nil || !g.over() {
		return nil
	}
	g.say(outcomeText(g.ctl.Game.Outcome()) + ". The game is looked over" + g.s.glyphs().ellipsis)
	s, a, game, saved, seed := g.s, *g.attempt, g.ctl.Game.Clone(), g.saved(), g.s.Seed()
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), judgeTime)
		defer cancel()
		turn, done, err := engineplay.Take(ctx, s.Turns)
		if err != nil {
			return toastMsg{text: err.Error()}
		}
		v := play.Judge(turn, ai.New(strongest(), ai.Balanced, seed), game)
		done()
		if !a.again {
			err = s.Store.CountLesson(a.lesson.ID, v.Won, v.Moves)
		}
		sc := newVerdictScreen(s, a, v, saved)
		if err != nil {
			sc.trouble = err.Error()
		}
		return replaceMsg{g, sc}
	}
}
