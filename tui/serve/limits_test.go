package serve

import (
	"errors"
	"net"
	"net/netip"
	"testing"
	"time"
)

// TestNewNames counts the names that come from an address; those that are refused cost
// nothing.
func TestNewNames(t *testing.T) {
	lim := Usual()
	lim.Names = 2
	now := time.Unix(0, 0)
	g := newGate(lim, func() time.Time { return now })
	at := addressOf("192.0.2.1:1")
	leave, err := g.enter(at)
	if err != nil {
		t.Fatal(err)
	}
	taken := errors.New("taken")
	for i, want := range []error{taken, taken, taken, nil, nil, errNames, errNames} {
		err := g.name(at, func() error {
			if errors.Is(want, errNames) {
				t.Error("one name too many is kept")
			}
			return want
		})
		if !errors.Is(err, want) {
			t.Errorf("try %d: %v, want %v", i, err, want)
		}
	}
	leave()
	now = now.Add(time.Hour)
	g.mu.Lock()
	g.sweep()
	g.mu.Unlock()
	g.enter(at)
	if err := g.name(at, func() error { return nil }); !errors.Is(err, errNames) {
		t.Errorf("after an hour: %v", err)
	}
	now = now.Add(12 * time.Hour)
	if err := g.name(at, func() error { return nil }); err != nil {
		t.Errorf("after a day: %v", err)
	}
}

// addressOf is the network of an address with its port.
func addressOf(addr string) netip.Prefix {
	return network(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr)))
}

func TestGate(t *testing.T) {
	lim := Usual()
	lim.Connections, lim.PerAddress, lim.Logins = 4, 2, 6
	now := time.Unix(0, 0)
	g := newGate(lim, func() time.Time { return now })
	comes := func(addr string, in bool) (leave func()) {
		t.Helper()
		leave, err := g.enter(addressOf(addr))
		if (err == nil) != in {
			t.Errorf("%s is in: %v, want %v", addr, err, in)
		}
		return leave
	}
	a := comes("192.0.2.1:1", true)
	b := comes("[::ffff:192.0.2.1]:2", true) // the same
	comes("192.0.2.1:3", false)
	c := comes("[2001:db8::1]:1", true)
	d := comes("[2001:db8::ffff:1]:1", true)
	comes("[2001:db8::2]:1", false) // the same network of 64 bits
	for range 2 {                   // closing twice leaves once
		d()
	}
	e := comes("[2001:db8:0:1::1]:1", true)
	comes("198.51.100.1:1", false) // four are in
	for _, x := range []func(){a, b, c, e} {
		x()
	}
	if n := g.count(); n != 0 {
		t.Errorf("%d are in, want none", n)
	}
	for range 4 {
		comes("192.0.2.1:1", true)()
	}
	comes("192.0.2.1:1", false) // six in a minute
	now = now.Add(10 * time.Second)
	comes("192.0.2.1:1", true)()
	comes("192.0.2.1:1", false)
	// Addresses of which nothing is held against are forgotten.
	now = now.Add(time.Hour)
	g.mu.Lock()
	g.sweep()
	left := len(g.from)
	g.mu.Unlock()
	if left != 0 {
		t.Errorf("%d addresses are remembered, want none", left)
	}
}

func TestLongest(t *testing.T) {
	s, addr, _ := start(t, func(l *Limits) { l.Longest = 200 * time.Millisecond })
	open(t, mustDial(t, addr, asGuest), nil).see("has reached its time limit")
	sessions(t, s, 0)
}

// TestSequences counts the keys of what terminals send.
func TestSequences(t *testing.T) {
	for _, c := range []struct {
		what, in string
		keys     int
	}{
		{"letters", "e2e4", 4},
		{"a letter of two bytes", "é", 1},
		{"bytes that are no letters", "\xff\xfe", 2},
		{"an arrow", "\x1b[A", 1},
		{"an arrow, otherwise", "\x1bOA", 1},
		{"a key with Alt", "\x1bx", 1},
		{"the mouse", "\x1b[<35;100;20M", 1},
		{"Esc twice", "\x1b\x1b", 2},
		{"an arrow and a letter", "\x1b[Ax", 2},
		{"a sequence without end", "\x1b[" + string(make([]byte, 100)), 70},
	} {
		var whole, parts sequence
		if got := whole.keys([]byte(c.in)); got != c.keys {
			t.Errorf("%s: %d keys, want %d", c.what, got, c.keys)
		}
		if c.in == "é" {
			continue // half of it is no letter
		}
		n := 0
		for i := range len(c.in) {
			n += parts.keys([]byte(c.in[i : i+1]))
		}
		if n != c.keys {
			t.Errorf("%s, byte for byte: %d keys, want %d", c.what, n, c.keys)
		}
	}
}
