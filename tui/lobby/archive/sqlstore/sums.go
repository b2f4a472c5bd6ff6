package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
)

// SQLite notices a page that has lost its form, and not a letter that has become another. So each game has
// a check sum over its row in games and its PGN; its events have their own.

//go:embed sums.sql
var withSums string

const plainText = `SELECT sum, games.*, pgn FROM games JOIN sheets USING (seq)`

// sealed is a game with its check sum as it stands, and as it should be.
type sealed struct {
	seq      int64
	game     string
	has, sum []byte
}

// scanSealed reads a row of plainText.
func scanSealed(rows *sql.Rows) (g sealed, err error) {
	columns, err := rows.Columns()
	if err != nil {
		return g, err
	}
	row, to := make([]any, len(columns)), make([]any, len(columns))
	for i := range row {
		to[i] = &row[i]
	}
	if err := rows.Scan(to...); err != nil {
		return g, err
	}
	g.has, _ = row[0].([]byte)
	g.seq, _ = row[1].(int64)
	g.game, _ = row[2].(string)
	h := sha256.New()
	for _, v := range row[1:] {
		writeValue(h, v)
	}
	g.sum = h.Sum(nil)[:16]
	return g, nil
}

// writeValue writes a value of SQLite with its length, so that none runs into the next.
func writeValue(h hash.Hash, v any) {
	text := fmt.Append(nil, v)
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(text)))
	h.Write(n[:])
	h.Write(text)
}

// rowsAsker is a connection, or a transaction.
type rowsAsker interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// eachSealed gives the games that a condition names.
func eachSealed(ctx context.Context, q rowsAsker, where string, do func(sealed), args ...any) error {
	rows, err := q.QueryContext(ctx, plainText+where, args...)
	if err != nil {
		return err
	}
	for rows.Next() {
		g, err := scanSealed(rows)
		if err != nil {
			return errors.Join(err, rows.Close())
		}
		do(g)
	}
	return errors.Join(rows.Err(), rows.Close())
}

// seal gives games their check sums.
func seal(ctx context.Context, tx *sql.Tx, where string, args ...any) error {
	var games []sealed
	if err := eachSealed(ctx, tx, where, func(g sealed) { g.has = nil; games = append(games, g) }, args...); err != nil {
		return err
	}
	for _, g := range games {
		if _, err := tx.ExecContext(ctx, `UPDATE sheets SET sum = ? WHERE seq = ?`, g.sum, g.seq); err != nil {
			return err
		}
	}
	return nil
}

// fillSums seals the games of an earlier version.
func fillSums(ctx context.Context, tx *sql.Tx) error { return seal(ctx, tx, ``) }

// unsealed names the games that do not agree with their check sums; empty for none.
func unsealed(ctx context.Context, q rowsAsker) (what string, err error) {
	n, first := 0, ""
	err = eachSealed(ctx, q, ``, func(g sealed) {
		if string(g.has) != string(g.sum) {
			if n++; n == 1 {
				first = g.game
			}
		}
	})
	switch {
	case n == 1:
		what = fmt.Sprintf("game %s does not agree with its check sum", first)
	case n > 1:
		what = fmt.Sprintf("%d games do not agree with their check sums, the first is %s", n, first)
	}
	return what, err
}
