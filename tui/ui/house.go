package ui

import (
	"context"

	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
)

// House is where people play each other: the lobby of a club, or a server that this program is
// a client of. It may be used by many goroutines.
type House interface {
	// Me is the player.
	Me() remote.Player
	// Join opens a line to a game: into the player's seat, or to watch.
	Join(ctx context.Context, id string) (remote.TableLine, error)
	// Ratings waits for what a game has done to the ratings of its players; rated is false where it
	// has done nothing.
	Ratings(ctx context.Context, id string) (changes [2]archive.Change, rated bool, err error)
	// Mute hides what another says, or with off shows it again, and remembers it.
	Mute(other remote.Player, off bool) error
}

// WebHouse is a House that this program is a client of, whose lines may be more than others; Web names it.
type WebHouse interface{ Web() string }

// BroadcastHouse is a House whose games anybody may judge while they go on.
type BroadcastHouse interface{ Broadcast() }

// WaitingHouse is a House that knows the other games in which the player is to move, the most urgent first.
type WaitingHouse interface{ Waiting(but string) []string }

// A line may also be one of these.
type (
	// Berserker lines halve the player's clock before the game, in tournaments that have it.
	Berserker interface {
		Berserk(ctx context.Context) error
	}
	// Reporter lines tell the operators of somebody at the table, and why.
	Reporter interface {
		Report(ctx context.Context, of remote.Player, why string) error
	}
	// Planner lines keep conditional moves of correspondence games: lines that begin with a move of
	// the opponent.
	Planner interface {
		Plan(ctx context.Context, lines [][]string) error
	}
	// TimeGiver lines give the opponent time.
	TimeGiver interface {
		GiveTime(ctx context.Context) error
	}
	// Adjourner lines ask the opponent to go on another day.
	Adjourner interface {
		Adjourn(ctx context.Context) error
	}
	// Controller lines say a time control that is no clock, such as days for each move.
	Controller interface{ ControlText() string }
	// Finder lines tell where the game can be seen in a browser.
	Finder interface{ Address() string }
)
