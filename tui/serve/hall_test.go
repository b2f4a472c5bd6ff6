package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
	gossh "golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
	"rookery/tui/lobby/journal"
)

// startClub runs a server with a lobby on the loopback until the test ends.
func startClub(t *testing.T) (club *lobby.Lobby, s *Server, addr string) {
	t.Helper()
	j, err := journal.Open(t.Context(), t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	if club, err = lobby.Open(t.Context(), j, time.Now, [32]byte{3}); err != nil {
		t.Fatal(err)
	}
	s, err = New(Config{Dir: t.TempDir(), Lobby: club, Limits: Usual(), Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Now: time.Now, Seed: func() uint64 { return 1 }})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		select {
		case <-done:
		case <-time.After(patience):
			t.Error("the server does not end")
		}
	})
	return club, s, l.Addr().String()
}

// terminal is a session and the screen it has drawn.
type terminal struct {
	*shell
	screen vt10x.Terminal
}

// openTerminal opens a session with a key, or as a guest.
func openTerminal(t *testing.T, c *gossh.Client) *terminal {
	t.Helper()
	return &terminal{open(t, c, nil), vt10x.New(vt10x.WithSize(80, 24))}
}

// keys strikes keys.
func (tm *terminal) keys(text string) {
	tm.t.Helper()
	if _, err := io.WriteString(tm.in, text); err != nil {
		tm.t.Fatal(err)
	}
}

// see waits until a text stands on the screen.
func (tm *terminal) see(text string) {
	tm.t.Helper()
	limit := time.After(patience)
	for !strings.Contains(tm.screen.String(), text) {
		select {
		case b, ok := <-tm.out:
			if !ok {
				tm.t.Fatalf("the session ended without showing %q:\n%s", text, tm.screen)
			}
			tm.screen.Write(b)
		case <-limit:
			tm.t.Fatalf("%q is not shown:\n%s", text, tm.screen)
		}
	}
}

// named opens a session with a new key and gives it a name.
func named(t *testing.T, addr, name string) (*terminal, *gossh.Client, gossh.Signer) {
	t.Helper()
	key := newSigner(t)
	c := mustDial(t, addr, gossh.PublicKeys(key))
	sh := openTerminal(t, c)
	sh.see("Your key is new here")
	sh.keys(name + "\r")
	sh.see("Welcome, " + name)
	return sh, c, key
}

// TestMeet has two keys choose names and play a game that a guest sees; one
// drops and comes back.
func TestMeet(t *testing.T) {
	club, _, addr := startClub(t)
	anna, line, key := named(t, addr, "Anna")
	bea, _, _ := named(t, addr, "Bea")

	refused := openTerminal(t, mustDial(t, addr, gossh.PublicKeys(newSigner(t))))
	refused.see("Your key is new here")
	refused.keys("aNNa\r")
	refused.see("is taken")

	anna.keys("1")
	anna.see("Seeks")
	anna.keys("n")
	anna.see("Seek a game")
	anna.keys("\r")
	anna.see("You seek")
	bea.keys("1")
	bea.see("Anna")
	bea.see("5+3")
	bea.keys("2\r")
	bea.see("Your game against Anna begins")
	anna.see("Your game against Bea begins")
	tables := club.Tables()
	if len(tables) != 1 {
		t.Fatalf("%d tables, want one", len(tables))
	}

	guest := openTerminal(t, mustDial(t, addr, asGuest))
	guest.see("Lobby")
	guest.keys("1")
	guest.see("You are a guest")
	guest.keys("3")
	guest.see("move 1")
	guest.see("Anna")

	// White moves, whoever it is; then Anna's line drops.
	snapshot := func() lobby.Snapshot {
		r, err := tables[0].Join(t.Context(), club.Guest())
		if err != nil {
			t.Fatal(err)
		}
		defer r.Leave()
		return <-r.C()
	}
	white := map[string]*terminal{"Anna": anna, "Bea": bea}[snapshot().Players[0].Name]
	white.keys("e4\r")
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); snapshot().Ply != 1; <-tick.C {
		if time.Now().After(deadline) {
			t.Fatal("the move is not made")
		}
	}
	line.Close()
	again := openTerminal(t, mustDial(t, addr, gossh.PublicKeys(key)))
	again.see("Welcome back: your game against Bea goes on")
}

// TestHome has a player's settings follow him from key to key.
func TestHome(t *testing.T) {
	club, s, addr := startClub(t)
	print := func(key gossh.Signer) string {
		sum := sha256.Sum256(key.PublicKey().Marshal())
		return hex.EncodeToString(sum[:])
	}
	theme := func(key gossh.Signer) string {
		set, err := s.storeIn(s.ownDir(print(key))).Settings()
		if err != nil {
			t.Fatal(err)
		}
		return set.Theme
	}
	until := func(key gossh.Signer, want string) {
		t.Helper()
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for limit := time.Now().Add(patience); theme(key) != want; <-tick.C {
			if time.Now().After(limit) {
				t.Fatalf("the theme is %q, want %q", theme(key), want)
			}
		}
	}
	sh, _, first := named(t, addr, "Anna")
	sh.keys("\x14") // the next colours
	until(first, "light")
	anna, err := club.Account(t.Context(), print(first))
	if err != nil {
		t.Fatal(err)
	}
	code, err := club.Code(anna)
	if err != nil {
		t.Fatal(err)
	}
	second := newSigner(t)
	other := openTerminal(t, mustDial(t, addr, gossh.PublicKeys(second)))
	other.see("Your key is new here")
	other.keys("\t" + code + "\r")
	other.see("Welcome, Anna")
	other.keys("\x14")
	until(first, "safe-dark")
	if got := theme(second); got != "" {
		t.Errorf("the second key has a theme of its own, %q", got)
	}
	again := openTerminal(t, mustDial(t, addr, gossh.PublicKeys(second)))
	again.see("Lobby")
	again.keys("\x14")
	until(first, "safe-light")
}

// TestHomeMovesGames has a key that becomes a further key of somebody bring its
// unfinished games.
func TestHomeMovesGames(t *testing.T) {
	s, err := New(Config{Dir: t.TempDir(), Limits: Usual(), Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	one, two := strings.Repeat("11", 32), strings.Repeat("22", 32)
	anna := lobby.Player{ID: "anna", Name: "Anna"}
	if _, err := s.home(anna, one); err != nil {
		t.Fatal(err)
	}
	for key, names := range map[string][]string{one: {"a.pgn"}, two: {"a.pgn", "b.pgn"}} {
		at := s.storeIn(s.ownDir(key)).UnfinishedDir()
		if err := os.MkdirAll(at, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(at, name), []byte(key), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	dir, err := s.home(anna, two)
	if err != nil || dir != s.ownDir(one) {
		t.Fatalf("home of the second key is %q, %v", dir, err)
	}
	for name, want := range map[string]string{"a.pgn": one, "b.pgn": two} {
		if text, err := os.ReadFile(filepath.Join(s.storeIn(dir).UnfinishedDir(), name)); err != nil || string(text) != want {
			t.Errorf("%s is of %q, %v", name, text, err)
		}
	}
	for _, id := range []string{"", "../x", "A", "a/b"} {
		if dir, err := s.home(lobby.Player{ID: id}, one); err == nil {
			t.Errorf("player %q lives in %s", id, dir)
		}
	}
}
