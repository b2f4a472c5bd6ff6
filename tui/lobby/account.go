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
var ErrNameTaken = errors.New("that name, or a similar one, is taken: choose another")

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
		err = l.addKey(ctx, p, fingerprint, l.time())
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

// code is what the bucket of codes has under a player's ID: the last code that he
// was given. One that is used or old is worth nothing.
type code struct {
	Word  string    `json:"word"` // its hash; empty when it was used
	Until time.Time `json:"until"`
}

// Code is a word that gives a further key to a player, once and for CodeLife, at
// any front end. One that he was given before is good no more.
func (l *Lobby) Code(p Player) (string, error) {
	if p.Guest {
		return "", errors.New("guests have no account: connect with a key")
	}
	word := l.id(10)
	data, err := json.Marshal(code{Word: keyOf(word), Until: l.time().Add(CodeLife)})
	if err == nil {
		_, err = l.codes.Put(context.Background(), p.ID, data)
	}
	return word, err
}

// AddKey gives a key that has no player the one whose code it is.
func (l *Lobby) AddKey(ctx context.Context, fingerprint, word string) (Player, error) {
	p, err := l.redeem(ctx, keyOf(word))
	if err != nil {
		return Player{}, err
	}
	if _, err := l.Account(ctx, fingerprint); !errors.Is(err, ErrNoAccount) {
		return Player{}, errors.Join(err, errHasPlayer)
	}
	if err := l.addKey(ctx, p, fingerprint, l.time()); err != nil {
		return Player{}, err
	}
	_, err = l.keys.Create(ctx, keyOf(fingerprint), []byte(p.ID))
	if errors.Is(err, journal.ErrExists) {
		err = errHasPlayer
	}
	return p, err
}

var errHasPlayer = errors.New("this key already belongs to a player")

// redeem uses the code whose hash it is up and gives its player. Codes that are
// old are cleared away on the way.
func (l *Lobby) redeem(ctx context.Context, word string) (Player, error) {
	ids, err := l.codes.Keys(ctx)
	if err != nil {
		return Player{}, err
	}
	for _, id := range ids {
		v, err := l.codes.Get(ctx, id)
		if errors.Is(err, journal.ErrNotFound) {
			continue
		}
		var c code
		if err == nil {
			err = json.Unmarshal(v.Data, &c)
		}
		if err != nil {
			return Player{}, err
		}
		switch {
		case c.Word == "" || l.time().After(c.Until):
			err = l.codes.Delete(ctx, id)
		case c.Word == word:
			return l.use(ctx, v)
		}
		if err != nil {
			return Player{}, err
		}
	}
	return Player{}, errCode
}

var errCode = errors.New("that code has expired: get a new one with your first key")

// use marks a code as used. Of two who do it one is told that it is not good.
func (l *Lobby) use(ctx context.Context, v journal.Value) (Player, error) {
	data, err := json.Marshal(code{Until: l.time()})
	if err == nil {
		_, err = l.codes.Update(ctx, v.Key, data, v.Rev)
	}
	if errors.As(err, new(*journal.StaleError)) {
		err = errCode
	}
	if err != nil {
		return Player{}, err
	}
	return l.player(ctx, v.Key)
}
