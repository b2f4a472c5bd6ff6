package game

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Attempt is a lesson that is being played: a game that ends in a verdict.
type Attempt struct {
	Lesson *play.Lesson
	FEN    string // where it began
	// again is true where a win that was given away is tried once more: such an
	// attempt is not counted.
	Again bool
}

// NewAttempt begins a lesson from a position.
func NewAttempt(s *ui.Session, a Attempt) (*Screen, error) {
	sc, err := New(s, a.Lesson.Game(a.FEN, a.Again))
	if err != nil {
		return nil, err
	}
	g := sc.(*Screen)
	g.Attempt = &a
	return g, nil
}

// openAttempt opens a lesson in the place of a screen.
func openAttempt(s *ui.Session, from ui.Screen, a Attempt) tea.Cmd {
	g, err := NewAttempt(s, a)
	if err != nil {
		return ui.Fail(err)
	}
	return s.Replace(from, g)
}

// judgeTime is the longest that a game is looked over.
const judgeTime = 20 * time.Second

// judge looks a lesson over when it has ended and puts the verdict in the
// place of the game. Other games it leaves alone.
func (g *Screen) judge() tea.Cmd {
	if g.Attempt == nil || !g.Over() {
		return nil
	}
	g.Say(play.OutcomeText(g.Ctl.Game.Outcome()) + ". Analysing the game" + g.S.Glyphs().Ellipsis)
	s, a, game, saved, seed := g.S, *g.Attempt, g.Ctl.Game.Clone(), g.saved(), g.S.Seed()
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), judgeTime)
		defer cancel()
		turn, done, err := engineplay.Take(ctx, s.Turns)
		if err != nil {
			return ui.ToastMsg{Text: err.Error()}
		}
		v := play.Judge(turn, ai.New(play.Strongest(), ai.Balanced, seed), s.Endings.Ready(turn, game.BoardAt(0)), game)
		done()
		if !a.Again {
			err = s.Store.CountLesson(a.Lesson.ID, v.Won, v.Moves)
		}
		sc := NewVerdictScreen(s, a, v, saved)
		if err != nil {
			sc.saveError = ui.ErrorText(err)
		}
		return tea.Batch(
			func() tea.Msg { return ui.LessonKeptMsg{} },
			func() tea.Msg { return ui.ReplaceMsg{From: g, Screen: sc} },
		)()
	}
}

// endingMsg brings what the tables of endings say of a lesson's position.
type endingMsg struct {
	to   *Screen
	ply  int // of the game when it was asked
	text string
}

// noteEnding asks the tables about a lesson after each move: how far the win is, what the learner's last
// move made of it. It says nothing where there are none.
func (g *Screen) noteEnding() tea.Cmd {
	ply := g.Ctl.Game.Ply()
	if g.Attempt == nil || g.S.Endings == nil || g.Over() || ply > 0 && g.Ctl.Game.Turn() == play.Learner {
		return nil
	}
	s, now := g.S, g.Ctl.Game.BoardAt(ply)
	if ply == 0 {
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), judgeTime)
			defer cancel()
			s.Endings.Ready(ctx, now)
			return endingMsg{g, 0, s.EndingText(now)}
		}
	}
	before, moves := g.Ctl.Game.BoardAt(ply-1), g.Ctl.Game.Moves()
	return func() tea.Msg {
		v, ok := s.Endings.Judge(before)
		if !ok {
			return nil
		}
		return endingMsg{g, ply, s.Lang.Text(play.MoveVerdict(before, v.Moves, moves[ply-1]))}
	}
}

func (g *Screen) tellEnding(msg endingMsg) {
	if msg.to != g || msg.text == "" || g.Over() || msg.ply == 0 && g.Ctl.Game.Ply() > 0 {
		return
	}
	g.Say(msg.text)
	g.Notice.Keep = msg.ply > 0 // the answer comes at once
}
