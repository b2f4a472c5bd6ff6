package archive

import (
	"context"

	"rookery/tui/remote"
)

// Ratings are those of an archive as a lobby asks for them: they implement lobby.Ratings.
type Ratings struct{ Archive Archive }

// PoolOf is where games of some terms are rated; the error is theirs.
func PoolOf(t remote.Terms) (PoolKey, error) {
	v, err := VariantOf(t)
	return PoolKey{v.Key, SpeedOf(t.Control)}, err
}

// Of is the rating of a player in games of some terms.
func (r Ratings) Of(ctx context.Context, p remote.Player, t remote.Terms) (remote.Rating, error) {
	pool, err := PoolOf(t)
	if err != nil {
		return remote.Rating{}, err
	}
	s, err := r.Archive.Rating(ctx, p.ID, pool)
	return s.Shown(), err
}

// Main is the rating of a player where he has the most rated games.
func (r Ratings) Main(ctx context.Context, p remote.Player) (remote.MainRating, error) {
	s, err := r.Archive.Main(ctx, p.ID)
	if err != nil || s.Games == 0 {
		return remote.MainRating{}, err
	}
	return remote.MainRating{Rating: s.Shown(), Variant: s.Variant.Name, Speed: string(s.Speed)}, nil
}

// Await waits until a game counts.
func (r Ratings) Await(ctx context.Context, game string) error { return r.Archive.Await(ctx, game) }

// Full tells that no more games between two are rated today.
func (r Ratings) Full(ctx context.Context, a, b remote.Player) (bool, error) {
	n, err := r.Archive.RatedToday(ctx, a.ID, b.ID)
	return n >= MostADay, err
}
