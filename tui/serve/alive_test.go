package serve

import (
	"net"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// TestDeadLine cuts a client that is there no more, though its connection is: it
// takes what it is sent and answers nothing. One that answers stays.
func TestDeadLine(t *testing.T) {
	s, addr, _ := start(t, func(l *Limits) { l.Alive = 250 * time.Millisecond })
	living := visit(t, addr, "the living", asGuest, nil)
	living.see("New game")
	raw, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	conn, channels, requests, err := gossh.NewClientConn(raw, addr, &gossh.ClientConfig{
		User: "anyone", Auth: []gossh.AuthMethod{asGuest}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() {
		for c := range channels {
			c.Reject(gossh.Prohibited, "")
		}
	}()
	ch, asked, err := conn.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(asked)
	pty := gossh.Marshal(struct {
		Term             string
		Cols, Rows, W, H uint32
		Modes            string
	}{"xterm", 80, 24, 0, 0, ""})
	for _, r := range []struct {
		name string
		data []byte
	}{{"pty-req", pty}, {"shell", nil}} {
		if ok, err := ch.SendRequest(r.name, true, r.data); err != nil || !ok {
			t.Fatalf("%s: %v %v", r.name, ok, err)
		}
	}
	sessions(t, s, 2)
	ended := make(chan error, 1)
	go func() { ended <- conn.Wait() }()
	questions := 0
	for over := false; !over; {
		select {
		case r, ok := <-requests:
			if !ok {
				requests = nil
			} else if r.WantReply {
				questions++ // and no answer
			}
		case <-ended:
			over = true
		case <-time.After(patience):
			t.Fatal("the dead line is not cut")
		}
	}
	if questions == 0 {
		t.Error("the client was cut and never asked")
	}
	sessions(t, s, 1)
	living.keys("j")
	living.see("New game")
}
