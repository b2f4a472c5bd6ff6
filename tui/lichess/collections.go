package lichess

import (
	"context"
	"errors"
	"net/url"

	"rookery/tui/remote"
)

// mostTitle is how long the name of a broadcast or a study may be that is shown.
const mostTitle = 120

// Broadcast is an event that lichess shows, with its rounds.
type Broadcast struct {
	ID, Name string
	Rounds   []Round
}

// Round is a round of a broadcast.
type Round struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Ongoing  bool   `json:"ongoing"`
	Finished bool   `json:"finished"`
	StartsAt int64  `json:"startsAt"` // in milliseconds; 0 where it is not known
}

// Broadcasts lists the events that are on, then those that were.
func (c *Client) Broadcasts(ctx context.Context) (all []Broadcast, err error) {
	q := call{method: "GET", path: "/api/broadcast", query: url.Values{"nb": {"40"}}}
	type line struct {
		Tour struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"tour"`
		Rounds []Round `json:"rounds"`
	}
	err = each(ctx, c, q, func(l line) error {
		if len(all) >= 200 {
			return &AnswerError{errLong}
		}
		for i := range l.Rounds {
			l.Rounds[i].Name = remote.CleanLine(l.Rounds[i].Name, mostTitle)
		}
		all = append(all, Broadcast{l.Tour.ID, remote.CleanLine(l.Tour.Name, mostTitle), l.Rounds})
		return nil
	})
	return all, err
}

// Study is a study of a user.
type Study struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Updated int64  `json:"updatedAt"` // in milliseconds
}

// Studies lists those of a user that the player may see.
func (c *Client) Studies(ctx context.Context, user string) (all []Study, err error) {
	q := call{method: "GET", path: path("api", "study", "by", user)}
	err = each(ctx, c, q, func(s Study) error {
		if len(all) >= 5000 {
			return &AnswerError{errLong}
		}
		s.Name = remote.CleanLine(s.Name, mostTitle)
		all = append(all, s)
		return nil
	})
	return all, err
}

// errNoPGN says that a round or a study has no games.
var errNoPGN = errors.New("there are no games yet")

// RoundPGN is the games of a round of a broadcast.
func (c *Client) RoundPGN(ctx context.Context, id string) ([]byte, error) {
	return c.pgn(ctx, path("api", "broadcast", "round", id+".pgn"))
}

// StudyPGN is the chapters of a study.
func (c *Client) StudyPGN(ctx context.Context, id string) ([]byte, error) {
	return c.pgn(ctx, path("api", "study", id+".pgn"))
}

func (c *Client) pgn(ctx context.Context, at string) ([]byte, error) {
	text, err := c.read(ctx, call{method: "GET", path: at, accept: pgnType})
	if err == nil && len(text) == 0 {
		err = errNoPGN
	}
	return text, err
}
