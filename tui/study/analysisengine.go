package study

import (
	"context"
	"rookery/tui/engineplay"
	"rookery/tui/ui"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// engineReadyMsg brings an engine that was started.
type engineReadyMsg struct {
	to     *Analysis
	engine *engineplay.External
	err    error
}

// chooseEngine opens the line for another engine.
func (a *Analysis) chooseEngine() tea.Cmd {
	if !a.S.Local {
		return ui.Toast("External engines only work on your own machine.")
	}
	a.open(writingEngine)
	a.Notice = ui.Notice{Text: "Enter uci:PATH or xboard:PATH, or rookery for the built-in engine"}
	return nil
}

// useEngine changes to the engine that a text names.
func (a *Analysis) useEngine(text string) tea.Cmd {
	if !a.S.Local {
		return nil
	}
	a.Notice = ui.Notice{}
	if strings.EqualFold(text, "rookery") {
		cmd := a.changeEngine(analysisThinker(a.S), "Rookery")
		a.guests.Dismiss(false)
		return cmd
	}
	a.Notice = ui.Notice{Text: "Starting " + text + a.S.Signs().More}
	rules, lines, guests := a.Game.Rules, a.Lines, &a.guests
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
func (a *Analysis) engineReady(msg engineReadyMsg) tea.Cmd {
	if msg.err != nil {
		a.Notice = ui.Notice{Text: msg.err.Error(), Bad: true}
		return nil
	}
	return a.changeEngine(msg.engine, msg.engine.Name())
}

// changeEngine puts an engine in the place of the present one.
func (a *Analysis) changeEngine(t engineplay.Thinker, name string) tea.Cmd {
	a.Engine, a.name, a.On, a.Notice = engineplay.New(t, nil), name, true, ui.Notice{}
	return a.look()
}
