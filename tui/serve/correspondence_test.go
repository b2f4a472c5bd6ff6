package serve

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/journal/sqljournal"
)

// TestCorrespondenceOverSSH plays over simulated weeks with real clients: two who are never there together. A seek waits for
// days, login tells with a bell that a game waits, conditional moves answer, and the flag falls while nobody is there.
func TestCorrespondenceOverSSH(t *testing.T) {
	var ahead atomic.Int64 // how far the test has turned the clock
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	var club *lobby.Lobby
	server, addr, _ := startWith(t, func(c *Config) {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		j, err := sqljournal.Open(ctx, filepath.Join(t.TempDir(), "journal"), sqljournal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { j.Close() })
		if club, err = lobby.Open(ctx, j, now, [32]byte{7}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(club.Close)
		c.Lobby, c.Now = club, now
		c.Limits.Logins, c.Limits.Keys, c.Limits.PerAddress = 1000, 1000, 100
	})
	turn := func(d time.Duration) {
		t.Helper()
		ahead.Add(int64(d))
		if err := club.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	keys := map[string]gossh.Signer{"Anna": newSigner(t), "Bea": newSigner(t)}
	for _, key := range keys {
		config := filepath.Join(server.ownDir(printOf(key)), "config")
		if err := os.MkdirAll(config, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte(plainMen+"[habits]\nsignal = 'bell'\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	come := func(name, waits string) *visitor {
		t.Helper()
		v := visit(t, addr, name, gossh.PublicKeys(keys[name]), nil)
		v.see(waits)
		if !bytes.Contains(v.sent(), []byte("\a")) {
			t.Errorf("no bell when %s comes", name)
		}
		v.keys("1")
		v.see("Seeks")
		return v
	}
	anna := arrive(t, addr, "Anna", keys["Anna"], nil)
	anna.keys("1")
	anna.see("Seeks")
	anna.keys("n")
	anna.see("Create a seek")
	anna.keys("\x1b[B3d\x1b[B\x1b[C") // days, and White
	anna.see("3 days", "White")
	anna.keys("\r")
	anna.see("Your seek: Chess, 3 days per move, you play White")
	anna.hangUp()

	turn(6 * chess.Day)
	bea := arrive(t, addr, "Bea", keys["Bea"], nil)
	bea.keys("1")
	bea.see("Seeks 1", "3d")
	bea.keys("2\r")
	bea.until("a game", func(screen string) bool {
		return whoseTurn(screen) == "Anna" && strings.Contains(screen, "3 days per move")
	})
	bea.hangUp()

	turn(2 * chess.Day)
	anna = come("Anna", "1 game waits for your move")
	anna.keys("r")
	anna.see("3 days per move", "23:59:") // of three days, two have passed
	anna.keys("e4\r")
	anna.see("Black to move")
	anna.keys("if e5 Nf3 Nc6 Bb5\r")
	anna.see("If e5 Nf3 Nc6 Bb5")
	anna.hangUp()

	for i, move := range []string{"e5", "Nc6"} {
		turn(2 * chess.Day)
		bea = come("Bea", "1 game waits for your move")
		bea.keys("r")
		bea.see("23:59:")
		bea.keys(move + "\r")
		bea.see([]string{"Nf3", "Bb5"}[i]) // at once, though Anna is not there
		bea.until("her next move", func(screen string) bool { return regexp.MustCompile(`▸● Bea`).MatchString(screen) })
		bea.hangUp()
	}
	turn(3*chess.Day + time.Minute)
	games := club.Tables()
	holds(t, "the flag has fallen", func() bool { games = club.Tables(); return len(games) == 0 })
	anna = visit(t, addr, "Anna", gossh.PublicKeys(keys["Anna"]), nil)
	anna.keys("1")
	screen := anna.see("Seeks")
	if strings.Contains(screen, "waits for your move") {
		t.Errorf("a game that is over waits:\n%s", screen)
	}
}
