package serve

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// twoFronts are two front ends that share a store and their bans.
func twoFronts(t *testing.T) (club *lobby.Lobby, all [2]*Server, addrs [2]string) {
	t.Helper()
	var share func(c *Config)
	all[0], addrs[0], _ = startWith(t, func(c *Config) {
		j := openJournal(t)
		bans, err := j.Bucket(t.Context(), "bans")
		if err != nil {
			t.Fatal(err)
		}
		if club, err = lobby.Open(t.Context(), j, time.Now, [32]byte{1}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(club.Close)
		share = func(c *Config) { c.Lobby, c.Bans, c.Limits.Logins = club, bans, 1000 }
		share(c)
	})
	// The second is ended before the first looks whether something is left of both.
	cfg := usual(t)
	share(&cfg)
	var err error
	if all[1], err = New(cfg); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- all[1].Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	addrs[1] = l.Addr().String()
	return club, all, addrs
}

// twice gives a player two keys.
func twice(t *testing.T, club *lobby.Lobby, name string) (p remote.Player, keys [2]gossh.Signer) {
	t.Helper()
	keys = [2]gossh.Signer{newSigner(t), newSigner(t)}
	p, err := club.Register(t.Context(), printOf(keys[0]), name)
	if err != nil {
		t.Fatal(err)
	}
	word, err := club.Code(p)
	if err == nil {
		_, err = club.AddKey(t.Context(), printOf(keys[1]), word)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p, keys
}

// TestBanReachesOtherFronts bans an account at one front end while another key of it
// plays at another, and a key that took its name during the session.
func TestBanReachesOtherFronts(t *testing.T) {
	club, all, addrs := twoFronts(t)
	boss := newSigner(t)
	operators(t, all[0], boss)
	_, keys := twice(t, club, "Rude")
	there := visit(t, addrs[1], "Rude elsewhere", gossh.PublicKeys(keys[1]), nil)
	there.see("Lobby", "Rude")
	if out, status := order(t, addrs[0], boss, "ban "+gossh.FingerprintSHA256(keys[0].PublicKey())+" shouts"); status != 0 {
		t.Fatalf("ban: %d, %q", status, out)
	}
	<-there.eof
	sessions(t, all[1], 0)
	fresh := newSigner(t)
	named := arrive(t, addrs[1], "Fresh", fresh, nil)
	if out, status := order(t, addrs[0], boss, "ban "+gossh.FingerprintSHA256(fresh.PublicKey())); status != 0 {
		t.Fatalf("ban: %d, %q", status, out)
	}
	<-named.eof
	sessions(t, all[1], 0)
}

// TestForgottenKeyEndsItsSessions forgets a key on the account screen of one session
// while another is open with it; then it is a stranger's.
func TestForgottenKeyEndsItsSessions(t *testing.T) {
	club, all, addrs := twoFronts(t)
	p, keys := twice(t, club, "Anna")
	lost := visit(t, addrs[1], "the lost key", gossh.PublicKeys(keys[1]), nil)
	lost.see("Lobby", "Anna")
	v := visit(t, addrs[0], "Anna", gossh.PublicKeys(keys[0]), nil)
	v.see("Account")
	v.keys("4")
	v.keys("\r")
	v.see("2 keys", gossh.FingerprintSHA256(keys[1].PublicKey()), "this one")
	screen := v.text()
	if strings.Index(screen, gossh.FingerprintSHA256(keys[0].PublicKey())) > strings.Index(screen, gossh.FingerprintSHA256(keys[1].PublicKey())) {
		t.Errorf("the newer key stands first:\n%s", screen)
	}
	v.keys("jd")
	v.see("Remove this key?")
	v.keys("y")
	v.see("1 key")
	<-lost.eof
	sessions(t, all[1], 0)
	v.keys("d")
	v.see("this is your only key")
	if q, err := club.Account(t.Context(), printOf(keys[0])); err != nil || q != p {
		t.Errorf("the key that is left is of %v, %v", q, err)
	}
	again := visit(t, addrs[1], "a stranger", gossh.PublicKeys(keys[1]), nil)
	again.see("Your key is new here")
}
