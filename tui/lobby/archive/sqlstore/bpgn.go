package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"math"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
)

// BPGN writes the games of partners among those that are meant, in the order of PGN, and tells how many: both boards of
// a game in one, as their events tell it.
func (a *Archive) BPGN(ctx context.Context, f archive.Filter, w io.Writer) (n int, err error) {
	defer a.noticed(&err)
	last, side := int64(math.MaxInt64), " AND seq < ?"
	if f.Oldest {
		last, side = 0, " AND seq > ?"
	}
	where, values := where(f)
	written := make(map[string]bool) // by the first board: the second has no events of its own
	for {
		var packed []byte
		var id string
		row := a.questions().QueryRowContext(ctx, `SELECT seq, id FROM games WHERE `+where+side+order(f)+` LIMIT 1`,
			append(append([]any(nil), values...), last)...)
		if err := row.Scan(&last, &id); errors.Is(err, sql.ErrNoRows) {
			return n, nil
		} else if err != nil {
			return n, err
		}
		id = lobby.StreamOf(id)
		if written[id] {
			continue
		}
		written[id] = true
		row = a.questions().QueryRowContext(ctx, `SELECT coalesce(events, x'') FROM games JOIN sheets USING (seq) WHERE id = ?`, id)
		if err := row.Scan(&packed); err != nil {
			return n, err
		}
		if len(packed) == 0 {
			continue
		}
		g, err := finishedOf(packed)
		if err != nil {
			return n, err
		}
		if g == nil || g.Twin == nil {
			continue
		}
		for _, board := range []*lobby.Finished{g, g.Twin} {
			if _, err := hideErased(ctx, a.questions(), &board.Players); err != nil {
				return n, err
			}
		}
		if err := lobby.WriteBPGN(w, g); err != nil {
			return n, err
		}
		n++
	}
}

// finishedOf is the game that packed events tell; nil where it was aborted.
func finishedOf(packed []byte) (*lobby.Finished, error) {
	_, events, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	var c lobby.Chronicle
	for i, e := range events {
		e.Seq = uint64(i + 1)
		if g, err := c.Add(e); g != nil || err != nil {
			return g, err
		}
	}
	return nil, nil
}
