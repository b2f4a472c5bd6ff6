package club

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/tui/table"
	"rookery/tui/ui"
)

// House is the club of a session, for the tables in it.
type House struct{ S *ui.Session }

// Me implements [ui.House].
func (h House) Me() remote.Player { return Of(h.S).Me }

// Join implements [ui.House].
func (h House) Join(ctx context.Context, id string) (remote.TableLine, error) {
	t, err := Of(h.S).Lobby.Table(id)
	if err != nil {
		return nil, err
	}
	r, err := t.Join(ctx, Of(h.S).Me)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Ratings implements [ui.House].
func (h House) Ratings(ctx context.Context, id string) (changes [2]archive.Change, rated bool, err error) {
	from := Of(h.S).Archive
	if from == nil {
		return changes, false, context.Canceled
	}
	if err := from.Await(ctx, id); err != nil {
		return changes, false, err
	}
	return from.Changes(ctx, id)
}

// Mute implements [ui.House].
func (h House) Mute(other remote.Player, off bool) error {
	Of(h.S).Lobby.Mute(Of(h.S).Me, other, off)
	return h.keepMuted()
}

// keepMuted has it remembered whom the player has muted.
func (h House) keepMuted() error {
	ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
	defer cancel()
	return Of(h.S).Lobby.KeepMuted(ctx, Of(h.S).Me)
}

// Waiting implements [ui.WaitingHouse]: games of correspondence, and those of a simul for its host.
func (h House) Waiting(but string) []string {
	c := Of(h.S)
	all := c.Lobby.Hosting(c.Me.ID, but)
	for _, id := range c.Snapshot().Waiting {
		if id != but && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// OpenTable puts a table on top of a screen, of whichever is there for nil.
func OpenTable(s *ui.Session, from ui.Screen, id, said string) tea.Cmd {
	return s.Opening(func() tea.Msg {
		if _, err := Of(s).Lobby.Table(id); err != nil {
			return ui.FailMsg(err)
		}
		return ui.PushSayingMsg{PushMsg: ui.PushMsg{From: from, Screen: table.New(s, House{s}, id)}, Said: said}
	})
}
