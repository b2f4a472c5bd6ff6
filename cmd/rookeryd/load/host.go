package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Account is a player whom the host is to know before he comes.
type Account struct {
	Key  string // fingerprint, as the server names a key
	Name string
}

// question is what the measuring process asks of the host: to know players, and
// where there are two to begin a game between them; then how it stands.
type question struct {
	Number   int // the answer has the same
	Accounts []Account
}

// answer is what the host says. The first one comes unasked.
type answer struct {
	Number     int
	Addr       string // where it listens
	Web        string // the same for browsers
	Goroutines int
	Fault      string
}

// Answer is the host's side: it says where it listens and does what it is asked
// until in ends. seat makes accounts, and begins a game where there are two; what is asked
// meanwhile does not wait for it, as players come on their own.
func Answer(in io.Reader, out io.Writer, addr, web string, seat func([]Account) error) error {
	say := json.NewEncoder(out)
	if err := say.Encode(answer{Addr: addr, Web: web}); err != nil {
		return err
	}
	var mu sync.Mutex
	var wait sync.WaitGroup
	defer wait.Wait()
	for hear := json.NewDecoder(in); ; {
		var q question
		if err := hear.Decode(&q); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		wait.Go(func() {
			a := answer{Number: q.Number}
			if err := seat(q.Accounts); err != nil {
				a.Fault = err.Error()
			}
			a.Goroutines = runtime.NumGoroutine()
			mu.Lock()
			defer mu.Unlock()
			_ = say.Encode(a) // who does not hear it has gone
		})
	}
}

// host is the server under load, in a process of its own.
type host struct {
	cmd       *exec.Cmd
	addr, web string
	in        io.WriteCloser

	mu      sync.Mutex
	say     *json.Encoder
	asked   map[int]chan answer // that are not answered yet; nil when there will be no more answers
	numbers int
}

// startHost starts a command that calls Answer.
func startHost(cmd *exec.Cmd) (*host, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	h := &host{cmd: cmd, in: in, say: json.NewEncoder(in), asked: make(map[int]chan answer)}
	var first answer
	hear := json.NewDecoder(out)
	if err := hear.Decode(&first); err != nil {
		return nil, errors.Join(fmt.Errorf("the server does not start: %w", err), h.stop())
	}
	h.addr, h.web = first.Addr, first.Web
	go h.listen(hear)
	return h, nil
}

// listen hands answers to those who asked, until the host ends.
func (h *host) listen(hear *json.Decoder) {
	for {
		var a answer
		err := hear.Decode(&a)
		h.mu.Lock()
		if err != nil {
			for _, c := range h.asked {
				close(c)
			}
			h.asked = nil
			h.mu.Unlock()
			return
		}
		if c := h.asked[a.Number]; c != nil {
			c <- a
			delete(h.asked, a.Number)
		}
		h.mu.Unlock()
	}
}

// stop ends the host in good order.
func (h *host) stop() error { return errors.Join(h.in.Close(), h.cmd.Wait()) }

// ask has accounts made, and a game begun between two. It tells how many
// goroutines the host has.
func (h *host) ask(accounts ...Account) (goroutines int, err error) {
	c := make(chan answer, 1)
	h.mu.Lock()
	h.numbers++
	q := question{h.numbers, accounts}
	if h.asked == nil {
		h.mu.Unlock()
		return 0, errGone
	}
	h.asked[q.Number] = c
	err = h.say.Encode(q)
	h.mu.Unlock()
	if err != nil {
		return 0, err
	}
	a, ok := <-c
	if !ok {
		return 0, errGone
	}
	if a.Fault != "" {
		return 0, errors.New(a.Fault)
	}
	return a.Goroutines, nil
}

var errGone = errors.New("the server has ended")

// usage is what a process has used and holds, and what the machine has used.
type usage struct {
	at      time.Time
	cpu     time.Duration // of the host since its start
	own     time.Duration // of this process
	machine time.Duration // of all
	rss     float64       // bytes of the host
}

// tick is the unit in which Linux counts processor time for programs.
const tick = time.Second / 100

// usage reads it, on Linux.
func (h *host) usage() (u usage, err error) {
	u.at = time.Now()
	if u.cpu, err = cpuOf(h.cmd.Process.Pid); err != nil {
		return u, err
	}
	if u.own, err = cpuOf(os.Getpid()); err != nil {
		return u, err
	}
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return u, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	for i, field := range strings.Fields(line) {
		if n, err := strconv.Atoi(field); err == nil && i != 4 && i != 5 && i < 9 { // idle, and waiting for a disk
			u.machine += time.Duration(n) * tick
		}
	}
	if text, err = os.ReadFile(procOf(h.cmd.Process.Pid, "statm")); err != nil {
		return u, err
	}
	var all, resident float64
	_, err = fmt.Sscan(string(text), &all, &resident)
	u.rss = resident * float64(os.Getpagesize())
	return u, err
}

func procOf(pid int, name string) string { return filepath.Join("/proc", strconv.Itoa(pid), name) }

// cpuOf is the processor time that a process has used.
func cpuOf(pid int) (time.Duration, error) {
	text, err := os.ReadFile(procOf(pid, "stat"))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may hold blanks
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("%s cannot be read", procOf(pid, "stat"))
	}
	user, err := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	return time.Duration(user+system) * tick, errors.Join(err, err2)
}

// since is what share of one core the host, and what share all others but this
// process, have used since before, in per cent.
func (u usage) since(before usage) (host, others float64) {
	of := float64(u.at.Sub(before.at)) / 100
	cpu := u.cpu - before.cpu
	return float64(cpu) / of, max(float64(u.machine-before.machine-cpu-(u.own-before.own))/of, 0)
}

// settle waits until the host has no more goroutines than base and holds no more
// than so many bytes, or for so long, and tells how it stands then.
func (h *host) settle(ctx context.Context, base int, rss float64, most time.Duration) (goroutines int, u usage, err error) {
	for end := time.Now().Add(most); ; {
		if goroutines, err = h.ask(); err != nil {
			return goroutines, u, err
		}
		if u, err = h.usage(); err != nil {
			return goroutines, u, err
		}
		if goroutines <= base && u.rss <= rss || time.Now().After(end) {
			return goroutines, u, nil
		}
		if err := pause(ctx, time.Second/4); err != nil {
			return goroutines, u, err
		}
	}
}

// syncing is how long small writes to a disk take until they are on it.
func syncing(dir string) (took []time.Duration, err error) {
	f, err := os.CreateTemp(dir, "sync-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	for range 100 {
		began := time.Now()
		_, err := f.Write(make([]byte, 600))
		if err := errors.Join(err, f.Sync()); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// pause waits.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
