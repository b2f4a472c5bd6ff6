package lichess

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"net/url"
	"strings"
	"sync"
	"time"

	"rookery/tui/remote"
)

// clientID names the program to the server; no registration is needed.
const clientID = "rookery"

// The scopes of a login, and what each is for.
var (
	// PlayScopes are needed to play.
	PlayScopes = []string{"board:play", "challenge:read", "challenge:write"}
	// PuzzleScopes are needed for puzzles near the player's rating, and to send results.
	PuzzleScopes = []string{"puzzle:read", "puzzle:write"}
	// StudyScopes are needed for studies of one's own and for broadcasts.
	StudyScopes = []string{"study:read"}
)

// Login is an authorization that is under way: the player agrees in a browser, which is then sent
// back to this machine with a code, or copies the address that it was sent to.
type Login struct {
	client    *Client
	listener  net.Listener // nil where nothing can be listened to
	verifier  string
	state     string
	redirect  string
	challenge string
	scopes    []string

	once  sync.Once
	codes chan result
}

type result struct {
	code string
	err  error
}

// NewLogin begins a login. Close it at the end.
func NewLogin(c *Client, scopes []string) (*Login, error) {
	l := &Login{client: c, verifier: random(48), state: random(24), scopes: scopes, codes: make(chan result, 1)}
	sum := sha256.Sum256([]byte(l.verifier))
	l.challenge = base64.RawURLEncoding.EncodeToString(sum[:])
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		l.redirect = "http://127.0.0.1:1/" // the address is pasted
		return l, nil
	}
	l.listener = listener
	l.redirect = "http://" + listener.Addr().String() + "/"
	go l.serve()
	return l, nil
}

// random is a text of n random bytes.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// URL is the address that the player opens in a browser.
func (l *Login) URL() string {
	q := url.Values{
		"response_type": {"code"}, "client_id": {clientID}, "redirect_uri": {l.redirect},
		"code_challenge_method": {"S256"}, "code_challenge": {l.challenge},
		"scope": {strings.Join(l.scopes, " ")}, "state": {l.state},
	}
	return l.client.Server() + "/oauth?" + q.Encode()
}

// serve answers the browser that comes back, until the listener is closed.
func (l *Login) serve() {
	for {
		conn, err := l.listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(answerTime))
			in := textproto.NewReader(bufio.NewReader(io.LimitReader(conn, mostHead)))
			line, err := in.ReadLine()
			if err == nil { // read whole, since a connection that is closed on what was not read loses the answer
				_, err = in.ReadMIMEHeader()
			}
			if err != nil {
				return
			}
			status, text := l.answer(line)
			page := "<!doctype html><title>Rookery</title><p>" + text
			_, _ = fmt.Fprintf(conn, "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %d\r\nContent-Type: text/html; charset=utf-8\r\n"+
				"Content-Security-Policy: default-src 'none'\r\nReferrer-Policy: no-referrer\r\n\r\n%s", status, len(page), page)
		}()
	}
}

// answerTime is how long a browser may take for its request and its answer, mostHead how long the request may be.
const (
	answerTime = 5 * time.Second
	mostHead   = 16 << 10
)

// answer takes the line that the browser asks with, such as "GET /?code=x&state=y HTTP/1.1", and says what its page tells.
func (l *Login) answer(line string) (status, text string) {
	method, rest, _ := strings.Cut(line, " ")
	target, proto, _ := strings.Cut(rest, " ")
	if !strings.HasPrefix(proto, "HTTP/1.") {
		return "400 Bad Request", "This is no browser."
	}
	u, err := url.ParseRequestURI(target)
	if err != nil || method != "GET" || u.Path != "/" || !u.Query().Has("state") {
		return "404 Not Found", "There is no such page."
	}
	code, err := l.codeIn(u.Query())
	if errors.Is(err, errState) { // somebody else's page; the login goes on
		return "400 Bad Request", "This is not the login that was begun here."
	}
	l.finish(result{code, err})
	if err != nil {
		return "200 OK", "The login was not finished. Go back to Rookery."
	}
	return "200 OK", "You are logged in. You may close this page and go back to Rookery."
}

func (l *Login) finish(r result) { l.once.Do(func() { l.codes <- r }) }

// errState refuses an answer to another login.
var errState = errors.New("this address belongs to another login: begin again and paste the newest one")

// codeIn finds the code in what the browser was sent back with.
func (l *Login) codeIn(q url.Values) (string, error) {
	switch {
	case subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(l.state)) != 1:
		return "", errState
	case q.Get("error") == "access_denied":
		return "", errors.New("you did not agree, so you are not logged in")
	case q.Get("error") != "":
		return "", errors.New("lichess says: " + remote.CleanLine(q.Get("error")+" "+q.Get("error_description"), mostReason))
	case q.Get("code") == "":
		return "", errors.New("there is no code in this address: paste the whole address that the browser was sent to")
	}
	return q.Get("code"), nil
}

// Paste takes the address that a browser on another machine was sent to.
func (l *Login) Paste(text string) error {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.RawQuery == "" {
		return errors.New("this is no address: paste the whole line from the browser, which begins with http://127.0.0.1")
	}
	code, err := l.codeIn(u.Query())
	if err != nil {
		return err
	}
	l.finish(result{code: code})
	return nil
}

// Await waits for the player's answer and gives the token.
func (l *Login) Await(ctx context.Context) (Token, error) {
	select {
	case r := <-l.codes:
		if r.err != nil {
			return Token{}, r.err
		}
		return l.exchange(ctx, r.code)
	case <-ctx.Done():
		return Token{}, ctx.Err()
	}
}

// exchange gets the token for a code.
func (l *Login) exchange(ctx context.Context, code string) (Token, error) {
	var got struct {
		Kind  string `json:"token_type"`
		Token string `json:"access_token"`
	}
	err := l.client.do(ctx, call{method: "POST", path: "/api/token", open: true, form: url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {l.verifier},
		"redirect_uri": {l.redirect}, "client_id": {clientID},
	}}, &got)
	if err != nil {
		return Token{}, err
	}
	if !strings.EqualFold(got.Kind, "Bearer") {
		return Token{}, &AnswerError{errors.New("no bearer token")}
	}
	return NewToken(got.Token)
}

// Close stops waiting for the browser.
func (l *Login) Close() {
	if l.listener != nil {
		_ = l.listener.Close()
	}
}
