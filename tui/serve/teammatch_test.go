package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// TestTeamMatchKilled has two teams founded and a match of theirs played over SSH, on a server that is killed with kill -9
// before the match, while its games are on and after it. The match stands as before each time, and its games are PGN.
func TestTeamMatchKilled(t *testing.T) {
	c := &cup{boss: newSigner(t), names: []string{"Pab", "Pcd", "Pef", "Phk"}}
	c.house = openAt(t, buildProgram(t), t.TempDir(), "--logins", "100000", "--per-address", "100000", "--names", "100000", "--connections", "10000")
	if err := os.WriteFile(filepath.Join(c.dir, "admins"), gossh.MarshalAuthorizedKey(c.boss.PublicKey()), 0o600); err != nil {
		t.Fatal(err)
	}
	teams := []string{"Owls", "Rooks"}
	for i, name := range c.names {
		v := c.come(name)
		v.keys("\x1b")
		v.see("Board editor")
		v.keys("53")
		if i < 2 {
			v.see("found a team")
			v.keys("n")
			v.see("Name of the new team")
			v.keys(teams[i] + "\r")
			v.see("You lead this team")
			v.keys("o")
			v.see("open to all")
			continue
		}
		v.see("Owls", "Rooks")
		if i == 3 {
			v.keys("j")
			v.see("▸ Rooks")
		}
		v.keys("\r")
		v.see("Press J to join")
		v.keys("J")
		v.see("You are in this team")
	}
	lead := c.people["Pab"]
	lead.keys("q")
	lead.see("▸ Owls", "Rooks")
	lead.keys("j\r")
	lead.see("Press c to challenge")
	lead.keys("c")
	lead.see("Match against Rooks")
	lead.keys("\r")
	lead.see("Members of both teams")
	list, _ := order(t, c.addr, c.boss, "tournaments")
	c.id, _, _ = strings.Cut(list, " ")
	back := func(until func(v *visitor, name string)) {
		c.all(func(name string) {
			c.mu.Lock()
			key := c.keys[name]
			c.mu.Unlock()
			v := visit(t, c.addr, name, gossh.PublicKeys(key), nil)
			until(v, name)
			c.mu.Lock()
			c.people[name] = v
			c.mu.Unlock()
		})
	}
	back(func(v *visitor, name string) {
		v.see("New game")
		v.keys("1")
		v.see("Seeks")
		v.keys("t")
		v.see("Owls - Rooks")
		v.keys("J")
		v.see("You take part")
	})
	c.killed()
	back(func(v *visitor, _ string) { v.see("New game") })
	if out, status := order(t, c.addr, c.boss, "begin "+c.id); status != 0 {
		t.Fatal(out)
	}
	for _, name := range c.names {
		c.people[name].until("the game", func(screen string) bool { return len(clocks(screen)) == 2 })
	}
	c.killed()
	back(func(v *visitor, _ string) {
		v.until("the game", func(screen string) bool { return len(clocks(screen)) == 2 && whoseTurn(screen) != "" })
	})
	for _, name := range c.names {
		if whoseTurn(c.people[name].text()) == name { // White
			c.people[name].keys("\x12")
			c.people[name].see("Resign the game?")
			c.people[name].keys("y")
		}
	}
	holds(t, "it is over", func() bool { return strings.Contains(c.standings(), "finished") })
	c.killed()
	if s := c.standings(); !strings.Contains(s, "Owls 1 - 1 Rooks") { // White loses on both boards, and each team has it once
		t.Errorf("the match stands\n%s", s)
	}
	out, status := order(t, c.addr, c.boss, "tournament "+c.id+" pgn")
	for _, tag := range []string{`[WhiteTeam "Owls"]`, `[BlackTeam "Rooks"]`, `[WhiteTeam "Rooks"]`, `[BlackTeam "Owls"]`, `[Round "1.2"]`} {
		if status != 0 || strings.Count(out, tag) != 1 {
			t.Errorf("no single %s in\n%s", tag, out)
		}
	}
}
