package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/opening"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
)

// errUnfit is wrapped by errors that say that a game can never be taken in.
var errUnfit = errors.New("no score sheet can be made of the game")

// put takes games in, all or none of them, in the order of their ends, with their events
// as packed gives them. Those that are there, or lie before the place, are passed over;
// those that are unfit are left out and told.
func (st *store) put(ctx context.Context, games []*lobby.Finished, packed func(context.Context, string) ([]byte, error), unfit func(game string, err error)) error {
	events := make([][]byte, len(games)) // before the transaction, which others wait for
	for i, g := range games {
		var err error
		if events[i], err = packed(ctx, g.ID); err != nil {
			return err
		}
	}
	tx, err := st.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	var place uint64
	err = tx.QueryRowContext(ctx, `SELECT seq FROM place`).Scan(&place)
	last := ""
	for i, g := range games {
		if err == nil && g.Seq > place {
			place, last = g.Seq, g.ID
			if err = putGame(ctx, tx, g, events[i]); errors.Is(err, errUnfit) {
				unfit(g.ID, err)
				err = nil
			} else if err == nil && g.Twin != nil {
				err = putGame(ctx, tx, g.Twin, []byte{}) // its events lie with the first board
			}
		}
	}
	if err == nil && last != "" {
		_, err = tx.ExecContext(ctx, `UPDATE place SET seq = ?, game = ?`, place, last)
	}
	return finish(tx, err)
}

// putGame takes one game in and rates its players. The archive's own number of a game is
// that of its last event, or a greater one where games of a journal that was lost have it.
func putGame(ctx context.Context, tx *sql.Tx, g *lobby.Finished, events []byte) error {
	var known int
	var last uint64
	if err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM games WHERE id = ?), coalesce((SELECT max(seq) FROM games), 0)`, g.ID).Scan(&known, &last); err != nil {
		return err
	}
	if known > 0 {
		_, err := tx.ExecContext(ctx, `UPDATE sheets SET events = ? WHERE seq = (SELECT seq FROM games WHERE id = ?) AND coalesce(length(events), 0) < ?`, events, g.ID, len(events))
		return err
	}
	seq := max(g.Seq, last+1)
	v, err := archive.VariantOf(g.Terms)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnfit, err)
	}
	for i := range g.Players {
		g.Players[i].Name = remote.CleanLine(g.Players[i].Name, lobby.MaxNameLength)
	}
	gone, err := hideErased(ctx, tx, &g.Players)
	if err != nil {
		return err
	}
	rated, err := ratable(ctx, tx, g)
	if err != nil {
		return err
	}
	pool := archive.PoolKey{Variant: v.Key, Speed: archive.SpeedOf(g.Terms.Control)}
	var before [2]rating
	if rated {
		for i, p := range g.Players {
			if before[i], err = ratingOf(ctx, tx, p.ID, pool); err != nil {
				return err
			}
		}
	}
	sheet, opening, err := sheetOf(g, rated, before)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnfit, err)
	}
	white, black := g.Players[chess.White], g.Players[chess.Black]
	outcome := g.Game.Outcome()
	words := []string{fold(white.Name), fold(black.Name), fold(v.Name), v.Key, fold(opening.Name),
		strings.ToLower(opening.Code), outcome.Result.String(), g.Ended.UTC().Format("2006.01.02")}
	if _, err := tx.ExecContext(ctx, `INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		seq, g.ID, white.ID, black.ID, white.Name, black.Name, guests(g.Players), v.Key, v.Name, rated,
		g.Terms.Control.String(), outcome.Result.String(), uint8(outcome.Reason), g.Game.Ply(), opening.Code, opening.Name,
		g.Began.UnixMilli(), g.Ended.UnixMilli(), words[0], words[1], strings.Join(words, "\n"), pool.Speed); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO sheets (seq, pgn, events) VALUES (?, ?, ?)`, seq, sheet, events); err != nil {
		return err
	}
	if err := seal(ctx, tx, ` WHERE seq = ?`, seq); err != nil {
		return err
	}
	for i, p := range g.Players {
		if p.Guest {
			continue
		}
		skeleton := lobby.Skeleton(p.Name)
		if gone[i] {
			skeleton = "" // nobody is found by it
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO players VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET name = excluded.name, skeleton = excluded.skeleton`,
			p.ID, p.Name, skeleton); err != nil {
			return err
		}
	}
	if !rated {
		return nil
	}
	return rate(ctx, tx, ratedGame{seq, [2]string{white.ID, black.ID}, pool, g.Ended, outcome.WhiteScore()})
}

// guests is how the table writes which players are guests.
func guests(players [2]remote.Player) (bits uint8) {
	for i, p := range players {
		if p.Guest {
			bits |= 1 << i
		}
	}
	return bits
}

// sheetOf writes a game as PGN, and finds the name of its opening.
func sheetOf(g *lobby.Finished, rated bool, before [2]rating) (string, opening.Opening, error) {
	began := g.Began.UTC()
	white, black := g.Players[chess.White], g.Players[chess.Black]
	tags := map[string]string{
		"Event": "Casual game", "Site": "Rookery", "Round": "-", "Date": began.Format("2006.01.02"),
		"White": white.Name, "Black": black.Name, "GameId": g.ID,
		"UTCDate": began.Format("2006.01.02"), "UTCTime": began.Format("15:04:05"),
		"TimeControl": g.Terms.Control.PGN(),
	}
	if t := g.Tournament; t != nil {
		tags["Event"], tags["Round"] = t.Name, t.Round
		if t.Teams[chess.White] != "" {
			tags["WhiteTeam"], tags["BlackTeam"] = t.Teams[chess.White], t.Teams[chess.Black]
		}
	} else if rated {
		tags["Event"] = "Rated game"
	}
	if rated {
		tags["WhiteElo"], tags["BlackElo"] = elo(before[chess.White]), elo(before[chess.Black])
	}
	game, err := g.Game.Alone()
	if err != nil {
		return "", opening.Opening{}, err
	}
	out := pgn.FromGame(game, tags)
	for i, n := range out.Root.Line() {
		if i < len(g.Left) {
			out.SetClock(n, g.Left[i])
		}
	}
	var named opening.Opening
	if opening.Tag(out) {
		named = opening.Opening{Code: out.Tags.Value("ECO"), Name: out.Tags.Value("Opening")}
	}
	var text strings.Builder
	err = pgn.NewWriter(&text).Write(out)
	return text.String(), named, err
}

// elo writes a rating for a tag.
func elo(r rating) string { return strconv.Itoa(archive.Rounded(r.Rating)) }
