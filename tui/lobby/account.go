package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
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
func (l *Lobby) Account(ctx context.Context, fingerprint string) (remote.Player, error) {
	v, err := l.keys.Get(ctx, keyOf(fingerprint))
	if errors.Is(err, journal.ErrNotFound) {
		return remote.Player{}, ErrNoAccount
	}
	if err != nil {
		return remote.Player{}, err
	}
	return l.player(ctx, string(v.Data))
}

// account is what the bucket of players has under a player's ID.
type account struct {
	remote.Player
	// Seen is the last visit, to within seenEvery; zero in an account from before visits
	// were noted.
	Seen time.Time `json:"seen,omitzero"`
	// Played marks who has begun a game with another.
	Played bool `json:"played,omitempty"`
}

const (
	// seenEvery is how exactly visits are noted, so that few are written.
	seenEvery = 7 * 24 * time.Hour
	// NameLife is how long a name is kept with which nothing was ever played.
	NameLife = 90 * 24 * time.Hour
)

func parseAccount(data []byte) (a account, err error) {
	err = json.Unmarshal(data, &a)
	return a, err
}

func (l *Lobby) player(ctx context.Context, id string) (remote.Player, error) {
	v, err := l.players.Get(ctx, id)
	if errors.Is(err, journal.ErrNotFound) {
		return remote.Player{}, ErrNoAccount
	}
	if err != nil {
		return remote.Player{}, err
	}
	a, err := parseAccount(v.Data)
	return a.Player, err
}

// changeAccount changes what is known of a player; alter tells whether anything is to be
// written.
func (l *Lobby) changeAccount(ctx context.Context, p remote.Player, alter func(*account) bool) error {
	err := changeValue(ctx, l.players, p.ID, func(old []byte) ([]byte, error) {
		if old == nil {
			return nil, errSame // a name that has expired meanwhile
		}
		a, err := parseAccount(old)
		if err != nil {
			return nil, err
		}
		if !alter(&a) {
			return nil, errSame
		}
		return json.Marshal(a)
	})
	if errors.Is(err, errSame) {
		return nil
	}
	return err
}

// noteVisit notes that a player is here.
func (l *Lobby) noteVisit(ctx context.Context, p remote.Player) error {
	now := l.time()
	return l.changeAccount(ctx, p, func(a *account) bool {
		old := a.Seen
		a.Seen = now
		return now.Sub(old) > seenEvery
	})
}

// notePlayed notes that a player's name is one that others know.
func (l *Lobby) notePlayed(ctx context.Context, p remote.Player) error {
	if p.Guest {
		return nil
	}
	return l.changeAccount(ctx, p, func(a *account) bool {
		old := a.Played
		a.Played = true
		return !old
	})
}

// Named is the player of a name, or of one that looks like it; ErrNoAccount when there is
// none.
func (l *Lobby) Named(ctx context.Context, name string) (remote.Player, error) {
	for _, s := range []string{Skeleton(name), OldSkeleton(name)} {
		v, err := l.names.Get(ctx, keyOf(s))
		if errors.Is(err, journal.ErrNotFound) {
			continue
		}
		if err != nil {
			return remote.Player{}, err
		}
		return l.player(ctx, string(v.Data))
	}
	return remote.Player{}, ErrNoAccount
}

// expire frees a name with which nothing was played for NameLife, and the keys that had
// it: who comes with one of them is asked for a name as at first.
func (l *Lobby) expire(ctx context.Context, name string) error {
	p, err := l.Named(ctx, name)
	if err != nil {
		if errors.Is(err, ErrNoAccount) {
			err = nil
		}
		return err
	}
	v, err := l.players.Get(ctx, p.ID)
	if err != nil {
		return err
	}
	a, err := parseAccount(v.Data)
	if err != nil || a.Played || a.Seen.IsZero() || l.time().Sub(a.Seen) <= NameLife || l.visiting(p.ID) {
		return err
	}
	for _, kept := range []*Home{l.Home(p, 0), l.SavedGames(p, 0)} {
		files, err := kept.List()
		if err != nil || slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix(f, keptGame) }) {
			return err
		}
	}
	keys, err := l.Keys(ctx, p)
	if err != nil {
		return err
	}
	// The record goes first: whose visit is noted meanwhile finds none and keeps nothing.
	err = l.players.Delete(ctx, p.ID)
	for _, k := range keys {
		if err == nil {
			err = l.keys.Delete(ctx, keyOf(k.Fingerprint))
		}
	}
	if err == nil {
		err = l.rings.Delete(ctx, p.ID)
	}
	for _, s := range []string{Skeleton(p.Name), OldSkeleton(p.Name)} {
		if err == nil {
			err = l.names.Delete(ctx, keyOf(s))
		}
	}
	return err
}

// visiting tells whether a player is here.
func (l *Lobby) visiting(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.presentLocked(id)
}

// Register gives a key a player of a new name. The name is taken before the
// player and the player before the key, so that one that is stopped in between
// leaves a name nobody uses, and never two of one name.
func (l *Lobby) Register(ctx context.Context, fingerprint, name string) (remote.Player, error) {
	name, err := CleanName(name)
	if err != nil {
		return remote.Player{}, err
	}
	if p, err := l.Account(ctx, fingerprint); !errors.Is(err, ErrNoAccount) {
		return p, err // it has one already
	}
	if err := l.expire(ctx, name); err != nil {
		return remote.Player{}, err
	}
	if _, err := l.names.Get(ctx, keyOf(OldSkeleton(name))); !errors.Is(err, journal.ErrNotFound) {
		if err == nil {
			err = ErrNameTaken
		}
		return remote.Player{}, err
	}
	p := remote.Player{ID: l.id(12), Name: name}
	taken := keyOf(Skeleton(name))
	if _, err := l.names.Create(ctx, taken, []byte(p.ID)); err != nil {
		if errors.Is(err, journal.ErrExists) {
			err = ErrNameTaken
		}
		return remote.Player{}, err
	}
	data, err := json.Marshal(account{Player: p, Seen: l.time()})
	if err == nil {
		_, err = l.players.Create(ctx, p.ID, data)
	}
	if err == nil {
		err = l.addKey(ctx, p, fingerprint, l.time())
	}
	if err == nil {
		err = l.claimKey(ctx, fingerprint, p)
	}
	if err != nil {
		return remote.Player{}, errors.Join(err, l.names.Delete(context.WithoutCancel(ctx), taken))
	}
	return p, nil
}

// claimKey makes a key that of a player who has none yet. One that is left of a name that
// expired half-way is free.
func (l *Lobby) claimKey(ctx context.Context, fingerprint string, p remote.Player) error {
	v, err := l.keys.Get(ctx, keyOf(fingerprint))
	switch {
	case errors.Is(err, journal.ErrNotFound):
		_, err = l.keys.Create(ctx, keyOf(fingerprint), []byte(p.ID))
	case err == nil:
		if _, err = l.player(ctx, string(v.Data)); !errors.Is(err, ErrNoAccount) {
			return errors.Join(err, errHasPlayer)
		}
		_, err = l.keys.Update(ctx, v.Key, []byte(p.ID), v.Rev)
	}
	return err
}

// Guest makes up a player for one visit, who keeps nothing.
func (l *Lobby) Guest() remote.Player {
	return remote.Player{ID: l.id(12), Name: fmt.Sprintf("guest-%s", l.id(5)), Guest: true}
}

// code is what the bucket of codes has under a player's ID: the last code that he
// was given. One that is used or old is worth nothing.
type code struct {
	Word  string    `json:"word"` // its hash; empty when it was used
	Until time.Time `json:"until"`
}

// Code is a word that gives a further key to a player, once and for CodeLife, at
// any front end. One that he was given before is good no more.
func (l *Lobby) Code(p remote.Player) (string, error) {
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

// AddKey gives a key that has no player the one whose code it is, for a further key or for recovery.
func (l *Lobby) AddKey(ctx context.Context, fingerprint, word string) (remote.Player, error) {
	if _, err := l.Account(ctx, fingerprint); !errors.Is(err, ErrNoAccount) {
		return remote.Player{}, errors.Join(err, errHasPlayer) // the code stays good
	}
	word = cleanCode(word)
	redeem := func() (remote.Player, error) { return l.redeem(ctx, keyOf(word)) }
	if len(word) == recoveryLength {
		redeem = func() (remote.Player, error) { return l.redeemRecovery(ctx, word) }
	}
	p, err := redeem()
	if err != nil {
		return remote.Player{}, err
	}
	if err := l.addKey(ctx, p, fingerprint, l.time()); err != nil {
		return remote.Player{}, err
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
func (l *Lobby) redeem(ctx context.Context, word string) (remote.Player, error) {
	ids, err := l.codes.Keys(ctx)
	if err != nil {
		return remote.Player{}, err
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
			return remote.Player{}, err
		}
		switch {
		case c.Word == "" || l.time().After(c.Until):
			err = l.codes.Delete(ctx, id)
		case c.Word == word:
			return l.use(ctx, v)
		}
		if err != nil {
			return remote.Player{}, err
		}
	}
	return remote.Player{}, errCode
}

var errCode = errors.New("that code has expired: get a new one with your first key")

// use marks a code as used. Of two who do it one is told that it is not good.
func (l *Lobby) use(ctx context.Context, v journal.Value) (remote.Player, error) {
	data, err := json.Marshal(code{Until: l.time()})
	if err == nil {
		_, err = l.codes.Update(ctx, v.Key, data, v.Rev)
	}
	if errors.As(err, new(*journal.StaleError)) {
		err = errCode
	}
	if err != nil {
		return remote.Player{}, err
	}
	return l.player(ctx, v.Key)
}
