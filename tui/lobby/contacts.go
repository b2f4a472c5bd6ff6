package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// Contacts are the other players who matter to one.
type Contacts struct {
	Follows []remote.Player `json:"follows,omitempty"` // the last one first
	Blocks  []remote.Player `json:"blocks,omitempty"`
}

// MostContacts is how many players one may follow, and how many block.
const MostContacts = 200

// ErrBlocked refuses what somebody wants of a player who has blocked him.
var ErrBlocked = errors.New("this player does not want to hear from you")

func has(all []remote.Player, id string) bool {
	return slices.ContainsFunc(all, func(p remote.Player) bool { return p.ID == id })
}

// Following tells whether a player is followed, and Blocked whether he is blocked.
func (c Contacts) Following(id string) bool { return has(c.Follows, id) }
func (c Contacts) Blocked(id string) bool   { return has(c.Blocks, id) }

func parseContacts(data []byte) (c Contacts, err error) {
	if len(data) > 0 {
		err = json.Unmarshal(data, &c)
	}
	for _, all := range [][]remote.Player{c.Follows, c.Blocks} {
		for i := range all {
			all[i].Name = remote.CleanLine(all[i].Name, MaxNameLength)
		}
	}
	return c, err
}

// Contacts of a player.
func (l *Lobby) Contacts(ctx context.Context, p remote.Player) (Contacts, error) {
	v, err := l.contacts.Get(ctx, p.ID)
	if errors.Is(err, journal.ErrNotFound) {
		return Contacts{}, nil
	}
	if err != nil {
		return Contacts{}, err
	}
	return parseContacts(v.Data)
}

// blocks tells whether one player has blocked another.
func (l *Lobby) blocks(ctx context.Context, who, other string) (bool, error) {
	c, err := l.Contacts(ctx, remote.Player{ID: who})
	return c.Blocked(other), err
}

// apart tells whether one of two players has blocked the other.
func (l *Lobby) apart(ctx context.Context, a, b remote.Player) error {
	for _, pair := range [][2]remote.Player{{a, b}, {b, a}} {
		if pair[0].Guest || pair[1].Guest {
			continue
		}
		blocked, err := l.blocks(ctx, pair[0].ID, pair[1].ID)
		if err != nil {
			return err
		}
		if blocked {
			return ErrBlocked
		}
	}
	return nil
}

// changeContacts changes one of the lists of a player.
func (l *Lobby) changeContacts(ctx context.Context, who, other remote.Player, alter func(*Contacts) error) error {
	switch {
	case who.Guest:
		return errors.New("guests have no contacts: connect with an SSH key")
	case other.Guest:
		return errors.New("guests are somebody else tomorrow: you can only mute them")
	case who.ID == other.ID:
		return errors.New("that is you")
	}
	var now Contacts
	err := changeValue(ctx, l.contacts, who.ID, func(old []byte) ([]byte, error) {
		c, err := parseContacts(old)
		if err == nil {
			err = alter(&c)
		}
		if err != nil {
			return nil, err
		}
		now = c
		return json.Marshal(c)
	})
	if err == nil {
		l.heedFollows(who.ID, now)
	}
	return err
}

// listed makes a player the first of a list, or takes him out of it.
func listed(all []remote.Player, p remote.Player, off bool) ([]remote.Player, error) {
	all = slices.DeleteFunc(all, func(q remote.Player) bool { return q.ID == p.ID })
	switch {
	case off:
		return all, nil
	case len(all) >= MostContacts:
		return nil, fmt.Errorf("you already have %d players in this list: remove one first", MostContacts)
	}
	return slices.Insert(all, 0, p), nil
}

// Follow lists a player among those whom one follows, or with off takes him out.
func (l *Lobby) Follow(ctx context.Context, who, other remote.Player, off bool) error {
	return l.changeContacts(ctx, who, other, func(c *Contacts) (err error) {
		if c.Blocked(other.ID) && !off {
			return errors.New("you have blocked this player: unblock first")
		}
		c.Follows, err = listed(c.Follows, other, off)
		return err
	})
}

// Block keeps a player from challenging one and writing to one, accepting one's seeks and having his
// accepted; with off it lets him again. What he says in chats is muted, too.
func (l *Lobby) Block(ctx context.Context, who, other remote.Player, off bool) error {
	err := l.changeContacts(ctx, who, other, func(c *Contacts) (err error) {
		if !off {
			c.Follows, _ = listed(c.Follows, other, true)
		}
		c.Blocks, err = listed(c.Blocks, other, off)
		return err
	})
	if err != nil {
		return err
	}
	l.Mute(who, other, off)
	return l.KeepMuted(ctx, who)
}

// Profile is what is told of a player with an account.
type Profile struct {
	remote.Player
	// Seen is the last visit, to within a week; zero where it was not noted.
	Seen time.Time
}

// Profile of a player; ErrNoAccount when there is none any more.
func (l *Lobby) Profile(ctx context.Context, p remote.Player) (Profile, error) {
	v, err := l.players.Get(ctx, p.ID)
	if errors.Is(err, journal.ErrNotFound) {
		return Profile{}, ErrNoAccount
	}
	if err != nil {
		return Profile{}, err
	}
	a, err := parseAccount(v.Data)
	return Profile{a.Player, a.Seen}, err
}
