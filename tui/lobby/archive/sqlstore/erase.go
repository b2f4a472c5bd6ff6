package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// nobody stands where the name of a player stood who has deleted his account.
const nobody = lobby.DeletedName

// erase takes the name of a player out of the archive, and him out of the lists of the best. His games stay: they are
// those of the others, too, and their ratings follow from his.
func (st *store) erase(ctx context.Context, id string) error {
	tx, err := st.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	var known int
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM erased WHERE id = ?`, id).Scan(&known)
	if err == nil && known == 0 {
		err = eraseName(ctx, tx, id)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE players SET name = ?, skeleton = '' WHERE id = ?`, nobody, id)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO erased VALUES (?)`, id)
		}
	}
	return finish(tx, err)
}

// eraseName writes the games of a player anew without the name.
func eraseName(ctx context.Context, tx *sql.Tx, id string) error {
	rows, err := tx.QueryContext(ctx, `SELECT seq, white = ?1, white_name, black_name, white_fold, black_fold, words, pgn FROM games JOIN sheets USING (seq)
		WHERE white = ?1 OR black = ?1`, id)
	if err != nil {
		return err
	}
	type game struct {
		seq          int64
		white        bool
		names, folds [2]string
		words, sheet string
	}
	var games []game
	for rows.Next() {
		var g game
		if err := rows.Scan(&g.seq, &g.white, &g.names[0], &g.names[1], &g.folds[0], &g.folds[1], &g.words, &g.sheet); err != nil {
			return errors.Join(err, rows.Close())
		}
		games = append(games, g)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, g := range games {
		side, tag := chess.Black, "Black"
		if g.white {
			side, tag = chess.White, "White"
		}
		g.sheet = strings.Replace(g.sheet, "["+tag+" \""+g.names[side]+"\"]", "["+tag+" \""+nobody+"\"]", 1)
		words := strings.Split(g.words, "\n")
		words[side] = fold(nobody)
		g.names[side], g.folds[side] = nobody, fold(nobody)
		if _, err := tx.ExecContext(ctx, `UPDATE games SET white_name = ?, black_name = ?, white_fold = ?, black_fold = ?, words = ? WHERE seq = ?`,
			g.names[0], g.names[1], g.folds[0], g.folds[1], strings.Join(words, "\n"), g.seq); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE sheets SET pgn = ? WHERE seq = ?`, g.sheet, g.seq); err != nil {
			return err
		}
		if err := seal(ctx, tx, ` WHERE seq = ?`, g.seq); err != nil {
			return err
		}
	}
	return nil
}

// rowAsker is a transaction, or a connection that reads.
type rowAsker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// hideErased puts nobody in the place of players who have deleted their accounts, and tells which they are.
func hideErased(ctx context.Context, tx rowAsker, players *[2]remote.Player) (gone [2]bool, err error) {
	for i := range players {
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM erased WHERE id = ?`, players[i].ID).Scan(&n); err != nil {
			return gone, err
		}
		if gone[i] = n > 0; gone[i] {
			players[i].Name = nobody
		}
	}
	return gone, nil
}
