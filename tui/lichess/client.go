package lichess

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"rookery/tui/lichess/http1"
	"rookery/tui/remote"
)

// Home is the server that is asked where no other is named.
const Home = "https://lichess.org"

const (
	// mostAnswer is how long an answer may be that is read whole, in bytes.
	mostAnswer = 8 << 20
	// patience is how long one answer may take.
	patience = 20 * time.Second
	// firstPause is how long nothing is asked after the server found it too much; it doubles up to
	// longestPause. The server asks for a minute at least.
	firstPause, longestPause = time.Minute, 8 * time.Minute
	// headStart is how long a stream may take to begin before the next request may go.
	headStart = 3 * time.Second
)

// Token opens an account. It never shows itself: not in texts, errors or JSON.
type Token struct{ secret string }

// NewToken checks what the player has given; tokens are letters, digits and underscores.
func NewToken(text string) (Token, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Token{}, errors.New("the token is empty")
	}
	if len(text) > 4096 || strings.Trim(text, tokenLetters) != "" {
		return Token{}, errors.New("this is no token: it may have only letters, digits and underscores")
	}
	return Token{text}, nil
}

const tokenLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-."

// None tells whether there is no token.
func (t Token) None() bool { return t.secret == "" }

// Format implements fmt.Formatter: whatever verb is used, the secret stays one.
func (t Token) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "(token)") }

// MarshalText implements encoding.TextMarshaler, also for loggers.
func (t Token) MarshalText() ([]byte, error) { return []byte("(token)"), nil }

// Clock is the time that a client goes by.
type Clock interface {
	Now() time.Time
	// After sends once when d has passed; stop ends that earlier.
	After(d time.Duration) (c <-chan time.Time, stop func())
}

// wallClock is the clock on the wall.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }
func (wallClock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}

// transport carries requests.
type transport interface {
	Do(context.Context, *http1.Request) (*http1.Response, error)
}

// Client asks one server, one thing at a time. It may be used by many goroutines.
type Client struct {
	base  *url.URL
	token Token
	agent string
	http  transport
	Clock Clock

	gate chan struct{} // held by the request that is on its way

	mu     sync.Mutex
	until  time.Time     // nothing is asked before
	pause  time.Duration // that was taken last; 0 after an answer
	paused func(until time.Time)
}

// New makes a client of a server; an empty address is that of lichess.org. A token goes over
// an open line only on this machine.
func New(server string, token Token, version string) (*Client, error) {
	base, err := ParseServer(server)
	if err != nil {
		return nil, err
	}
	return &Client{
		base: base, token: token, agent: "rookery/" + version, Clock: wallClock{}, gate: make(chan struct{}, 1),
		http: http1.New(patience), // follows no redirection: a token goes nowhere else
	}, nil
}

// ParseServer reads the address of a server.
func ParseServer(text string) (*url.URL, error) {
	if text == "" {
		text = Home
	}
	u, err := url.Parse(strings.TrimRight(strings.TrimSpace(text), "/"))
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%s is no address of a server: write it like https://lichess.org", remote.CleanLine(text, 80))
	case u.Scheme == "http" && !loopback(u.Hostname()):
		return nil, fmt.Errorf("%s would send your token in the open: use https, or a server on this machine", remote.CleanLine(text, 80))
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("%s is no address of a server: it begins with https://", remote.CleanLine(text, 80))
	}
	return u, nil
}

// loopback tells whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Server is the address of the server.
func (c *Client) Server() string { return c.base.String() }

// With is the same client with another token.
func (c *Client) With(t Token) *Client {
	return &Client{base: c.base, token: t, agent: c.agent, http: c.http, Clock: c.Clock, gate: c.gate, paused: c.paused}
}

// LoggedIn tells whether the client has a token.
func (c *Client) LoggedIn() bool { return !c.token.None() }

// OnPause has f called when the server wants to be left alone until a time.
func (c *Client) OnPause(f func(until time.Time)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.paused = f
}

// Paused tells until when nothing is asked.
func (c *Client) Paused() (until time.Time, on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.until, c.Clock.Now().Before(c.until)
}

// call is one request.
type call struct {
	method string
	host   string // beside lichess.org; empty for the server itself
	path   string // with escaped parts
	query  url.Values
	form   url.Values
	body   any // as JSON, in the place of a form
	accept string
	open   bool // it goes without a token
	// silence is how long a stream may say nothing; 0 for Silence.
	silence time.Duration
	single  bool // a stream that the server closes only when the same is opened anew
}

// path joins parts of a path, each escaped.
func path(parts ...string) string {
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return "/" + strings.Join(parts, "/")
}

// Error is a refusal of the server.
type Error struct {
	Status int
	Reason string // in the server's words, clean
}

func (e *Error) Error() string {
	switch {
	case e.Status == http1.Unauthorized:
		return "lichess does not accept your login: log in again"
	case e.Status == http1.Forbidden && strings.Contains(strings.ToLower(e.Reason), "scope"):
		return "your login does not allow this: log in again"
	case e.Reason != "":
		return "lichess says: " + e.Reason
	case e.Status == http1.NotFound:
		return "lichess does not know this"
	case e.Status >= 500:
		return "lichess is out of order: try again later"
	}
	return fmt.Sprintf("lichess refused this (status %d)", e.Status)
}

// Is compares refusals by their status.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Status == e.Status && t.Reason == ""
}

// Refusals to compare with.
var (
	ErrNotFound = &Error{Status: http1.NotFound}
	ErrLogin    = &Error{Status: http1.Unauthorized}
)

// PauseError refuses what cannot wait until the server may be asked again.
type PauseError struct{ Wait time.Duration }

func (e *PauseError) Error() string {
	return fmt.Sprintf("lichess asks for a pause: try again in %d seconds", int((e.Wait+time.Second-1)/time.Second))
}

// LineError says that there was no answer.
type LineError struct{ Err error }

func (e *LineError) Error() string { return "lichess cannot be reached: check your connection" }
func (e *LineError) Unwrap() error { return e.Err }

// errLong refuses an answer that is too long.
var errLong = errors.New("lichess sent more than can be right")

// send makes a request when its turn has come and gives the answer to read. release gives the turn
// back; for a stream that is once it has begun.
func (c *Client) send(ctx context.Context, q call, stream bool) (*http1.Response, func(), error) {
	for {
		select {
		case c.gate <- struct{}{}:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
		var once sync.Once
		release := func() { once.Do(func() { <-c.gate }) }
		if err := c.waitPause(ctx); err != nil {
			release()
			return nil, nil, err
		}
		req, err := c.request(q)
		if err != nil {
			release()
			return nil, nil, err
		}
		begun := func() {}
		if stream {
			begun = c.releaseAfter(headStart, release)
		}
		res, err := c.http.Do(ctx, req)
		begun()
		if err != nil {
			release()
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			return nil, nil, &LineError{err}
		}
		if res.Status == http1.TooManyRequests {
			drop(res)
			wait := c.takePause()
			release()
			if deadline, ok := ctx.Deadline(); ok && deadline.Before(c.Clock.Now().Add(wait)) {
				return nil, nil, &PauseError{wait}
			}
			continue
		}
		c.mu.Lock()
		c.pause = 0
		c.mu.Unlock()
		if res.Status < 200 || res.Status > 299 {
			err := refusal(res)
			drop(res)
			release()
			return nil, nil, err
		}
		if stream {
			release()
		}
		return res, release, nil
	}
}

// releaseAfter lets the next request go when a stream is slow to begin; the function that it
// returns is called when it has begun.
func (c *Client) releaseAfter(d time.Duration, release func()) func() {
	done := make(chan struct{})
	late, stop := c.Clock.After(d)
	go func() {
		select {
		case <-late:
			release()
		case <-done:
		}
	}()
	return func() { stop(); close(done) }
}

// waitPause waits until the server may be asked, or says that this takes longer than there is time.
func (c *Client) waitPause(ctx context.Context) error {
	c.mu.Lock()
	wait := c.until.Sub(c.Clock.Now())
	c.mu.Unlock()
	if wait <= 0 {
		return nil
	}
	if deadline, ok := ctx.Deadline(); ok && deadline.Before(c.Clock.Now().Add(wait)) {
		return &PauseError{wait}
	}
	over, stop := c.Clock.After(wait)
	defer stop()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// takePause notes that the server found it too much.
func (c *Client) takePause() time.Duration {
	c.mu.Lock()
	c.pause = min(max(2*c.pause, firstPause), longestPause)
	c.until = c.Clock.Now().Add(c.pause)
	wait, until, tell := c.pause, c.until, c.paused
	c.mu.Unlock()
	if tell != nil {
		tell(until)
	}
	return wait
}

// request writes a request.
func (c *Client) request(q call) (*http1.Request, error) {
	u := *c.base
	if q.host != "" && u.String() == Home {
		u.Host = q.host
	}
	joined, err := url.Parse(u.String() + q.path)
	if err != nil {
		return nil, err
	}
	joined.RawQuery = q.query.Encode()
	req := &http1.Request{Method: q.method, URL: joined, Header: map[string]string{"User-Agent": c.agent}}
	switch {
	case q.form != nil:
		req.Header["Content-Type"] = "application/x-www-form-urlencoded"
		req.Body = []byte(q.form.Encode())
	case q.body != nil:
		req.Header["Content-Type"] = jsonType
		if req.Body, err = json.Marshal(q.body); err != nil {
			return nil, err
		}
	}
	if q.accept != "" {
		req.Header["Accept"] = q.accept
	}
	if !q.open && !c.token.None() {
		req.Header["Authorization"] = "Bearer " + c.token.secret
	}
	return req, nil
}

// Kinds of answers.
const (
	jsonType   = "application/json"
	linesType  = "application/x-ndjson"
	pgnType    = "application/x-chess-pgn"
	mostReason = 200
)

// refusal reads why the server has refused something.
func refusal(res *http1.Response) error {
	e := &Error{Status: res.Status}
	text, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";")
	if err != nil || !strings.EqualFold(strings.TrimSpace(kind), jsonType) {
		return e
	}
	var said struct {
		Error       json.RawMessage `json:"error"`
		Description string          `json:"error_description"`
	}
	if json.Unmarshal(text, &said) != nil {
		return e
	}
	var words string
	if json.Unmarshal(said.Error, &words) != nil { // or faults by field
		var fields map[string][]string
		if json.Unmarshal(said.Error, &fields) == nil {
			for name, faults := range fields {
				words = name + ": " + strings.Join(faults, ", ")
			}
		}
	}
	if said.Description != "" {
		words = said.Description
	}
	e.Reason = remote.CleanLine(words, mostReason)
	return e
}

// drop ends an answer that nobody reads.
func drop(res *http1.Response) {
	_, _ = io.CopyN(io.Discard, res.Body, 4<<10) // so that the line can be used again
	_ = res.Body.Close()
}

// get asks for JSON; nil discards it.
func (c *Client) do(ctx context.Context, q call, into any) error {
	if q.accept == "" {
		q.accept = jsonType
	}
	text, err := c.read(ctx, q)
	if err != nil || into == nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return &AnswerError{err}
	}
	return nil
}

// AnswerError says that an answer made no sense.
type AnswerError struct{ Err error }

func (e *AnswerError) Error() string { return "lichess sent something that makes no sense" }
func (e *AnswerError) Unwrap() error { return e.Err }

// read asks for an answer and reads it whole.
func (c *Client) read(ctx context.Context, q call) ([]byte, error) {
	res, release, err := c.send(ctx, q, false)
	if err != nil {
		return nil, err
	}
	defer release()
	late, stop := c.Clock.After(patience)
	defer stop()
	type answer struct {
		text []byte
		err  error
	}
	read := make(chan answer, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer+1))
		read <- answer{text, err}
	}()
	defer res.Body.Close()
	select {
	case a := <-read:
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case a.err != nil:
			return nil, &LineError{a.err}
		case len(a.text) > mostAnswer:
			return nil, &AnswerError{errLong}
		}
		return a.text, nil
	case <-late:
		return nil, &LineError{context.DeadlineExceeded}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
