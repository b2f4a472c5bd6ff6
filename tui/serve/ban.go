package serve

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"rookery/tui/lobby/journal"
)

// ban keeps somebody out; as an error it tells him.
type ban struct {
	What   string    `json:"what"` // a key, a player or a network, for people
	Reason string    `json:"reason,omitempty"`
	At     time.Time `json:"at"`
	Until  time.Time `json:"until,omitzero"` // zero for ever
}

// Error implements error.
func (b ban) Error() string {
	text := "you are banned from this server"
	if !b.Until.IsZero() {
		text += b.Until.UTC().Format(" until 2006-01-02 15:04 UTC")
	}
	if b.Reason != "" {
		text += ": " + b.Reason
	}
	return text
}

// over tells whether a ban has ended by itself.
func (b ban) over(now time.Time) bool { return !b.Until.IsZero() && !now.Before(b.Until) }

// The keys of bans: a key of SSH is named by its hash.
func accountKey(id string) string { return "account-" + id }

func netKey(p netip.Prefix) string {
	return fmt.Sprintf("net-%s-%d", hex.EncodeToString(p.Addr().AsSlice()), p.Bits())
}

// netKeys are the keys of all networks that a network is in.
func netKeys(p netip.Prefix) []string {
	var keys []string
	for bits := p.Bits(); bits >= 0; bits-- {
		wide, _ := p.Addr().Prefix(bits)
		keys = append(keys, netKey(wide))
	}
	return keys
}

// bans are kept in a bucket, which other front ends of a club may share.
type bans struct {
	bucket journal.Bucket // nil keeps them until the server ends
	now    func() time.Time
	mu     sync.Mutex
	all    map[string]ban
}

// follow reads the bans and hears of new ones, calling changed after each, until
// stop is called.
func (b *bans) follow(ctx context.Context, changed func()) (stop func(), err error) {
	if b.bucket == nil {
		return func() {}, nil
	}
	return b.bucket.Watch(ctx, func(v journal.Value) {
		var one ban
		if v.Deleted {
			b.set(v.Key, nil)
		} else if json.Unmarshal(v.Data, &one) == nil {
			b.set(v.Key, &one)
			changed()
		}
	})
}

func (b *bans) set(key string, one *ban) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if one == nil {
		delete(b.all, key)
	} else {
		b.all[key] = *one
	}
}

// put bans; it holds when put returns.
func (b *bans) put(ctx context.Context, key string, one ban) error {
	if b.bucket != nil {
		text, err := json.Marshal(one)
		if err != nil {
			return err
		}
		if _, err := b.bucket.Put(ctx, key, text); err != nil {
			return err
		}
	}
	b.set(key, &one)
	return nil
}

// drop ends what one order banned, by one of the things that it was for or by its key, and
// tells how many bans that were.
func (b *bans) drop(ctx context.Context, what string) (n int, err error) {
	all := b.list()
	var orders []time.Time // all bans of one order have its time
	for key, one := range all {
		if key == what || strings.EqualFold(one.What, what) {
			orders = append(orders, one.At)
		}
	}
	for key, one := range all {
		if !slices.ContainsFunc(orders, one.At.Equal) {
			continue
		}
		if b.bucket != nil {
			if err := b.bucket.Delete(ctx, key); err != nil {
				return n, err
			}
		}
		b.set(key, nil)
		n++
	}
	return n, nil
}

// of finds the first ban of any of some keys.
func (b *bans) of(keys ...string) (ban, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, k := range keys {
		if one, ok := b.all[k]; ok && !one.over(b.now()) {
			return one, true
		}
	}
	return ban{}, false
}

// list is a copy of the bans that are in force, by their keys.
func (b *bans) list() map[string]ban {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := maps.Clone(b.all)
	maps.DeleteFunc(all, func(_ string, one ban) bool { return one.over(b.now()) })
	return all
}

// clear forgets the bans that are over.
func (b *bans) clear(ctx context.Context) error {
	b.mu.Lock()
	all := maps.Clone(b.all)
	b.mu.Unlock()
	for key, one := range all {
		if !one.over(b.now()) {
			continue
		}
		if b.bucket != nil {
			if err := b.bucket.Delete(ctx, key); err != nil {
				return err
			}
		}
		b.set(key, nil)
	}
	return nil
}

// sorted lists bans, the oldest first.
func (b *bans) sorted() []ban {
	return slices.SortedFunc(maps.Values(b.list()), func(x, y ban) int { return x.At.Compare(y.At) })
}
