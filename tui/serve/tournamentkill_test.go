package serve

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// longCup asks for a tournament of so many players; see docs/testing.md.
const longCup = "ROOKERY_TEST_TOURNAMENT"

// cup is a Swiss tournament on a server that is killed.
type cup struct {
	*house
	mu    sync.Mutex // guards the players
	boss  gossh.Signer
	id    string
	names []string
}

// all does something for each player, some at once.
func (c *cup) all(do func(name string)) {
	turns := make(chan struct{}, 8)
	var wait sync.WaitGroup
	for _, name := range c.names {
		turns <- struct{}{}
		wait.Go(func() {
			defer func() { <-turns }()
			do(name)
		})
	}
	wait.Wait()
}

// standings are as the server tells them.
func (c *cup) standings() string {
	c.t.Helper()
	out, status := order(c.t, c.addr, c.boss, "tournament "+c.id)
	if status != 0 {
		c.t.Fatal(out)
	}
	return out
}

// killed kills the server and starts it again: the standings are what they were, at once.
func (c *cup) killed() {
	c.t.Helper()
	before := c.standings()
	c.kill()
	c.start()
	if after := c.standings(); after != before {
		c.t.Fatalf("after a kill:\n%s\nbefore it:\n%s", after, before)
	}
}

// TestTournamentKilled plays a Swiss tournament over SSH whose server is killed with kill -9 before it begins, while its games are
// on and after they are over. Everybody is back in his game, and the standings are what they were.
func TestTournamentKilled(t *testing.T) {
	players, rounds := 6, 1
	if n, err := strconv.Atoi(os.Getenv(longCup)); err == nil {
		players, rounds = n, 3
	}
	c := &cup{boss: newSigner(t)}
	c.house = openAt(t, buildProgram(t), t.TempDir(), "--logins", "100000", "--per-address", "100000", "--names", "100000", "--connections", "10000")
	if err := os.WriteFile(filepath.Join(c.dir, "admins"), gossh.MarshalAuthorizedKey(c.boss.PublicKey()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, status := order(t, c.addr, c.boss, fmt.Sprintf("plan swiss %d 15+5 chess 2h Kill Cup", rounds))
	c.id, _, _ = strings.Cut(out, " ")
	if status != 0 {
		t.Fatal(out)
	}
	for i := range players {
		const letters = "abcdefhkprstxyz" // none looks like another, nor do names
		name := "P" + letters[i/len(letters):][:1] + letters[i%len(letters):][:1]
		c.names = append(c.names, name)
		v := c.come(name)
		v.keys("t")
		v.see("Kill Cup")
		v.keys("J")
		v.see("You take part")
	}
	c.killed()
	c.all(func(name string) {
		c.mu.Lock()
		key := c.keys[name]
		c.mu.Unlock()
		v := visit(t, c.addr, name, gossh.PublicKeys(key), nil)
		v.see("New game")
		c.mu.Lock()
		c.people[name] = v
		c.mu.Unlock()
	})
	if out, status := order(t, c.addr, c.boss, "begin "+c.id); status != 0 {
		t.Fatal(out)
	}
	for round := range rounds {
		for _, name := range c.names {
			c.people[name].until("the game of round "+strconv.Itoa(round+1), func(screen string) bool { return len(clocks(screen)) == 2 })
		}
		c.killed()
		began := time.Now()
		c.all(func(name string) {
			c.mu.Lock()
			key := c.keys[name]
			c.mu.Unlock()
			v := visit(t, c.addr, name, gossh.PublicKeys(key), nil)
			v.until("his game", func(screen string) bool { return len(clocks(screen)) == 2 && whoseTurn(screen) != "" })
			c.mu.Lock()
			c.people[name] = v
			c.mu.Unlock()
		})
		t.Logf("all %d are back after %v", players, time.Since(began).Round(time.Millisecond))
		for _, name := range c.names {
			if whoseTurn(c.people[name].text()) == name { // White
				c.people[name].keys("\x12")
				c.people[name].see("Resign the game?")
				c.people[name].keys("y")
			}
		}
		holds(t, "the results are in", func() bool { return !strings.Contains(c.standings(), "*") })
		c.killed()
		if round+1 < rounds {
			c.all(func(name string) {
				v := visit(t, c.addr, name, gossh.PublicKeys(c.keys[name]), nil)
				c.mu.Lock()
				c.people[name] = v
				c.mu.Unlock()
			})
		}
	}
	holds(t, "it is over", func() bool { return strings.Contains(c.standings(), "finished") })
	if s := c.standings(); strings.Count(s, "1") < players/2 {
		t.Errorf("standings:\n%s", s)
	}
	out, status = order(t, c.addr, c.boss, "tournament "+c.id+" pgn")
	if n := strings.Count(out, `[Event "Kill Cup"]`); status != 0 || n != players/2*rounds {
		t.Errorf("%d games as PGN, want %d: %.300s", n, players/2*rounds, out)
	}
}
