package lobby

import (
	"context"
	"time"
)

// amends is how much longer than usually others wait for a player whose line the
// server itself has dropped.
const amends = time.Minute

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
	f.post.put(aliveKey+f.name, f.leaseLocked())
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

// excuse tells whether lines to a table were lost by processes since it was asked
// last, and not by players.
func (l *Lobby) excuse(table string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	excused := l.node.excused[table]
	delete(l.node.excused, table)
	return excused
}

// spareLocked has those waited for longer whose line has just gone. before is since
// when lines were gone until now.
func (t *Table) spareLocked(before [2]time.Time) {
	for i, since := range before {
		if since.IsZero() && !t.away[i].IsZero() {
			t.away[i] = t.away[i].Add(amends)
		}
	}
}

// retireLocked holds the clock of one whose line this process drops as it ends.
func (t *Table) retireLocked() {
	if !t.lobby.retiring() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patienceOfTick)
	defer cancel()
	_ = t.haltLocked(ctx) // else it runs, as if he had gone himself
}
