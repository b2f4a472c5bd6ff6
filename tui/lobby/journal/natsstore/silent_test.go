package natsstore

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/natsstore/clustertest"
)

// muffled passes connections on to a server until so many bytes of it have come; then it keeps them
// open and says nothing. A negative number lets all pass.
type muffled struct {
	net.Listener
	to   string
	left atomic.Int64
}

func muffle(t *testing.T, to string) *muffled {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &muffled{Listener: l, to: strings.TrimPrefix(to, "nats://")}
	m.left.Store(-1)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() })
			go m.pass(c)
		}
	}()
	return m
}

func (m *muffled) pass(c net.Conn) {
	s, err := net.Dial("tcp", m.to)
	if err != nil {
		c.Close()
		return
	}
	go func() { io.Copy(s, c); s.Close() }()
	b := make([]byte, 512)
	for {
		n, err := s.Read(b)
		if err != nil {
			return
		}
		if left := m.left.Load(); left >= 0 {
			if left < int64(n) {
				io.Copy(io.Discard, s)
				return
			}
			m.left.Add(int64(-n))
		}
		if _, err := c.Write(b[:n]); err != nil {
			s.Close()
			return
		}
	}
}

// TestExportOfASilentStore has a cluster fall silent at the beginning of an export and on the way: it
// ends, and says why.
func TestExportOfASilentStore(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	s := dial(t, nodes, 0, 1)
	b, err := s.Bucket(t.Context(), "players")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if _, err := b.Put(t.Context(), fmt.Sprint("p", i), bytes.Repeat([]byte("v"), 400)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Append(t.Context(), fmt.Sprint("g", i), 0, bytes.Repeat([]byte("e"), 400)); err != nil {
			t.Fatal(err)
		}
	}
	var whole bytes.Buffer
	if sum, err := journal.Export(t.Context(), s, &whole, time.Minute); err != nil || sum != (journal.Sum{Events: 20, Values: 20}) {
		t.Fatalf("%+v, %v", sum, err)
	}
	for _, after := range []int64{0, 3_000, 9_000, 20_000} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			m := muffle(t, nodes.URLs(0)[0])
			far, err := Dial(t.Context(), []string{"nats://" + m.Addr().String()}, Options{Replicas: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer far.Close()
			m.left.Store(after)
			_, err = journal.Export(t.Context(), far, io.Discard, 500*time.Millisecond)
			if err == nil || !strings.Contains(err.Error(), "does not answer any more") {
				t.Errorf("after %d bytes: %v", after, err)
			}
		})
	}
}
