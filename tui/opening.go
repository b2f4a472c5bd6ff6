package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
	"rookery/pgn"
)

// openingsMsg brings the table of openings to the screens that show names.
type openingsMsg struct{ table *pgn.Openings }

// findOpenings makes the table where games of these rules have openings. The
// first time it takes a moment, so it is a command.
func findOpenings(r chess.Rules) tea.Cmd {
	if !r.Plain() {
		return nil
	}
	return func() tea.Msg { return openingsMsg{pgn.LoadOpenings()} }
}

// opening names how the moves up to the position on the board began.
func (g *gameScreen) opening() pgn.Opening {
	if g.openings == nil {
		return pgn.Opening{}
	}
	return g.openings.Reached(g.game.BoardAt(0), g.game.Moves()[:g.shown])
}

// withOpening adds an opening to the left of a title row of some width, as far
// as the status on its right leaves room.
func withOpening(heading, status string, o pgn.Opening, width int) string {
	const gap, least = 2, 8
	name := clean(o.String())
	room := width - 2 - lipgloss.Width(heading) - lipgloss.Width(status) - 2*gap
	if name == "" || room < least {
		return heading
	}
	return heading + strings.Repeat(" ", gap) + cut(name, room)
}

// openingRow is the message row while nothing is to be said. It names the
// opening where no title row does.
func (g *gameScreen) openingRow(width int) string {
	name := clean(g.opening().String())
	if g.room.arrangement == framed || name == "" {
		return ""
	}
	return " " + g.s.Theme.Faint.Render(cut(name, width-1))
}

// openingBehind names how the moves of a game up to n began; it has no name while
// there is no table.
func openingBehind(table *pgn.Openings, g *pgn.Game, n *pgn.Node) pgn.Opening {
	if table == nil {
		return pgn.Opening{}
	}
	return table.Behind(g, n)
}
