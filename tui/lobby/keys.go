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

// MostKeys is how many keys a player may have.
const MostKeys = 16

// Key is a key of a player.
type Key struct {
	// Fingerprint names it, as the one who registered it did.
	Fingerprint string `json:"key"`
	// Added is when it became one of the player; zero where that was not noted.
	Added time.Time `json:"added,omitzero"`
	// Note says which browser it is; empty for a key of SSH.
	Note string `json:"note,omitempty"`
	// Gone marks one that is being forgotten: it counts no more, though it may
	// still be in the bucket of keys.
	Gone bool `json:"gone,omitempty"`
}

// ErrLastKey refuses to forget the key without which nobody is the player any more.
var ErrLastKey = errors.New("this is your only key: add another before removing it")

// The bucket of keys says whose a key is. The bucket of rings lists the keys of a
// player, for him: a key is entered there before it is his and struck out after it
// is no more, so that one who is stopped in between leaves an entry too many.

// changeKeys changes the list of a player's keys.
func (l *Lobby) changeKeys(ctx context.Context, p remote.Player, alter func([]Key) ([]Key, error)) error {
	err := changeValue(ctx, l.rings, p.ID, func(old []byte) ([]byte, error) {
		keys, err := parseKeys(old)
		if err == nil {
			keys, err = alter(keys)
		}
		if err != nil {
			return nil, err
		}
		return json.Marshal(keys)
	})
	if errors.Is(err, errSame) {
		return nil
	}
	if err == nil {
		err = l.broadcastKeys(p.ID)
	}
	return err
}

// keysTopic tells other processes whose keys are others now.
const keysTopic = "ring"

// broadcastKeys has a player's sessions hear, at every front end, that his keys are
// others now.
func (l *Lobby) broadcastKeys(id string) error {
	return l.broadcast(keysTopic, id)
}

// broadcast has a player's sessions hear, at every front end, what a topic tells of him.
func (l *Lobby) broadcast(topic, id string) error {
	l.hearTopic(topic, id)
	if !l.shared() {
		return nil
	}
	data, err := json.Marshal(id)
	if err == nil {
		err = l.journal.Tell(topic, data)
	}
	return err
}

// hearTopic does what a topic tells of a player or, of a key, of its fingerprint.
func (l *Lobby) hearTopic(topic, id string) {
	switch topic {
	case keyTopic:
		l.forgotten(id)
	case keysTopic:
		l.keysChanged(id)
	case mailTopic:
		l.mailChanged(id)
	}
}

// keysChanged notes it for the sessions of this process.
func (l *Lobby) keysChanged(id string) {
	l.mu.Lock()
	here := l.visitingLocked(id)
	if here {
		l.keyVersion[id]++
	}
	l.mu.Unlock()
	if here {
		l.show()
	}
}

func parseKeys(data []byte) (keys []Key, err error) {
	if len(data) > 0 {
		err = json.Unmarshal(data, &keys)
	}
	return keys, err
}

// find is where a key stands in a list, -1 for nowhere.
func find(keys []Key, fingerprint string) int {
	return slices.IndexFunc(keys, func(k Key) bool { return k.Fingerprint == fingerprint })
}

// addKey lists a key that is about to be one of a player.
func (l *Lobby) addKey(ctx context.Context, p remote.Player, fingerprint string, at time.Time) error {
	return l.addKeyNoted(ctx, p, Key{Fingerprint: fingerprint, Added: at})
}

func (l *Lobby) addKeyNoted(ctx context.Context, p remote.Player, k Key) error {
	return l.changeKeys(ctx, p, func(keys []Key) ([]Key, error) {
		i := find(keys, k.Fingerprint)
		switch {
		case i >= 0 && !keys[i].Gone:
			return nil, errSame
		case i >= 0:
			keys = slices.Delete(keys, i, i+1)
		case len(keys) >= MostKeys:
			return nil, fmt.Errorf("an account can have at most %d keys: remove one you no longer use", MostKeys)
		}
		return append(keys, k), nil
	})
}

// NoteKey notes the visit of a player, and lists the key by which he is here if its coming
// was not noted: it became his before there were lists.
func (l *Lobby) NoteKey(ctx context.Context, p remote.Player, fingerprint string) error {
	q, err := l.Account(ctx, fingerprint)
	if err != nil || q.ID != p.ID {
		return err
	}
	if err := l.noteVisit(ctx, p); err != nil {
		return err
	}
	return l.addKey(ctx, p, fingerprint, time.Time{})
}

// Keys lists the keys of a player, the oldest first.
func (l *Lobby) Keys(ctx context.Context, p remote.Player) ([]Key, error) {
	v, err := l.rings.Get(ctx, p.ID)
	if errors.Is(err, journal.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := parseKeys(v.Data)
	if err != nil {
		return nil, err
	}
	var keys []Key
	for _, k := range all {
		if !k.Gone {
			keys = append(keys, k)
		} else if err := l.removeKey(ctx, p, k.Fingerprint); err != nil { // what was stopped half-way is ended
			return nil, err
		}
	}
	slices.SortStableFunc(keys, func(a, b Key) int { return a.Added.Compare(b.Added) })
	return keys, nil
}

// Forget takes a key from its player, but never the last one. Whoever comes with it
// afterwards is a stranger; those who are here by it are named to who asked for it
// by OnForget, at every front end.
func (l *Lobby) Forget(ctx context.Context, p remote.Player, fingerprint string) error {
	err := l.changeKeys(ctx, p, func(keys []Key) ([]Key, error) {
		i, left := find(keys, fingerprint), 0
		for _, k := range keys {
			if !k.Gone && k.Fingerprint != fingerprint && !IsBrowser(k.Fingerprint) {
				left++
			}
		}
		switch {
		case i < 0 || keys[i].Gone:
			return nil, errors.New("this key no longer belongs to your account")
		case left == 0 && !IsBrowser(fingerprint):
			return nil, ErrLastKey
		}
		keys[i].Gone = true
		return keys, nil
	})
	if err == nil {
		err = l.removeKey(ctx, p, fingerprint)
	}
	if err != nil {
		return err
	}
	return l.broadcast(keyTopic, fingerprint)
}

// removeKey takes away a key that is marked as gone, then its mark.
func (l *Lobby) removeKey(ctx context.Context, p remote.Player, fingerprint string) error {
	v, err := l.keys.Get(ctx, keyOf(fingerprint))
	if err == nil && string(v.Data) == p.ID {
		err = l.keys.Delete(ctx, v.Key)
	}
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	return l.changeKeys(ctx, p, func(keys []Key) ([]Key, error) {
		i := find(keys, fingerprint)
		if i < 0 || !keys[i].Gone {
			return nil, errSame
		}
		return slices.Delete(keys, i, i+1), nil
	})
}

// keyTopic tells other processes of a key that was forgotten.
const keyTopic = "key"

// OnForget has a function called, in any goroutine, with each key that is taken from
// its player.
func (l *Lobby) OnForget(do func(fingerprint string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget = append(l.forget, do)
}

func (l *Lobby) forgotten(fingerprint string) {
	l.mu.Lock()
	all := slices.Clone(l.forget)
	l.mu.Unlock()
	for _, do := range all {
		do(fingerprint)
	}
}
