package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
	"rookery/tui/lobby/journal/sqljournal"
)

// operators writes the file of operators' keys of a server.
func operators(t *testing.T, s *Server, keys ...gossh.Signer) {
	t.Helper()
	text := "# who runs this\n\n"
	for _, k := range keys {
		text += string(gossh.MarshalAuthorizedKey(k.PublicKey()))
	}
	if err := os.WriteFile(filepath.Join(s.cfg.Dir, "admins"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func dialAdmin(addr string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return gossh.Dial("tcp", addr, &gossh.ClientConfig{User: adminName, Auth: auth,
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience})
}

// order has an operator say something; status is that of the session.
func order(t *testing.T, addr string, key gossh.Signer, command string) (out string, status int) {
	t.Helper()
	c, err := dialAdmin(addr, gossh.PublicKeys(key))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	text, err := sess.CombinedOutput(command)
	var exit *gossh.ExitError
	if errors.As(err, &exit) {
		return string(text), exit.ExitStatus()
	}
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return string(text), 0
}

func TestOperatorsAlone(t *testing.T) {
	s, addr, _ := start(t, func(l *Limits) { l.Logins = 1000 })
	boss, stranger := newSigner(t), newSigner(t)
	for name, auth := range map[string][]gossh.AuthMethod{
		"without a file": {gossh.PublicKeys(boss)}, "a guest": {asGuest}, "a stranger": {gossh.PublicKeys(stranger), asGuest},
	} {
		if c, err := dialAdmin(addr, auth...); err == nil {
			c.Close()
			t.Errorf("%s is an operator", name)
		}
	}
	operators(t, s, boss)
	// The operator's key is shown, another signs.
	if c, err := dialAdmin(addr, gossh.PublicKeys(forger{boss, stranger}), asGuest); err == nil {
		c.Close()
		t.Error("a forged signature is an operator's")
	}
	if c, err := dialAdmin(addr, gossh.PublicKeys(forger{boss, nil}, stranger), asGuest); err == nil {
		c.Close()
		t.Error("who shows the operator's key is an operator")
	}
	for _, command := range []string{"", "sh", "list; id", "list all", "kick", "$(id)", "message", "stop now", "../list", strings.Repeat("x", 4096)} {
		if out, status := order(t, addr, boss, command); status != 2 || !strings.Contains(out, "WHO is") {
			t.Errorf("%.20q: %d, %q", command, status, out)
		}
	}
	// An operator's session has one command and nothing else.
	c, err := dialAdmin(addr, gossh.PublicKeys(boss))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if sess.RequestPty("xterm", 24, 80, nil) == nil || sess.Shell() == nil {
		t.Error("an operator has a shell")
	}
	if ok, _ := sess.SendRequest("exec", true, gossh.Marshal(struct{ C string }{strings.Repeat("x", mostVarBytes)})); ok {
		t.Error("a command of 16 KiB was taken")
	}
	// The same key plays under any other name.
	player := open(t, mustDial(t, addr, gossh.PublicKeys(boss)), nil)
	player.see("New game")
	sessions(t, s, 1)
	path := filepath.Join(s.cfg.Dir, "admins")
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err := dialAdmin(addr, gossh.PublicKeys(boss)); err == nil {
		c.Close()
		t.Error("a file that others may read was taken")
	}
	if _, err := New(s.cfg); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a start with it: %v", err)
	}
	if err := errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, []byte("\ncommand=\"x\" ssh-ed25519 AAAA\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := New(s.cfg); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a start with a line that is no key: %v", err)
	}
}

func TestOperatorKicksAndBans(t *testing.T) {
	dir := t.TempDir()
	j, err := sqljournal.Open(t.Context(), dir, sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	bucket, err := j.Bucket(t.Context(), "bans")
	if err != nil {
		t.Fatal(err)
	}
	s, addr, stop := startWith(t, func(c *Config) { c.Bans, c.Limits.Logins = bucket, 1000 })
	boss, rude := newSigner(t), newSigner(t)
	operators(t, s, boss)
	print := gossh.FingerprintSHA256(rude.PublicKey())
	sum := sha256.Sum256(rude.PublicKey().Marshal())
	if got := hashOf(print); got != hex.EncodeToString(sum[:]) {
		t.Errorf("%s names %s", print, got)
	}

	guest := open(t, mustDial(t, addr, asGuest), nil)
	guest.see("New game")
	player := open(t, mustDial(t, addr, gossh.PublicKeys(rude)), nil)
	player.see("New game")
	out, status := order(t, addr, boss, "list")
	if status != 0 || !strings.Contains(out, "2 here") || !strings.Contains(out, print) || !strings.Contains(out, "127.0.0.1/32") || !strings.Contains(out, "0 banned") {
		t.Errorf("list: %d, %q", status, out)
	}
	if out, status := order(t, addr, boss, "message tea at \x07\u202efive"); status != 0 || out != "Shown to 2.\n" {
		t.Errorf("message: %d, %q", status, out)
	}
	player.see("The operator says: tea at five")
	guest.see("The operator says: tea at five")
	if out, status := order(t, addr, boss, "kick 1 no\x07isy"); status != 0 || !strings.Contains(out, "1 session ended") {
		t.Errorf("kick: %d, %q", status, out)
	}
	guest.see("you were disconnected by the operator of this server: noisy")
	sessions(t, s, 1)
	if out, status := order(t, addr, boss, "kick nobody"); status != 1 || !strings.Contains(out, `no session or player matches "nobody"`) {
		t.Errorf("kick of nobody: %d, %q", status, out)
	}
	if out, status := order(t, addr, boss, "ban "+print+" cheats"); status != 0 || !strings.Contains(out, print) {
		t.Errorf("ban: %d, %q", status, out)
	}
	player.see("you are banned from this server: cheats")
	open(t, mustDial(t, addr, gossh.PublicKeys(rude)), nil).see("you are banned from this server: cheats")
	open(t, mustDial(t, addr, gossh.PublicKeys(newSigner(t))), nil).see("New game")

	// Another front end hears of it, and of what follows.
	two, addr2, _ := startWith(t, func(c *Config) { c.Bans, c.Limits.Logins = bucket, 1000 })
	open(t, mustDial(t, addr2, gossh.PublicKeys(rude)), nil).see("cheats")
	late := open(t, mustDial(t, addr2, asGuest), nil)
	late.see("New game")
	if out, status := order(t, addr, boss, "ban 127.0.0.1"); status != 0 || !strings.Contains(out, "127.0.0.1/32") {
		t.Errorf("ban of an address: %d, %q", status, out)
	}
	late.see("you are banned from this server")
	sessions(t, two, 0)
	open(t, mustDial(t, addr, asGuest), nil).see("you are banned")

	for _, what := range []string{"127.0.0.1", print} {
		if out, status := order(t, addr, boss, "unban "+what); status != 0 || !strings.Contains(out, "ended.\n") {
			t.Errorf("unban: %d, %q", status, out)
		}
	}
	if out, status := order(t, addr, boss, "unban "+print); status != 1 {
		t.Errorf("unban twice: %d, %q", status, out)
	}
	again := open(t, mustDial(t, addr, gossh.PublicKeys(rude)), nil)
	again.see("New game")
	holds(t, "the other front end lets him in", func() bool { return len(two.bans.list()) == 0 })

	// Bans outlive the server.
	if _, status := order(t, addr, boss, "ban "+print); status != 0 {
		t.Error("he cannot be banned again")
	}
	if out, status := order(t, addr, boss, "stop"); status != 0 {
		t.Errorf("stop: %d, %q", status, out)
	}
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
	_, addr3, _ := startWith(t, func(c *Config) { c.Bans = bucket })
	open(t, mustDial(t, addr3, gossh.PublicKeys(rude)), nil).see("you are banned")
}

// TestBansAsWritten bans networks as they are written, somebody who is not here by his name,
// and for a time; each order is logged with whom it was for, and so are accounts.
func TestBansAsWritten(t *testing.T) {
	var clock atomic.Int64
	clock.Store(time.Now().UnixNano())
	now := func() time.Time { return time.Unix(0, clock.Load()) }
	var log strings.Builder
	club, err := lobby.Open(t.Context(), openJournal(t), now, [32]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(club.Close)
	var mu sync.Mutex
	s, addr, _ := startWith(t, func(c *Config) {
		c.Lobby, c.Now, c.Limits.Logins = club, now, 1000
		c.Log = slog.New(slog.NewJSONHandler(lockedWriter{&mu, &log}, nil))
	})
	boss, rude := newSigner(t), newSigner(t)
	text := fmt.Sprintf("%s Anna\n", strings.TrimSpace(string(gossh.MarshalAuthorizedKey(boss.PublicKey()))))
	if err := os.WriteFile(filepath.Join(s.cfg.Dir, "admins"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := club.Register(t.Context(), printOf(rude), "Rude"); err != nil {
		t.Fatal(err)
	}
	enters := func(k gossh.Signer, why string) {
		t.Helper()
		v := visit(t, addr, "a caller", gossh.PublicKeys(k), nil)
		if why == "" {
			why = "Enter confirm" // a key without a name is asked for one
			if k == rude {
				why = "New game"
			}
		}
		v.see(why)
		v.hangUp()
	}
	for _, c := range []struct {
		order, says string
		status      int
		key         gossh.Signer
		sees        string // by who comes then; empty for the menu
	}{
		{"ban r-u-d-e for 2h shouts", "Banned: Rude\n", 0, rude, "you are banned from this server until " + now().Add(time.Second+2*time.Hour).UTC().Format("2006-01-02 15:04") + " UTC: shouts"},
		{"list", "1 banned\nRude\t", 0, newSigner(t), ""},
		{"ban 127.0.0.0/8", "Banned: 127.0.0.0/8\n", 0, newSigner(t), "you are banned from this server."},
		{"unban 127.0.0.1", `there is no ban on "127.0.0.1"`, 1, newSigner(t), "you are banned"},
		{"unban 127.0.0.0/8", "1 ban ended.\n", 0, newSigner(t), ""},
		{"ban ::ffff:127.0.0.0/104", "Banned: 127.0.0.0/8\n", 0, newSigner(t), "you are banned"},
		{"unban 127.1.2.3/8", "1 ban ended.\n", 0, newSigner(t), ""},
		{"ban 2001:db8::/127", "Banned: 2001:db8::/64\n", 0, newSigner(t), ""},
		{"ban 0.0.0.0/0", "too wide", 1, newSigner(t), ""},
		{"ban 127.0.0.0/99", "is not a network", 1, newSigner(t), ""},
		{"ban 10.0.0.1 for ever", `"ever" is not a time`, 1, newSigner(t), ""},
		{"ban 10.0.0.1 for 99999d", "at most for 3650d", 1, newSigner(t), ""},
		{"message tea at five", "Shown to ", 0, rude, "you are banned"},
	} {
		clock.Add(int64(time.Second)) // orders are told apart by their times
		if out, status := order(t, addr, boss, c.order); status != c.status || !strings.Contains(out, c.says) {
			t.Errorf("%s: %d, %q", c.order, status, out)
		}
		enters(c.key, c.sees)
	}
	clock.Add(int64(2 * time.Hour))
	enters(rude, "")
	if out, _ := order(t, addr, boss, "list"); strings.Contains(out, "Rude\t2") {
		t.Errorf("a ban that is over is listed: %q", out)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{
		`"verb":"ban","who":"r-u-d-e","reason":"shouts","until":"`, `"did":"Banned: Rude"`, `"name":"Anna"`,
		`"verb":"unban","who":"127.0.0.1","did":"nothing: there is no ban on`, `"msg":"session has an account"`, `"name":"Rude"`,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, log.String())
		}
	}
}

// lockedWriter lets a test read what is written.
type lockedWriter struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// TestOperatorStops ends the server by the word of an operator alone.
func TestOperatorStops(t *testing.T) {
	s, err := New(usual(t))
	if err != nil {
		t.Fatal(err)
	}
	boss := newSigner(t)
	operators(t, s, boss)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	player := open(t, mustDial(t, l.Addr().String(), asGuest), nil)
	player.see("New game")
	if out, status := order(t, l.Addr().String(), boss, "stop"); status != 0 || !strings.Contains(out, "shutting down") {
		t.Errorf("stop: %d, %q", status, out)
	}
	player.see("the server is shutting down")
	select {
	case err := <-done:
		if err != nil || ctx.Err() != nil {
			t.Errorf("Serve: %v", err)
		}
	case <-time.After(patience):
		t.Error("the server does not end")
	}
}

// openClub opens a lobby with a store of its own.
func openClub(t *testing.T) *lobby.Lobby {
	t.Helper()
	j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	club, err := lobby.Open(t.Context(), j, time.Now, [32]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { club.Close() })
	return club
}

// TestBanOfAnAccount keeps out every key of somebody who is banned by name.
func TestBanOfAnAccount(t *testing.T) {
	club := openClub(t)
	s, addr, stop := startWith(t, func(c *Config) { c.Lobby, c.Limits.Logins = club, 1000 })
	boss, one, two := newSigner(t), newSigner(t), newSigner(t)
	operators(t, s, boss)
	name := func(k gossh.Signer) string { return hashOf(gossh.FingerprintSHA256(k.PublicKey())) }
	p, err := club.Register(t.Context(), name(one), "Rude")
	if err != nil {
		t.Fatal(err)
	}
	word, err := club.Code(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := club.AddKey(t.Context(), name(two), word); err != nil {
		t.Fatal(err)
	}
	open(t, mustDial(t, addr, gossh.PublicKeys(one)), nil).drain()
	sessions(t, s, 1)
	if out, status := order(t, addr, boss, "list"); status != 0 || !strings.Contains(out, "\tRude\t") {
		t.Errorf("list: %d, %q", status, out)
	}
	if out, status := order(t, addr, boss, "ban rude shouts"); status != 0 || !strings.Contains(out, "Banned: Rude") {
		t.Errorf("ban: %d, %q", status, out)
	}
	sessions(t, s, 0)
	for _, k := range []gossh.Signer{one, two} {
		open(t, mustDial(t, addr, gossh.PublicKeys(k)), nil).see("you are banned from this server: shouts")
	}
	if out, status := order(t, addr, boss, "unban Rude"); status != 0 || !strings.Contains(out, "2 bans") {
		t.Errorf("unban: %d, %q", status, out)
	}
	open(t, mustDial(t, addr, gossh.PublicKeys(two)), nil).drain()
	sessions(t, s, 1)
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// TestOperatorReadsReports lists what a player has reported, shows it with what was said, and closes it.
func TestOperatorReadsReports(t *testing.T) {
	club := openClub(t)
	s, addr, stop := startWith(t, func(c *Config) { c.Lobby, c.Limits.Logins = club, 1000 })
	boss := newSigner(t)
	operators(t, s, boss)
	var visits []*lobby.Visit
	for _, name := range []string{"Anna", "Rude"} {
		p, err := club.Register(t.Context(), "key of "+name, name)
		if err != nil {
			t.Fatal(err)
		}
		v := club.Enter(p)
		defer v.Leave()
		visits = append(visits, v)
	}
	if err := visits[1].Say("you fish"); err != nil {
		t.Fatal(err)
	}
	if out, status := order(t, addr, boss, "reports"); status != 0 || out != "0 reports\n" {
		t.Errorf("none: %d, %q", status, out)
	}
	rude := (<-visits[1].C()).Chat[0].From
	if err := visits[0].Report(t.Context(), rude, "shouts"); err != nil {
		t.Fatal(err)
	}
	out, status := order(t, addr, boss, "reports")
	if status != 0 || !strings.Contains(out, "\tRude\tby Anna\tlobby\tshouts\n") {
		t.Fatalf("one: %d, %q", status, out)
	}
	id, _, _ := strings.Cut(strings.Split(out, "\n")[1], "\t")
	if out, status := order(t, addr, boss, "report "+id); status != 0 || !strings.Contains(out, "Rude: you fish") {
		t.Errorf("shown: %d, %q", status, out)
	}
	if out, status := order(t, addr, boss, "close "+id); status != 0 || out != "Closed.\n" {
		t.Errorf("closed: %d, %q", status, out)
	}
	for _, wrong := range []string{"close " + id, "report " + id, "close ../x"} {
		if out, status := order(t, addr, boss, wrong); status != 1 || !strings.Contains(out, "there is no report") {
			t.Errorf("%s: %d, %q", wrong, status, out)
		}
	}
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

func TestOperatorPlansTournaments(t *testing.T) {
	club := openClub(t)
	s, addr, stop := startWith(t, func(c *Config) { c.Lobby, c.Limits.Logins = club, 1000 })
	defer stop()
	boss := newSigner(t)
	operators(t, s, boss)
	out, status := order(t, addr, boss, "plan swiss 5 10+5 atomic 2h rated Atomic Cup")
	id, _, ok := strings.Cut(out, " is planned for ")
	if status != 0 || !ok {
		t.Fatalf("%d, %q", status, out)
	}
	for _, c := range [][2]string{
		{"tournaments", "Atomic Cup"},
		{"tournament " + id, "swiss, atomic, 10+5, planned"},
		{"cancel " + id, "cancelled"},
	} {
		command, want := c[0], c[1]
		if out, status := order(t, addr, boss, command); status != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: %d, %q", command, status, out)
		}
	}
	if out, status := order(t, addr, boss, "plan simul Nobody 20+10 chess 2h Evening"); status == 0 || !strings.Contains(out, "needs an account") {
		t.Errorf("a simul of nobody: %q", out)
	}
	if _, err := club.Register(t.Context(), "a key", "Anna"); err != nil {
		t.Fatal(err)
	}
	if out, status := order(t, addr, boss, "plan simul anna 20+10 crazyhouse 2h Anna plays all"); status != 0 || !strings.Contains(out, "is planned for") {
		t.Errorf("a simul: %q", out)
	}
	if all := club.Tournaments(); len(all) != 2 || all[0].Plan.Host.Name != "Anna" || all[0].By.Name != "operator" {
		t.Errorf("the simul is %+v", all)
	}
	for _, bad := range []string{"plan", "plan arena", "plan arena 60 3+2 nothing 1h Cup", "plan arena x 3+2 chess 1h Cup", "plan arena 60 3+2 chess soon Cup", "begin t-nothing", "tournament x"} {
		if out, status := order(t, addr, boss, bad); status == 0 {
			t.Errorf("%s: %q", bad, out)
		}
	}
}
