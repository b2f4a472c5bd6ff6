package archive

import (
	"time"

	"rookery/chess"
)

// Speed is how fast a game is played. Ratings at different speeds have nothing to do with
// each other.
type Speed string

// The speeds.
const (
	Bullet         Speed = "bullet"
	Blitz          Speed = "blitz"
	Rapid          Speed = "rapid"
	Classical      Speed = "classical"
	Correspondence Speed = "correspondence"
	Unlimited      Speed = "unlimited" // no clock
)

// Speeds lists all, the fastest first.
var Speeds = []Speed{Bullet, Blitz, Rapid, Classical, Correspondence, Unlimited}

// usualMoves is how many moves of a player a game is taken to have.
const usualMoves = 40

// SpeedOf is the speed of a time control. It cuts where lichess does: by the time that a
// player has for a game of 40 moves, at 3, 8 and 25 minutes.
func SpeedOf(c chess.Control) Speed {
	base := c.Base
	if c.MovesPer > 0 {
		base = base * usualMoves / time.Duration(c.MovesPer)
	}
	switch all := base + usualMoves*(c.Increment+c.Delay); {
	case c.None():
		return Unlimited
	case c.Days > 0:
		return Correspondence
	case all < 3*time.Minute:
		return Bullet
	case all < 8*time.Minute:
		return Blitz
	case all < 25*time.Minute:
		return Rapid
	}
	return Classical
}
