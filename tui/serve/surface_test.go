package serve

import (
	"bufio"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	gossh "golang.org/x/crypto/ssh"

	"rookery/pgn/opening"
	"rookery/tui"
	"rookery/tui/club"
	"rookery/tui/ui"
)

// TestOffered reads what the server offers before anything is agreed.
func TestOffered(t *testing.T) {
	_, addr, _ := start(t, nil)
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(c, "SSH-2.0-probe\r\n"); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	if line, err := in.ReadString('\n'); err != nil || strings.TrimSpace(line) != "SSH-2.0-Rookery" {
		t.Errorf("the server calls itself %q, %v", line, err)
	}
	var head [5]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		t.Fatal(err)
	}
	packet := make([]byte, binary.BigEndian.Uint32(head[:4])-1)
	if _, err := io.ReadFull(in, packet); err != nil {
		t.Fatal(err)
	}
	packet = packet[:len(packet)-int(head[4])] // less padding
	if packet[0] != 20 {
		t.Fatalf("the first message is %d, want that of the key exchange", packet[0])
	}
	packet = packet[17:] // less number and cookie
	for _, want := range []struct{ what, list string }{
		{"key exchanges", "mlkem768x25519-sha256,curve25519-sha256,curve25519-sha256@libssh.org,kex-strict-s-v00@openssh.com"},
		{"host keys", "ssh-ed25519"},
		{"ciphers in", "aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,aes128-gcm@openssh.com"},
		{"ciphers out", "aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,aes128-gcm@openssh.com"},
		{"codes in", "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com"},
		{"codes out", "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com"},
		{"compression in", "none"},
		{"compression out", "none"},
	} {
		n := binary.BigEndian.Uint32(packet)
		if got := string(packet[4 : 4+n]); got != want.list {
			t.Errorf("%s: %s, want %s", want.what, got, want.list)
		}
		packet = packet[4+n:]
	}
}

// TestWeakClients are those that know nothing else.
func TestWeakClients(t *testing.T) {
	_, addr, _ := start(t, nil)
	for _, weak := range []gossh.Config{
		{KeyExchanges: []string{"diffie-hellman-group14-sha1"}},
		{KeyExchanges: []string{"diffie-hellman-group14-sha256"}},
		{KeyExchanges: []string{"ecdh-sha2-nistp256"}},
		{Ciphers: []string{"aes128-ctr"}, MACs: []string{"hmac-sha1"}},
		{Ciphers: []string{"aes128-ctr"}, MACs: []string{"hmac-sha2-256"}},
	} {
		c, err := gossh.Dial("tcp", addr, &gossh.ClientConfig{User: "anyone", Auth: []gossh.AuthMethod{asGuest}, Config: weak,
			HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience})
		if err == nil {
			c.Close()
			t.Errorf("%+v is good enough", weak)
		} else if !strings.Contains(err.Error(), "no common algorithm") {
			t.Errorf("%+v: %v", weak, err)
		}
	}
}

// counts is a signer that counts how often it was asked.
type counts struct {
	gossh.Signer
	signed *int
}

func (c counts) Sign(r io.Reader, data []byte) (*gossh.Signature, error) {
	*c.signed++
	return c.Signer.Sign(r, data)
}

func TestKeysOfAllKinds(t *testing.T) {
	s, addr, _ := start(t, func(l *Limits) { l.Logins = 1000 })
	rsaKey := func(bits int) any {
		k, err := rsa.GenerateKey(rand.Reader, bits)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	t.Setenv("GODEBUG", "rsa1024min=0")
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct {
		what string
		key  any
		good bool
	}{
		{"RSA 1024", rsaKey(1024), false},
		{"RSA 2048", rsaKey(2048), true},
		{"ECDSA 256", ec, true},
	} {
		signer, err := gossh.NewSignerFromKey(k.key)
		if err != nil {
			t.Fatal(err)
		}
		c, err := dial(addr, gossh.PublicKeys(signer))
		if (err == nil) != k.good {
			t.Errorf("%s: %v", k.what, err)
		}
		if err == nil {
			c.Close()
		}
	}
	// What need not be made to be refused: by its size alone.
	for bits, good := range map[uint]bool{1024: false, 2047: false, 2048: true, 4096: true, 4097: false, 16384: false} {
		if got := acceptableKey(wide{bits}); got != good {
			t.Errorf("RSA of %d bits: %v, want %v", bits, got, good)
		}
	}
	// Who is asked a key is told after a few that it is enough.
	var signed int
	var many []gossh.Signer
	for range 5 {
		weak, err := gossh.NewSignerFromKey(rsaKey(1024))
		if err != nil {
			t.Fatal(err)
		}
		many = append(many, counts{weak, &signed})
	}
	if c, err := dial(addr, gossh.PublicKeys(many...), asGuest); err == nil {
		c.Close()
		t.Error("a client that shows many bad keys comes in")
	}
	if signed > 0 {
		t.Errorf("%d signatures of bad keys were wanted", signed)
	}
	for what, auth := range map[string]gossh.AuthMethod{"nothing": nil, "a password": gossh.Password("")} {
		var list []gossh.AuthMethod
		if auth != nil {
			list = append(list, auth)
		}
		if c, err := dial(addr, list...); err == nil {
			c.Close()
			t.Errorf("who shows %s comes in", what)
		}
	}
	sessions(t, s, 0)
}

func TestTerminals(t *testing.T) {
	s, addr, got, _ := startProbed(t, false, func(l *Limits) { l.Logins = 1000 })
	for term, fits := range map[string]bool{
		"": false, "dumb": false, "DUMB": false, strings.Repeat("x", 4<<10): false, "xterm\x1b]0;a\x07": false,
		"../../etc/passwd": false, "xterm": true, "screen.xterm-256color": true, "unknown": true,
	} {
		c := mustDial(t, addr, asGuest)
		sess, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		in, _ := sess.StdinPipe()
		out, _ := sess.StdoutPipe()
		if err := sess.RequestPty(term, 24, 80, nil); err != nil {
			t.Fatal(err)
		}
		if err := sess.Shell(); err != nil {
			t.Fatal(err)
		}
		if fits {
			sessions(t, s, 1)
			in.Close()
			io.Copy(io.Discard, out)
			sess.Wait()
		} else {
			text, _ := io.ReadAll(out)
			var exit *gossh.ExitError
			if err := sess.Wait(); !errors.As(err, &exit) || exit.ExitStatus() != 1 || !strings.Contains(string(text), "needs a terminal") {
				t.Errorf("%.20q: %q and %v, want it told", term, text, err)
			}
			if strings.Contains(string(text), "\x1b") {
				t.Errorf("%.20q: %q", term, text)
			}
		}
		c.Close()
		sessions(t, s, 0)
	}
	for _, size := range []struct{ w, h, width, height int }{{0, 0, 1, 1}, {1, 1, 1, 1}, {1<<32 - 1, 1<<32 - 1, 500, 200}} {
		c := mustDial(t, addr, asGuest)
		sess, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		_, inErr := sess.StdinPipe()
		if err := errors.Join(inErr, sess.RequestPty("xterm", size.h, size.w, nil), sess.Shell()); err != nil {
			t.Fatal(err)
		}
		await(t, got, func(m tea.WindowSizeMsg) bool { return m.Width == size.width && m.Height == size.height })
		c.Close()
		sessions(t, s, 0)
	}
	// Without a terminal at all.
	sess, err := mustDial(t, addr, asGuest).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	text, err := sess.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := sess.Shell(); err != nil {
		t.Fatal(err)
	}
	if said, _ := io.ReadAll(text); !strings.Contains(string(said), "needs a terminal") {
		t.Errorf("without a terminal: %q", said)
	}
}

// TestNothingElse asks for all that SSH has besides a shell.
func TestNothingElse(t *testing.T) {
	s, addr, _ := start(t, func(l *Limits) { l.Logins = 1000 })
	c := mustDial(t, addr, gossh.PublicKeys(newSigner(t)))
	for kind, extra := range map[string][]byte{
		"direct-tcpip": gossh.Marshal(struct {
			Host   string
			Port   uint32
			From   string
			FromAt uint32
		}{"127.0.0.1", 22, "127.0.0.1", 1}),
		"direct-streamlocal@openssh.com": gossh.Marshal(struct {
			Path, Reserved string
			N              uint32
		}{"/tmp/x", "", 0}),
		"forwarded-tcpip": nil, "x11": nil, "auth-agent@openssh.com": nil, "tun@openssh.com": nil, "": nil,
	} {
		if ch, _, err := c.OpenChannel(kind, extra); err == nil {
			ch.Close()
			t.Errorf("a channel %q was opened", kind)
		}
	}
	forward := gossh.Marshal(struct {
		Host string
		Port uint32
	}{"127.0.0.1", 0})
	for _, kind := range []string{"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com", "no-such-request"} {
		if ok, _, err := c.SendRequest(kind, true, forward); ok || err != nil {
			t.Errorf("%s: granted %v, %v", kind, ok, err)
		}
	}
	for what, run := range map[string]func(*gossh.Session) error{
		"a command": func(sess *gossh.Session) error { return sess.Start("id; cat /etc/passwd") },
		"scp":       func(sess *gossh.Session) error { return sess.Start("scp -t /tmp") },
		"sftp":      func(sess *gossh.Session) error { return sess.RequestSubsystem("sftp") },
	} {
		c := mustDial(t, addr, asGuest)
		sess, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if err := run(sess); err == nil {
			t.Errorf("%s was run", what)
		}
		c.Close()
	}
	sessions(t, s, 0)
}

// TestPanicKeepsTheGame plays a move, has the program panic, and finds the game
// again with the same key.
func TestPanicKeepsTheGame(t *testing.T) {
	opening.Load() // which a game loads once for all and nobody can stop
	s, addr, _ := start(t, nil)
	got := make(chan tea.Msg, 64)
	s.open = func(session *ui.Session) program {
		app := tui.NewClub(session, club.NewClubhouse)
		err := app.OpenGame(ui.GameConfig{Variant: []string{"chess"}, Setup: -1,
			Players: [2]ui.PlayerConfig{{Kind: ui.Human, Name: "Ann"}, {Kind: ui.Human, Name: "Ben"}}})
		if err != nil {
			t.Error(err)
		}
		return &probe{program: app, got: got}
	}
	signer := newSigner(t)
	sum := sha256.Sum256(signer.PublicKey().Marshal())
	store := s.storeIn(s.ownDir(hex.EncodeToString(sum[:])))
	sh := open(t, mustDial(t, addr, gossh.PublicKeys(signer)), nil)
	sh.see("Ann")
	if _, err := io.WriteString(sh.in, "e4\r"); err != nil {
		t.Fatal(err)
	}
	holds(t, "the move is on disk", func() bool { games := store.Unfinished(); return len(games) == 1 && len(games[0].Moves) == 1 })
	if _, err := io.WriteString(sh.in, "\x1b[15~"); err != nil {
		t.Fatal(err)
	}
	sh.see("something went wrong in the program")
	sessions(t, s, 0)
	s.open = func(session *ui.Session) program { return tui.NewClub(session, club.NewClubhouse) }
	open(t, mustDial(t, addr, gossh.PublicKeys(signer)), nil).see("Chess, Ann") // what waits, in the menu
}

// wide is an RSA key of which only the size is told.
type wide struct{ bits uint }

func (w wide) Type() string                          { return gossh.KeyAlgoRSA }
func (w wide) Marshal() []byte                       { return nil }
func (w wide) Verify([]byte, *gossh.Signature) error { return errors.New("it signs nothing") }
func (w wide) CryptoPublicKey() crypto.PublicKey {
	return &rsa.PublicKey{N: new(big.Int).Lsh(big.NewInt(1), w.bits-1), E: 65537}
}
