package lobby

import (
	"context"
	"encoding/json"
	"strconv"
	"time"
)

// line is somebody's line to the lobby or to a table.
type line struct {
	Player Player `json:"player"`
	Table  string `json:"table,omitempty"`
	Seat   Seat   `json:"seat,omitempty"`
}

// ownLine is a line to this process.
type ownLine struct {
	line
	rev  uint64        // of its announcement; 0 before it
	said chan struct{} // closed when it was announced or taken back
}

// far is a line to another process.
type far struct {
	line
	rev uint64
}

// announce writes a line for the others and gives its key. The lock is held.
func (l *Lobby) announce(what line) string {
	f := l.front
	if f == nil {
		return ""
	}
	f.count++
	key := lineKey + f.name + "-" + strconv.Itoa(f.count)
	f.own[key] = &ownLine{line: what, said: make(chan struct{})}
	f.write(key)
	return key
}

// write puts an own line into the bucket. The lock is held.
func (f *front) write(key string) {
	data, err := json.Marshal(f.own[key].line)
	if err != nil {
		panic(err) // a line is plain data
	}
	f.post.put(key, data)
}

// renounce takes a line back. The lock is held.
func (l *Lobby) renounce(key string) {
	f := l.front
	if f == nil || f.own[key] == nil {
		return
	}
	f.own[key].rise(0)
	delete(f.own, key)
	f.post.put(key, nil)
}

// rise notes the number of an announcement.
func (o *ownLine) rise(rev uint64) {
	select {
	case <-o.said:
	default:
		close(o.said)
	}
	o.rev = rev
}

// hearing is how long somebody who sits down waits until the others know.
const hearing = time.Second

// announced waits until other processes can know of a line, but not for long.
func (l *Lobby) announced(ctx context.Context, r *Reader) {
	if l.front == nil {
		return
	}
	l.mu.Lock()
	own := l.front.own[r.key]
	l.mu.Unlock()
	if own == nil {
		return
	}
	late := time.NewTimer(hearing)
	defer late.Stop()
	select {
	case <-own.said:
	case <-late.C:
	case <-ctx.Done():
	}
}

// linesTo lists the lines of other processes to a table.
func (l *Lobby) linesTo(table string) []far {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.front == nil {
		return nil
	}
	var all []far
	for _, p := range l.front.peers {
		for _, f := range p.lines {
			if f.Table == table {
				all = append(all, f)
			}
		}
	}
	return all
}

// look takes note of the lines that other processes have to the table: one that is
// newer than a player's here closes it. The lock is held.
func (t *Table) look() {
	before := t.away
	t.far = t.lobby.linesTo(t.id)
	for _, there := range t.far {
		r := t.reader(there.Seat)
		if there.Seat == Spectator || r == nil {
			continue
		}
		if rev := t.lobby.revOf(r); rev != 0 && rev < there.rev {
			t.drop(r, ErrElsewhere)
		}
	}
	t.attend()
	if t.lobby.excuse(t.id) {
		t.spare(before)
	}
	t.show()
}

// revOf is the number of the announcement of a line, 0 as long as it has none.
func (l *Lobby) revOf(r *Reader) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if own := l.front.own[r.key]; own != nil {
		return own.rev
	}
	return 0
}
