package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"rookery/tui/lang"
	"rookery/tui/serve"
)

const (
	// mostMessage is how many bytes one message may have: what is typed, or a part of a paste.
	mostMessage = 8 << 10
	// mostOrder is how many bytes a message in words may have, and ordersRate how many of them
	// are read a second.
	mostOrder  = 512
	ordersRate = 30
)

// statusElsewhere closes a socket whose session goes on at another one.
const statusElsewhere websocket.StatusCode = 4001

// order is a message of a page in words: the first one of a socket, or a new size.
type order struct {
	Session string `json:"session,omitempty"` // that is to go on; empty for a new one
	Plain   bool   `json:"plain,omitempty"`   // in lines of text, which come whole; said at the beginning
	Cols    int    `json:"cols"`
	Rows    int    `json:"rows"`
}

// report is a message to a page in words.
type report struct {
	Session string `json:"session,omitempty"` // goes on under this word
	Ended   string `json:"ended,omitempty"`   // why there is no session any more
}

// seat is a session in a browser. It stays when its socket is gone, for a while, and a page that
// knows its token sits down again.
type seat struct {
	token   string
	visitor serve.Visitor
	line    *serve.Line
	stall   time.Duration
	hold    time.Duration
	lang    *lang.Language  // of its last words
	all     *sync.WaitGroup // the server's, of its sessions and of what they leave to be closed
	typed   chan []byte     // by the socket, to be read by the session
	rest    []byte          // of what was typed; the session's
	gone    chan struct{}   // closed when nobody comes back
	close   func()          // closes gone, once

	mu     sync.Mutex
	socket *websocket.Conn // nil while there is none
	wait   *time.Timer     // ends the session; runs while there is no socket, nil until the first is gone
}

// seats are all by their tokens.
type seats struct {
	mu  sync.Mutex
	all map[string]*seat
}

// session is the socket of a page's terminal.
func (s *Server) session(w http.ResponseWriter, r *http.Request) {
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // it was answered: another origin, or no WebSocket
	}
	defer socket.CloseNow()
	socket.SetReadLimit(mostMessage)
	ctx, cancel := context.WithTimeout(s.life, s.cfg.Limits.Login)
	first, err := readOrder(ctx, socket)
	cancel()
	if err != nil {
		socket.Close(websocket.StatusPolicyViolation, "the first message says the size of the terminal")
		return
	}
	who, environ := s.visitor(r), environOf(r)
	if it := s.seats.find(first.Session, who); it != nil && it.attach(s.life, socket, first) {
		it.line.Redraw()
		defer it.detach(socket)
		it.pump(s.life, socket)
		return
	}
	if err := s.begin(who, languageOf(r), environ, socket, first); err != nil {
		tell(s.life, socket, report{Ended: lang.UpperFirst(languageOf(r).Text(err.Error())) + "."})
		socket.Close(websocket.StatusTryAgainLater, "refused")
	}
}

// readOrder reads a message in words.
func readOrder(ctx context.Context, socket *websocket.Conn) (o order, err error) {
	kind, text, err := socket.Read(ctx)
	if err == nil && (kind != websocket.MessageText || len(text) > mostOrder) {
		err = errOrder
	}
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	return o, err
}

// tellTime is how long a message in words may take; one that takes longer costs the socket.
const tellTime = 5 * time.Second

// tell sends a page a message in words; who does not listen is not told.
func tell(ctx context.Context, socket *websocket.Conn, what report) {
	text, err := json.Marshal(what)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, tellTime)
	defer cancel()
	socket.Write(ctx, websocket.MessageText, text)
}

// find finds the session that a page was in, if it is the same visitor's.
func (s *seats) find(token string, who serve.Visitor) *seat {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.all[token]
	if it == nil || it.visitor.Named != who.Named || who.Named && it.visitor.Name != who.Name {
		return nil
	}
	return it
}

// begin begins a session at a socket, and returns when the socket is gone or the session ends.
func (s *Server) begin(who serve.Visitor, language *lang.Language, environ []string, socket *websocket.Conn, size order) error {
	leave, err := s.cfg.Sessions.Enter(who.From)
	if err != nil {
		return err
	}
	token := rand.Text() + rand.Text()
	if !who.Named {
		who.Name = "guest " + rand.Text()
	}
	it := &seat{
		token: token, visitor: who, line: serve.NewLine(), stall: s.cfg.Limits.Stall, hold: s.cfg.Hold, lang: language, all: &s.all,
		typed: make(chan []byte), gone: make(chan struct{}), socket: socket,
	}
	it.close = sync.OnceFunc(func() { close(it.gone) })
	l := it.line
	l.In, l.Out, l.Environ, l.Plain = it, it, environ, size.Plain
	if !size.Plain {
		l.Term = "xterm-256color"
	}
	l.Ping, l.Cut = it.ping, func() { it.drop(websocket.StatusPolicyViolation, "no answer") }
	it.greet(s.life, socket, size)
	defer it.detach(socket)
	s.seats.mu.Lock()
	s.seats.all[token] = it
	s.seats.mu.Unlock()
	s.all.Add(1)
	go func() {
		defer s.all.Done()
		defer leave()
		_, why := s.cfg.Sessions.Host(s.life, who, l)
		s.seats.mu.Lock()
		delete(s.seats.all, token)
		s.seats.mu.Unlock()
		it.finish(why)
	}()
	it.pump(s.life, socket)
	return nil
}

// errOrder is for what a page of ours does not send.
var errOrder = errors.New("this is no message of a page")

// attach puts a socket in the place of the one before, unless the session has ended.
func (it *seat) attach(ctx context.Context, socket *websocket.Conn, size order) bool {
	it.mu.Lock()
	old := it.socket
	if old == nil && !it.wait.Stop() {
		it.mu.Unlock()
		return false
	}
	it.socket = socket
	if old != nil { // the session has not finished, and so all is not waited for in vain
		it.all.Go(func() { old.Close(statusElsewhere, "the session goes on in another window") })
	}
	it.mu.Unlock()
	it.greet(ctx, socket, size)
	return true
}

// greet tells a page the word for its session, and the session the page's size.
func (it *seat) greet(ctx context.Context, socket *websocket.Conn, size order) {
	tell(ctx, socket, report{Session: it.token})
	it.line.Resize(size.Cols, size.Rows)
}

// detach leaves the session without a socket, if it has this one.
func (it *seat) detach(socket *websocket.Conn) {
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.socket == socket {
		it.socket = nil
		if it.wait == nil {
			it.wait = time.AfterFunc(it.hold, it.close)
		} else {
			it.wait.Reset(it.hold)
		}
	}
}

// drop closes the socket; the session stays.
func (it *seat) drop(code websocket.StatusCode, why string) {
	if socket := it.current(); socket != nil {
		it.detach(socket)
		it.all.Go(func() { socket.Close(code, why) })
	}
}

func (it *seat) current() *websocket.Conn {
	it.mu.Lock()
	defer it.mu.Unlock()
	return it.socket
}

// pump hands on what a socket brings until it is closed or the session ends.
func (it *seat) pump(ctx context.Context, socket *websocket.Conn) {
	orders := rate.NewLimiter(ordersRate, ordersRate)
	for {
		kind, data, err := socket.Read(ctx)
		if err != nil {
			return
		}
		if kind == websocket.MessageText {
			var size order
			if len(data) > mostOrder || json.Unmarshal(data, &size) != nil || orders.Wait(ctx) != nil {
				socket.Close(websocket.StatusPolicyViolation, "not a message that is known")
				return
			}
			if it.current() == socket {
				it.line.Resize(size.Cols, size.Rows)
			}
			continue
		}
		if it.current() != socket {
			return
		}
		select {
		case it.typed <- data:
		case <-it.gone:
			return
		}
	}
}

// Read implements io.Reader: what was typed, until nobody comes back.
func (it *seat) Read(p []byte) (int, error) {
	for len(it.rest) == 0 {
		select {
		case it.rest = <-it.typed:
		case <-it.gone:
			return 0, io.EOF
		}
	}
	n := copy(p, it.rest)
	it.rest = it.rest[n:]
	return n, nil
}

// Write implements io.Writer. What nobody sees is lost: who comes back gets the screen anew.
func (it *seat) Write(p []byte) (int, error) {
	socket := it.current()
	if socket == nil {
		return len(p), nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), it.stall)
	defer cancel()
	if err := socket.Write(ctx, websocket.MessageBinary, p); err != nil {
		it.drop(websocket.StatusPolicyViolation, "nobody reads")
	}
	return len(p), nil
}

// ping asks the browser whether it is there. A socket without an answer is dropped, and the
// session waits for another one.
func (it *seat) ping() error {
	socket := it.current()
	if socket == nil {
		return nil
	}
	if err := socket.Ping(context.Background()); err != nil {
		it.detach(socket)
	}
	return nil
}

// finish tells the page that the session has ended.
func (it *seat) finish(why error) {
	it.close()
	it.mu.Lock()
	socket := it.socket
	it.socket = nil
	if it.wait != nil {
		it.wait.Stop()
	}
	it.mu.Unlock()
	if socket == nil {
		return
	}
	text := "You have left."
	if why != nil {
		text = lang.UpperFirst(why.Error()) + "."
	}
	tell(context.Background(), socket, report{Ended: it.lang.Text(text)})
	socket.Close(websocket.StatusNormalClosure, "the session has ended")
}
