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
)

const (
	// lease is how long a process counts as alive that says nothing. It is
	// longer than the store may be without a leader.
	lease = 20 * time.Second
	// renewal is how often a process says that it is alive.
	renewal = lease / 5
)

// Keys of the bucket by their first letter; a process's name follows, and for a
// line its number, or a seek's name.
const (
	aliveKey = "f-"
	lineKey  = "l-"
	seekKey  = "s-"
)

// front is this process among those that share the lobby: front ends of one club.
// Each writes the lines that it holds into a bucket and renews a lease; all watch
// it. What belongs to a process is judged by its lease alone, as it arrives here:
// nobody's clock is asked. Everything is under the lock of the lobby.
type front struct {
	lobby   *Lobby
	bucket  journal.Bucket
	name    string
	post    *post
	peers   map[string]*peer
	own     map[string]*ownLine // by key
	count   int
	excused map[string]bool // tables where lines were lost by a process that goes or died
	renewed time.Time
	going   bool // it has said so
	ending  bool
}

// peer is another process.
type peer struct {
	seen  time.Time
	lines map[string]far // by key
	going bool           // has said that it goes
}

// meet joins the other processes.
func (l *Lobby) meet(ctx context.Context) error {
	b, err := l.journal.Bucket(ctx, journal.Here)
	if err != nil {
		return err
	}
	f := &front{
		lobby: l, bucket: b, name: strings.ToLower(rand.Text()[:12]), renewed: l.now(),
		peers: make(map[string]*peer), own: make(map[string]*ownLine), excused: make(map[string]bool),
	}
	f.post = newPost(b)
	l.front = f
	l.stop = append(l.stop, f.post.close)
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
	f.post.put(aliveKey+f.name, f.lease())
	return nil
}

// leave tells that this process ends.
func (f *front) leave() {
	l := f.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	f.ending = true
	for key := range f.own {
		f.post.put(key, nil)
	}
	for id, s := range l.seeks {
		if s.front == f.name {
			f.post.put(seekKey+id, nil)
		}
	}
	f.post.put(aliveKey+f.name, nil)
}

// peer of a name, which counts as alive from now on. The lock is held.
func (f *front) peer(name string) *peer {
	p := f.peers[name]
	if p == nil {
		p = &peer{lines: make(map[string]far), seen: f.lobby.now()}
		f.peers[name] = p
	}
	return p
}

// heed takes a change of the bucket.
func (f *front) heed(v journal.Value) {
	if len(v.Key) < 2 {
		return
	}
	kind, rest := v.Key[:2], v.Key[2:]
	l := f.lobby
	l.mu.Lock()
	var touched []string
	switch kind {
	case aliveKey:
		touched = f.heedAlive(rest, v)
	case lineKey:
		touched = f.heedLine(rest, v)
	case seekKey:
		f.heedSeek(rest, v)
	}
	l.mu.Unlock()
	l.dirty.Store(true)
	f.tell(touched)
}

// heedAlive takes the lease of a process and names the tables that it touches. The
// lock is held.
func (f *front) heedAlive(name string, v journal.Value) []string {
	if name == f.name && !v.Deleted {
		f.lobby.guess(v.Time)
	}
	switch {
	case name == f.name && v.Deleted && !f.ending:
		f.post.put(v.Key, f.lease()) // taken for dead, wrongly
	case name == f.name:
	case v.Deleted:
		return f.forget(name)
	default:
		p := f.peer(name)
		p.seen, p.going = f.lobby.now(), string(v.Data) == going
	}
	return nil
}

// heedLine takes a line of a process. The lock is held.
func (f *front) heedLine(rest string, v journal.Value) []string {
	name, _, _ := strings.Cut(rest, "-")
	if name == f.name {
		own := f.own[v.Key]
		switch {
		case own == nil && !v.Deleted:
			f.post.put(v.Key, nil) // it was written late
			return nil
		case own == nil:
			return nil
		case v.Deleted && !f.ending:
			f.write(v.Key)
		case v.Deleted:
		default:
			own.rise(v.Rev)
		}
		return []string{own.Table}
	}
	var what line
	if !v.Deleted && json.Unmarshal(v.Data, &what) != nil {
		return nil // not ours
	}
	p := f.peer(name)
	old := p.lines[v.Key]
	if v.Deleted {
		delete(p.lines, v.Key)
		if p.going {
			f.excused[old.Table] = true
		}
	} else {
		what.Player.Name = CleanLine(what.Player.Name, MaxNameLength)
		p.lines[v.Key] = far{what, v.Rev}
	}
	return []string{old.Table, what.Table}
}

// forget drops what belongs to a process and names the tables that it touches. The
// lock is held.
func (f *front) forget(name string) (tables []string) {
	p := f.peers[name]
	if p == nil {
		return nil
	}
	delete(f.peers, name)
	for _, there := range p.lines {
		tables = append(tables, there.Table)
		f.excused[there.Table] = true
	}
	for id, s := range f.lobby.seeks {
		if s.front == name {
			delete(f.lobby.seeks, id)
		}
	}
	return tables
}

// tell lets tables look who is there.
func (f *front) tell(tables []string) {
	for _, id := range tables {
		if t, err := f.lobby.Table(id); err == nil {
			t.soon(t.look)
		}
	}
}

// tick renews the lease and buries processes that have let theirs run out.
func (f *front) tick(ctx context.Context) error {
	l := f.lobby
	l.mu.Lock()
	now := l.now()
	if now.Sub(f.renewed) >= renewal {
		f.renewed = now
		f.post.put(aliveKey+f.name, f.lease())
	}
	var lost []string
	died := false
	for name, p := range f.peers {
		if now.Sub(p.seen) <= lease {
			continue
		}
		died = true
		for key := range p.lines {
			f.post.put(key, nil)
		}
		for id, s := range l.seeks {
			if s.front == name {
				f.post.put(seekKey+id, nil)
			}
		}
		f.post.put(aliveKey+name, nil)
		lost = append(lost, f.forget(name)...)
	}
	l.mu.Unlock()
	if !died {
		return nil
	}
	l.dirty.Store(true)
	f.tell(lost)
	return f.hold(ctx, lost)
}

// hold stops the clocks of games whose mover was at a process that died: of those
// named, or of all when there is no other process left.
func (f *front) hold(ctx context.Context, lost []string) error {
	l := f.lobby
	l.mu.Lock()
	alone := len(f.peers) == 0
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
func (f *front) settle(ctx context.Context) {
	f.lobby.mu.Lock()
	alone := len(f.peers) == 0
	f.lobby.mu.Unlock()
	if alone {
		_ = f.hold(ctx, nil) // what is not held now runs, as if a line was gone
	}
}
