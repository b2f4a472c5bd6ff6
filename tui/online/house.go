package online

import (
	"context"
	"errors"

	"rookery/tui/lichess"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
)

// House is lichess as one account knows it.
type House struct{ Account *lichess.Account }

// Me implements [ui.House].
func (h House) Me() remote.Player {
	return remote.Player{ID: h.Account.User.ID, Name: h.Account.User.Name}
}

// Join implements [ui.House].
func (h House) Join(ctx context.Context, id string) (remote.TableLine, error) {
	g, err := h.Account.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// errNoRatings says that ratings are not told.
var errNoRatings = errors.New("ratings are not told here")

// Ratings implements [ui.House].
func (House) Ratings(context.Context, string) (changes [2]archive.Change, rated bool, err error) {
	return changes, false, errNoRatings
}

// Mute implements [ui.House]: for this game, on this screen.
func (House) Mute(remote.Player, bool) error { return nil }

// Web implements [ui.WebHouse].
func (House) Web() string { return "lichess" }

// Waiting implements [ui.WaitingHouse].
func (h House) Waiting(but string) []string { return h.Account.Waiting(but) }

// Stand is where the games of others are watched from: "tv/CHANNEL" is a channel of television, and
// any other name a player's game.
type Stand struct {
	stand
	Client *lichess.Client
}

// Join implements [ui.House].
func (h Stand) Join(ctx context.Context, id string) (remote.TableLine, error) {
	w, err := h.Client.Watch(ctx, id)
	if err != nil {
		return nil, err
	}
	return w, nil
}

// stand is a house for spectators.
type stand struct{}

// Me implements [ui.House].
func (stand) Me() remote.Player { return remote.Player{ID: "-"} }

// Ratings implements [ui.House].
func (stand) Ratings(context.Context, string) (changes [2]archive.Change, rated bool, err error) {
	return changes, false, errNoRatings
}

// Mute implements [ui.House].
func (stand) Mute(remote.Player, bool) error { return nil }

// Web implements [ui.WebHouse].
func (stand) Web() string { return "lichess" }
