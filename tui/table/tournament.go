package table

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/ui"
)

// What the table of a tournament's game has besides.

// ToTournamentMsg asks App for a tournament in place of the table of one of its games.
type ToTournamentMsg struct {
	From ui.Screen
	ID   string
}

// toTournament goes from a game that is over to its tournament.
func (t *Screen) toTournament() tea.Cmd {
	msg := ToTournamentMsg{t, t.Snap.Tournament.ID}
	return func() tea.Msg { return msg }
}

// firstMoveText says how long the first move may take, and what can be chosen before it.
func (t *Screen) firstMoveText() string {
	if t.Snap.MayBerserk {
		return "Your game: type berserk for half the time and one more point, or make your first move"
	}
	return fmt.Sprintf("First move within %d seconds", t.Snap.FirstMove/time.Second)
}
