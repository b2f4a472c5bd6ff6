package lobby

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

const (
	// lease is how long a process counts as alive that says nothing. It is
	// longer than the store may be without a leader.
	lease = 20 * time.Second
	// renewal is how often a process says that it is alive. It tells how soon one notices
	// that the journal accepts nothing, too.
	renewal = time.Second
)

// Keys of the bucket by their first letter; a process's name follows, and for a
// line its number, or a seek's name.
const (
	aliveKey = "f-"
	lineKey  = "l-"
	seekKey  = "s-"
)

// node is this process among those that share the lobby: front ends of one club.
// Each writes the lines that it holds into a bucket and renews a lease; all watch
// it. What belongs to a process is judged by its lease alone, as it arrives here:
// nobody's clock is asked. Everything is under the lock of the lobby.
type node struct {
	lobby   *Lobby
	bucket  journal.Bucket
	name    string
	writer  *bucketWriter
	peers   map[string]*peer
	own     map[string]*localLine // by key
	count   int
	excused map[string]bool // tables where lines were lost by a process that goes or died
	renewed time.Time
	going   bool // it has said so
	ending  bool
}

// peer is another process.
type peer struct {
	seen  time.Time
	lines map[string]remoteLine // by key
	going bool                  // has said that it goes
}

// meet joins the other processes.
func (l *Lobby) meet(ctx context.Context) error {
	b, err := l.journal.Bucket(ctx, journal.Here)
	if err != nil {
		return err
	}
	f := &node{
		lobby: l, bucket: b, name: strings.ToLower(rand.Text()[:12]), renewed: l.now(),
		peers: make(map[string]*peer), own: make(map[string]*localLine), excused: make(map[string]bool),
	}
	f.writer = newBucketWriter(b, l.now)
	l.node = f
	l.stop = append(l.stop, f.writer.close)
	watching, err := b.Watch(ctx, f.heed)
	if err != nil {
		return err
	}
	l.stop = append(l.stop, watching)
	hearing, err := l.journal.Hear(l.hearChat)
	if err != nil {
		return err
	}
	l.stop = append(l.stop, hearing, f.leave)
	f.writer.put(aliveKey+f.name, f.leaseLocked())
	return nil
}

// leave tells that this process ends.
func (n *node) leave() {
	l := n.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	n.ending = true
	for key := range n.own {
		n.writer.put(key, nil)
	}
	for id, s := range l.seeks {
		if s.node == n.name {
			n.writer.put(seekKey+id, nil)
		}
	}
	n.writer.put(aliveKey+n.name, nil)
}

// peerLocked of a name, which counts as alive from now on.
func (n *node) peerLocked(name string) *peer {
	p := n.peers[name]
	if p == nil {
		p = &peer{lines: make(map[string]remoteLine), seen: n.lobby.now()}
		n.peers[name] = p
	}
	return p
}

// heed takes a change of the bucket.
func (n *node) heed(v journal.Value) {
	if len(v.Key) < 2 {
		return
	}
	kind, rest := v.Key[:2], v.Key[2:]
	l := n.lobby
	l.mu.Lock()
	var touched []string
	switch kind {
	case aliveKey:
		touched = n.heedAliveLocked(rest, v)
	case lineKey:
		touched = n.heedLineLocked(rest, v)
	case seekKey:
		n.heedSeekLocked(rest, v)
	}
	l.mu.Unlock()
	l.dirty.Store(true)
	n.tell(touched)
}

// heedAliveLocked takes the lease of a process and names the tables that it touches.
func (n *node) heedAliveLocked(name string, v journal.Value) []string {
	if name == n.name && !v.Deleted {
		n.lobby.guess(v.Time)
	}
	switch {
	case name == n.name && v.Deleted && !n.ending:
		n.writer.put(v.Key, n.leaseLocked()) // taken for dead, wrongly
	case name == n.name:
	case v.Deleted:
		return n.forgetLocked(name)
	default:
		p := n.peerLocked(name)
		p.seen, p.going = n.lobby.now(), string(v.Data) == going
	}
	return nil
}

// heedLineLocked takes a line of a process.
func (n *node) heedLineLocked(rest string, v journal.Value) []string {
	name, _, _ := strings.Cut(rest, "-")
	if name == n.name {
		own := n.own[v.Key]
		switch {
		case own == nil && !v.Deleted:
			n.writer.put(v.Key, nil) // it was written late
			return nil
		case own == nil:
			return nil
		case v.Deleted && !n.ending:
			n.writeLocked(v.Key)
		case v.Deleted:
		default:
			own.setRevision(v.Rev)
		}
		return []string{own.Table}
	}
	var what line
	if !v.Deleted && json.Unmarshal(v.Data, &what) != nil {
		return nil // not ours
	}
	p := n.peerLocked(name)
	old := p.lines[v.Key]
	if v.Deleted {
		delete(p.lines, v.Key)
		n.lobby.forgetRatingLocked(old.Player)
		if p.going {
			n.excused[old.Table] = true
		}
	} else {
		what.Player.Name = remote.CleanLine(what.Player.Name, MaxNameLength)
		p.lines[v.Key] = remoteLine{what, v.Rev}
		n.lobby.askRatingLocked(what.Player)
	}
	return []string{old.Table, what.Table}
}

// forgetLocked drops what belongs to a process and names the tables that it touches.
func (n *node) forgetLocked(name string) (tables []string) {
	p := n.peers[name]
	if p == nil {
		return nil
	}
	delete(n.peers, name)
	for _, there := range p.lines {
		tables = append(tables, there.Table)
		n.excused[there.Table] = true
	}
	for id, s := range n.lobby.seeks {
		if s.node == name {
			delete(n.lobby.seeks, id)
		}
	}
	return tables
}

// tell lets tables look who is there.
func (n *node) tell(tables []string) {
	for _, id := range tables {
		if t, err := n.lobby.Table(id); err == nil {
			t.soon(t.lookLocked)
		}
	}
}

// tick renews the lease and buries processes that have let theirs run out.
func (n *node) tick(ctx context.Context) error {
	l := n.lobby
	l.mu.Lock()
	now := l.now()
	if now.Sub(n.renewed) >= renewal {
		n.renewed = now
		n.writer.put(aliveKey+n.name, n.leaseLocked())
	}
	var lost []string
	died := false
	for name, p := range n.peers {
		if now.Sub(p.seen) <= lease {
			continue
		}
		died = true
		for key := range p.lines {
			n.writer.put(key, nil)
		}
		for id, s := range l.seeks {
			if s.node == name {
				n.writer.put(seekKey+id, nil)
			}
		}
		n.writer.put(aliveKey+name, nil)
		lost = append(lost, n.forgetLocked(name)...)
	}
	l.mu.Unlock()
	if !died {
		return nil
	}
	l.dirty.Store(true)
	n.tell(lost)
	return n.hold(ctx, lost)
}

// hold stops the clocks of games whose mover was at a process that died: of those
// named, or of all when there is no other process left.
func (n *node) hold(ctx context.Context, lost []string) error {
	l := n.lobby
	l.mu.Lock()
	alone := len(n.peers) == 0
	l.mu.Unlock()
	var faults []error
	for _, t := range l.Tables() {
		if alone || slices.Contains(lost, t.id) {
			faults = append(faults, t.pause(ctx))
		}
	}
	return errors.Join(faults...)
}

// settle holds the clocks of all games when no process was there before this one.
func (n *node) settle(ctx context.Context) {
	n.lobby.mu.Lock()
	alone := len(n.peers) == 0
	n.lobby.mu.Unlock()
	if alone {
		_ = n.hold(ctx, nil) // what is not held now runs, as if a line was gone
	}
}

// extraPatience is how much longer than usually others wait for a player whose line the
// server itself has dropped.
const extraPatience = time.Minute

// What a process says of itself in its lease.
const (
	staying = "here"
	going   = "going"
)

// Retire tells other processes that this one is about to end, so that the lines it
// drops from now on are held against nobody: the clock of one who is to move stands
// until he is back, and the others wait longer before they may claim his game. Close
// has still to be called.
func (l *Lobby) Retire() {
	f := l.node
	if f == nil {
		return // clocks stand after a restart
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	f.going = true
	f.writer.put(aliveKey+f.name, f.leaseLocked())
}

// retiring tells whether this process has said that it goes.
func (l *Lobby) retiring() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.node != nil && l.node.going
}

// leaseLocked is what this process says of itself.
func (n *node) leaseLocked() []byte {
	if n.going {
		return []byte(going)
	}
	return []byte(staying)
}

// takeExcuse tells whether lines to a table were lost by processes since it was asked
// last, and not by players.
func (l *Lobby) takeExcuse(table string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	excused := l.node.excused[table]
	delete(l.node.excused, table)
	return excused
}

// extendPatienceLocked has those waited for longer whose line has just gone. before is since
// when lines were gone until now.
func (t *Table) extendPatienceLocked(before [2]time.Time) {
	for i, since := range before {
		if since.IsZero() && !t.away[i].IsZero() {
			t.away[i] = t.away[i].Add(extraPatience)
		}
	}
}

// retireLocked holds the clock of one whose line this process drops as it ends.
func (t *Table) retireLocked() {
	if !t.lobby.retiring() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), tickTimeout)
	defer cancel()
	_ = t.haltLocked(ctx) // else it runs, as if he had gone himself
}
