package lobby

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// States of those who are here.
const (
	Idle     = "idle"
	Playing  = "playing"
	Watching = "watching"
)

var errGone = errors.New("you have left the lobby")

// Presence is a player who is here and what he does.
type Presence struct {
	Player
	State string // Idle, Playing or Watching
	Table string // where he plays or watches; empty when idle
}

// GameInfo is a running game as the lobby lists it.
type GameInfo struct {
	Table   string
	Players [2]Player // by Color
	Terms   Terms
	Ply     int // half-moves that were made
	Watched int // spectators
	began   int64
}

// Hall is the lobby as one visitor sees it. It is never changed, and others have
// the same slices: do not write to them.
type Hall struct {
	Here  []Presence // by name, one for each player
	Seeks []Seek     // open to him, or his own
	Games []GameInfo // those that run, oldest first
	Table string     // a table that waits for him; empty when there is none
	Chat  []Line     // oldest first, without those whom he has muted
	// Keys is another number whenever his keys have become others.
	Keys int
}

// Visit is somebody's line to the lobby.
type Visit struct {
	lobby  *Lobby
	player Player
	key    string // of the line for other processes; empty for none
	c      chan Hall
}

// C gives the newest hall after a change; one that was not read is replaced by the
// next. It is closed by Leave.
func (v *Visit) C() <-chan Hall { return v.c }

// Enter comes into the lobby.
func (l *Lobby) Enter(p Player) *Visit {
	v := &Visit{lobby: l, player: p, c: make(chan Hall, 1)}
	l.mu.Lock()
	l.here[v] = true
	v.key = l.announce(line{Player: p})
	l.mu.Unlock()
	l.show()
	return v
}

// Leave goes; with the last line of a player his seeks go too.
func (v *Visit) Leave() {
	l := v.lobby
	l.mu.Lock()
	l.drop(v)
	l.mu.Unlock()
	l.show()
}

// drop closes a visit. The lock is held.
func (l *Lobby) drop(v *Visit) {
	if !l.here[v] {
		return
	}
	delete(l.here, v)
	close(v.c)
	l.renounce(v.key)
	if l.visiting(v.player.ID) {
		return
	}
	delete(l.rung, v.player.ID)
	for _, s := range l.seeks {
		if s.From.ID == v.player.ID || s.To == v.player.ID {
			l.unseek(s)
		}
	}
}

// visiting tells whether a player has a line to the lobby, and present whether he
// has any line. The lock is held.
func (l *Lobby) visiting(id string) bool { return l.anyLine(id, false) }
func (l *Lobby) present(id string) bool  { return l.anyLine(id, true) }

func (l *Lobby) anyLine(id string, tables bool) bool {
	for v := range l.here {
		if v.player.ID == id {
			return true
		}
	}
	for r := range l.lines {
		if tables && r.player.ID == id {
			return true
		}
	}
	if l.front == nil {
		return false
	}
	for _, p := range l.front.peers {
		for _, f := range p.lines {
			if f.Player.ID == id && (tables || f.Table == "") {
				return true
			}
		}
	}
	return false
}

// show sends everybody the hall. While one call does, others only ask it to do so
// again, so that many changes at once are not as many halls.
func (l *Lobby) show() {
	l.dirty.Store(true)
	for l.dirty.Load() && l.showing.CompareAndSwap(false, true) {
		for l.dirty.Swap(false) {
			l.send()
		}
		l.showing.Store(false)
	}
}

// send makes the hall as it is now and gives it to everybody.
func (l *Lobby) send() {
	l.mu.Lock()
	defer l.mu.Unlock()
	waiting := make(map[string]string)
	var games []GameInfo
	for _, t := range l.tables {
		g := t.info.Load()
		if g == nil || t.done.Load() {
			continue
		}
		games = append(games, *g)
		for _, p := range g.Players {
			waiting[p.ID] = t.id
		}
	}
	slices.SortFunc(games, func(a, b GameInfo) int {
		return cmp.Or(cmp.Compare(a.began, b.began), strings.Compare(a.Table, b.Table))
	})
	here := l.presences()
	seeks := make([]Seek, 0, len(l.seeks))
	for _, s := range l.seeks {
		seeks = append(seeks, s.Seek)
	}
	slices.SortFunc(seeks, func(a, b Seek) int { return strings.Compare(a.ID, b.ID) })
	for v := range l.here {
		hall := Hall{Here: here, Games: games, Table: waiting[v.player.ID], Chat: l.chat, Keys: l.rung[v.player.ID]}
		for _, s := range seeks {
			if s.To == "" || s.To == v.player.ID || s.From.ID == v.player.ID {
				hall.Seeks = append(hall.Seeks, s)
			}
		}
		if mute := l.chatter[v.player.ID]; len(mute) > 0 {
			hall.Chat = slices.DeleteFunc(slices.Clone(l.chat), func(line Line) bool { return mute[line.From.ID] })
		}
		select {
		case <-v.c: // what he has not read is old
		default:
		}
		v.c <- hall
	}
}

// presences lists who is here and what they do. The lock is held.
func (l *Lobby) presences() []Presence {
	all := make(map[string]Presence)
	add := func(what line) {
		p := all[what.Player.ID]
		switch {
		case p.State == Playing: // at another table, too
		case what.Table == "":
			if p.State == "" {
				all[what.Player.ID] = Presence{Player: what.Player, State: Idle}
			}
		default:
			p = Presence{Player: what.Player, Table: what.Table, State: Watching}
			if t := l.tables[what.Table]; what.Seat != Spectator && t != nil && !t.done.Load() {
				p.State = Playing
			}
			all[what.Player.ID] = p
		}
	}
	for v := range l.here {
		add(line{Player: v.player})
	}
	for r := range l.lines {
		add(line{Player: r.player, Table: r.table.id, Seat: r.seat})
	}
	if l.front != nil {
		for _, p := range l.front.peers {
			for _, f := range p.lines {
				add(f.line)
			}
		}
	}
	here := make([]Presence, 0, len(all))
	for _, p := range all {
		here = append(here, p)
	}
	slices.SortFunc(here, func(a, b Presence) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return here
}
