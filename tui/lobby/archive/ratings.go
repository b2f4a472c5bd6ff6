package archive

import (
	"context"

	"rookery/tui/lobby"
)

// Ratings are those of an archive as a lobby asks for them.
type Ratings struct{ Archive Archive }

var _ lobby.Ratings = Ratings{}

// PoolOf is where games of some terms are rated; the error is theirs.
func PoolOf(t lobby.Terms) (PoolKey, error) {
	v, err := VariantOf(t)
	return PoolKey{v.Key, SpeedOf(t.Control)}, err
}

// Of is the rating of a player in games of some terms.
func (r Ratings) Of(ctx context.Context, p lobby.Player, t lobby.Terms) (lobby.Rating, error) {
	pool, err := PoolOf(t)
	if err != nil {
		return lobby.Rating{}, err
	}
	s, err := r.Archive.Rating(ctx, p.ID, pool)
	return s.Shown(), err
}

// Full tells that no more games between two are rated today.
func (r Ratings) Full(ctx context.Context, a, b lobby.Player) (bool, error) {
	n, err := r.Archive.RatedToday(ctx, a.ID, b.ID)
	return n >= MostADay, err
}
