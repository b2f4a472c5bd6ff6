package serve

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.uber.org/goleak"
	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/pgn"
)

// longWalk asks for a longer game between whose moves the server is killed; see
// docs/testing.md.
const longWalk = "ROOKERY_TEST_KILL"

// house is the real program with a directory of its own, which can be killed and
// started again, and the two who play there.
type house struct {
	t       *testing.T
	program string
	dir     string
	flags   []string
	addr    string
	running *exec.Cmd
	keys    map[string]gossh.Signer
	people  map[string]*visitor
}

// openHouse builds the program and starts it.
func openHouse(t *testing.T) *house {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
	return openAt(t, buildProgram(t), t.TempDir())
}

// buildProgram builds the real program and tells where it is.
func buildProgram(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "rookery")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", program, "rookery/cmd/rookeryd").CombinedOutput(); err != nil {
		t.Fatalf("building the program: %v\n%s", err, out)
	}
	return program
}

// openAt starts a program on a directory, with flags besides.
func openAt(t *testing.T, program, dir string, flags ...string) *house {
	t.Helper()
	h := &house{t: t, program: program, dir: dir, flags: flags, keys: make(map[string]gossh.Signer), people: make(map[string]*visitor)}
	t.Cleanup(func() { h.kill() })
	h.start()
	return h
}

// start starts the server on a port that is free.
func (h *house) start() {
	h.t.Helper()
	cmd := exec.Command(h.program, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", h.dir}, h.flags...)...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.running = cmd
	line, err := bufio.NewReader(out).ReadString('\n')
	if _, err2 := fmt.Sscanf(line, "Listening on %s", &h.addr); err != nil || err2 != nil {
		cmd.Process.Kill()
		cmd.Wait()
		h.running = nil
		h.t.Fatalf("the server says %q (%v)\n%s", line, err, log.String())
	}
	h.addr = strings.TrimSuffix(h.addr, ",")
}

// kill ends the server as kill -9 does, and waits until everybody's session is gone.
func (h *house) kill() {
	if h.running == nil {
		return
	}
	h.running.Process.Kill()
	h.running.Wait()
	h.running = nil
	for _, v := range h.people {
		v.hangUp()
	}
}

// come has somebody come for the first time, with letters for pieces.
func (h *house) come(name string) *visitor {
	h.t.Helper()
	h.keys[name] = newSigner(h.t)
	config := filepath.Join(h.dir, "players", printOf(h.keys[name]), "config")
	if err := os.MkdirAll(config, 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte(plainMen), 0o600); err != nil {
		h.t.Fatal(err)
	}
	v := arrive(h.t, h.addr, name, h.keys[name], nil)
	h.people[name] = v
	v.keys("1")
	v.see("Seeks")
	return v
}

// comeBack has somebody come with the key he has, into his seat.
func (h *house) comeBack(name, other string) *visitor {
	h.t.Helper()
	v := visit(h.t, h.addr, name, gossh.PublicKeys(h.keys[name]), nil)
	h.people[name] = v
	v.see("Welcome back: your game against " + other + " is in progress")
	return v
}

// Rows of a player and of two moves on the screen of a table.
var (
	playerRow = regexp.MustCompile(`(?m)[●○] (\pL+) .*?(\d+:\d\d(?:\.\d)?) *$`)
	movesRow  = regexp.MustCompile(`(?m) (\d+)\. (\S+)(?: +(\S+))? *$`)
)

// clocks are the times on a screen by name.
func clocks(screen string) map[string]string {
	all := make(map[string]string)
	for _, row := range playerRow.FindAllStringSubmatch(screen, -1) {
		all[row[1]] = row[2]
	}
	return all
}

// listed compares the moves on a screen with the last ones of a game.
func listed(screen string, moves []string) bool {
	rows := movesRow.FindAllStringSubmatch(screen, -1)
	if len(moves) == 0 {
		return len(rows) == 0
	}
	if len(rows) == 0 {
		return false
	}
	first := 0
	fmt.Sscan(rows[0][1], &first)
	var got []string
	for i, row := range rows {
		if row[1] != fmt.Sprint(first+i) {
			return false
		}
		if got = append(got, row[2]); row[3] != "" {
			got = append(got, row[3])
		}
	}
	from := 2 * (first - 1)
	return from < len(moves) && strings.Join(got, " ") == strings.Join(moves[from:], " ")
}

// TestKilledBetweenMoves kills the server with kill -9 before the first move of a
// game, as soon as the opponent has seen each move, and after the last. Both
// come back with their keys into their seats; position and moves are as they
// were, and no clock has run meanwhile.
func TestKilledBetweenMoves(t *testing.T) {
	game := "f3 e5 g4 Qh4#"
	if os.Getenv(longWalk) != "" {
		game = "e4 c5 Nf3 Nc6 Bb5 e6 O-O d5 e5 f5 exf6 Nxf6 d4 cxd4 Bxc6+ bxc6 Nxd4 Qc7 Nc3 Bd6 h3 O-O Be3 c5 Ndb5 Qe7"
	}
	h := openHouse(t)
	anna, bea := h.come("Anna"), h.come("Bea")
	anna.see("Bea")
	anna.keys("n")
	anna.see("Create a seek")
	anna.keys("\r")
	bea.see("5+3")
	bea.keys("2\r")
	var names [2]string // by Color
	screen := anna.until("a game", func(screen string) bool { return whoseTurn(screen) != "" && len(clocks(screen)) == 2 })
	names[chess.White] = whoseTurn(screen)
	names[chess.Black] = strings.Replace("AnnaBea", names[chess.White], "", 1)
	bea.until("the game", func(screen string) bool { return whoseTurn(screen) == names[chess.White] })

	g, err := chess.NewGame(chess.Rules{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	stood := clocks(screen) // what the clocks show while they stand
	for _, move := range append(strings.Fields(game), "") {
		h.kill()
		h.start()
		if g.Outcome().Over() {
			break
		}
		mover, waiter := names[g.Turn()], names[g.Turn().Other()]
		seated := func(screen string) bool {
			return whoseTurn(screen) == mover && shows(screen, g.Board().View(chess.Everyone)) && listed(screen, g.SANs())
		}
		screen = h.comeBack(waiter, mover).until("the game as it was", seated)
		if now := clocks(screen); now[mover] != stood[mover] || now[waiter] != stood[waiter] {
			t.Errorf("after %d half-moves and a kill the clocks show %v, want %v", g.Ply(), now, stood)
		}
		v := h.comeBack(mover, waiter)
		v.until("the game as it was", seated)
		if move == "" {
			return
		}
		m, err := chess.ParseMove(g.Board(), move)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		v.keys(strings.TrimRight(move, "+#") + "\r")
		screen = h.people[waiter].until(move, func(screen string) bool {
			return listed(screen, g.SANs()) || g.Outcome().Over() && whoseTurn(screen) == ""
		})
		stood[mover] = clocks(screen)[mover] // and the other's has just begun
	}
	var text []byte
	holds(t, "the game is in the archive", func() bool {
		text, err = exec.Command(h.program, "games", "--data", h.dir).Output()
		return err == nil && len(text) > 0
	})
	kept, err := pgn.NewReader(bytes.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	got, err := kept.Play()
	if err != nil || strings.Join(got.SANs(), " ") != game || kept.Result != g.Outcome().Result.String() {
		t.Errorf("the archive has\n%s\nwant %s (%v)", text, game, err)
	}
	for c, tag := range [...]string{"White", "Black"} {
		if line := "[" + tag + ` "` + names[c] + `"]`; !strings.Contains(string(text), line) {
			t.Errorf("no %s in\n%s", line, text)
		}
	}
}
