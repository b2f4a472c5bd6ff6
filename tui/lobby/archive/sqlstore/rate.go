package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"rookery/chess"
	"rookery/chess/glicko"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
)

// annulledBucket of the journal has the IDs of the games that operators have annulled.
const annulledBucket = "annulled"

// rating is what is known of a player in one pool.
type rating struct {
	glicko.Rating
	at    time.Time // of the last rated game; zero for none
	games int
}

// asOf is the rating as it stands at a time.
func (r rating) asOf(now time.Time) glicko.Rating {
	if r.games == 0 {
		return r.Rating
	}
	return r.Aged(now.Sub(r.at))
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// ratingOf is the last rating of a player, that of a new one where there is none.
func ratingOf(ctx context.Context, q querier, player string, p archive.PoolKey) (rating, error) {
	r := rating{Rating: glicko.New()}
	var at int64
	err := q.QueryRowContext(ctx, `SELECT at, rating, deviation, volatility, games FROM standings WHERE player = ? AND variant = ? AND speed = ?`,
		player, p.Variant, p.Speed).Scan(&at, &r.Rating.Rating, &r.Deviation, &r.Volatility, &r.games)
	if errors.Is(err, sql.ErrNoRows) {
		return r, nil
	}
	r.at = time.UnixMilli(at)
	return r, err
}

// ratable tells whether a game that its players meant to be rated is.
func ratable(ctx context.Context, tx *sql.Tx, g *lobby.Finished) (bool, error) {
	white, black := g.Players[chess.White], g.Players[chess.Black]
	if !g.Terms.Rated || white.Guest || black.Guest {
		return false, nil
	}
	switch g.Game.Outcome().Reason {
	case chess.ByAgreement, chess.ByResignation, chess.ByTime, chess.ByTimeDraw, chess.ByAbandonment:
		if g.Game.Ply() < archive.FewestPlies {
			return false, nil
		}
	}
	var annulled bool
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM annulled WHERE id = ?`, g.ID).Scan(&annulled)
	if err != nil || annulled {
		return false, err
	}
	n, err := ratedBefore(ctx, tx, white.ID, black.ID, g.Ended)
	return n < archive.MostADay, err
}

// ratedBefore counts the rated games of two players in the day before a time.
func ratedBefore(ctx context.Context, q querier, a, b string, at time.Time) (n int, err error) {
	from := at.Add(-24 * time.Hour).UnixMilli()
	err = q.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM games WHERE rated AND white = ?1 AND black = ?2 AND ended > ?3)
		+ (SELECT count(*) FROM games WHERE rated AND white = ?2 AND black = ?1 AND ended > ?3)`, a, b, from).Scan(&n)
	return n, err
}

// ratedGame is what the ratings of its players follow from.
type ratedGame struct {
	seq     uint64
	players [2]string // IDs, by Color
	pool    archive.PoolKey
	ended   time.Time
	points  float64 // of White
}

// rate writes the ratings of both players after a game.
func rate(ctx context.Context, tx *sql.Tx, g ratedGame) error {
	var before [2]rating
	for i, id := range g.players {
		var err error
		if before[i], err = ratingOf(ctx, tx, id, g.pool); err != nil {
			return err
		}
	}
	ended := time.UnixMilli(g.ended.UnixMilli()) // as it is read back
	points := g.points
	for i, id := range g.players {
		own, other := before[i], before[1-i]
		if i == int(chess.Black) {
			points = 1 - points
		}
		away := time.Duration(0)
		if own.games > 0 {
			away = ended.Sub(own.at)
		}
		r := own.After(away, glicko.Game{Opponent: other.asOf(ended), Score: points})
		at, games := ended.UnixMilli(), own.games+1
		if _, err := tx.ExecContext(ctx, `INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, g.pool.Variant, g.pool.Speed, g.seq, at, r.Rating, r.Deviation, r.Volatility, games); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			id, g.pool.Variant, g.pool.Speed, at, r.Rating, r.Deviation, r.Volatility, games); err != nil {
			return err
		}
	}
	return nil
}

// rerate counts the ratings of a pool anew from its rated games.
func rerate(ctx context.Context, tx *sql.Tx, p archive.PoolKey) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM ratings WHERE variant = ?1 AND speed = ?2; DELETE FROM standings WHERE variant = ?1 AND speed = ?2`,
		p.Variant, p.Speed); err != nil {
		return err
	}
	games, err := ratedGames(ctx, tx, p)
	for _, g := range games {
		if err == nil {
			err = rate(ctx, tx, g)
		}
	}
	return err
}

// ratedGames are those of a pool, the oldest first.
func ratedGames(ctx context.Context, tx *sql.Tx, p archive.PoolKey) (games []ratedGame, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT seq, white, black, ended, result FROM games WHERE rated AND variant = ? AND speed = ? ORDER BY seq`, p.Variant, p.Speed)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		g := ratedGame{pool: p}
		var ended int64
		var result string
		if err := rows.Scan(&g.seq, &g.players[chess.White], &g.players[chess.Black], &ended, &result); err != nil {
			return nil, err
		}
		g.ended, g.points = time.UnixMilli(ended), chess.Outcome{Result: resultNamed(result)}.WhiteScore()
		games = append(games, g)
	}
	return games, rows.Err()
}

// fillSpeeds finds the speeds of all games and counts the ratings anew.
func fillSpeeds(ctx context.Context, tx *sql.Tx) error {
	controls, err := column(ctx, tx, `SELECT DISTINCT control FROM games`)
	for _, text := range controls {
		if err == nil {
			var c chess.Control
			if c, err = chess.ParseControl(text); err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE games SET speed = ? WHERE control = ?`, archive.SpeedOf(c), text)
			}
		}
	}
	if err != nil {
		return err
	}
	keys, err := column(ctx, tx, `SELECT DISTINCT variant FROM games WHERE rated`)
	for _, v := range keys {
		for _, s := range archive.Speeds {
			if err == nil {
				err = rerate(ctx, tx, archive.PoolKey{Variant: v, Speed: s})
			}
		}
	}
	return err
}

// column reads the one column of a query.
func column(ctx context.Context, tx *sql.Tx, query string) (all []string, err error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, rows.Err()
}

// annul takes a game out of the ratings; what is not there yet will not come into them.
func (st *store) annul(ctx context.Context, game string) error {
	tx, err := st.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT OR IGNORE INTO annulled VALUES (?)`, game)
	var p archive.PoolKey
	if err == nil {
		err = tx.QueryRowContext(ctx, `UPDATE games SET rated = 0 WHERE id = ? AND rated RETURNING variant, speed`, game).Scan(&p.Variant, &p.Speed)
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		err = nil
	case err == nil:
		err = errors.Join(rerate(ctx, tx, p), seal(ctx, tx, ` WHERE id = ?`, game))
	}
	return finish(tx, err)
}

// Annul takes a game out of the ratings, for good and at every front end.
func (a *Archive) Annul(ctx context.Context, game string) (err error) {
	defer a.noticed(&err)
	var n int
	if err := a.questions().QueryRowContext(ctx, `SELECT count(*) FROM games WHERE id = ?`, game).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return archive.ErrNoGame
	}
	if a.stop == nil {
		return errors.New("this archive is open for reading only")
	}
	bucket, err := a.cfg.Journal.Bucket(ctx, annulledBucket)
	if err == nil {
		_, err = bucket.Put(ctx, game, []byte(fmt.Sprintf("%q", a.cfg.Now().UTC().Format(time.RFC3339))))
	}
	if err == nil {
		err = a.current().annul(ctx, game)
	}
	if err == nil {
		a.tell()
	}
	return err
}
