package sqlstore

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/sqlfile"
)

// With each finished game the archive keeps its events as the journal has them, so that
// a journal that has lost them can be given them back.

// pack writes the events of a game: its name, then of each event time and data, all
// compressed behind a check sum.
func pack(game string, events []journal.Event) []byte {
	plain := binary.AppendUvarint(nil, uint64(len(game)))
	plain = append(plain, game...)
	for _, e := range events {
		plain = binary.AppendVarint(plain, e.Time.UnixNano())
		plain = binary.AppendUvarint(plain, uint64(len(e.Data)))
		plain = append(plain, e.Data...)
	}
	var out bytes.Buffer
	binary.Write(&out, binary.BigEndian, crc32.ChecksumIEEE(plain))
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(plain)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return nil // memory takes everything
	}
	return out.Bytes()
}

// mostPacked bounds what a damaged row may unpack to.
const mostPacked = 64 << 20

// unpack reads what pack wrote.
func unpack(b []byte) (game string, events []journal.Event, err error) {
	bad := errors.New("the events of a game do not read")
	if len(b) < 4 {
		return "", nil, bad
	}
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b[4:])), mostPacked))
	if err != nil || crc32.ChecksumIEEE(plain) != binary.BigEndian.Uint32(b) {
		return "", nil, errors.Join(bad, err)
	}
	part := func() []byte {
		n, used := binary.Uvarint(plain)
		if used <= 0 || n > uint64(len(plain)-used) {
			err = bad
			return nil
		}
		text := plain[used : used+int(n)]
		plain = plain[used+int(n):]
		return text
	}
	game = string(part())
	for len(plain) > 0 && err == nil {
		at, used := binary.Varint(plain)
		if used <= 0 {
			return "", nil, bad
		}
		plain = plain[used:]
		events = append(events, journal.Event{Game: game, Time: time.Unix(0, at), Data: slices.Clone(part())})
	}
	return game, events, err
}

// packed reads the events of a game from the journal; empty where it has not got them.
func (a *Archive) packed(ctx context.Context, game string) ([]byte, error) {
	events, err := a.cfg.Journal.Read(ctx, game, 0)
	if err != nil || len(events) == 0 {
		if errors.As(err, new(*journal.DamageError)) {
			err = nil
		}
		return []byte{}, err
	}
	return pack(game, events), nil
}

// complete reads the events of games that were taken in by earlier versions.
func (a *Archive) complete(ctx context.Context, st *store) error {
	for {
		rows, err := st.write.QueryContext(ctx, `SELECT seq, id FROM games JOIN sheets USING (seq) WHERE events IS NULL ORDER BY seq LIMIT ?`, step)
		if err != nil {
			return err
		}
		ids := make(map[int64]string)
		for rows.Next() {
			var seq int64
			var id string
			if err := rows.Scan(&seq, &id); err != nil {
				return errors.Join(err, rows.Close())
			}
			ids[seq] = id
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(ids) == 0 {
			return err
		}
		tx, err := st.write.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		for seq, id := range ids {
			var events []byte
			if err == nil {
				events, err = a.packed(ctx, id)
			}
			if err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE sheets SET events = ? WHERE seq = ?`, events, seq)
			}
		}
		if err = finish(tx, err); err != nil {
			return err
		}
	}
}

// Returned says what a journal was given back.
type Returned struct {
	Game   string
	From   int // the first event that was missing, from 1
	Events int // how many there are now
}

// GiveBack looks through the archive in a file for games of which the journal has lost
// events, and gives it them back. Games that the journal has otherwise are left alone.
// What of the file does not read is passed over.
func GiveBack(ctx context.Context, path string, j journal.Journal) (all []Returned, err error) {
	db, err := sqlfile.Open(path, "mode=ro&_pragma=query_only(1)", 1)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return giveBack(ctx, db, j)
}

func giveBack(ctx context.Context, db *sql.DB, j journal.Journal) (all []Returned, err error) {
	if has, err := keepsEvents(ctx, db); err != nil || !has {
		return nil, err
	}
	const mostFaults = 1000 // pages that do not read
	faults := 0
	for at := int64(0); ctx.Err() == nil; {
		var packed []byte
		var next int64
		err := db.QueryRowContext(ctx, `SELECT seq, coalesce(events, x'') FROM sheets WHERE seq > ? ORDER BY seq LIMIT 1`, at).Scan(&next, &packed)
		if errors.Is(err, sql.ErrNoRows) {
			return all, nil
		}
		if err == nil && next <= at { // what a damaged page says
			err = errDamaged
		}
		if damaged(err) && faults < mostFaults {
			faults++
			at++
			continue
		}
		if err != nil {
			return all, err
		}
		at = next
		game, events, err := unpack(packed)
		if err != nil || len(events) == 0 {
			continue
		}
		r, err := giveBackGame(ctx, j, game, events)
		if err != nil {
			return all, err
		}
		if r.Events > 0 {
			all = append(all, r)
		}
	}
	return all, ctx.Err()
}

// giveBackGame appends what a journal has not got of a game, if what it has got is the
// beginning.
func giveBackGame(ctx context.Context, j journal.Journal, game string, events []journal.Event) (Returned, error) {
	has, err := j.Read(ctx, game, 0)
	if err != nil && !errors.As(err, new(*journal.DamageError)) {
		return Returned{}, err
	}
	if err != nil || len(has) >= len(events) {
		return Returned{}, nil
	}
	for i, e := range has {
		if !bytes.Equal(e.Data, events[i].Data) {
			return Returned{}, nil
		}
	}
	if err := j.Restore(ctx, events[len(has):]); err != nil {
		return Returned{}, fmt.Errorf("give game %s back: %w", game, err)
	}
	return Returned{Game: game, From: len(has) + 1, Events: len(events)}, nil
}
