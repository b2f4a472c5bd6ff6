package club

import (
	"context"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/ui"
)

// House is the club of a session, for the tables in it.
type House struct{ S *ui.Session }

// Me implements [ui.House].
func (h House) Me() lobby.Player { return Of(h.S).Me }

// Join implements [ui.House].
func (h House) Join(ctx context.Context, id string) (lobby.TableLine, error) {
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
func (h House) Mute(other lobby.Player, off bool) error {
	Of(h.S).Lobby.Mute(Of(h.S).Me, other, off)
	return h.keepMuted()
}

// keepMuted has it remembered whom the player has muted.
func (h House) keepMuted() error {
	ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
	defer cancel()
	return Of(h.S).Lobby.KeepMuted(ctx, Of(h.S).Me)
}
