package serve

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"rookery/tui/lobby/journal/natsstore/clustertest"
)

// TestAccountFollows has a player do something of everything at one front end and
// find it at another, which he enters with a second key, and in a store that was
// filled by export and import: all with the real program.
func TestAccountFollows(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	program := buildProgram(t)
	cluster := []string{"--nats", nodes.URLs(0)[0], "--nats-replicas", "1"}
	first, second := openAt(t, program, t.TempDir(), cluster...), openAt(t, program, t.TempDir(), cluster...)
	keys := [2]gossh.Signer{newSigner(t), newSigner(t)}

	anna := arrive(t, first.addr, "Anna", keys[0], nil)
	first.people["Anna"] = anna
	anna.keys("\x14") // the next colours
	anna.see("Board editor")
	friend := func(choose string) {
		t.Helper()
		anna.opens("New game")
		anna.see("Opponent")
		anna.keys(choose)
		anna.see("Pass and play")
		anna.keys("\r")
		anna.see("White to move")
	}
	friend("\x1b[B\x1b[C")
	for _, m := range []struct{ typed, shown string }{{"f3", "1. f3"}, {"e5", "e5"}, {"g4", "2. g4"}, {"Qh4", "checkmate"}} {
		anna.keys(m.typed + "\r")
		anna.see(m.shown)
	}
	anna.keys("v") // it stands in the history, and is stepped through
	anna.see("0-1", "half-moves")
	anna.keys("\x1b")
	anna.see("checkmate")
	anna.keys("\x1b")
	anna.see("Board editor")
	friend("") // as the last one
	anna.keys("a4\r")
	anna.see("1. a4")
	anna.keys("\x1b")
	anna.see("Leave the game?")
	anna.keys("y")
	anna.see("Continue")
	anna.opens("New game")
	anna.see("Opponent")
	anna.keys("\x1b[B\x1b[D") // the computer again
	anna.see("Strength")
	anna.keys("\r")
	anna.see("White to move")
	anna.keys("e4\r")
	anna.see("1. e4", "White to move") // it has answered
	anna.keys("resign\r")
	anna.see("Resign the game?")
	anna.keys("y")
	anna.see("White resigned")
	anna.keys("\x1b")
	anna.see("Board editor")

	// The second key is listed on the account's screen as soon as it has come.
	anna.opens("Account")
	anna.see("1 key")
	anna.keys("\r")
	code := regexp.MustCompile(`Code +([a-z0-9]{10})`).FindStringSubmatch(anna.see("Code", "Valid once"))
	if code == nil {
		t.Fatalf("no code is shown:\n%s", anna.text())
	}
	other := visit(t, second.addr, "Anna elsewhere", gossh.PublicKeys(keys[1]), nil)
	second.people["Anna"] = other
	other.see("Your key is new here")
	other.keys("\t" + code[1] + "\r")
	other.see("Welcome, Anna")
	anna.see("2 keys", gossh.FingerprintSHA256(keys[1].PublicKey())[:30])

	// found tells whether a session shows all that was done.
	found := func(v *visitor) {
		t.Helper()
		v.see("Lobby", "Continue", "Chess, White – Black")
		v.opens("Games")
		v.see("Games", "2 games", "White", "You", "0-1")
		v.keys("s")
		v.see("Statistics", "Against the computer, by level", "1 game was between two people")
		v.keys("\x1b")
		v.see("2 games", "saved files")
		v.keys("j\r")
		v.see("0-1", "half-moves")
		v.keys("\x1b[F") // End
		v.see("Qh4#")
		v.keys("\x1b")
		v.see("2 games", "saved files")
		v.keys("o")
		v.see("Saved games")
		v.keys("\x1b")
		v.see("saved files")
		v.keys("\x1b")
		v.see("Lobby")
		v.opens("Account")
		v.see("2 keys")
		v.keys("s")
		v.see("Chess, Computer", "1 game")
		v.keys("\x1b")
		v.see("2 keys")
		v.keys("\x1b")
		v.see("Lobby")
		v.keys("Gk\r")
		v.see("Settings", "light")
	}
	found(other)
	first.kill()
	second.kill()

	file, elsewhere := filepath.Join(t.TempDir(), "club.gz"), t.TempDir()
	for _, args := range [][]string{
		append([]string{"export", "--data", first.dir, file}, cluster...), {"import", "--data", elsewhere, file},
	} {
		if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
			t.Fatalf("rookery %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	third := openAt(t, program, elsewhere)
	third.people["Anna"] = visit(t, third.addr, "Anna in another store", gossh.PublicKeys(keys[0]), nil)
	found(third.people["Anna"])
}
