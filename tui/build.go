package tui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// build makes the screen of a route.
func (a *App) build(r Route) (screen, error) {
	s := a.s
	switch r := r.(type) {
	case ShowRules:
		return newRulesCard(s, r.Rules), nil
	case ShowHelp:
		return newHelpScreen(s, r.Of, a.keys), nil
	case NewGame:
		if r.FEN == "" {
			return newGameForm(s, r.Choices), nil
		}
		return newGameFormAt(s, r.Choices, r.Rules, r.FEN), nil
	case PlayGame:
		return newGameScreen(s, r.Config)
	case ResumeGame:
		return resumeGameScreen(s, &r.Saved)
	case Analyse:
		return newAnalysisAt(s, r)
	case EditPosition:
		return newEditorOf(s, r.Board, r.Flip), nil
	case ReviewGame:
		return newReview(s, r.Config, r.Game, r.Flip), nil
	case ShowGames:
		return newViewer(s, r), nil
	}
	panic(fmt.Sprintf("no screen for %T", r))
}

// open puts the screen of a route where it belongs.
func (a *App) open(msg openMsg) tea.Cmd {
	sc, err := a.build(msg.to)
	if err != nil {
		return a.say(toastMsg{text: err.Error(), bad: true})
	}
	if !msg.instead {
		return a.update(pushMsg{msg.from, sc})
	}
	i := slices.Index(a.stack, msg.from)
	if i < 0 {
		shut(sc)
		return nil
	}
	shut(msg.from)
	sc.SetSize(a.width, a.height-footerHeight)
	a.stack[i] = sc
	return sc.Init()
}
