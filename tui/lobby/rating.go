package lobby

import (
	"context"
	"errors"
	"fmt"

	"rookery/tui/remote"
)

// Ratings is what a Lobby asks about the ratings of players. It is safe for use by many
// goroutines.
type Ratings interface {
	// Of is the rating of a player in games of some terms.
	Of(ctx context.Context, p remote.Player, t remote.Terms) (remote.Rating, error)
	// Full tells that no more games between two are rated today.
	Full(ctx context.Context, a, b remote.Player) (bool, error)
	// Main is the rating of a player where he has the most rated games; zero where he has none.
	Main(ctx context.Context, p remote.Player) (remote.MainRating, error)
	// Await waits until a game that is over counts.
	Await(ctx context.Context, game string) error
}

// UseRatings has the lobby show ratings and heed them. Call it before anybody is here.
func (l *Lobby) UseRatings(r Ratings) { l.ratings = r }

// ratingOf is what is known of a player; nothing where ratings are not kept, of guests, and
// where they cannot be read.
func (l *Lobby) ratingOf(ctx context.Context, p remote.Player, t remote.Terms) remote.Rating {
	if l.ratings == nil || p.Guest {
		return remote.Rating{}
	}
	r, err := l.ratings.Of(ctx, p, t)
	if err != nil {
		return remote.Rating{}
	}
	return r
}

// mayRate tells why a game between two cannot be rated.
func (l *Lobby) mayRate(ctx context.Context, a, b remote.Player) error {
	if a.Guest || b.Guest {
		return errors.New("rated games need a key: play casual")
	}
	if l.ratings == nil {
		return nil
	}
	full, err := l.ratings.Full(ctx, a, b)
	if err == nil && full {
		err = errFull
	}
	return err
}

// errFull refuses one more rated game of the same two players.
var errFull = errors.New("you have played many rated games with each other today: play casual, or somebody else")

// Range bounds the ratings of those who may accept a seek; a bound of 0 is none.
type Range struct {
	Low  int `json:"low,omitempty"`
	High int `json:"high,omitempty"`
}

// Has tells whether a rating is in a range. A player without one is, as far as anybody knows.
func (r Range) Has(rating remote.Rating) bool {
	return rating.Value == 0 || (r.Low == 0 || rating.Value >= r.Low) && (r.High == 0 || rating.Value <= r.High)
}

// String writes a range: "1400-1600"; nothing where there is none.
func (r Range) String() string {
	switch {
	case r == Range{}:
		return ""
	case r.High == 0:
		return fmt.Sprintf("%d+", r.Low)
	case r.Low == 0:
		return fmt.Sprintf("-%d", r.High)
	}
	return fmt.Sprintf("%d-%d", r.Low, r.High)
}
