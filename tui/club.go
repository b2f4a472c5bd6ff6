package tui

import (
	"context"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
)

// Club is what a session on a server has besides its own program: the lobby,
// and who the player is in it.
type Club struct {
	Lobby *lobby.Lobby
	// Me is the player; it has no ID as long as a key has no name.
	Me lobby.Player
	// Archive holds the finished games; nil where there is none.
	Archive *archive.Archive
	// Fingerprint is that of the key; empty for a guest.
	Fingerprint string
	// Home gives the store of a player whom the key has just become, which may
	// be another than that of the nameless key. It works with files: call it in
	// a command.
	Home func(ctx context.Context, p lobby.Player) (*Store, error)
}

// guest tells whether nothing of the player is kept.
func (c *Club) guest() bool { return c.Fingerprint == "" }
