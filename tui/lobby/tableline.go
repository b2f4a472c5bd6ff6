package lobby

import (
	"context"
	"time"

	"rookery/chess"
)

// TableLine is a line to a game, here or at a server that this program is a client of. A *[Reader] is one.
type TableLine interface {
	// C gives the newest snapshot after a change; it is closed when no more will come.
	C() <-chan Snapshot
	// Err tells why C was closed.
	Err() error
	Leave()
	Move(ctx context.Context, text string) error
	Offer(ctx context.Context, o Offer) error
	Accept(ctx context.Context) error
	Decline(ctx context.Context) error
	Resign(ctx context.Context) error
	Abort(ctx context.Context) error
	ClaimDraw(ctx context.Context) error
	ClaimWin(ctx context.Context) error
	Say(text string) error
	SetLag(d time.Duration)
	Past(ply int) (chess.View, bool)
}
