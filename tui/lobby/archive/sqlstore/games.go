package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"math"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/archive"
)

// Games lists a page of the games that are meant, the newest first unless the
// filter says otherwise, and tells how many there are on all pages.
func (a *Archive) Games(ctx context.Context, f archive.Filter, p archive.Page) (games []archive.Game, all int, err error) {
	defer a.noticed(&err)
	tx, err := a.questions().BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // one moment for both
	if err != nil {
		return nil, 0, err
	}
	defer tx.Rollback()
	where, values := where(f)
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM games WHERE `+where, values...).Scan(&all); err != nil {
		return nil, 0, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT id, white, black, white_name, black_name, guests, variant, name, rated,
		control, result, reason, plies, eco, opening, began, ended FROM games WHERE `+where+order(f)+` LIMIT ? OFFSET ?`,
		append(values, min(max(p.Limit, 0), archive.MostGames), max(p.Offset, 0))...)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var g archive.Game
		var bits, reason uint8
		var result string
		var began, ended int64
		white, black := &g.Players[chess.White], &g.Players[chess.Black]
		if err := rows.Scan(&g.ID, &white.ID, &black.ID, &white.Name, &black.Name, &bits, &g.Variant.Key, &g.Variant.Name,
			&g.Rated, &g.Control, &result, &reason, &g.Plies, &g.ECO, &g.Opening, &began, &ended); err != nil {
			return nil, 0, err
		}
		white.Guest, black.Guest = bits&1 != 0, bits&2 != 0
		g.Outcome = chess.Outcome{Result: resultNamed(result), Reason: chess.Reason(reason)}
		g.Began, g.Ended = time.UnixMilli(began).UTC(), time.UnixMilli(ended).UTC()
		games = append(games, g)
	}
	return games, all, rows.Err()
}

// resultNamed reads what chess.Result.String writes.
func resultNamed(s string) chess.Result {
	for r := chess.WhiteWins; r <= chess.BlackStalemates; r++ {
		if r.String() == s {
			return r
		}
	}
	return chess.Ongoing
}

// Sheet is a game as PGN; ErrNoGame where there is none of this ID.
func (a *Archive) Sheet(ctx context.Context, id string) (text string, err error) {
	defer a.noticed(&err)
	err = a.questions().QueryRowContext(ctx, `SELECT pgn FROM sheets JOIN games USING (seq) WHERE id = ?`, id).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		err = archive.ErrNoGame
	}
	return text, err
}

// step is how many games are read at a time, so that a slow writer holds no
// transaction open.
const step = 100

// PGN writes all games that are meant, in the order of Games, and tells how many.
func (a *Archive) PGN(ctx context.Context, f archive.Filter, w io.Writer) (n int, err error) {
	defer a.noticed(&err)
	last, side := int64(math.MaxInt64), " AND seq < ?"
	if f.Oldest {
		last, side = 0, " AND seq > ?"
	}
	where, values := where(f)
	for {
		rows, err := a.questions().QueryContext(ctx, `SELECT seq, pgn FROM games JOIN sheets USING (seq) WHERE `+where+side+order(f)+` LIMIT ?`,
			append(append([]any(nil), values...), last, step)...)
		if err != nil {
			return n, err
		}
		var sheets []string
		for rows.Next() {
			var text string
			if err := rows.Scan(&last, &text); err != nil {
				return n, errors.Join(err, rows.Close())
			}
			sheets = append(sheets, text)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return n, err
		}
		for _, text := range sheets {
			if _, err := io.WriteString(w, text); err != nil {
				return n, err
			}
			n++
		}
		if len(sheets) < step {
			return n, nil
		}
	}
}
