package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"rookery/cmd/internal/clitest"
)

// makeIdentity writes a key of an operator and makes it one of a directory's.
func makeIdentity(t *testing.T, dir string) (path string) {
	t.Helper()
	public, secret, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(secret, "")
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "id")
	if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "admins"), ssh.MarshalAuthorizedKey(key), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// hosted is a server in a process of its own.
type hosted struct {
	*exec.Cmd
	addr string
	mu   sync.Mutex
	log  bytes.Buffer
	done chan struct{} // closed when all of its log has come
}

func host(t *testing.T, dir string, args ...string) *hosted {
	t.Helper()
	return hostBy(t, exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", dir}, args...)...))
}

// hostBy is host by a command of the caller's.
func hostBy(t *testing.T, cmd *exec.Cmd) *hosted {
	t.Helper()
	h := &hosted{Cmd: cmd, done: make(chan struct{})}
	out, err := h.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	errs, err := h.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Process.Kill() })
	go func() {
		defer close(h.done)
		for in := bufio.NewScanner(errs); in.Scan(); {
			h.mu.Lock()
			h.log.Write(append(in.Bytes(), '\n'))
			h.mu.Unlock()
		}
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	found := regexp.MustCompile(`^Listening on (\S+), host key SHA256:`).FindStringSubmatch(line)
	if err != nil || found == nil {
		<-h.done
		t.Fatalf("%q, %v, %s", line, err, h.log.String())
	}
	h.addr = found[1]
	return h
}

// ends waits for the end of the process and gives its whole log.
func (h *hosted) ends(t *testing.T) string {
	t.Helper()
	kill := time.AfterFunc(time.Minute, func() { h.Process.Kill() })
	defer kill.Stop()
	<-h.done
	if err := h.Wait(); err != nil {
		t.Errorf("the server ended with %v\n%s", err, h.log.String())
	}
	return h.log.String()
}

// visit begins a session and reads it to its end.
func visit(t *testing.T, addr, user string, auth ssh.AuthMethod) (in io.Writer, all func() string) {
	t.Helper()
	c, err := ssh.Dial("tcp", addr, &ssh.ClientConfig{User: user, Auth: []ssh.AuthMethod{auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	in, _ = sess.StdinPipe()
	out, _ := sess.StdoutPipe()
	sess.Setenv("LANG", "en_US.UTF-8\x1b[31m")
	if err := sess.RequestPty("xterm-256color", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	if err := sess.Shell(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 1)
	if _, err := io.ReadFull(out, first); err != nil { // it runs
		t.Fatal(err)
	}
	rest := make(chan []byte, 1)
	go func() { b, _ := io.ReadAll(out); rest <- b }()
	return in, func() string { return string(first) + string(<-rest) }
}

var nobody = ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })

// TestServeIsOperated runs a server as an operator does: settings from a file,
// orders over SSH, figures, a log without secrets, and an end in good order.
func TestServeIsOperated(t *testing.T) {
	t.Setenv("SSH_AUTH_SOCK", "")
	dir := t.TempDir()
	identity := makeIdentity(t, dir)
	h := host(t, dir, "--config", settings(t, "metrics = '127.0.0.1:0'\nidle = '1h'\n"))
	in, all := visit(t, h.addr, "eve\x1b]0;owned\x07", nobody)
	if _, err := io.WriteString(in, "hunter2\r\x1b[31m\u202ehunter2\r"); err != nil {
		t.Fatal(err)
	}
	say := func(args ...string) clitest.Answer {
		return run(t, "", append([]string{"admin", "--data", dir, "--host", h.addr, "--identity", identity}, args...)...)
	}
	if got := say("list"); got.Status != 0 || !strings.Contains(got.Out, "1 here\n1\t") {
		t.Errorf("list: %+v", got)
	}
	if got := say("message", "tea", "at", "five"); got.Status != 0 || got.Out != "Shown to 1.\n" {
		t.Errorf("message: %+v", got)
	}
	if got := say("dance"); got.Status != 1 || !strings.Contains(got.Err, "unban WHO") {
		t.Errorf("a word it does not know: %+v", got)
	}
	if got := say("kick", "nobody"); got.Status != 1 || !strings.Contains(got.Err, "no session or player matches") {
		t.Errorf("kick: %+v", got)
	}
	// A server that is not of the directory must be known.
	if got := run(t, "", "admin", "--data", t.TempDir(), "--host", h.addr, "--identity", identity,
		"--known-hosts", filepath.Join(t.TempDir(), "none"), "list"); got.Status != 1 || !strings.Contains(got.Err, "unknown host key") {
		t.Errorf("a strange server: %+v", got)
	}
	other := makeIdentity(t, t.TempDir())
	if got := run(t, "", "admin", "--data", dir, "--host", h.addr, "--identity", other, "list"); got.Status != 1 || !strings.Contains(got.Err, "unable to authenticate") {
		t.Errorf("a strange key: %+v", got)
	}
	var url string
	h.mu.Lock()
	if found := regexp.MustCompile(`http://[^"]+/metrics`).FindString(h.log.String()); found != "" {
		url = found
	}
	h.mu.Unlock()
	if r, err := http.Get(url); err != nil {
		t.Errorf("figures: %v", err)
	} else {
		text, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if !strings.Contains(string(text), "\nrookery_sessions 1\n") {
			t.Errorf("figures: %.300s", text)
		}
	}
	if got := say("stop"); got.Status != 0 || !strings.Contains(got.Out, "shutting down") {
		t.Errorf("stop: %+v", got)
	}
	if text := all(); !strings.Contains(text, "the server is shutting down") {
		t.Errorf("the player is not told: %.2000q", text)
	}
	log := h.ends(t)
	for _, line := range strings.Split(strings.TrimSpace(log), "\n") {
		if !json.Valid([]byte(line)) {
			t.Errorf("a line of the log is no JSON: %q", line)
		}
	}
	for _, secret := range []string{"hunter2", "\x1b", "\x07", "owned", "PRIVATE", "127.0.0.1:" + strings.Split(h.addr, ":")[1] + "\",\"user"} {
		if strings.Contains(log, secret) {
			t.Errorf("%q is in the log:\n%s", secret, log)
		}
	}
	if !strings.Contains(log, `"verb":"stop"`) || !strings.Contains(log, "session begins") {
		t.Errorf("the log does not tell:\n%s", log)
	}
}

// TestServeStopsInGoodOrder sends the signals by which servers are stopped.
func TestServeStopsInGoodOrder(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		h := host(t, t.TempDir())
		_, all := visit(t, h.addr, "ann", nobody)
		if err := h.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if text := all(); !strings.Contains(text, "the server is shutting down") {
			t.Errorf("%v: the player is not told: %.2000q", s, text)
		}
		h.ends(t)
	}
}
