// Package http1 carries requests to one server or a few by HTTP/1.1, for a program that needs neither HTTP/2 nor
// redirections nor cookies: net/http would bring 1.3 MB more of program along and a seventh of the time that it takes to
// build. Start reading with [Transport].
package http1

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/url"
	"slices"
	"strings"
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
// It unpacks what a server sends packed by gzip. It may be used by many goroutines.
type Transport struct {
	patience time.Duration
	tls      *tls.Config

	mu   sync.Mutex
	idle map[string][]*conn // by scheme and address of the server, the newest last
}

// New makes a transport that waits so long for the head of an answer.
func New(patience time.Duration) *Transport {
	return &Transport{
		patience: patience,
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
	ctx    context.Context
	answer chan answer // holds one
	ended  chan bool   // tells once that the body was read and the connection can go on, or that it cannot
}

type answer struct {
	res *Response
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

// Request is what a server is asked.
type Request struct {
	Method string
	URL    *url.URL
	Header map[string]string
	Body   []byte
}

// text is the request as it is sent.
func (r *Request) text() ([]byte, error) {
	b := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\n", r.Method, r.URL.RequestURI(), r.URL.Host)
	for name, value := range r.Header {
		if strings.ContainsAny(value, "\r\n\x00") {
			return nil, fmt.Errorf("%s has more than one line", name)
		}
		b = fmt.Appendf(b, "%s: %s\r\n", name, value)
	}
	if len(r.Body) > 0 || r.Method == "POST" {
		b = fmt.Appendf(b, "Content-Length: %d\r\n", len(r.Body))
	}
	return append(append(b, "\r\n"...), r.Body...), nil
}

// Do sends a request and gives the answer when its head has come. The end of ctx ends the answer's body as well.
func (t *Transport) Do(ctx context.Context, req *Request) (*Response, error) {
	text, err := req.text()
	if err != nil {
		return nil, err
	}
	for {
		c, err := t.connect(ctx, req.URL)
		if err != nil {
			return nil, err
		}
		res, err := c.ask(ctx, text)
		var stale *staleError
		if errors.As(err, &stale) && c.reused && (stale.unsent || req.Method == "GET") && ctx.Err() == nil {
			continue
		}
		if err == nil && res.Header.Get("Content-Encoding") == "gzip" {
			res.Body = &unzipped{ReadCloser: res.Body}
		}
		return res, err
	}
}

// connect takes a connection that is idle, or makes one.
func (t *Transport) connect(ctx context.Context, to *url.URL) (*conn, error) {
	server := to.Scheme + "://" + to.Host
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
	raw, err := t.dial(ctx, to)
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
func (c *conn) ask(ctx context.Context, text []byte) (*Response, error) {
	ex := &exchange{ctx, make(chan answer, 1), make(chan bool, 1)}
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
	fail := func(err error) (*Response, error) {
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
		b := &body{in: a.res.in, c: c, ex: ex, stop: stop, last: a.res.last}
		if b.in == nil {
			b.in = new(countedReader)
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
		res, err := readResponse(c.in)
		for err == nil && res.Status < 200 { // more will come
			res, err = readResponse(c.in)
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
	in   io.Reader
	c    *conn
	ex   *exchange
	stop func() bool // takes the end of the context off the connection
	last bool        // nothing comes after it
	once sync.Once
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	if err != nil {
		b.end(err == io.EOF)
		if err != io.EOF && b.ex.ctx.Err() != nil {
			err = b.ex.ctx.Err()
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
		whole = b.stop() && whole && !b.last && b.c.t.keep(b.c)
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
