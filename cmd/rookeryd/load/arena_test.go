package load

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"rookery/tui/lobby/journal/natsstore/clustertest"
)

// longCup asks for an arena of so many players; see docs/testing.md.
const longCup = "ROOKERY_TEST_TOURNAMENT"

// front is a front end, the real program in a process of its own.
type front struct {
	program, dir string
	flags        []string
	cmd          *exec.Cmd
	addr         string
}

func (f *front) start(t *testing.T) {
	t.Helper()
	f.cmd = exec.Command(f.program, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", f.dir}, f.flags...)...)
	f.cmd.Stderr = io.Discard
	out, err := f.cmd.StdoutPipe()
	if err == nil {
		err = f.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if _, err2 := fmt.Sscanf(line, "Listening on %s", &f.addr); err != nil || err2 != nil {
		f.kill()
		t.Fatalf("the server says %q, %v", line, err)
	}
	f.addr = strings.TrimSuffix(f.addr, ",")
}

// kill ends it as kill -9 does.
func (f *front) kill() {
	if f.cmd != nil {
		f.cmd.Process.Kill()
		f.cmd.Wait()
		f.cmd = nil
	}
}

// order has an operator give a command.
func (f *front) order(t *testing.T, boss ssh.Signer, command string) string {
	t.Helper()
	conn, err := ssh.Dial("tcp", f.addr, &ssh.ClientConfig{User: "admin", Auth: []ssh.AuthMethod{ssh.PublicKeys(boss)}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	sess, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := sess.CombinedOutput(command)
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

// arena is one under load.
type arena struct {
	t      *testing.T
	fronts []*front
	think  time.Duration // a player waits so long at most before a move

	mu      sync.Mutex
	players map[string]*client
	took    []time.Duration // of moves to the opponent's screen
	games   int             // that were seen to end
}

// mover is who is to move on the screen of a game, with the sign of the colour.
var mover = regexp.MustCompile(`▸([○●]) (\pL+)`)

// opposite finds both players on the screen of a game.
var opposite = regexp.MustCompile(`[○●] (\pL+) .*\d:\d\d`)

// seat is what a player's screen says: whether he is to move, with which colour, and against whom.
func seat(screen, name string) (on, mine, white bool, other string) {
	found := mover.FindStringSubmatch(screen)
	if found == nil {
		return false, false, false, ""
	}
	for _, row := range opposite.FindAllStringSubmatch(screen, -1) {
		if row[1] != name {
			other = row[1]
		}
	}
	return other != "", found[2] == name, found[1] == "○", other
}

func (c *client) screen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.terminal.String()
}

// play has a player move the knights to and fro until ctx ends: games end by repetition, some by resigning.
func (a *arena) play(ctx context.Context, c *client, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 20))
	moves := 0
	for ctx.Err() == nil {
		turn := c.expect(func(t *terminal) bool {
			on, mine, _, _ := seat(t.String(), c.name)
			return on && mine || t.shows("Game over")
		})
		if _, err := c.await(ctx, turn, "his turn"); err != nil {
			return
		}
		on, mine, white, other := seat(c.screen(), c.name)
		if !on || !mine {
			moves = 0
			a.mu.Lock()
			a.games++
			a.mu.Unlock()
			next := c.expect(func(t *terminal) bool { return !t.shows("Game over") })
			if _, err := c.await(ctx, next, "the next game"); err != nil {
				return
			}
			continue
		}
		if pause(ctx, time.Duration(rng.Int64N(int64(a.think)))) != nil {
			return
		}
		if moves > 2 && rng.IntN(12) == 0 {
			c.keys("\x12")
			asked := c.expect(func(t *terminal) bool { return t.shows("Resign the game?") || t.shows("Game over") })
			if _, err := c.await(ctx, asked, "whether to resign"); err != nil {
				return
			}
			c.keys("y")
			over := c.expect(func(t *terminal) bool { return t.shows("Game over") || t.shows("Standings") })
			if _, err := c.await(ctx, over, "the end"); err != nil {
				return
			}
			continue
		}
		a.mu.Lock()
		opponent := a.players[other]
		a.mu.Unlock()
		// The opponent has seen the own move accepted: from then on the next turn there is news.
		own, done := context.WithTimeout(ctx, 5*time.Second)
		_, err := opponent.await(own, opponent.expect(func(t *terminal) bool {
			on, mine, _, who := seat(t.String(), other)
			return on && !mine && who == c.name
		}), "the own move")
		done()
		if err != nil {
			continue
		}
		sees := opponent.expect(func(t *terminal) bool {
			on, mine, _, who := seat(t.String(), other)
			return on && mine && who == c.name || t.shows("Game over")
		})
		text := [2][2]string{{"Nf6", "Ng8"}, {"Nf3", "Ng1"}}[map[bool]int{true: 1}[white]][moves%2]
		wrong := c.expect(func(t *terminal) bool { return t.shows(text + ":") }) // the knight stands elsewhere, from before a kill
		began := time.Now()
		if c.keys(text+"\r") != nil {
			return
		}
		moves++
		late := time.NewTimer(3 * time.Second)
		at := time.Time{}
		select {
		case s := <-sees.seen:
			at = s.at
		case <-wrong.seen:
			c.keys(strings.Repeat("\x7f", 8))
			at = began
		case <-late.C:
			at = time.Now()
		case <-ctx.Done():
		}
		late.Stop()
		if at.Equal(began) {
			continue
		}
		if ctx.Err() == nil {
			a.mu.Lock()
			a.took = append(a.took, at.Sub(began))
			a.mu.Unlock()
		}
	}
}

// come brings all to the front ends, in turn, and waits until what each sees is right.
func (a *arena) come(ctx context.Context, names []string, only func(i int) bool, then func(ctx context.Context, c *client) error) {
	a.t.Helper()
	turns := make(chan struct{}, atATime)
	var wait sync.WaitGroup
	for i, name := range names {
		if !only(i) {
			continue
		}
		turns <- struct{}{}
		wait.Go(func() {
			defer func() { <-turns }()
			a.mu.Lock()
			old := a.players[name]
			a.mu.Unlock()
			c, err := newClient(name)
			if old != nil {
				c.key = old.key
			}
			if err == nil {
				err = c.come(ctx, a.fronts[i%len(a.fronts)].addr, 80, 24)
			}
			own, done := context.WithTimeout(ctx, arrival)
			defer done()
			if err == nil {
				err = then(own, c)
			}
			if err != nil {
				a.t.Errorf("%s: %v", name, err)
			}
			a.mu.Lock()
			a.players[name] = c
			a.mu.Unlock()
		})
	}
	wait.Wait()
}

// TestArena plays an arena over real SSH at two front ends that share a NATS JetStream server, or at one with SQLite: everybody
// moves, games follow each other. In between the servers are killed with kill -9: the standings right after are those before,
// and all are back in their games. It tells how long moves took to the opponents' screens.
func TestArena(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds of play at two servers")
	}
	players, span, think := 6, 3*time.Second, 100*time.Millisecond
	long := false
	if n, err := strconv.Atoi(os.Getenv(longCup)); err == nil {
		players, span, think, long = n, 20*time.Second, 4*time.Second, true
	}
	program := filepath.Join(t.TempDir(), "rookeryd")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", program, "rookery/cmd/rookeryd").CombinedOutput(); err != nil {
		t.Fatalf("building the program: %v\n%s", err, out)
	}
	for _, kind := range []string{"SQLite", "NATS"} {
		t.Run(kind, func(t *testing.T) {
			boss, err := newClient("admin")
			if err != nil {
				t.Fatal(err)
			}
			a := &arena{t: t, players: make(map[string]*client), think: think}
			flags := []string{"--logins", "100000", "--per-address", "100000", "--names", "100000", "--connections", "10000"}
			n := 1
			if kind == "NATS" {
				n = 2
				flags = append(flags, "--nats", clustertest.Start(t, 1).URLs(0)[0], "--nats-replicas", "1")
			}
			for range n {
				f := &front{program: program, dir: t.TempDir(), flags: flags}
				if err := os.WriteFile(filepath.Join(f.dir, "admins"), ssh.MarshalAuthorizedKey(boss.key.PublicKey()), 0o600); err != nil {
					t.Fatal(err)
				}
				a.fronts = append(a.fronts, f)
				t.Cleanup(f.kill)
				f.start(t)
			}
			id, _, _ := strings.Cut(a.fronts[0].order(t, boss.key, "plan arena 60 5+0 chess 2h Load Arena"), " ")
			names := make([]string, players)
			for i := range names {
				names[i] = "P" + code(i)
			}
			life, end := context.WithCancel(t.Context())
			defer func() {
				end()
				for _, c := range a.players {
					c.leave()
				}
			}()
			all := func(int) bool { return true }
			a.come(life, names, all, func(ctx context.Context, c *client) error {
				for _, step := range [][2]string{{"", "Your key is new here"}, {c.name + "\r", "Welcome, " + c.name}, {"1", "Seeks"}, {"t", "Load Arena"}, {"J", "You take part"}} {
					if err := c.does(ctx, step[0], step[1]); err != nil {
						return err
					}
				}
				return nil
			})
			if t.Failed() {
				t.FailNow()
			}
			standings := func(f *front) string { return f.order(t, boss.key, "tournament "+id) }
			a.fronts[0].order(t, boss.key, "begin "+id)
			for phase := range 3 {
				playing, stop := context.WithCancel(life)
				var wait sync.WaitGroup
				for i, name := range names {
					wait.Go(func() { a.play(playing, a.players[name], uint64(100*phase+i)) })
				}
				if err := pause(life, span); err != nil {
					t.Fatal(err)
				}
				stop()
				wait.Wait()
				a.report(kind, phase)
				if phase == 2 {
					break
				}
				// The last front end goes: of two its players come to it again when it is back, the others play on.
				f := a.fronts[len(a.fronts)-1]
				before := standings(f)
				f.kill()
				if len(a.fronts) > 1 {
					if now := standings(a.fronts[0]); !same(before, now) {
						t.Errorf("while a front end is away the standings are\n%s\nbefore:\n%s", now, before)
					}
				}
				f.start(t)
				if after := standings(f); !same(before, after) {
					t.Errorf("after a kill the standings are\n%s\nbefore:\n%s", after, before)
				}
				began := time.Now()
				a.come(life, names, func(i int) bool { return a.fronts[i%len(a.fronts)] == f }, func(ctx context.Context, c *client) error {
					_, err := c.await(ctx, c.expect(func(t *terminal) bool { return t.shows("Lobby") || mover.MatchString(t.String()) }), "the club")
					return err
				})
				t.Logf("all who were cut off are back after %v", time.Since(began).Round(time.Millisecond))
				if t.Failed() {
					t.FailNow()
				}
			}
			if s := standings(a.fronts[0]); !strings.Contains(s, "running") {
				t.Errorf("the arena stands\n%s", s)
			}
			a.mu.Lock()
			defer a.mu.Unlock()
			if a.games == 0 || len(a.took) == 0 {
				t.Errorf("%d games ended, %d moves were seen", a.games, len(a.took))
			}
			if slices.Sort(a.took); long && quantile(a.took, .99) > goalLateMove {
				t.Errorf("move to opponent p99 %.0f ms, goal %d", quantile(a.took, .99), goalLateMove)
			}
		})
	}
}

// same tells whether all who have points in one text have as many or more in the other: games that ended between the two
// questions count.
func same(before, after string) bool {
	points := func(text string) map[string]int {
		all := make(map[string]int)
		for _, line := range strings.Split(text, "\n")[2:] {
			if f := strings.Fields(line); len(f) >= 3 {
				n, _ := strconv.Atoi(f[len(f)-2])
				if m, err := strconv.Atoi(f[2]); err == nil {
					n = m
				}
				all[f[1]] = n
			}
		}
		return all
	}
	now := points(after)
	for name, n := range points(before) {
		if have, ok := now[name]; !ok || have < n {
			return false
		}
	}
	return true
}

// report logs what was measured in a phase.
func (a *arena) report(kind string, phase int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := slices.Clone(a.took)
	slices.Sort(all)
	a.t.Logf("%s, part %d: %d moves, p50 %.1f ms, p99 %.1f ms, %d ends of games seen, %d players", kind, phase+1, len(all), quantile(all, .5), quantile(all, .99), a.games, len(a.players))
}
