package lobby

import (
	"cmp"
	"slices"
	"strings"

	"rookery/tui/remote"
)

// Who follows others is told when they come, whatever is on the screen: a view says who of them is here.

// learnFollows finds out whom a visitor follows.
func (l *Lobby) learnFollows(v *Visit) {
	if v.player.Guest {
		return
	}
	l.wait.Go(func() {
		if c, err := l.Contacts(l.life, v.player); err == nil {
			l.heedFollows(v.player.ID, c)
		}
	})
}

// heedFollows notes whom a player follows for all visits of his here.
func (l *Lobby) heedFollows(id string, c Contacts) {
	follows := make(map[string]bool, len(c.Follows))
	for _, p := range c.Follows {
		follows[p.ID] = true
	}
	l.mu.Lock()
	for v := range l.here {
		if v.player.ID == id {
			v.follows = follows
		}
	}
	l.mu.Unlock()
	l.dirty.Store(true) // told with the next tick
}

// presentIDsLocked are all who are here.
func (l *Lobby) presentIDsLocked() map[string]remote.Player {
	all := make(map[string]remote.Player, len(l.here))
	for v := range l.here {
		all[v.player.ID] = v.player
	}
	for r := range l.lines {
		all[r.player.ID] = r.player
	}
	if l.node != nil {
		for _, p := range l.node.peers {
			for _, f := range p.lines {
				all[f.Player.ID] = f.Player
			}
		}
	}
	return all
}

// friendsLocked are those whom a visitor follows and who are here, by name; nil while it is not known whom he follows.
func (v *Visit) friendsLocked(present map[string]remote.Player) []remote.Player {
	if v.follows == nil {
		return nil
	}
	friends := []remote.Player{}
	for id := range v.follows {
		if p, on := present[id]; on {
			friends = append(friends, p)
		}
	}
	slices.SortFunc(friends, func(a, b remote.Player) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return friends
}

// friendsKey tells one list of friends from another.
func friendsKey(friends []remote.Player) string {
	var b strings.Builder
	for _, p := range friends {
		b.WriteString(p.ID + " ")
	}
	return b.String()
}
