package lobby

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"rookery/tui/remote"
)

// line is somebody's line to the lobby or to a table.
type line struct {
	Player remote.Player `json:"player"`
	Table  string        `json:"table,omitempty"`
	Seat   remote.Seat   `json:"seat,omitempty"`
}

// localLine is a line to this process.
type localLine struct {
	line
	rev  uint64        // of its announcement; 0 before it
	said chan struct{} // closed when it was announced or taken back
}

// remoteLine is a line to another process.
type remoteLine struct {
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
	n.own[key] = &localLine{line: what, said: make(chan struct{})}
	n.writeLocked(key)
	return key
}

// writeLocked puts an own line into the bucket.
func (n *node) writeLocked(key string) {
	data, err := json.Marshal(n.own[key].line)
	if err != nil {
		panic(err) // a line is plain data
	}
	n.writer.put(key, data)
}

// withdrawLineLocked takes a line back.
func (l *Lobby) withdrawLineLocked(key string) {
	n := l.node
	if n == nil || n.own[key] == nil {
		return
	}
	n.own[key].setRevision(0)
	delete(n.own, key)
	n.writer.put(key, nil)
}

// setRevision notes the number of an announcement.
func (o *localLine) setRevision(rev uint64) {
	select {
	case <-o.said:
	default:
		close(o.said)
	}
	o.rev = rev
}

// announceTimeout is how long somebody who sits down waits until the others know.
const announceTimeout = time.Second

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
	late := time.NewTimer(announceTimeout)
	defer late.Stop()
	select {
	case <-own.said:
	case <-late.C:
	case <-ctx.Done():
	}
}

// linesTo lists the lines of other processes to a table.
func (l *Lobby) linesTo(table string) []remoteLine {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.node == nil {
		return nil
	}
	var all []remoteLine
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
	t.remote = t.lobby.linesTo(t.id)
	for _, there := range t.remote {
		r := t.readerLocked(there.Seat)
		if there.Seat == remote.Spectator || r == nil {
			continue
		}
		if rev := t.lobby.revOf(r); rev != 0 && rev < there.rev {
			t.dropLocked(r, remote.ErrElsewhere)
		}
	}
	t.attendLocked()
	if t.lobby.takeExcuse(t.id) {
		t.extendPatienceLocked(before)
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
