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
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
)

// patron is somebody with an SSH client, a key and a terminal.
type patron struct {
	name  string
	key   ssh.Signer
	line  *ssh.Client
	in    io.Writer
	took  atomic.Int64  // bytes that came
	ended chan struct{} // closed when nothing more comes

	mu    sync.Mutex // guards the rest
	glass *glass
	waits []*wait
}

// wait is for something to be seen.
type wait struct {
	ok   func(*glass) bool
	seen chan sight // holds one
}

// sight is when something was seen and how many bytes the frame took that
// showed it.
type sight struct {
	at   time.Time
	size int
}

// newPatron makes one who has not come yet.
func newPatron(name string) (*patron, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	key, err := ssh.NewSignerFromKey(private)
	return &patron{name: name, key: key, ended: make(chan struct{})}, err
}

// account is the patron as the server knows him.
func (p *patron) account() Account {
	sum := sha256.Sum256(p.key.PublicKey().Marshal())
	return Account{Key: hex.EncodeToString(sum[:]), Name: p.name}
}

// come opens a session with a terminal of a size; ctx ends it.
func (p *patron) come(ctx context.Context, addr string, cols, rows int) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	c, channels, requests, err := ssh.NewClientConn(conn, addr, &ssh.ClientConfig{
		User: p.name, Auth: []ssh.AuthMethod{ssh.PublicKeys(p.key)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // it is our own, on the loopback
	})
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	p.line = ssh.NewClient(c, channels, requests)
	sess, err := p.line.NewSession()
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
	p.in = in
	p.glass = newGlass(cols, rows, p.drawn)
	if err := sess.Setenv("COLORTERM", "truecolor"); err != nil {
		return err
	}
	if err := sess.RequestPty("xterm-256color", rows, cols, nil); err != nil {
		return err
	}
	if err := sess.Shell(); err != nil {
		return err
	}
	go p.watch(out)
	return nil
}

// watch draws what comes until the session ends.
func (p *patron) watch(out io.Reader) {
	defer close(p.ended)
	buf := make([]byte, 8<<10)
	for {
		n, err := out.Read(buf)
		p.took.Add(int64(n))
		p.mu.Lock()
		p.glass.write(buf[:n])
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// drawn tells those who wait for what a frame shows. The lock is held.
func (p *patron) drawn(size int) {
	now := time.Now()
	left := p.waits[:0]
	for _, w := range p.waits {
		if w.ok(p.glass) {
			w.seen <- sight{now, size}
		} else {
			left = append(left, w)
		}
	}
	clear(p.waits[len(left):])
	p.waits = left
}

// expect begins to wait; what is seen already is seen now.
func (p *patron) expect(ok func(*glass) bool) *wait {
	w := &wait{ok, make(chan sight, 1)}
	p.mu.Lock()
	defer p.mu.Unlock()
	if ok(p.glass) {
		w.seen <- sight{at: time.Now()}
	} else {
		p.waits = append(p.waits, w)
	}
	return w
}

// await ends a wait.
func (p *patron) await(ctx context.Context, w *wait, what string) (sight, error) {
	select {
	case s := <-w.seen:
		return s, nil
	case <-p.ended:
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return sight{}, fmt.Errorf("%s does not see %s: %w\n%s", p.name, what, errors.Join(ctx.Err()), p.glass)
}

// keys strikes keys.
func (p *patron) keys(text string) error {
	_, err := io.WriteString(p.in, text)
	return err
}

// does strikes keys and waits for a text that they bring.
func (p *patron) does(ctx context.Context, keys, text string) error {
	if err := p.keys(keys); err != nil {
		return err
	}
	_, err := p.await(ctx, p.expect(func(g *glass) bool { return g.shows(text) }), fmt.Sprintf("%q", text))
	return err
}

// leave hangs up and waits until nothing comes any more.
func (p *patron) leave() {
	if p.line != nil {
		p.line.Close()
	}
	if p.glass != nil {
		<-p.ended
	}
}
