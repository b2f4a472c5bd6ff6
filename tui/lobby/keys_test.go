package lobby

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rookery/tui/remote"
)

// prints are the fingerprints of keys.
func prints(keys []Key) (all []string) {
	for _, k := range keys {
		all = append(all, k.Fingerprint)
	}
	return all
}

// TestKeys adds keys to a player, lists them, and forgets them but for the last.
func TestKeys(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	p, err := c.Register(ctx, "one", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	began := c.Lobby.time()
	join := func(key string) error {
		word, err := c.Code(p)
		if err == nil {
			_, err = c.AddKey(ctx, key, word)
		}
		return err
	}
	c.wait(time.Hour)
	if err := join("two"); err != nil {
		t.Fatal(err)
	}
	if err := join("two"); err == nil {
		t.Error("a key was added twice")
	}
	bea, err := c.Register(ctx, "hers", "Bea")
	if err != nil {
		t.Fatal(err)
	}
	if err := join("hers"); err == nil {
		t.Error("a key of another was added")
	}
	keys, err := c.Keys(ctx, p)
	if err != nil || !slices.Equal(prints(keys), []string{"one", "two"}) || !keys[0].Added.Equal(began) || keys[1].Added.Sub(began) < time.Hour {
		t.Errorf("%v %v", keys, err)
	}
	var gone []string
	c.OnForget(func(key string) { gone = append(gone, key) })
	if err := c.Forget(ctx, bea, "two"); err == nil {
		t.Error("Bea took a key from Anna")
	}
	if err := c.Forget(ctx, p, "one"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Account(ctx, "one"); !errors.Is(err, ErrNoAccount) {
		t.Errorf("the key that was forgotten: %v", err)
	}
	if q, err := c.Account(ctx, "two"); err != nil || q != p {
		t.Errorf("the key that is left: %v %v", q, err)
	}
	if err := c.Forget(ctx, p, "one"); err == nil {
		t.Error("a key was forgotten twice")
	}
	if err := c.Forget(ctx, p, "two"); !errors.Is(err, ErrLastKey) {
		t.Errorf("the last key: %v", err)
	}
	if !slices.Equal(gone, []string{"one"}) {
		t.Errorf("told of %q, want one", gone)
	}
	if q, err := c.Register(ctx, "one", "Another"); err != nil || q.ID == p.ID {
		t.Errorf("the key comes back as %v, %v", q, err)
	}
	for n := range MostKeys - 1 {
		if err := join(fmt.Sprint("key ", n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := join("too many"); err == nil || !strings.Contains(err.Error(), "at most 16 keys") {
		t.Errorf("key %d: %v", MostKeys+1, err)
	}
	if _, err := c.Account(ctx, "too many"); !errors.Is(err, ErrNoAccount) {
		t.Errorf("the key that was refused: %v", err)
	}
	c.restart()
	if keys, err := c.Keys(ctx, p); err != nil || len(keys) != MostKeys {
		t.Errorf("after a restart: %v %v", keys, err)
	}
}

// TestKeysHalfForgotten begins with a key that was marked, and no more, when the
// program was stopped, and with one whose coming was not noted.
func TestKeysHalfForgotten(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	p, err := c.Register(ctx, "one", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"two", "old"} {
		if _, err := c.keys.Create(ctx, keyOf(key), []byte(p.ID)); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.addKey(ctx, p, "two", c.Lobby.time()); err != nil {
		t.Fatal(err)
	}
	if err := c.changeKeys(ctx, p, func(keys []Key) ([]Key, error) { keys[1].Gone = true; return keys, nil }); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"old", "a stranger's"} {
		if err := c.NoteKey(ctx, p, key); err != nil && !errors.Is(err, ErrNoAccount) {
			t.Fatal(err)
		}
	}
	keys, err := c.Keys(ctx, p)
	if err != nil || !slices.Equal(prints(keys), []string{"old", "one"}) || !keys[0].Added.IsZero() {
		t.Errorf("%v %v", keys, err)
	}
	if _, err := c.Account(ctx, "two"); !errors.Is(err, ErrNoAccount) {
		t.Errorf("the key that was half forgotten: %v", err)
	}
}

// TestKeysAreTold has the sessions of a player hear that his keys are others, and
// nobody else.
func TestKeysAreTold(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	var visits [2]*Visit
	var people [2]remote.Player
	for i, name := range []string{"Anna", "Bea"} {
		p, err := c.Register(ctx, name, name)
		if err != nil {
			t.Fatal(err)
		}
		people[i], visits[i] = p, c.Enter(p)
	}
	word, err := c.Code(people[0])
	if err == nil {
		_, err = c.AddKey(ctx, "two", word)
	}
	if err != nil {
		t.Fatal(err)
	}
	if view := <-visits[0].C(); view.Keys != 1 {
		t.Errorf("the keys are number %d after one was added, want 1", view.Keys)
	}
	if view := <-visits[1].C(); view.Keys != 0 {
		t.Errorf("another player hears of keys: %d", view.Keys)
	}
	if err := c.Forget(ctx, people[0], "two"); err != nil {
		t.Fatal(err)
	}
	if view := <-visits[0].C(); view.Keys < 2 {
		t.Errorf("the keys are number %d after one was forgotten, want 2 or 3", view.Keys)
	}
	visits[0].Leave()
	if n := len(c.keyVersion); n != 0 {
		t.Errorf("%d players who have gone are remembered", n)
	}
}

// TestMutedIsKept mutes somebody, here and at another lobby of the same store.
func TestMutedIsKept(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	other, err := Open(ctx, c.journal, c.now, [32]byte{9})
	if err != nil {
		t.Fatal(err)
	}
	away := other.Enter(ben)
	c.Mute(ben, anna, false)
	if err := c.KeepMuted(ctx, ben); err != nil {
		t.Fatal(err)
	}
	await(t, away.C(), "Anna is muted there, too", func(View) bool { return other.Muted(ben, anna) })
	c.Mute(ben, anna, true)
	if err := c.KeepMuted(ctx, ben); err != nil {
		t.Fatal(err)
	}
	await(t, away.C(), "Anna is heard there again", func(View) bool { return !other.Muted(ben, anna) })
	c.Mute(ben, anna, false)
	if err := c.KeepMuted(ctx, ben); err != nil {
		t.Fatal(err)
	}
	other.Close()
	c.restart()
	if !c.Muted(ben, anna) || c.Muted(anna, ben) {
		t.Error("who was muted is heard after a restart")
	}
	for n := range MostMuted + 1 {
		c.Mute(ben, remote.Player{ID: fmt.Sprint(n)}, false)
	}
	if err := c.KeepMuted(ctx, ben); err == nil || !strings.Contains(err.Error(), "200 players") {
		t.Errorf("more than can be remembered: %v", err)
	}
	guest := c.Guest()
	c.Mute(guest, anna, false)
	if err := c.KeepMuted(ctx, guest); err != nil {
		t.Error(err)
	}
	if keys, err := c.mutes.Keys(ctx); err != nil || slices.Contains(keys, guest.ID) {
		t.Errorf("%q %v: a guest is remembered", keys, err)
	}
}
