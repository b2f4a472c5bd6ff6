package tui

import (
	"context"
	"rookery/tui/engineplay"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// engineReadyMsg brings an engine that was started.
type engineReadyMsg struct {
	to     *analysis
	engine *engineplay.External
	err    error
}

// chooseEngine opens the line for another engine.
func (a *analysis) chooseEngine() tea.Cmd {
	if !a.s.Local {
		return toast("Engines of your own run on your own machine.")
	}
	a.open(writingEngine)
	a.notice = notice{text: "Write uci:PATH or xboard:PATH, or rookery for our own engine"}
	return nil
}

// useEngine changes to the engine that a text names.
func (a *analysis) useEngine(text string) tea.Cmd {
	if !a.s.Local {
		return nil
	}
	a.notice = notice{}
	if strings.EqualFold(text, "rookery") {
		cmd := a.changeEngine(analysisThinker(a.s), "Rookery")
		a.guests.Dismiss(false)
		return cmd
	}
	a.notice = notice{text: "Starting " + text + a.s.signs().More}
	rules, lines, guests := a.game.Rules, a.lines, &a.guests
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), engineplay.StartTime)
		defer cancel()
		m, err := engineplay.Start(ctx, text, rules, lines)
		if err == nil && !guests.Admit(m) {
			return nil
		}
		return engineReadyMsg{a, m, err}
	}
}

// engineReady takes a started engine in.
func (a *analysis) engineReady(msg engineReadyMsg) tea.Cmd {
	if msg.err != nil {
		a.notice = notice{msg.err.Error(), true}
		return nil
	}
	return a.changeEngine(msg.engine, msg.engine.Name())
}

// changeEngine puts an engine in the place of the present one.
func (a *analysis) changeEngine(t engineplay.Thinker, name string) tea.Cmd {
	a.engine, a.name, a.on, a.notice = engineplay.New(t, nil), name, true, notice{}
	return a.look()
}
