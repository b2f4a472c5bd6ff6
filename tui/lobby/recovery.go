package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

const (
	// RecoveryCodes is how many recovery codes a player is given at a time.
	RecoveryCodes = 8
	// recoveryLength is how many letters one has: 80 bits, which nobody guesses.
	recoveryLength = 16
)

// The bucket of recoveries has under the hash of a code whose it is, and under a player's ID which
// codes are his: one that is not among those is worth nothing.

// recovery is what stands under a player's ID.
type recovery struct {
	Codes []string  `json:"codes"` // hashes of those that were not used
	Made  time.Time `json:"made"`
}

// MakeRecovery gives a player new codes, each of which gives the account to a further key, once. Those
// that he had are worth nothing any more.
func (l *Lobby) MakeRecovery(ctx context.Context, p remote.Player) (codes []string, err error) {
	if p.Guest {
		return nil, errors.New("guests have no account: connect with a key")
	}
	fresh := recovery{Made: l.time().UTC()}
	for range RecoveryCodes {
		word := l.id(recoveryLength)
		hash := keyOf(word)
		if _, err := l.recoveries.Put(ctx, hash, []byte(p.ID)); err != nil {
			return nil, err
		}
		fresh.Codes = append(fresh.Codes, hash)
		codes = append(codes, strings.Join([]string{word[:4], word[4:8], word[8:12], word[12:]}, "-"))
	}
	data, err := json.Marshal(fresh)
	if err != nil {
		return nil, err
	}
	var old recovery
	err = changeValue(ctx, l.recoveries, p.ID, func(text []byte) ([]byte, error) {
		old, err = parseRecovery(text)
		return data, err
	})
	if err != nil {
		return nil, err
	}
	for _, hash := range old.Codes {
		if err := l.recoveries.Delete(ctx, hash); err != nil {
			return nil, err
		}
	}
	return codes, nil
}

func parseRecovery(data []byte) (r recovery, err error) {
	if len(data) > 0 {
		err = json.Unmarshal(data, &r)
	}
	return r, err
}

// RecoveryLeft tells how many codes of a player were not used, and when they were made.
func (l *Lobby) RecoveryLeft(ctx context.Context, p remote.Player) (n int, made time.Time, err error) {
	v, err := l.recoveries.Get(ctx, p.ID)
	if errors.Is(err, journal.ErrNotFound) {
		return 0, made, nil
	}
	if err != nil {
		return 0, made, err
	}
	r, err := parseRecovery(v.Data)
	return len(r.Codes), r.Made, err
}

// redeemRecovery uses up a recovery code and gives its player. Where the account can have no more keys
// the oldest goes.
func (l *Lobby) redeemRecovery(ctx context.Context, word string) (remote.Player, error) {
	hash := keyOf(word)
	v, err := l.recoveries.Get(ctx, hash)
	if errors.Is(err, journal.ErrNotFound) {
		return remote.Player{}, errRecovery
	}
	if err != nil {
		return remote.Player{}, err
	}
	id := string(v.Data)
	err = changeValue(ctx, l.recoveries, id, func(text []byte) ([]byte, error) {
		r, err := parseRecovery(text)
		if err != nil {
			return nil, err
		}
		i := slices.Index(r.Codes, hash)
		if i < 0 {
			return nil, errRecovery
		}
		r.Codes = slices.Delete(r.Codes, i, i+1)
		return json.Marshal(r)
	})
	if err == nil {
		err = l.recoveries.Delete(ctx, hash)
	}
	if err != nil {
		return remote.Player{}, err
	}
	p, err := l.player(ctx, id)
	if err != nil {
		return remote.Player{}, err
	}
	keys, err := l.Keys(ctx, p)
	if err == nil && len(keys) >= MostKeys {
		err = l.Forget(ctx, p, keys[0].Fingerprint)
	}
	return p, err
}

var errRecovery = errors.New("that recovery code was used, or newer ones were made")
