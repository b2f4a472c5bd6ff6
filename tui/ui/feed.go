package ui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/tui/engineplay"
)

// The paces of feeds: a screen that is looked at, a panel beside a game.
const (
	AnalysisPace = 100 * time.Millisecond
	PanelPace    = 200 * time.Millisecond
)

// ToldMsg brings what a search has told since the last time.
type ToldMsg struct {
	By    *engineplay.Feed
	Lines []ai.Info // the latest of each line, best first
}

// Listen waits for what a feed brings next; nothing when ctx ends.
func Listen(ctx context.Context, f *engineplay.Feed) tea.Cmd {
	return func() tea.Msg {
		if lines, ok := f.Next(ctx); ok {
			return ToldMsg{f, lines}
		}
		return nil
	}
}
