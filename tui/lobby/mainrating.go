package lobby

import (
	"context"
	"time"

	"rookery/tui/remote"
)

// ratingWait is how long a game that is over may take until it counts.
const ratingWait = 10 * time.Second

// ratingDesk finds the ratings of those who are here, one after the other and with nobody
// waiting. All of it is under the lock of the lobby.
type ratingDesk struct {
	known   map[string]remote.MainRating // by ID; zero for none
	asked   []remote.Player
	working bool
}

// askRatingLocked has the rating of a player looked up, unless it is known.
func (l *Lobby) askRatingLocked(p remote.Player) {
	if _, known := l.desk.known[p.ID]; known || l.ratings == nil || p.Guest {
		return
	}
	l.desk.known[p.ID] = remote.MainRating{} // is being asked for
	l.desk.asked = append(l.desk.asked, p)
	if !l.desk.working {
		l.desk.working = true
		l.wait.Go(l.findRatings)
	}
}

// findRatings looks ratings up until none is asked for.
func (l *Lobby) findRatings() {
	ctx, cancel := context.WithTimeout(l.life, ratingWait)
	defer cancel()
	for {
		l.mu.Lock()
		if len(l.desk.asked) == 0 || ctx.Err() != nil {
			for _, p := range l.desk.asked {
				delete(l.desk.known, p.ID) // asked for again when he comes again
			}
			l.desk.asked, l.desk.working = nil, false
			l.mu.Unlock()
			l.dirty.Store(true) // told with the next tick
			return
		}
		p := l.desk.asked[0]
		l.desk.asked = l.desk.asked[1:]
		l.mu.Unlock()
		r, err := l.ratings.Main(ctx, p)
		l.mu.Lock()
		if _, here := l.desk.known[p.ID]; here && err == nil {
			l.desk.known[p.ID] = r
		}
		l.mu.Unlock()
	}
}

// forgetRatingLocked drops the rating of a player who is gone.
func (l *Lobby) forgetRatingLocked(p remote.Player) {
	if !l.presentLocked(p.ID) {
		delete(l.desk.known, p.ID)
	}
}

// rated has the ratings of two players looked up anew as soon as a game of theirs counts.
func (l *Lobby) rated(game string, players [2]remote.Player) {
	if l.ratings == nil {
		return
	}
	l.wait.Go(func() {
		ctx, cancel := context.WithTimeout(l.life, ratingWait)
		defer cancel()
		if l.ratings.Await(ctx, game) != nil {
			return // one that was aborted, or the archive is slow: the next game tells
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, p := range players {
			if old, here := l.desk.known[p.ID]; here {
				delete(l.desk.known, p.ID)
				l.askRatingLocked(p)
				l.desk.known[p.ID] = old // until the new one is there
			}
		}
	})
}
