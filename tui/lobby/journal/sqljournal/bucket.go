package sqljournal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/sqlfile"
)

// bucket is a Bucket in the table of items.
type bucket struct {
	store *Store
	name  string
}

// item is a value as it lies in the file.
type item struct {
	bucket string
	journal.Value
	link journal.Link
}

const itemColumns = `rev, bucket, name, at, gone, data, link`

// linkOf is the check sum of a value.
func (v *item) linkOf() journal.Link {
	h := sha256.New()
	var n [8]byte
	for _, text := range []string{v.bucket, v.Key} {
		binary.BigEndian.PutUint64(n[:], uint64(len(text)))
		h.Write(n[:])
		io.WriteString(h, text)
	}
	binary.BigEndian.PutUint64(n[:], v.Rev)
	h.Write(n[:])
	binary.BigEndian.PutUint64(n[:], uint64(v.Time.UnixNano()))
	h.Write(n[:])
	if v.Deleted {
		io.WriteString(h, "gone")
	}
	h.Write(v.Data)
	return journal.Link(h.Sum(nil)[:16])
}

// items reads values by a query.
func (s *Store) items(ctx context.Context, query string, args ...any) (all []item, unsound bool, err error) {
	err = s.using(func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			v, sound, err := scanItem(rows)
			if err != nil {
				return err
			}
			if !sound {
				unsound = true
				continue
			}
			all = append(all, v)
		}
		return rows.Err()
	})
	return all, unsound || sqlfile.Damaged(err), err
}

// scanItem reads the columns of a value; sound tells whether they agree with the check
// sum.
func scanItem(rows interface{ Scan(...any) error }) (v item, sound bool, err error) {
	var at int64
	var link []byte
	err = rows.Scan(&v.Rev, &v.bucket, &v.Key, &at, &v.Deleted, &v.Data, &link)
	v.Time = time.Unix(0, at)
	copy(v.link[:], link)
	return v, len(link) == len(v.link) && v.linkOf() == v.link, err
}

// sound reads values, and once more after the file was mended where some are not.
func (s *Store) sound(ctx context.Context, query string, args ...any) ([]item, error) {
	all, unsound, err := s.items(ctx, query, args...)
	if !unsound {
		return all, err
	}
	if err := s.askToMend(ctx); err != nil {
		return nil, err
	}
	all, _, err = s.items(ctx, query, args...)
	return all, err
}

// Bucket implements [journal.Journal].
func (s *Store) Bucket(_ context.Context, name string) (journal.Bucket, error) {
	if err := journal.CheckName(name); err != nil {
		return nil, err
	}
	return &bucket{store: s, name: name}, nil
}

// Buckets implements [journal.Journal]: one that never had a value is none.
func (s *Store) Buckets(ctx context.Context) (names []string, err error) {
	err = s.using(func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, `SELECT DISTINCT bucket FROM items ORDER BY bucket`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			names = append(names, name)
		}
		return rows.Err()
	})
	return names, err
}

// put writes a value unless decide refuses it for what is there; old has no Rev where
// nothing is.
func (b *bucket) put(ctx context.Context, key string, data []byte, gone bool, decide func(old journal.Value) error) (rev uint64, err error) {
	if err := errors.Join(journal.CheckName(key), journal.CheckSize(data)); err != nil {
		return 0, err
	}
	if err := b.store.room(false); err != nil && !gone {
		return 0, err
	}
	err = b.store.do(ctx, func(ctx context.Context, tx *batch) error {
		rev, err = tx.put(ctx, b.name, key, data, gone, decide)
		return err
	})
	if err != nil {
		return 0, err
	}
	return rev, nil
}

// put does so in a batch.
func (b *batch) put(ctx context.Context, bucket, key string, data []byte, gone bool, decide func(old journal.Value) error) (uint64, error) {
	old, sound, err := scanItem(b.store.conn.QueryRowContext(ctx, `SELECT `+itemColumns+` FROM items WHERE bucket = ? AND name = ?`, bucket, key))
	none := errors.Is(err, sql.ErrNoRows)
	if err != nil && !none {
		return 0, b.fault(err)
	}
	if !none && !sound {
		b.sql = errMend
		return 0, errMend
	}
	now := old.Value
	if none || old.Deleted {
		now = journal.Value{}
	}
	if err := decide(now); err != nil {
		return 0, err
	}
	if gone && now.Rev == 0 {
		return 0, nil
	}
	if data == nil {
		data = []byte{}
	}
	v := item{bucket: bucket, Value: journal.Value{Key: key, Rev: b.number + 1, Data: data, Deleted: gone, Time: time.Now()}}
	v.Time = time.Unix(0, v.Time.UnixNano())
	if !none {
		if _, err := b.store.conn.ExecContext(ctx, `DELETE FROM items WHERE rev = ?`, int64(old.Rev)); err != nil {
			return 0, b.fault(err)
		}
	}
	if err := b.insertItem(ctx, v); err != nil {
		return 0, err
	}
	b.number = v.Rev
	v.Data = bytes.Clone(v.Data)
	b.items = append(b.items, changed{bucket, v.Value})
	b.bytes += logBytes(v.Data)
	return v.Rev, nil
}

func (b *batch) insertItem(ctx context.Context, v item) error {
	link := v.linkOf()
	_, err := b.store.stmts.item.ExecContext(ctx, int64(v.Rev), v.bucket, v.Key, v.Time.UnixNano(), v.Deleted, v.Data, link[:])
	return b.fault(err)
}

func (b *bucket) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	return b.put(ctx, key, data, false, func(old journal.Value) error {
		if old.Rev != 0 {
			return journal.ErrExists
		}
		return nil
	})
}

func (b *bucket) Put(ctx context.Context, key string, data []byte) (uint64, error) {
	return b.put(ctx, key, data, false, func(journal.Value) error { return nil })
}

func (b *bucket) Update(ctx context.Context, key string, data []byte, expected uint64) (uint64, error) {
	return b.put(ctx, key, data, false, func(old journal.Value) error {
		if old.Rev != expected {
			return &journal.StaleError{Name: b.name + "/" + key, Expected: expected}
		}
		return nil
	})
}

func (b *bucket) Delete(ctx context.Context, key string) error {
	_, err := b.put(ctx, key, nil, true, func(journal.Value) error { return nil })
	return err
}

func (b *bucket) Get(ctx context.Context, key string) (journal.Value, error) {
	if err := journal.CheckName(key); err != nil {
		return journal.Value{}, err
	}
	found, err := b.store.sound(ctx, `SELECT `+itemColumns+` FROM items WHERE bucket = ? AND name = ?`, b.name, key)
	if err != nil {
		return journal.Value{}, err
	}
	if len(found) == 0 || found[0].Deleted {
		return journal.Value{}, journal.ErrNotFound
	}
	v := found[0]
	return journal.Value{Key: key, Rev: v.Rev, Data: v.Data}, nil
}

func (b *bucket) Keys(ctx context.Context) (keys []string, err error) {
	err = b.store.using(func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, `SELECT name FROM items WHERE bucket = ? AND NOT gone`, b.name)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var key string
			if err := rows.Scan(&key); err != nil {
				return err
			}
			keys = append(keys, key)
		}
		return rows.Err()
	})
	return keys, err
}

func (b *bucket) Watch(ctx context.Context, deliver func(journal.Value)) (func(), error) {
	f := &feed{notice: make(chan struct{}, 1), bucket: b.name, items: make(map[string]journal.Value)}
	s := b.store
	s.mu.Lock()
	s.feeds[f] = true // what is written from now on is told
	s.mu.Unlock()
	there, err := s.sound(ctx, `SELECT `+itemColumns+` FROM items WHERE bucket = ? AND NOT gone ORDER BY rev`, b.name)
	if err != nil {
		s.mu.Lock()
		delete(s.feeds, f)
		s.mu.Unlock()
		return nil, err
	}
	known := make(map[string]uint64)
	for _, v := range there {
		known[v.Key] = v.Rev
		deliver(v.Value)
	}
	return s.watch(f, func(ctx context.Context) {
		for ctx.Err() == nil {
			v, ok := f.take()
			if !ok {
				return
			}
			if first := known[v.Key]; v.Rev <= first {
				continue // it was among those that were there
			}
			deliver(v)
		}
	}), nil
}
