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
	"rookery/tui/remote"
)

// Rating of a player in a pool; that of a new player where he has played no rated game.
func (a *Archive) Rating(ctx context.Context, playerID string, p archive.PoolKey) (s archive.Standing, err error) {
	defer a.noticed(&err)
	r, err := ratingOf(ctx, a.questions(), playerID, p)
	s = archive.Standing{Player: remote.Player{ID: playerID}, Variant: archive.Variant{Key: p.Variant}, Speed: p.Speed, Rating: r.asOf(a.cfg.Now()), Games: r.games}
	if r.games > 0 {
		s.Last = r.at.UTC()
	}
	return s, err
}

// Main is how a player stands where he has the most rated games; the zero Standing where he has none.
func (a *Archive) Main(ctx context.Context, playerID string) (s archive.Standing, err error) {
	defer a.noticed(&err)
	var at int64
	s.Player.ID = playerID
	err = a.questions().QueryRowContext(ctx, `SELECT s.variant, s.speed, (SELECT name FROM games AS g WHERE g.variant = s.variant LIMIT 1), at, rating, deviation, volatility, games
		FROM standings AS s WHERE player = ? ORDER BY games DESC, at DESC LIMIT 1`, playerID).
		Scan(&s.Variant.Key, &s.Speed, &s.Variant.Name, &at, &s.Rating.Rating, &s.Deviation, &s.Volatility, &s.Games)
	if errors.Is(err, sql.ErrNoRows) {
		return archive.Standing{}, nil
	}
	s.Last = time.UnixMilli(at).UTC()
	s.Rating = s.Aged(a.cfg.Now().Sub(s.Last))
	return s, err
}

// Leaders are the n best players of a pool. Those whose rating is
// provisional stand behind the others and have no rank.
func (a *Archive) Leaders(ctx context.Context, p archive.PoolKey, n int) (out []archive.Standing, err error) {
	defer a.noticed(&err)
	now := a.cfg.Now()
	// The square of the deviation as glicko's Aged finds it.
	const aged = `(deviation * deviation + max(? - at, 0) / ? * volatility * volatility * 173.7178 * 173.7178)`
	rows, err := a.questions().QueryContext(ctx, `SELECT id, name, at, rating, deviation, volatility, games
		FROM standings JOIN players ON id = player WHERE variant = ? AND speed = ? AND id NOT IN (SELECT id FROM erased)
		ORDER BY `+aged+` > ?, rating DESC, games DESC, id LIMIT ?`,
		p.Variant, p.Speed, now.UnixMilli(), float64(glicko.Period.Milliseconds()), glicko.Provisional*glicko.Provisional, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		s := archive.Standing{Variant: archive.Variant{Key: p.Variant}, Speed: p.Speed}
		var at int64
		if err := rows.Scan(&s.Player.ID, &s.Player.Name, &at, &s.Rating.Rating, &s.Deviation, &s.Volatility, &s.Games); err != nil {
			return nil, err
		}
		s.Last = time.UnixMilli(at).UTC()
		s.Rating = s.Aged(now.Sub(s.Last))
		if !s.Provisional() {
			s.Rank = len(out) + 1
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// History is how a player's rating in a pool went, at most the last n points,
// the oldest first.
func (a *Archive) History(ctx context.Context, playerID string, p archive.PoolKey, n int) (out []archive.Point, err error) {
	defer a.noticed(&err)
	rows, err := a.questions().QueryContext(ctx, `SELECT at, rating, deviation, volatility FROM
		(SELECT * FROM ratings WHERE player = ? AND variant = ? AND speed = ? ORDER BY seq DESC LIMIT ?) ORDER BY seq`,
		playerID, p.Variant, p.Speed, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p archive.Point
		var at int64
		if err := rows.Scan(&at, &p.Rating.Rating, &p.Deviation, &p.Volatility); err != nil {
			return nil, err
		}
		p.At = time.UnixMilli(at).UTC()
		out = append(out, p)
	}
	return out, rows.Err()
}

// Changes are the ratings of both players before and after a game; ok is false where it was
// not rated.
func (a *Archive) Changes(ctx context.Context, game string) (changes [2]archive.Change, ok bool, err error) {
	defer a.noticed(&err)
	rows, err := a.questions().QueryContext(ctx, `SELECT r.player = g.black, r.rating, r.deviation, r.volatility,
			coalesce(b.rating, 0), coalesce(b.deviation, 0), coalesce(b.volatility, 0)
		FROM games AS g JOIN ratings AS r USING (seq) LEFT JOIN ratings AS b
		ON b.player = r.player AND b.variant = r.variant AND b.speed = r.speed AND b.games = r.games - 1 WHERE g.id = ?`, game)
	if err != nil {
		return changes, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var side chess.Color
		var c archive.Change
		if err := rows.Scan(&side, &c.After.Rating, &c.After.Deviation, &c.After.Volatility,
			&c.Before.Rating, &c.Before.Deviation, &c.Before.Volatility); err != nil {
			return changes, false, err
		}
		if c.Before.Deviation == 0 {
			c.Before = glicko.New()
		}
		changes[side], ok = c, true
	}
	return changes, ok, rows.Err()
}

// RatedToday counts the rated games of two players in the day before now.
func (a *Archive) RatedToday(ctx context.Context, one, two string) (n int, err error) {
	defer a.noticed(&err)
	return ratedBefore(ctx, a.questions(), one, two, a.cfg.Now())
}

// Stats of a player, one Record for each pool that he has played in, the most
// games first.
func (a *Archive) Stats(ctx context.Context, playerID string) (out []archive.Record, err error) {
	defer a.noticed(&err)
	rows, err := a.questions().QueryContext(ctx, `SELECT g.variant, g.speed, max(g.name), sum(win), sum(loss), count(*) - sum(win) - sum(loss),
			coalesce(s.at, 0), coalesce(s.rating, 0), coalesce(s.deviation, 0), coalesce(s.volatility, 0), coalesce(s.games, 0)
		FROM (SELECT variant, speed, name, result = '1-0' AS win, result = '0-1' AS loss FROM games WHERE white = ?1
			UNION ALL SELECT variant, speed, name, result = '0-1', result = '1-0' FROM games WHERE black = ?1) AS g
		LEFT JOIN standings AS s ON s.player = ?1 AND s.variant = g.variant AND s.speed = g.speed
		GROUP BY g.variant, g.speed ORDER BY count(*) DESC, g.variant, g.speed`, playerID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		r := archive.Record{Standing: archive.Standing{Player: remote.Player{ID: playerID}}}
		var at int64
		if err := rows.Scan(&r.Variant.Key, &r.Speed, &r.Variant.Name, &r.Wins, &r.Losses, &r.Draws,
			&at, &r.Rating.Rating, &r.Deviation, &r.Volatility, &r.Games); err != nil {
			return nil, err
		}
		if r.Games == 0 {
			r.Rating = glicko.New()
		} else {
			r.Last = time.UnixMilli(at).UTC()
			r.Rating = r.Aged(a.cfg.Now().Sub(r.Last))
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// Pools are those in which there are games, the most games first.
func (a *Archive) Pools(ctx context.Context) (out []archive.Pool, err error) {
	defer a.noticed(&err)
	rows, err := a.questions().QueryContext(ctx,
		`SELECT variant, speed, max(name), count(*), sum(rated) FROM games GROUP BY variant, speed ORDER BY count(*) DESC, variant, speed`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p archive.Pool
		if err := rows.Scan(&p.Key, &p.Speed, &p.Name, &p.Games, &p.Rated); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

// Player finds a player with a key by name, without regard to case and to
// characters that look alike.
func (a *Archive) Player(ctx context.Context, name string) (p remote.Player, err error) {
	defer a.noticed(&err)
	err = a.questions().QueryRowContext(ctx, `SELECT id, name FROM players WHERE skeleton IN (?, ?) ORDER BY skeleton = ?1 DESC LIMIT 1`,
		lobby.Skeleton(name), lobby.OldSkeleton(name)).Scan(&p.ID, &p.Name)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("no player called %q has finished a game", remote.CleanLine(name, lobby.MaxNameLength))
	}
	return p, err
}
