package tui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/game"
	"rookery/tui/library"
	"rookery/tui/study"
	"rookery/tui/table"
	"rookery/tui/training"
	"rookery/tui/ui"
	"rookery/tui/viewer"
)

// build makes the screen of a route.
func (a *App) build(r ui.Route) (ui.Screen, error) {
	s := a.s
	switch r := r.(type) {
	case ui.ShowRules:
		return newRulesCard(s, r.Rules), nil
	case ui.ShowHelp:
		return newHelpScreen(s, r.Of, a.keys), nil
	case ui.NewGame:
		if r.FEN == "" {
			return game.NewForm(s, r.Choices), nil
		}
		return game.NewFormAt(s, r.Choices, r.Rules, r.FEN), nil
	case ui.PlayGame:
		return game.New(s, r.Config)
	case ui.ResumeGame:
		if r.LookOn {
			return game.LookOn(s, &r.Saved)
		}
		return game.Resume(s, &r.Saved)
	case ui.Analyse:
		return study.NewAnalysisAt(s, r)
	case ui.EditPosition:
		return study.NewEditorOf(s, r.Board, r.Flip), nil
	case ui.ReviewGame:
		return study.NewReview(s, r), nil
	case ui.ChooseEngine:
		return newEngineScreen(s, r.Chosen), nil
	case ui.TrainLine:
		return training.NewRepertoireScreen(s, r.Repertoire, r.Name)
	case ui.ViewGame:
		games, err := library.CollectionOf(r.Text)
		if err != nil {
			return nil, err
		}
		return viewer.New(s, library.ShowGames{Games: games, Owns: true, Index: min(r.Index, games.Len()-1), Position: r.Position}), nil
	case ui.SitAt:
		return table.New(s, r.House, r.ID), nil
	case library.ShowGames:
		return viewer.New(s, r), nil
	}
	panic(fmt.Sprintf("no screen for %T", r))
}

// open puts the screen of a route where it belongs.
func (a *App) open(msg ui.OpenMsg) tea.Cmd {
	sc, err := a.build(msg.To)
	if err != nil {
		return a.say(ui.FailMsg(err))
	}
	if !msg.Instead {
		return a.update(ui.PushMsg{From: msg.From, Screen: sc})
	}
	i := slices.Index(a.stack, msg.From)
	if i < 0 {
		closeScreen(sc)
		return nil
	}
	closeScreen(msg.From)
	sc.SetSize(a.width, a.height-footerHeight)
	a.stack[i] = sc
	return sc.Init()
}
