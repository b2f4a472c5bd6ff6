package club

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// panels is how many panels there are: without tournaments theirs is not shown.
func (h *LobbyScreen) panels() panel {
	if len(h.view.Tournaments) == 0 {
		return tournamentsPanel
	}
	return panelCount
}

// tournamentCells are what stands in a row of the schedule.
func (h *LobbyScreen) tournamentCells(i int) ([]string, []draw.Style) {
	th, t := h.s.Theme, h.view.Tournaments[i]
	style := map[lobby.TournamentState]draw.Style{lobby.Running: th.Good, lobby.Planned: th.Text, lobby.Done: th.Faint, lobby.Cancelled: th.Faint}[t.State]
	return []string{draw.Clean(t.Plan.Name), whenText(h.s, t)}, []draw.Style{style, th.Faint}
}

func (h *LobbyScreen) tournament() (t lobby.TournamentInfo, ok bool) {
	if i := h.lists[tournamentsPanel].at; i < len(h.view.Tournaments) {
		return h.view.Tournaments[i], true
	}
	return t, false
}

// aboutTournament says what is played in the chosen tournament, and by how many.
func (h *LobbyScreen) aboutTournament() string {
	t, ok := h.tournament()
	if !ok {
		return ""
	}
	return planText(h.s, t.Plan, t.Rounds) + ", " + h.s.Text(ui.Plural(t.Players, "1 player", "%d players"))
}

func (h *LobbyScreen) openTournament() tea.Cmd {
	if t, ok := h.tournament(); ok {
		return openTournament(h.s, h, t.ID)
	}
	return nil
}
