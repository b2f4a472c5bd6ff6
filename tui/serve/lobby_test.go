package serve

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
	gossh "golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
)

// startClub runs a server with a lobby on the loopback until the test ends.
func startClub(t *testing.T) (club *lobby.Lobby, s *Server, addr string) {
	t.Helper()
	s, addr, _ = startWith(t, func(c *Config) {
		j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { j.Close() })
		if club, err = lobby.Open(t.Context(), j, time.Now, [32]byte{3}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(club.Close)
		c.Lobby = club
	})
	return club, s, addr
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
	anna.see("Create a seek")
	anna.keys("\r")
	anna.see("Your seek")
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
	snapshot := func() remote.Snapshot {
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
	again.see("Welcome back: your game against Bea is in progress")
}
