// Package http1 carries requests to one server or a few by HTTP/1.1. It is an [http.RoundTripper] for programs that need
// neither HTTP/2 nor redirections nor cookies: an [http.Transport] and an [http.Client] bring 0.8 MB more of program along.
// Start reading with [Transport].
package http1

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

const (
	// dialTime is how long a connection may take, shakeTime how long its encryption.
	dialTime, shakeTime = 30 * time.Second, 10 * time.Second
	// idleTime is how long a connection is kept for the next request, mostIdle how many are for one server.
	idleTime, mostIdle = 90 * time.Second, 2
	// mostAnswerHead is how long the head of an answer may be, in bytes.
	mostAnswerHead = 64 << 10
)

// Transport speaks HTTP/1.1, through the proxies of the environment, and keeps connections for the next request.
// It unpacks what a server sends packed by gzip, unless the request says what may come. It may be used by many goroutines.
type Transport struct {
	patience time.Duration
	proxy    func(*http.Request) (*url.URL, error)
	tls      *tls.Config

	mu   sync.Mutex
	idle map[string][]*conn // by scheme and address of the server, the newest last
}

// New makes a transport that waits so long for the head of an answer.
func New(patience time.Duration) *Transport {
	return &Transport{
		patience: patience,
		proxy:    http.ProxyFromEnvironment,
		tls:      &tls.Config{NextProtos: []string{"http/1.1"}, ClientSessionCache: tls.NewLRUClientSessionCache(8)},
		idle:     make(map[string][]*conn),
	}
}

// conn is a connection to a server. Its goroutine, read, is the only one that reads, but for the body of an
// answer, during which it waits.
type conn struct {
	net.Conn
	t      *Transport
	server string // its key in idle
	in     *bufio.Reader
	head   int64 // how many bytes may be read yet
	reused bool

	// of Transport.mu
	now  *exchange // nil while the connection is idle
	dead bool
	old  *time.Timer // ends it when it has been idle for long
}

// exchange is a request and its answer.
type exchange struct {
	req    *http.Request
	answer chan answer // holds one
	ended  chan bool   // tells once that the body was read and the connection can go on, or that it cannot
}

type answer struct {
	res *http.Response
	err error
}

// staleError says that a connection had ended before anything was answered; unsent is true where nothing was asked.
type staleError struct {
	error
	unsent bool
}

func (e *staleError) Unwrap() error { return e.error }

// errHead refuses the head of an answer, errLate says that none came.
var (
	errHead = errors.New("the head of the answer is too long")
	errLate = errors.New("no answer came in time")
)

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ask := req.Clone(req.Context())
	zipped := ask.Header.Get("Accept-Encoding") == ""
	if zipped {
		ask.Header.Set("Accept-Encoding", "gzip")
	}
	var text bytes.Buffer
	if err := ask.Write(&text); err != nil {
		return nil, err
	}
	for {
		c, err := t.connect(req)
		if err != nil {
			return nil, err
		}
		res, err := c.ask(ask, text.Bytes())
		var stale *staleError
		if errors.As(err, &stale) && c.reused && (stale.unsent || req.Method == http.MethodGet) && req.Context().Err() == nil {
			continue
		}
		if err == nil && zipped && res.Header.Get("Content-Encoding") == "gzip" {
			res.Header.Del("Content-Encoding")
			res.Header.Del("Content-Length")
			res.ContentLength, res.Uncompressed = -1, true
			res.Body = &unzipped{ReadCloser: res.Body}
		}
		return res, err
	}
}

// connect takes a connection that is idle, or makes one.
func (t *Transport) connect(req *http.Request) (*conn, error) {
	server := req.URL.Scheme + "://" + req.URL.Host
	t.mu.Lock()
	if list := t.idle[server]; len(list) > 0 {
		c := list[len(list)-1]
		t.idle[server] = list[:len(list)-1]
		c.old.Stop()
		c.reused = true
		t.mu.Unlock()
		return c, nil
	}
	t.mu.Unlock()
	raw, err := t.dial(req)
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: raw, t: t, server: server}
	c.in = bufio.NewReader(c)
	go c.read()
	return c, nil
}

// keep puts a connection by for the next request and tells whether it can be.
func (t *Transport) keep(c *conn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.now = nil; c.dead || len(t.idle[c.server]) >= mostIdle {
		return false
	}
	t.idle[c.server] = append(t.idle[c.server], c)
	c.old = time.AfterFunc(idleTime, func() { _ = c.Close() })
	return true
}

// Close implements [net.Conn]. The connection is not taken any more.
func (c *conn) Close() error {
	c.t.mu.Lock()
	c.dead = true
	c.t.idle[c.server] = slices.DeleteFunc(c.t.idle[c.server], func(o *conn) bool { return o == c })
	c.t.mu.Unlock()
	return c.Conn.Close()
}

// Read implements [io.Reader], within what may be read.
func (c *conn) Read(p []byte) (int, error) {
	if c.head <= 0 {
		return 0, errHead
	}
	n, err := c.Conn.Read(p[:min(int64(len(p)), c.head)])
	c.head -= int64(n)
	return n, err
}

// ask sends a request and waits for the head of its answer.
func (c *conn) ask(req *http.Request, text []byte) (*http.Response, error) {
	ctx := req.Context()
	ex := &exchange{req, make(chan answer, 1), make(chan bool, 1)}
	c.t.mu.Lock()
	dead := c.dead
	if !dead {
		c.now = ex
	}
	c.t.mu.Unlock()
	if dead {
		return nil, &staleError{net.ErrClosed, true}
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Close() }) // ends reading and writing
	fail := func(err error) (*http.Response, error) {
		stop()
		_ = c.Close()
		ex.ended <- false // an answer that comes too late is not read
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return nil, err
	}
	if n, err := c.Write(text); err != nil {
		return fail(&staleError{err, n == 0})
	}
	late := time.NewTimer(c.t.patience)
	defer late.Stop()
	select {
	case a := <-ex.answer:
		if a.err != nil {
			return fail(a.err)
		}
		b := &body{in: a.res.Body, c: c, ex: ex, stop: stop, close: a.res.Close}
		if a.res.Body == http.NoBody {
			b.end(true)
		}
		a.res.Body = b
		return a.res, nil
	case <-late.C:
		return fail(errLate)
	case <-ctx.Done():
		return fail(ctx.Err())
	}
}

// read reads one answer after the other. What comes while nothing was asked ends the connection, most often that the
// server does.
func (c *conn) read() {
	defer c.Close()
	for {
		c.head = mostAnswerHead
		_, err := c.in.Peek(1)
		c.t.mu.Lock()
		ex := c.now
		c.t.mu.Unlock()
		if ex == nil {
			return
		}
		if err != nil {
			ex.answer <- answer{err: &staleError{error: err}}
			return
		}
		res, err := http.ReadResponse(c.in, ex.req)
		for err == nil && res.StatusCode < 200 { // more will come
			res, err = http.ReadResponse(c.in, ex.req)
		}
		if err != nil {
			ex.answer <- answer{err: err}
			return
		}
		c.head = math.MaxInt64
		ex.answer <- answer{res: res}
		if !<-ex.ended {
			return
		}
	}
}

// body is the body of an answer.
type body struct {
	in    io.Reader
	c     *conn
	ex    *exchange
	stop  func() bool // takes the end of the context off the connection
	close bool        // nothing comes after it
	once  sync.Once
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	if err != nil {
		b.end(err == io.EOF)
		if ctx := b.ex.req.Context(); err != io.EOF && ctx.Err() != nil {
			err = ctx.Err()
		}
	}
	return n, err
}

// Close ends the connection unless all was read.
func (b *body) Close() error {
	b.end(false)
	return nil
}

func (b *body) end(whole bool) {
	b.once.Do(func() {
		whole = b.stop() && whole && !b.close && b.c.t.keep(b.c)
		if !whole {
			_ = b.c.Close()
		}
		b.ex.ended <- whole
	})
}

// unzipped is a body that comes packed.
type unzipped struct {
	io.ReadCloser
	z *gzip.Reader
}

func (u *unzipped) Read(p []byte) (n int, err error) {
	if u.z == nil {
		if u.z, err = gzip.NewReader(u.ReadCloser); err != nil {
			return 0, err
		}
	}
	return u.z.Read(p)
}
