package serve

import (
	"context"
	"errors"
	"time"

	"rookery/tui/engineplay"
	"rookery/tui/lobby"
)

// errFair refuses help to somebody who plays against a person.
var errFair = errors.New("the engine is off while you play against a person: finish that game first")

// fairTurns are turns that a player has not while he plays against a person: advice is refused in
// all his sessions, and computers that he plays beside a game with a clock wait, for their moves
// might be advice, too.
type fairTurns struct {
	playerTurns
	playing func() (lobby.GameInfo, bool) // the player's game with a person
}

// fairPause is how often a computer that waits looks whether the game is over.
const fairPause = time.Second

// Take implements engineplay.Turns.
func (f fairTurns) Take(ctx context.Context, p engineplay.Purpose, used time.Duration) (engineplay.Turn, error) {
	for {
		game, on := f.playing()
		switch {
		case !on, p == engineplay.ForMove && game.Terms.Control.None():
			return f.playerTurns.Take(ctx, p, used)
		case p == engineplay.ForAdvice:
			return engineplay.Turn{}, errFair
		}
		select {
		case <-ctx.Done():
			return engineplay.Turn{}, ctx.Err()
		case <-time.After(fairPause):
		}
	}
}

// playing is the game that the player of a session has on with another.
func (s *Server) playing(g *client) (lobby.GameInfo, bool) {
	s.mu.Lock()
	id := g.playerID
	s.mu.Unlock()
	if id == "" || s.cfg.Lobby == nil {
		return lobby.GameInfo{}, false
	}
	return s.cfg.Lobby.Playing(id)
}
