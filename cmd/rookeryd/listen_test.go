package main

import (
	"net"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/crypto/ssh"
)

// TestSocketActivation has the server given its socket as systemd does: it listens there, and who comes
// while it is being restarted waits and is let in by the next one.
func TestSocketActivation(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("systemd is of Linux")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	socket, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	l.Close() // as systemd, the test keeps the socket and accepts nothing
	dir := t.TempDir()
	given := func() *hosted {
		cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"`, program, "serve", "--listen", "127.0.0.1:1", "--data", dir)
		cmd.ExtraFiles = []*os.File{socket}
		return hostBy(t, cmd)
	}
	first := given()
	if first.addr != l.Addr().String() {
		t.Fatalf("it listens on %s, the socket is on %s", first.addr, l.Addr())
	}
	visit(t, first.addr, "ann", nobody)
	if err := first.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	first.ends(t)
	waiting, err := net.Dial("tcp", l.Addr().String()) // nobody answers yet
	if err != nil {
		t.Fatal(err)
	}
	defer waiting.Close()
	second := given()
	client, _, _, err := ssh.NewClientConn(waiting, l.Addr().String(),
		&ssh.ClientConfig{User: "bea", Auth: []ssh.AuthMethod{nobody}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
	if err := second.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	second.ends(t)
}
