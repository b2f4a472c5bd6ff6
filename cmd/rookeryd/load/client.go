package load

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
)

// client is somebody with an SSH client, a key and a terminal, or with a browser.
type client struct {
	name   string
	key    ssh.Signer // nil for a guest
	secret string     // of a browser; empty for an SSH client
	line   *ssh.Client
	socket *websocket.Conn
	in     io.Writer
	took   atomic.Int64  // bytes that came
	ended  chan struct{} // closed when nothing more comes

	mu       sync.Mutex // guards the rest
	terminal *terminal
	waits    []*wait
}

// wait is for something to be seen.
type wait struct {
	ok   func(*terminal) bool
	seen chan sight // holds one
}

// sight is when something was seen and how many bytes the frame took that
// showed it.
type sight struct {
	at   time.Time
	size int
}

// newClient makes one who has not come yet.
func newClient(name string) (*client, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	key, err := ssh.NewSignerFromKey(private)
	return &client{name: name, key: key, ended: make(chan struct{})}, err
}

// newBrowser makes one with a browser who has not come yet.
func newBrowser(name string) *client {
	return &client{name: name, secret: rand.Text(), ended: make(chan struct{})}
}

// account is the client as the server knows him.
func (c *client) account() Account {
	if c.secret != "" {
		return Account{Key: lobby.BrowserKey(c.secret), Name: c.name}
	}
	sum := sha256.Sum256(c.key.PublicKey().Marshal())
	return Account{Key: hex.EncodeToString(sum[:]), Name: c.name}
}

// come opens a session with a terminal of a size; ctx ends it.
func (c *client) come(ctx context.Context, addr string, cols, rows int) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	auth := ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })
	if c.key != nil {
		auth = ssh.PublicKeys(c.key)
	}
	line, channels, requests, err := ssh.NewClientConn(conn, addr, &ssh.ClientConfig{
		User: c.name, Auth: []ssh.AuthMethod{auth},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // it is our own, on the loopback
	})
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	c.line = ssh.NewClient(line, channels, requests)
	sess, err := c.line.NewSession()
	if err != nil {
		return err
	}
	in, err := sess.StdinPipe()
	if err != nil {
		return err
	}
	out, err := sess.StdoutPipe()
	if err != nil {
		return err
	}
	c.in = in
	c.terminal = newTerminal(cols, rows, c.drawnLocked)
	if err := sess.Setenv("COLORTERM", "truecolor"); err != nil {
		return err
	}
	if err := sess.RequestPty("xterm-256color", rows, cols, nil); err != nil {
		return err
	}
	if err := sess.Shell(); err != nil {
		return err
	}
	go c.watch(out)
	return nil
}

// comeInBrowser opens a session as the page of a terminal does.
func (c *client) comeInBrowser(ctx context.Context, addr string, cols, rows int) error {
	socket, _, err := websocket.Dial(ctx, "ws://"+addr+"/session", &websocket.DialOptions{
		HTTPHeader: http.Header{"Cookie": {"rookery=" + c.secret}}})
	if err != nil {
		return err
	}
	socket.SetReadLimit(1 << 20)
	if err := socket.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"cols":%d,"rows":%d}`, cols, rows)); err != nil {
		return errors.Join(err, socket.CloseNow())
	}
	if _, _, err := socket.Read(ctx); err != nil { // that there is a session
		return errors.Join(err, socket.CloseNow())
	}
	c.socket, c.in, c.terminal = socket, binaryWriter{ctx, socket}, newTerminal(cols, rows, c.drawnLocked)
	go c.watch(&binaryReader{ctx: ctx, socket: socket})
	return nil
}

// binaryWriter and binaryReader are the terminal's side of a socket.
type binaryWriter struct {
	ctx    context.Context
	socket *websocket.Conn
}

func (w binaryWriter) Write(p []byte) (int, error) {
	return len(p), w.socket.Write(w.ctx, websocket.MessageBinary, p)
}

type binaryReader struct {
	ctx    context.Context
	socket *websocket.Conn
	now    io.Reader // the message that is being read; nil for none
}

func (r *binaryReader) Read(p []byte) (n int, err error) {
	for {
		if r.now == nil {
			if _, r.now, err = r.socket.Reader(r.ctx); err != nil {
				return 0, err
			}
		}
		n, err = r.now.Read(p)
		if errors.Is(err, io.EOF) {
			r.now, err = nil, nil
			if n == 0 {
				continue
			}
		}
		return n, err
	}
}

// watch draws what comes until the session ends.
func (c *client) watch(out io.Reader) {
	defer close(c.ended)
	buf := make([]byte, 8<<10)
	for {
		n, err := out.Read(buf)
		c.took.Add(int64(n))
		c.mu.Lock()
		c.terminal.write(buf[:n])
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// drawnLocked tells those who wait for what a frame shows.
func (c *client) drawnLocked(size int) {
	now := time.Now()
	left := c.waits[:0]
	for _, w := range c.waits {
		if w.ok(c.terminal) {
			w.seen <- sight{now, size}
		} else {
			left = append(left, w)
		}
	}
	clear(c.waits[len(left):])
	c.waits = left
}

// expect begins to wait; what is seen already is seen now.
func (c *client) expect(ok func(*terminal) bool) *wait {
	w := &wait{ok, make(chan sight, 1)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if ok(c.terminal) {
		w.seen <- sight{at: time.Now()}
	} else {
		c.waits = append(c.waits, w)
	}
	return w
}

// await ends a wait.
func (c *client) await(ctx context.Context, w *wait, what string) (sight, error) {
	select {
	case s := <-w.seen:
		return s, nil
	case <-c.ended:
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return sight{}, fmt.Errorf("%s does not see %s: %w\n%s", c.name, what, errors.Join(ctx.Err()), c.terminal)
}

// keys strikes keys.
func (c *client) keys(text string) error {
	_, err := io.WriteString(c.in, text)
	return err
}

// does strikes keys and waits for a text that they bring.
func (c *client) does(ctx context.Context, keys, text string) error {
	if err := c.keys(keys); err != nil {
		return err
	}
	_, err := c.await(ctx, c.expect(func(g *terminal) bool { return g.shows(text) }), fmt.Sprintf("%q", text))
	return err
}

// choose goes down the menu, or a list, to an entry.
func (c *client) choose(ctx context.Context, label string) error {
	at := func(t *terminal) bool {
		return slices.ContainsFunc(strings.Split(t.String(), "\n"), func(row string) bool {
			before, _, ok := strings.Cut(row, label)
			return ok && strings.Contains(before, "▸")
		})
	}
	const entries = 40 // more than the menu has, or come at a time
	for range entries {
		c.mu.Lock()
		there, before := at(c.terminal), c.terminal.String()
		c.mu.Unlock()
		if there {
			return nil
		}
		if err := c.keys("\x1b[B"); err != nil {
			return err
		}
		changed := c.expect(func(t *terminal) bool { return t.String() != before })
		if _, err := c.await(ctx, changed, "the next entry of the menu"); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s finds no %s in the list", c.name, label)
}

// leave hangs up and waits until nothing comes any more.
func (c *client) leave() {
	if c.line != nil {
		c.line.Close()
	}
	if c.socket != nil {
		c.socket.CloseNow()
	}
	if c.terminal != nil {
		<-c.ended
	}
}
