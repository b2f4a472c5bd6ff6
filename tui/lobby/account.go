package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rookery/tui/lobby/journal"
)

// CodeLife is how long a code for a further key is good.
const CodeLife = 10 * time.Minute

// ErrNoAccount says that a key has no player yet: ask for a name.
var ErrNoAccount = errors.New("this key has no name yet")

// ErrNameTaken refuses a name that another has, or one that looks like it.
var ErrNameTaken = errors.New("that name, or one that looks like it, is taken: choose another")

type code struct {
	player Player
	until  time.Time
}

// keyOf is the key of a fingerprint, or of a name's skeleton, in a bucket.
func keyOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// Account is the player of a key by its fingerprint; ErrNoAccount when there is
// none.
func (l *Lobby) Account(ctx context.Context, fingerprint string) (Player, error) {
	v, err := l.keys.Get(ctx, keyOf(fingerprint))
	if errors.Is(err, journal.ErrNotFound) {
		return Player{}, ErrNoAccount
	}
	if err != nil {
		return Player{}, err
	}
	return l.player(ctx, string(v.Data))
}

func (l *Lobby) player(ctx context.Context, id string) (Player, error) {
	v, err := l.players.Get(ctx, id)
	if errors.Is(err, journal.ErrNotFound) {
		return Player{}, ErrNoAccount
	}
	var p Player
	if err == nil {
		err = json.Unmarshal(v.Data, &p)
	}
	return p, err
}

// Register gives a key a player of a new name. The name is taken before the
// player and the player before the key, so that one that is stopped in between
// leaves a name nobody uses, and never two of one name.
func (l *Lobby) Register(ctx context.Context, fingerprint, name string) (Player, error) {
	name, err := CleanName(name)
	if err != nil {
		return Player{}, err
	}
	if p, err := l.Account(ctx, fingerprint); !errors.Is(err, ErrNoAccount) {
		return p, err // it has one already
	}
	p := Player{ID: l.id(12), Name: name}
	taken := keyOf(Skeleton(name))
	if _, err := l.names.Create(ctx, taken, []byte(p.ID)); err != nil {
		if errors.Is(err, journal.ErrExists) {
			err = ErrNameTaken
		}
		return Player{}, err
	}
	data, err := json.Marshal(p)
	if err == nil {
		_, err = l.players.Create(ctx, p.ID, data)
	}
	if err == nil {
		_, err = l.keys.Create(ctx, keyOf(fingerprint), []byte(p.ID))
	}
	if err != nil {
		return Player{}, errors.Join(err, l.names.Delete(context.WithoutCancel(ctx), taken))
	}
	return p, nil
}

// Guest makes up a player for one visit, who keeps nothing.
func (l *Lobby) Guest() Player {
	return Player{ID: l.id(12), Name: fmt.Sprintf("guest-%s", l.id(5)), Guest: true}
}

// Code is a word that gives a further key to a player, once and for CodeLife. It
// holds at this front end only.
func (l *Lobby) Code(p Player) (string, error) {
	if p.Guest {
		return "", errors.New("a guest has no account: come with a key")
	}
	word := l.id(10)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for w, c := range l.codes {
		if c.player.ID == p.ID || now.After(c.until) {
			delete(l.codes, w)
		}
	}
	l.codes[word] = code{p, now.Add(CodeLife)}
	return word, nil
}

// AddKey gives a key that has no player the one whose code it is.
func (l *Lobby) AddKey(ctx context.Context, fingerprint, word string) (Player, error) {
	l.mu.Lock()
	c, ok := l.codes[word]
	delete(l.codes, word)
	l.mu.Unlock()
	if !ok || l.now().After(c.until) {
		return Player{}, errors.New("that code is not good any more: ask for a new one with your first key")
	}
	_, err := l.keys.Create(ctx, keyOf(fingerprint), []byte(c.player.ID))
	if errors.Is(err, journal.ErrExists) {
		return Player{}, errors.New("this key has a player already")
	}
	return c.player, err
}
