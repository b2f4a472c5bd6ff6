package lobby

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestRecovery loses all keys: a code brings the account back, once, and new codes make old ones worthless.
func TestRecovery(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	a := c.account("Anna")
	if _, err := c.MakeRecovery(ctx, c.Guest()); err == nil {
		t.Error("a guest has codes")
	}
	old, err := c.MakeRecovery(ctx, a)
	if err != nil || len(old) != RecoveryCodes {
		t.Fatalf("%v, %v", old, err)
	}
	codes, err := c.MakeRecovery(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	c.restart()
	if _, err := c.AddKey(ctx, "new key", old[0]); err == nil {
		t.Error("a code that was replaced is good")
	}
	if p, err := c.AddKey(ctx, "new key", " "+strings.ToUpper(codes[3])+" "); err != nil || p != a {
		t.Fatalf("%v, %v", p, err)
	}
	if _, err := c.AddKey(ctx, "newer key", codes[3]); err == nil {
		t.Error("a code is good twice")
	}
	if _, err := c.AddKey(ctx, "new key", codes[4]); err == nil {
		t.Error("a key that has a player gets one")
	}
	if n, _, err := c.RecoveryLeft(ctx, a); err != nil || n != RecoveryCodes-1 {
		t.Errorf("%d codes are left, %v", n, err)
	}
	for i := range MostKeys - 2 {
		word, err := c.Code(a)
		if err == nil {
			_, err = c.AddKey(ctx, strings.Repeat("k", i+2), word)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.AddKey(ctx, "the last key", codes[5]); err != nil {
		t.Errorf("an account with as many keys as it can have: %v", err)
	}
	if p, err := c.Account(ctx, "the last key"); err != nil || p != a {
		t.Errorf("%v, %v", p, err)
	}
}

// TestOwnData has all that is kept of a player told to him, and nothing of it left after he has deleted
// the account, in any bucket.
func TestOwnData(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	a, b := c.account("Anna"), c.account("Bea")
	home, saved, played := c.Home(a, 10), c.SavedGames(a, 10), c.PlayedGames(a, 10)
	for _, err := range []error{
		put(home, "settings.json", `{"theme":"brown"}`), put(saved, "Mine.pgn", "1. e4"), put(played, "2026-11.pgn", "1. d4"),
		c.Follow(ctx, a, b, false), c.Send(ctx, a, b, "hello Bea"), c.Send(ctx, b, a, "hello Anna"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.MakeRecovery(ctx, a); err != nil {
		t.Fatal(err)
	}
	c.Mute(a, b, false)
	if err := c.KeepMuted(ctx, a); err != nil {
		t.Fatal(err)
	}
	v := c.Enter(a)
	c.Enter(b)
	if err := v.Report(ctx, b, "a test"); err != nil {
		t.Fatal(err)
	}
	d, err := c.OwnData(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{a.ID, "Anna", "key of Anna", "brown", "1. e4", "1. d4", "hello Bea", "hello Anna", b.ID, "a test", `"recovery_codes":8`} {
		if !strings.Contains(string(text), strings.ReplaceAll(want, `"`, `"`)) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	var forgotten []string
	c.OnForget(func(key string) { forgotten = append(forgotten, key) })
	if err := c.DeleteAccount(ctx, a); err != nil {
		t.Fatal(err)
	}
	if len(forgotten) != 1 || forgotten[0] != "key of Anna" {
		t.Errorf("the sessions of %v end", forgotten)
	}
	names, err := c.j.Buckets(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		bucket, err := c.j.Bucket(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		keys, err := bucket.Keys(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			value, err := bucket.Get(ctx, key)
			if err != nil {
				t.Fatal(err)
			}
			// The name is kept from others, reports are the operators', and what Bea has is hers.
			allowed := name == "names" || name == ErasedBucket || name == "reports" || key == b.ID
			if !allowed && (strings.HasPrefix(key, a.ID) || strings.Contains(string(value.Data), a.ID)) {
				t.Errorf("%s has %s: %s", name, key, value.Data)
			}
		}
	}
	if err := c.Send(ctx, b, a, "are you there?"); err == nil {
		t.Error("a message to who is gone")
	}
	if _, err := c.OwnData(ctx, a); err == nil {
		t.Error("there is still data")
	}
}
