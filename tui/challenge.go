package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
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

// challenged tells whether a challenge waits for the player outside the lobby, and keeps the row of the oldest.
func (a *App) challenged() bool {
	if a.club == nil {
		return false
	}
	id, shown := a.club.Challenge()
	switch {
	case !shown:
		return false
	case id == "":
		a.challenge = challengeRow{}
	case a.challenge.id != id:
		a.challenge = challengeRow{id: id, since: a.s.Now(), words: a.club.ChallengeText(id)}
	}
	return id != ""
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
	ok := a.challenged()
	held := a.challenge.held
	a.challenge.held = nil
	yes, said := a.s.Answer(msg)
	switch {
	case held != nil && ok && msg.Type == tea.KeyEnter:
		return a.club.Answer(a.challenge.id, a.s.Yes(*held)), true
	case held != nil:
		first := a.forward(len(a.stack)-1, *held)
		return tea.Batch(first, a.pressed(msg)), true
	case !ok || typing || a.asking() || msg.Type != tea.KeyRunes || !said:
		return nil, false
	case a.s.Now().Sub(a.challenge.since) < ui.AnswerDelay:
		return nil, !a.writes() // it was meant for what stood there before
	case a.writes():
		a.challenge.held = &msg
		return nil, true
	}
	return a.club.Answer(a.challenge.id, yes), true
}
