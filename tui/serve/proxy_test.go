package serve

import (
	"net"
	"net/netip"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"
)

// TestLimitIsTold has connections refused by each limit of the gate: the client is told which.
func TestLimitIsTold(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Limits)
		want   string
	}{
		{"address", func(l *Limits) { l.PerAddress = 2 }, "the limit of connections from one address (2) is reached"},
		{"all", func(l *Limits) { l.Connections = 2 }, "the limit of connections to this server (2) is reached"},
		{"rate", func(l *Limits) { l.Logins = 2 }, "the limit of new connections from one address (2 a minute) is reached"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, addr, _ := start(t, c.change)
			mustDial(t, addr, asGuest)
			mustDial(t, addr, asGuest)
			_, err := dial(addr, asGuest)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the third one hears %v, want %q", err, c.want)
			}
			client, lookErr := exec.LookPath("ssh")
			if lookErr != nil {
				return
			}
			host, port, _ := net.SplitHostPort(addr)
			said, _ := exec.Command(client, "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
				"-p", port, host).CombinedOutput()
			if !strings.Contains(string(said), c.want) {
				t.Errorf("OpenSSH says %q, want %q", said, c.want)
			}
		})
	}
}

// dialAs comes through a proxy that says for whom; the header is any text.
func dialAs(t *testing.T, addr, header string) error {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte(header)); err != nil {
		t.Fatal(err)
	}
	line, channels, requests, err := gossh.NewClientConn(conn, addr, &gossh.ClientConfig{User: "anyone",
		Auth: []gossh.AuthMethod{asGuest}, HostKeyCallback: gossh.InsecureIgnoreHostKey()})
	if err == nil {
		c := gossh.NewClient(line, channels, requests)
		t.Cleanup(func() { c.Close() })
	}
	return err
}

// announce is a header of version 2 for an address.
func announce(t *testing.T, from string) string {
	t.Helper()
	to := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 80), Port: 2222}
	at := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from))
	text, err := proxyproto.HeaderProxyFromAddrs(2, at, to).Format()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestProxyTellsTheAddress has two people come through one proxy: limits count each of them, and who
// comes from a proxy without a header, or sends one from elsewhere, is not let in.
func TestProxyTellsTheAddress(t *testing.T) {
	// Those who are let in begin no session: however busy the machine is, they must not be cut for
	// that before they are counted.
	const login = time.Hour
	lim := func(c *Config) { c.Limits.PerAddress, c.Limits.Login = 1, login }
	behind := func(networks ...string) func(net.Listener) net.Listener {
		var all []netip.Prefix
		for _, n := range networks {
			all = append(all, netip.MustParsePrefix(n))
		}
		return func(l net.Listener) net.Listener { return BehindProxies(l, all, login) }
	}
	s, addr, _ := startOn(t, lim, behind("127.0.0.0/8"))
	for _, from := range []string{"198.51.100.1:1000", "198.51.100.2:1000"} {
		if err := dialAs(t, addr, announce(t, from)); err != nil {
			t.Errorf("%s: %v", from, err)
		}
	}
	if n := s.gate.count(); n != 2 {
		t.Errorf("%d connections are counted, want 2", n)
	}
	if err := dialAs(t, addr, announce(t, "198.51.100.2:2000")); err == nil || !strings.Contains(err.Error(), "connections from one address (1)") {
		t.Errorf("a second one from an address: %v", err)
	}
	if err := dialAs(t, addr, ""); err == nil {
		t.Error("a proxy that names no address was let in")
	}
	_, addr, _ = startOn(t, lim, behind("192.0.2.0/24"))
	if err := dialAs(t, addr, announce(t, "198.51.100.1:1000")); err == nil {
		t.Error("who is no proxy was believed")
	}
	if err := dialAs(t, addr, ""); err != nil {
		t.Errorf("who comes without a proxy: %v", err)
	}
}
