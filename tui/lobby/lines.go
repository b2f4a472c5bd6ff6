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

// announceLocked writes a line for the others and gives its key.
func (l *Lobby) announceLocked(what line) string {
	n := l.node
	if n == nil {
		return ""
	}
	n.count++
	key := lineKey + n.name + "-" + strconv.Itoa(n.count)
	n.own[key] = &ownLine{line: what, said: make(chan struct{})}
	n.writeLocked(key)
	return key
}

// writeLocked puts an own line into the bucket.
func (n *node) writeLocked(key string) {
	data, err := json.Marshal(n.own[key].line)
	if err != nil {
		panic(err) // a line is plain data
	}
	n.post.put(key, data)
}

// renounceLocked takes a line back.
func (l *Lobby) renounceLocked(key string) {
	n := l.node
	if n == nil || n.own[key] == nil {
		return
	}
	n.own[key].rise(0)
	delete(n.own, key)
	n.post.put(key, nil)
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
	if l.node == nil {
		return
	}
	l.mu.Lock()
	own := l.node.own[r.key]
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
	if l.node == nil {
		return nil
	}
	var all []far
	for _, p := range l.node.peers {
		for _, f := range p.lines {
			if f.Table == table {
				all = append(all, f)
			}
		}
	}
	return all
}

// lookLocked takes note of the lines that other processes have to the table: one that
// is newer than a player's here closes it.
func (t *Table) lookLocked() {
	before := t.away
	t.far = t.lobby.linesTo(t.id)
	for _, there := range t.far {
		r := t.readerLocked(there.Seat)
		if there.Seat == Spectator || r == nil {
			continue
		}
		if rev := t.lobby.revOf(r); rev != 0 && rev < there.rev {
			t.dropLocked(r, ErrElsewhere)
		}
	}
	t.attendLocked()
	if t.lobby.excuse(t.id) {
		t.spareLocked(before)
	}
	t.showLocked()
}

// revOf is the number of the announcement of a line, 0 as long as it has none.
func (l *Lobby) revOf(r *Reader) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if own := l.node.own[r.key]; own != nil {
		return own.rev
	}
	return 0
}
