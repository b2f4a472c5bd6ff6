package lobby

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
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
	w := c.Enter(b)
	terms := remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 3 * time.Minute}}
	plan := func(name string, by remote.Player, p TournamentPlan) *Tournament {
		p.Name, p.Terms, p.Begins = name, terms, c.time.Add(time.Hour)
		t, err := c.PlanTournament(ctx, by, p, false)
		if err != nil {
			c.t.Fatal(err)
		}
		return t
	}
	past := plan("Past cup", b, TournamentPlan{Format: RoundRobin, Rounds: 1})
	for _, p := range []remote.Player{a, b} {
		if err := past.Join(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	if err := past.Start(ctx, b, false); err != nil {
		t.Fatal(err)
	}
	c.wait(time.Second)
	game := c.again(past.View().Games[0].Table)
	if err := c.join(game, b).Resign(ctx); err != nil {
		t.Fatal(err)
	}
	c.wait(time.Second)
	c.wait(time.Second)
	if past.View().State != Done || past.View().Winner != "Anna" {
		t.Fatalf("%+v", past.View())
	}
	later := plan("Later cup", b, TournamentPlan{Format: Arena, Minutes: 30})
	if err := later.Join(ctx, a); err != nil {
		t.Fatal(err)
	}
	own := plan("Anna", a, TournamentPlan{Format: Swiss, Rounds: 3})
	four, err := w.Seek(ctx, remote.Terms{Parts: []string{"bughouse"}, Control: terms.Control}, remote.AnyColour, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Accept(ctx, four.ID); err != nil {
		t.Fatal(err)
	}
	slow, err := c.Start(ctx, remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Days: 2}}, a, b)
	if err != nil {
		t.Fatal(err)
	}
	line := c.join(slow, a)
	if err := line.Move(ctx, "d2d4"); err != nil {
		t.Fatal(err)
	}
	if err := line.Plan(ctx, [][]string{{"d5", "c4"}}); err != nil {
		t.Fatal(err)
	}
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
	for _, want := range []string{a.ID, "Anna", "key of Anna", "brown", "1. e4", "1. d4", "hello Bea", "hello Anna", b.ID, "a test", `"recovery_codes":8`, "Past cup", "Later cup", past.View().Games[0].Table, four.ID, slow.ID(), "d4", `"conditional":[["d5","c4"]]`, `"name":"Anna","format":"swiss"`} {
		if !strings.Contains(string(text), strings.ReplaceAll(want, `"`, `"`)) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	if err := c.DeleteAccount(ctx, a); err == nil {
		t.Error("the account of who is in a game is deleted")
	}
	if err := line.Resign(ctx); err != nil {
		t.Fatal(err)
	}
	var forgotten []string
	c.OnForget(func(key string) { forgotten = append(forgotten, key) })
	if err := c.DeleteAccount(ctx, a); err != nil {
		t.Fatal(err)
	}
	if len(forgotten) != 1 || forgotten[0] != "key of Anna" {
		t.Errorf("the sessions of %v end", forgotten)
	}
	for range 2 {
		for id, text := range map[string]string{past.ID(): "", later.ID(): "", own.ID(): ""} {
			now, err := c.Tournament(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			text = fmt.Sprintf("%s %+v", now.View().Text(), now.View().TournamentInfo)
			if strings.Contains(text, "Anna") {
				t.Errorf("a tournament still names her: %s", text)
			}
		}
		if all, err := c.PastTournaments(ctx, 10); err != nil || strings.Contains(fmt.Sprint(all), "Anna") || len(all) != 2 {
			t.Errorf("the list of those that are over: %+v, %v", all, err)
		}
		for _, s := range c.View().Seeks {
			if s.Has(a.ID) {
				t.Error("she still waits for a game of two teams")
			}
		}
		if row, _ := c.tournaments[later.ID()].View().Row(a.ID); !row.Withdrawn {
			t.Error("she still takes part in a tournament to come")
		}
		c.restart()
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

// TestDeletionGoesOn deletes an account whose first deletion was stopped when the store had only been told of it: the tournament
// that the player was to organise is called off all the same, though nobody is shown any more whose it is.
func TestDeletionGoesOn(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	a := c.account("Anna")
	own, err := c.PlanTournament(ctx, a, TournamentPlan{
		Name: "Anna", Format: Swiss, Rounds: 3, Begins: c.time.Add(time.Hour),
		Terms: remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 3 * time.Minute}},
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	erased, err := c.j.Bucket(ctx, ErasedBucket)
	if err == nil {
		_, err = erased.Put(ctx, a.ID, []byte("{}"))
	}
	if err != nil {
		t.Fatal(err)
	}
	c.restart()
	if v := c.tournaments[own.ID()].View(); v.By.ID != "" || v.Plan.Name != DeletedName {
		t.Fatalf("%+v", v.TournamentInfo)
	}
	if err := c.DeleteAccount(ctx, a); err != nil {
		t.Fatal(err)
	}
	if v := c.tournaments[own.ID()].View(); v.State != Cancelled {
		t.Errorf("it is %s", v.State)
	}
	if past, err := c.PastTournaments(ctx, 10); err != nil || len(past) != 1 || past[0].Plan.Name != DeletedName {
		t.Errorf("%+v, %v", past, err)
	}
}
