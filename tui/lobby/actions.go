package lobby

import (
	"context"
	"errors"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// ErrMeanwhile refuses what was done before its doer saw what another process did.
var ErrMeanwhile = errors.New("the game has moved on: check the board")

// do writes what a player does and shows it, however long the journal takes: it says yes or no, and
// nobody need guess whether a move was made. When another process has written
// something in between that changes nothing on the board, it is done again.
func (r *Reader) do(ctx context.Context, e event) error {
	ctx = context.WithoutCancel(ctx)
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	ply := t.rec.game.Ply()
	tries := 3
	if t.twin != nil { // what happens on the other board changes the number of the last event, too
		tries = 20
	}
	for range tries {
		err := r.tryLocked(ctx, e)
		if !errors.As(err, new(*journal.StaleError)) {
			return err
		}
		if t.rec.game.Ply() != ply {
			break
		}
	}
	return ErrMeanwhile
}

// tryLocked writes what a player does as the game stands now.
func (r *Reader) tryLocked(ctx context.Context, e event) error {
	t := r.table
	c, ok := r.seat.Player()
	if !ok || !t.readers[r] {
		return remote.ErrNotSeated
	}
	e.By, e.At = c, t.lobby.time()
	if e.Kind == offered && t.rec.offer == e.Offer && t.rec.offerBy != c {
		e = event{Kind: agreed, By: c, At: e.At} // both ask for the same
	}
	switch {
	case e.Kind == agreed && t.rec.offer == remote.Rematch && t.rec.offerBy != c:
		return t.rematchLocked(ctx)
	case e.Kind == offered && ((e.Offer == remote.Rematch) != t.rec.over() || t.rec.next != ""):
		return errors.New("not possible right now")
	case t.rec.tournament != nil && (e.Kind == aborted || e.Kind == offered && e.Offer != remote.Draw):
		return errTournament
	case e.Kind == offered && t.twin != nil && e.Offer != remote.Draw:
		return errPartnersOffer
	case e.Kind == offered:
		if err := t.rec.mayOffer(c, e.Offer, e.At); err != nil {
			return err
		}
	case e.Kind == declined && (t.rec.offer == remote.NoOffer || t.rec.offerBy == c):
		return errors.New("there is no offer to decline")
	case e.Kind == claimed && t.rec.game.Turn() != c:
		return errors.New("you can claim the draw on your turn")
	case e.Kind == aborted && t.rec.game.Ply() >= 2:
		return errors.New("both sides have moved: offer to abort, or resign")
	case e.Kind == deserted && t.rec.terms.Correspondence():
		return errNoClaim
	case e.Kind == deserted:
		e.By = c.Other()
		t.attendLocked() // the host of a simul may be back
		since := t.away[e.By]
		if since.IsZero() || t.lobby.now().Before(since.Add(t.lobby.patience(t.rec.terms.Control))) {
			return remote.ErrNotYet
		}
	case e.Kind == moved:
		if err := t.resumeLocked(ctx, c); err != nil {
			return err
		}
		if err := t.settleLocked(ctx); err != nil {
			return err
		}
		if err := t.excuseLocked(ctx); err != nil {
			return err
		}
		e.At = t.lobby.time()
		if err := t.timely(ctx, c, &e); err != nil {
			return err
		}
	}
	if err := t.writeLocked(ctx, e); err != nil {
		return err
	}
	t.showLocked()
	_ = t.answerLocked(ctx) // else with the next tick
	return nil
}

// timely fills in when a move was sent, with the line's delay forgiven, and lets
// the flag fall instead when it was too late.
func (t *Table) timely(ctx context.Context, c chess.Color, e *event) error {
	e.Sent = e.Sent.Add(-t.lag[c])
	if e.Sent.Before(t.rec.moved) {
		e.Sent = t.rec.moved
	}
	if side, down := t.rec.clock.Flagged(e.Sent); down {
		if err := t.writeLocked(ctx, event{Kind: flagged, By: side, At: e.At}); err != nil {
			return err
		}
		t.showLocked()
		return chess.ErrGameOver
	}
	return nil
}

// Move plays a move, given in UCI form, or as a player types it. It is durable
// when Move returns. The errors are those of [chess.ParseMove].
func (r *Reader) Move(ctx context.Context, text string) error {
	sent := r.table.lobby.time() // what follows may wait for the journal, and try twice
	r.table.mu.Lock()
	b := r.table.rec.game.Board().Clone()
	r.table.mu.Unlock()
	m, err := chess.ParseUCI(b, text)
	if err != nil {
		if m, err = chess.ParseMove(b, text); err != nil {
			return err
		}
	}
	return r.do(ctx, event{Kind: moved, Sent: sent, Move: chess.UCI(b, m)})
}

// Offer asks the opponent, or accepts when he has asked for the same.
func (r *Reader) Offer(ctx context.Context, o remote.Offer) error {
	return r.do(ctx, event{Kind: offered, Offer: o})
}

// Accept says yes to the open offer.
func (r *Reader) Accept(ctx context.Context) error { return r.do(ctx, event{Kind: agreed}) }

// Decline says no to the open offer.
func (r *Reader) Decline(ctx context.Context) error { return r.do(ctx, event{Kind: declined}) }

// Resign gives the game up.
func (r *Reader) Resign(ctx context.Context) error { return r.do(ctx, event{Kind: resigned}) }

// Abort ends a game before both have moved.
func (r *Reader) Abort(ctx context.Context) error { return r.do(ctx, event{Kind: aborted}) }

// ClaimDraw claims the draw that the rules grant.
func (r *Reader) ClaimDraw(ctx context.Context) error { return r.do(ctx, event{Kind: claimed}) }

// ClaimWin ends the game when the opponent's line has been gone too long.
func (r *Reader) ClaimWin(ctx context.Context) error { return r.do(ctx, event{Kind: deserted}) }

// SetLag tells how long the line takes there and back; what is more than MaxLag
// is not forgiven.
func (r *Reader) SetLag(d time.Duration) {
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if c, ok := r.seat.Player(); ok {
		t.lag[c] = min(max(d, 0), MaxLag)
	}
}

// rematchLocked opens a table with colours swapped.
func (t *Table) rematchLocked(ctx context.Context) error {
	next, err := t.lobby.Start(ctx, t.rec.terms, t.rec.players[chess.Black], t.rec.players[chess.White])
	if err != nil {
		return err
	}
	if err := t.writeLocked(ctx, event{Kind: rematched, At: t.lobby.time(), Next: next.id}); err != nil {
		return err
	}
	t.showLocked()
	return nil
}
