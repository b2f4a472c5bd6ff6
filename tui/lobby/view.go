package lobby

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
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
	remote.Player
	Rating remote.MainRating // zero for a guest and who has none
	State  string            // Idle, Playing or Watching
	Table  string            // where he plays or watches; empty when idle
}

// GameInfo is a running game as the lobby lists it.
type GameInfo struct {
	Table   string
	Players [2]remote.Player // by Color
	Terms   remote.Terms
	Ply     int // half-moves that were made
	Watched int // spectators
	Turn    chess.Color
	Due     time.Time // of a correspondence game: when the flag of Turn falls
	// Tournament is the ID of that of the game; empty for none.
	Tournament string
	began      int64
}

// View is the lobby as one visitor sees it. It is never changed, and others have
// the same slices: do not write to them.
type View struct {
	// Brief tells that it holds the visitor's own affairs alone: his table, his
	// seeks and challenges, his keys.
	Brief bool
	Here  []Presence // by name, one for each player
	Seeks []Seek     // open to him, or his own
	Games []GameInfo // those that run, oldest first
	Table string     // a table that waits for him; empty when there is none
	// Waiting are the tables of his correspondence games in which he is to move, that with the least time first.
	Waiting []string
	Chat    []remote.Line // oldest first, without those whom he has muted
	// Tournaments are those that are on, planned, or just over, in this order.
	Tournaments []TournamentInfo
	// Friends are those whom he follows and who are here, by name; nil while that is not known.
	Friends []remote.Player
	// Keys is another number whenever his keys have become others, Mail his messages.
	Keys, Mail int
}

// Visit is somebody's line to the lobby.
type Visit struct {
	lobby   *Lobby
	player  remote.Player
	key     string // of the line for other processes; empty for none
	c       chan View
	away    atomic.Bool   // he does not look at the lobby
	due     atomic.Bool   // he is told at the next occasion, whatever has changed
	told    personalState // under the lock of the lobby, as follows: whom he follows, nil before it is known
	follows map[string]bool
}

// personalState is what tells one brief lobby of a visitor from another.
type personalState struct {
	table, seeks string
	waiting      string // tables of correspondence games, a blank behind each
	keys, mail   int
	friends      string // who of those whom he follows is here
}

// C gives the newest view after a change; one that was not read is replaced by the
// next. It is closed by Leave.
func (v *Visit) C() <-chan View { return v.c }

// Look says whether the visitor looks at the lobby, as he does at first. Otherwise C
// gives brief views, and those only when his own affairs have changed.
func (v *Visit) Look(looks bool) {
	if v.away.Swap(!looks) == looks && looks {
		v.due.Store(true)
		v.lobby.show()
	}
}

// View is the lobby as it is now.
func (v *Visit) View() View {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	seeks := l.sortedLocked()
	return l.publicLocked(seeks, l.personalStatesLocked(seeks)).ofLocked(v)
}

// View is the lobby as everybody may see it, without what was said in it.
func (l *Lobby) View() View {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.publicLocked(l.sortedLocked(), nil)
	open := slices.DeleteFunc(slices.Clone(p.seeks), func(s Seek) bool { return s.To != "" })
	return View{Here: p.here, Seeks: open, Games: p.games}
}

// Enter comes into the lobby.
func (l *Lobby) Enter(p remote.Player) *Visit {
	v := &Visit{lobby: l, player: p, c: make(chan View, 1)}
	v.due.Store(true)
	l.mu.Lock()
	l.here[v] = true
	v.key = l.announceLocked(line{Player: p})
	l.askRatingLocked(p)
	l.mu.Unlock()
	l.show()
	l.learnFollows(v)
	return v
}

// Leave goes; with the last line of a player his seeks go too.
func (v *Visit) Leave() {
	l := v.lobby
	l.mu.Lock()
	l.dropLocked(v)
	l.mu.Unlock()
	l.show()
}

// dropLocked closes a visit.
func (l *Lobby) dropLocked(v *Visit) {
	if !l.here[v] {
		return
	}
	delete(l.here, v)
	close(v.c)
	l.withdrawLineLocked(v.key)
	if l.visitingLocked(v.player.ID) {
		return
	}
	delete(l.keyVersion, v.player.ID)
	delete(l.mailVersion, v.player.ID)
	l.forgetRatingLocked(v.player)
	l.leaveTeamsLocked(v.player.ID, "")
	for _, s := range l.seeks {
		if !s.posted && (s.From.ID == v.player.ID || s.To == v.player.ID) {
			l.removeSeekLocked(s)
		}
	}
}

// visitingLocked tells whether a player has a line to the lobby, and present whether
// he has any line.
func (l *Lobby) visitingLocked(id string) bool { return l.anyLineLocked(id, false) }
func (l *Lobby) presentLocked(id string) bool  { return l.anyLineLocked(id, true) }

func (l *Lobby) anyLineLocked(id string, tables bool) bool {
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
	if l.node == nil {
		return false
	}
	for _, p := range l.node.peers {
		for _, f := range p.lines {
			if f.Player.ID == id && (tables || f.Table == "") {
				return true
			}
		}
	}
	return false
}

// crowdSize is from how many visits on changes wait for the next tick, and gather what
// those who look at the lobby are told with every third.
const crowdSize = 50

// show tells of a change. While one call does, others only ask it to do so again, so
// that many changes at once are not as many views.
func (l *Lobby) show() {
	l.dirty.Store(true)
	l.mu.Lock()
	crowded := len(l.here) >= crowdSize
	l.mu.Unlock()
	for !crowded && l.dirty.Load() && l.showing.CompareAndSwap(false, true) {
		for l.dirty.Swap(false) {
			l.send(true)
		}
		l.showing.Store(false)
	}
}

// showSome is show as Tick calls it, which is called a few times a second.
func (l *Lobby) showSome() {
	l.mu.Lock()
	l.ticks++
	whole := len(l.here) < crowdSize || l.ticks%3 == 0
	changed := l.dirty.Swap(false)
	// Moves change nothing for those who do not look at the lobby; in a crowd they all play.
	moved := whole && l.moved.Load() && (changed || l.lookedAtLocked())
	l.mu.Unlock()
	if changed || moved {
		l.send(whole)
	}
	if changed && !whole {
		l.moved.Store(true) // for those who look at it
	}
}

// lookedAtLocked tells whether anybody looks at the lobby, or is to be told in any case.
func (l *Lobby) lookedAtLocked() bool {
	for v := range l.here {
		if !v.away.Load() || v.due.Load() {
			return true
		}
	}
	return false
}

// send tells those whose own affairs have changed, and with whole those who look at
// the lobby how it stands.
func (l *Lobby) send(whole bool) {
	if whole {
		l.moved.Store(false)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	seeks := l.sortedLocked()
	own := l.personalStatesLocked(seeks)
	var all *publicView
	var present map[string]remote.Player
	for v := range l.here {
		now := own[v.player.ID]
		now.keys, now.mail = l.keyVersion[v.player.ID], l.mailVersion[v.player.ID]
		if v.follows != nil {
			if present == nil {
				present = l.presentIDsLocked()
			}
			now.friends = friendsKey(v.friendsLocked(present))
		}
		if due := v.due.Swap(false); !due && now == v.told && (!whole || v.away.Load()) {
			continue
		}
		v.told = now
		if all == nil {
			all = l.publicLocked(seeks, own)
		}
		view := all.ofLocked(v)
		if v.away.Load() {
			view = view.Own(v.player)
		}
		select {
		case <-v.c: // what he has not read is old
		default:
		}
		v.c <- view
	}
}

// sortedLocked lists the seeks.
func (l *Lobby) sortedLocked() []Seek {
	seeks := make([]Seek, 0, len(l.seeks))
	for _, s := range l.seeks {
		seeks = append(seeks, s.Seek)
	}
	slices.SortFunc(seeks, func(a, b Seek) int { return strings.Compare(a.ID, b.ID) })
	return seeks
}

// personalStatesLocked is those of the players who have a table or seeks, by ID.
func (l *Lobby) personalStatesLocked(seeks []Seek) map[string]personalState {
	all := make(map[string]personalState)
	for _, t := range l.tables {
		g := t.info.Load()
		if g == nil || t.done.Load() || g.Terms.Correspondence() {
			continue
		}
		for _, p := range g.Players {
			if !t.hosts(p.ID) { // he goes from table to table
				all[p.ID] = personalState{table: t.id}
			}
		}
	}
	l.waitingLocked(all)
	for _, s := range seeks {
		ids := []string{s.From.ID, s.To}
		for _, p := range s.Joined {
			ids = append(ids, p.ID)
		}
		for _, id := range ids {
			a := all[id]
			a.seeks += s.ID + strconv.Itoa(len(s.Joined)) + " "
			all[id] = a
		}
	}
	return all
}

// Playing is the game that a player has on with another, whichever session of his it is in,
// one with a clock where there are several. Correspondence, which goes on for weeks, is none.
func (l *Lobby) Playing(id string) (g GameInfo, on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.seated[id] {
		info := t.info.Load()
		if info == nil || t.done.Load() || info.Terms.Correspondence() {
			continue
		}
		if g, on = *info, true; !g.Terms.Control.None() {
			return g, on
		}
	}
	return g, on
}

// publicView is what all visitors see of the lobby, each of them in his way. It is made
// once for all and never changed.
type publicView struct {
	here        []Presence
	seeks       []Seek
	open        bool // all seeks are open to everybody
	games       []GameInfo
	tournaments []TournamentInfo
	own         map[string]personalState
	present     map[string]remote.Player // by ID; made when it is asked for
}

// publicLocked makes it as it is now.
func (l *Lobby) publicLocked(seeks []Seek, own map[string]personalState) *publicView {
	p := &publicView{here: l.presencesLocked(), seeks: seeks, own: own, tournaments: l.scheduleLocked()}
	p.open = !slices.ContainsFunc(seeks, func(s Seek) bool { return s.To != "" })
	for _, t := range l.tables {
		if g := t.info.Load(); g != nil && !t.done.Load() {
			p.games = append(p.games, *g)
		}
	}
	slices.SortFunc(p.games, func(a, b GameInfo) int {
		return cmp.Or(cmp.Compare(a.began, b.began), strings.Compare(a.Table, b.Table))
	})
	return p
}

// ofLocked is the lobby as one visitor sees it.
func (p *publicView) ofLocked(v *Visit) View {
	l, id := v.lobby, v.player.ID
	view := View{Here: p.here, Seeks: p.seeks, Games: p.games, Table: p.own[id].table, Chat: l.chat, Keys: l.keyVersion[id], Mail: l.mailVersion[id], Tournaments: p.tournaments}
	view.Waiting = strings.Fields(p.own[id].waiting)
	if v.follows != nil {
		if p.present == nil {
			p.present = l.presentIDsLocked()
		}
		view.Friends = v.friendsLocked(p.present)
	}
	if !p.open {
		view.Seeks = slices.DeleteFunc(slices.Clone(p.seeks), func(s Seek) bool { return s.To != "" && s.To != id && s.From.ID != id })
	}
	if mute := l.chatter[id]; len(mute) > 0 {
		view.Chat = slices.DeleteFunc(slices.Clone(l.chat), func(line remote.Line) bool { return mute[line.From.ID] })
	}
	return view
}

// Own is what of a view concerns the player himself.
func (h View) Own(p remote.Player) View {
	var seeks []Seek
	for _, s := range h.Seeks {
		if s.To == p.ID || s.From.ID == p.ID || s.Has(p.ID) {
			seeks = append(seeks, s)
		}
	}
	return View{Brief: true, Seeks: seeks, Table: h.Table, Waiting: h.Waiting, Friends: h.Friends, Keys: h.Keys, Mail: h.Mail}
}

// presencesLocked lists who is here and what they do.
func (l *Lobby) presencesLocked() []Presence {
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
			if t := l.tables[what.Table]; what.Seat != remote.Spectator && t != nil && !t.done.Load() {
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
	if l.node != nil {
		for _, p := range l.node.peers {
			for _, f := range p.lines {
				add(f.line)
			}
		}
	}
	here := make([]Presence, 0, len(all))
	for _, p := range all {
		p.Rating = l.desk.known[p.ID]
		here = append(here, p)
	}
	slices.SortFunc(here, func(a, b Presence) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return here
}
