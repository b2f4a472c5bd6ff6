package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/club"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// challengeRow is a challenge that waits in the footer for its answer, on every screen but the
// lobby's, which has a row of its own for it.
type challengeRow struct {
	id    string // of the seek
	since time.Time
	words string
	// held is y or n, struck where it may begin a move or a text: Enter makes it the answer, any
	// other key has both do what they do without a challenge.
	held *tea.KeyMsg
}

// challenged is the oldest challenge that waits for the player outside the lobby.
func (a *App) challenged() (seek lobby.Seek, ok bool) {
	c := club.Of(a.s)
	if c == nil || c.Feed == nil {
		return seek, false
	}
	if _, open := a.top().(*club.LobbyScreen); open {
		return seek, false
	}
	for _, seek := range c.Snapshot().Seeks {
		if seek.To == c.Me.ID {
			if a.challenge.id != seek.ID {
				a.challenge = challengeRow{id: seek.ID, since: a.s.Now(),
					words: draw.Clean(a.s.Text(lang.Name(seek.From.Name)+" challenges you")) + ": " + club.SeekText(a.s, seek)}
			}
			return seek, true
		}
	}
	a.challenge = challengeRow{}
	return seek, false
}

// writes tells whether keys of the top screen may be letters of a move or a text.
func (a *App) writes() bool {
	_, writes := a.top().(ui.TextInput)
	return writes
}

// challengeFooter is the challenge with the keys that answer it.
func (a *App) challengeFooter() string {
	th := a.s.Theme
	answer := func(letter, word string) string {
		if a.writes() {
			letter += " " + a.s.Lang.Key("Enter")
		}
		return th.Key.Render(letter) + " " + th.Faint.Render(a.s.Text(word))
	}
	yes, no := a.s.Answers()
	keys := "  " + answer(yes, "yes") + "  " + answer(no, "no") + " "
	return draw.Fit(" "+th.Accent.Render(draw.Cut(a.challenge.words, max(a.width-draw.WidthOf(keys)-1, 0))), max(a.width-draw.WidthOf(keys), 0)) + keys
}

// answerChallenge takes a key that answers a challenge; done is false for all others.
func (a *App) answerChallenge(msg tea.KeyMsg, typing bool) (cmd tea.Cmd, done bool) {
	seek, ok := a.challenged()
	held := a.challenge.held
	a.challenge.held = nil
	yes, said := a.s.Answer(msg)
	switch {
	case held != nil && ok && msg.Type == tea.KeyEnter:
		return a.club.answer(seek, a.s.Yes(*held)), true
	case held != nil:
		first := a.forward(len(a.stack)-1, *held)
		return tea.Batch(first, a.pressed(msg)), true
	case !ok || typing || a.asking() || msg.Type != tea.KeyRunes || !said:
		return nil, false
	case a.s.Now().Sub(a.challenge.since) < club.AnswerDelay:
		return nil, !a.writes() // it was meant for what stood there before
	case a.writes():
		a.challenge.held = &msg
		return nil, true
	}
	return a.club.answer(seek, yes), true
}

// answered accepts a challenge or declines it.
func (a *App) answered(seek lobby.Seek, yes bool) tea.Cmd {
	visit := club.Of(a.s).Feed.Visit
	return func() tea.Msg {
		if !yes {
			if err := visit.Withdraw(seek.ID); err != nil {
				return ui.FailMsg(err)
			}
			return nil
		}
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		t, err := visit.Accept(ctx, seek.ID)
		if err != nil {
			return ui.FailMsg(err)
		}
		return club.Accepted(t, seek)
	}
}
