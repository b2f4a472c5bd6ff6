// Package lichesstest is a server for tests that speaks as lichess.org does, as far as its
// published description goes: login, seeks, challenges, games by the rules of our own boards, streams,
// and whatever goes wrong on a line. Package openapi below it holds what passes to the description. Only tests import
// it. Start reading at [Server].
package lichesstest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rookery/tui/lichess"
)

// Server is a server for one test. Users are made when they are named.
type Server struct {
	URL string

	t    testing.TB
	http *httptest.Server

	mu       sync.Mutex
	tokens   map[string]string        // users by token
	codes    map[string]authorization // by code
	events   map[string]*stream       // by token
	seeks    map[string]*seek         // by user
	games    map[string]*Game
	asked    map[string]*challenge
	studies  map[string]string // PGN by ID
	solved   []string          // results of puzzles
	history  []string          // PGN of the games of everybody, the oldest first
	answers  map[string]string // what is said at a path, for what is no game
	faults   []fault
	requests []string
	serial   int
	changed  *sync.Cond
	closed   bool
}

type authorization struct{ user, challenge, redirect, client string }

type seek struct {
	user string
	form url.Values
	done chan struct{}
}

type challenge struct {
	id, from, to string
	form         url.Values
	rematchOf    string
	done         chan string
}

// fault is what goes wrong once at a path.
type fault struct {
	path   string // its beginning
	answer func(w http.ResponseWriter, r *http.Request)
}

// New starts a server that is closed with the test. Each check may look at what passes.
func New(t testing.TB, checks ...func(testing.TB, http.Handler) http.Handler) *Server {
	t.Helper()
	s := &Server{
		t: t, tokens: make(map[string]string), codes: make(map[string]authorization), events: make(map[string]*stream),
		seeks: make(map[string]*seek), games: make(map[string]*Game), asked: make(map[string]*challenge),
		studies: make(map[string]string), answers: make(map[string]string),
	}
	s.changed = sync.NewCond(&s.mu)
	var h http.Handler = http.HandlerFunc(s.serve)
	for _, check := range checks {
		h = check(t, h)
	}
	s.http = httptest.NewServer(h)
	s.URL = s.http.URL
	t.Cleanup(s.Close)
	return s
}

// Close ends all lines.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	for _, e := range s.events {
		e.end()
	}
	for _, k := range s.seeks {
		k.finish()
	}
	for _, g := range s.games {
		g.endStreams()
	}
	for _, c := range s.asked {
		c.finish("canceled")
	}
	s.changed.Broadcast()
	s.mu.Unlock()
	s.http.CloseClientConnections()
	s.http.Close()
}

func (k *seek) finish() {
	select {
	case <-k.done:
	default:
		close(k.done)
	}
}

func (c *challenge) finish(how string) {
	select {
	case c.done <- how:
	default:
	}
}

// Token makes a token of a user.
func (s *Server) Token(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.serial++
	token := fmt.Sprintf("lip_%s%d", user, s.serial)
	s.tokens[token] = user
	return token
}

// Agree is the user's answer to the login page at an address: where the browser is sent.
func (s *Server) Agree(user, address string, yes bool) string {
	u, err := url.Parse(address)
	if err != nil {
		s.t.Errorf("login at %s: %v", address, err)
		return ""
	}
	q := u.Query()
	if q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("client_id") == "" || len(q.Get("state")) < 16 {
		s.t.Errorf("login at %s: not as PKCE asks", address)
	}
	back := url.Values{"state": {q.Get("state")}}
	if yes {
		s.mu.Lock()
		s.serial++
		code := fmt.Sprintf("liu_%d", s.serial)
		s.codes[code] = authorization{user, q.Get("code_challenge"), q.Get("redirect_uri"), q.Get("client_id")}
		s.mu.Unlock()
		back.Set("code", code)
	} else {
		back.Set("error", "access_denied")
	}
	return q.Get("redirect_uri") + "?" + back.Encode()
}

// Knows tells whether a token opens an account.
func (s *Server) Knows(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tokens[token] != ""
}

// Requests are those that came, as method and path.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Count tells how many requests began with a text such as "POST /api/board".
func (s *Server) Count(begin string) (n int) {
	for _, r := range s.Requests() {
		if strings.HasPrefix(r, begin) {
			n++
		}
	}
	return n
}

// Fail has the next request to a path that begins so answered by a status and, if it is not
// empty, by the text of an error.
func (s *Server) Fail(path string, status int, reason string) {
	s.Fault(path, func(w http.ResponseWriter, _ *http.Request) { refuse(w, status, reason) })
}

// Fault has the next request to a path that begins so answered by a function.
func (s *Server) Fault(path string, answer func(w http.ResponseWriter, r *http.Request)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, fault{path, answer})
}

// Faulty marks an answer that a test makes wrong on purpose.
func Faulty(w http.ResponseWriter) {
	if f, ok := w.(interface{ Faulty() }); ok {
		f.Faulty()
	}
}

// streamRound sends games, and others whenever they are answered anew.
func (s *Server) streamRound(w http.ResponseWriter, r *http.Request, text string) {
	for {
		_, _ = w.Write([]byte(text))
		w.(http.Flusher).Flush()
		s.mu.Lock()
		for s.answers[r.URL.Path] == text && !s.closed && r.Context().Err() == nil {
			s.changed.Wait()
		}
		text = s.answers[r.URL.Path]
		gone := s.closed || r.Context().Err() != nil
		s.mu.Unlock()
		if gone {
			return
		}
	}
}

// Answer has a path answered by a text, whatever is asked.
func (s *Server) Answer(path, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[path] = text
	s.changed.Broadcast()
}

// await waits until something holds; it is called under the lock.
func (s *Server) await(what string, holds func() bool) {
	s.t.Helper()
	late := time.AfterFunc(30*time.Second, func() {
		s.mu.Lock()
		s.closed = true
		s.changed.Broadcast()
		s.mu.Unlock()
	})
	defer late.Stop()
	for !holds() {
		if s.closed {
			s.t.Errorf("waited in vain for %s; requests:\n%s", what, strings.Join(s.requests, "\n"))
			return
		}
		s.changed.Wait()
	}
}

// Await waits until so many requests began with a text.
func (s *Server) Await(begin string, n int) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await(begin, func() bool {
		have := 0
		for _, r := range s.requests {
			if strings.HasPrefix(r, begin) {
				have++
			}
		}
		return have >= n
	})
}

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, status int, reason string) {
	if reason == "" {
		w.WriteHeader(status)
		return
	}
	write(w, status, map[string]string{"error": reason})
}

func done(w http.ResponseWriter) { write(w, http.StatusOK, map[string]bool{"ok": true}) }

// user is whose token came with a request.
func (s *Server) user(r *http.Request) string {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return s.tokens[token]
}

// serve answers a request.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.URL.Path)
	s.changed.Broadcast()
	for i, f := range s.faults {
		if strings.HasPrefix(r.URL.Path, f.path) {
			s.faults = slices.Delete(s.faults, i, i+1)
			s.mu.Unlock()
			f.answer(w, r)
			return
		}
	}
	if text, ok := s.answers[r.URL.Path]; ok && r.Method == http.MethodGet || ok && r.URL.Path == "/api/import" {
		s.mu.Unlock()
		if strings.HasPrefix(r.URL.Path, "/api/stream/broadcast/") { // it waits for new moves
			w.Header().Set("Content-Type", "application/x-chess-pgn")
			s.streamRound(w, r, text)
			return
		}
		kind := "application/json"
		switch {
		case strings.HasSuffix(r.URL.Path, ".pgn") || strings.HasPrefix(text, "["+"Event"):
			kind = "application/x-chess-pgn"
		case r.Header.Get("Accept") == "application/x-ndjson":
			kind = "application/x-ndjson"
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(text))
		return
	}
	s.mu.Unlock()
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	at := func(pattern string) bool { return match(pattern, parts) }
	switch {
	case r.Method == "POST" && at("api/token"):
		s.giveToken(w, r)
		return
	}
	s.mu.Lock()
	me := s.user(r)
	s.mu.Unlock()
	if me == "" {
		refuse(w, http.StatusUnauthorized, "No such token")
		return
	}
	_ = r.ParseForm()
	switch {
	case r.Method == "DELETE" && at("api/token"):
		s.mu.Lock()
		delete(s.tokens, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		s.mu.Unlock()
		w.WriteHeader(http.StatusNoContent)
	case at("api/account"):
		write(w, http.StatusOK, map[string]any{"id": me, "username": Name(me), "url": "https://lichess.org/@/" + me})
	case at("api/account/playing"):
		s.playing(w, me)
	case at("api/stream/event"):
		s.streamEvents(w, r, me)
	case r.Method == "POST" && at("api/board/seek"):
		s.openSeek(w, r, me)
	case at("api/board/game/stream/*"):
		s.streamGame(w, r, me, parts[4])
	case r.Method == "POST" && len(parts) > 4 && strings.HasPrefix(r.URL.Path, "/api/board/game/"):
		s.act(w, r, me, parts[3], parts[4:])
	case r.Method == "POST" && at("api/round/*/add-time/*"):
		s.act(w, r, me, parts[2], parts[3:])
	case r.Method == "POST" && at("api/challenge/ai"):
		s.challengeAI(w, r, me)
	case r.Method == "POST" && at("api/challenge/*"):
		s.openChallenge(w, r, me, parts[2])
	case r.Method == "POST" && at("api/challenge/*/*"):
		s.answerChallenge(w, me, parts[2], parts[3], r.Form.Get("reason"))
	case r.Method == "POST" && at("api/puzzle/batch/*"):
		s.solve(w, r)
	case at("api/games/user/*"):
		s.export(w, r)
	default:
		refuse(w, http.StatusNotFound, "Not found.")
	}
}

// match compares a path with one that has stars for parts.
func match(pattern string, parts []string) bool {
	want := strings.Split(pattern, "/")
	if len(want) != len(parts) {
		return false
	}
	for i := range want {
		if want[i] != "*" && want[i] != parts[i] {
			return false
		}
	}
	return true
}

// Name is what a user is called.
func Name(id string) string {
	if id == "" {
		return ""
	}
	return strings.ToUpper(id[:1]) + id[1:]
}

func (s *Server) giveToken(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	s.mu.Lock()
	a, ok := s.codes[r.Form.Get("code")]
	delete(s.codes, r.Form.Get("code"))
	s.mu.Unlock()
	sum := sha256.Sum256([]byte(r.Form.Get("code_verifier")))
	switch {
	case !ok:
		write(w, 400, map[string]string{"error": "invalid_grant", "error_description": "code expired"})
	case base64.RawURLEncoding.EncodeToString(sum[:]) != a.challenge:
		write(w, 400, map[string]string{"error": "invalid_grant", "error_description": "hash of code_verifier does not match code_challenge"})
	case r.Form.Get("redirect_uri") != a.redirect || r.Form.Get("client_id") != a.client || r.Form.Get("grant_type") != "authorization_code":
		write(w, 400, map[string]string{"error": "invalid_request"})
	default:
		write(w, 200, map[string]any{"token_type": "Bearer", "access_token": s.Token(a.user), "expires_in": 31536000})
	}
}

// stream is one that is open to somebody.
type stream struct {
	lines chan string
	over  chan struct{}
	once  sync.Once
}

func newStream() *stream { return &stream{lines: make(chan string, 256), over: make(chan struct{})} }

func (st *stream) end() { st.once.Do(func() { close(st.over) }) }

func (st *stream) send(line string) {
	select {
	case st.lines <- line:
	case <-st.over:
	}
}

// Cut is a line of a stream that breaks in its middle.
const Cut = "\x00cut"

// keepAlive is how often an empty line is sent.
const keepAlive = 5 * time.Second

// pump writes the lines of a stream until it ends.
func (st *stream) pump(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(http.StatusOK)
	flush := w.(http.Flusher).Flush
	flush()
	tick := time.NewTicker(keepAlive)
	defer tick.Stop()
	for {
		select {
		case line := <-st.lines:
			if half, cut := strings.CutSuffix(line, Cut); cut {
				_, _ = w.Write([]byte(half[:len(half)/2]))
				flush()
				panic(http.ErrAbortHandler)
			}
			if _, err := w.Write([]byte(line + "\n")); err != nil {
				return
			}
		case <-tick.C:
			_, _ = w.Write([]byte("\n"))
		case <-st.over:
			for { // what was sent before the end
				select {
				case line := <-st.lines:
					_, _ = w.Write([]byte(line + "\n"))
					continue
				default:
				}
				flush()
				return
			}
		case <-r.Context().Done():
			return
		}
		flush()
	}
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// streamEvents opens the line for events; an older one of the same token ends.
func (s *Server) streamEvents(w http.ResponseWriter, r *http.Request, me string) {
	token := r.Header.Get("Authorization")
	st := newStream()
	s.mu.Lock()
	if old := s.events[token]; old != nil {
		old.end()
	}
	s.events[token] = st
	for _, id := range slices.Sorted(maps.Keys(s.games)) {
		if g := s.games[id]; g.on() && g.plays(me) {
			st.lines <- text(map[string]any{"type": "gameStart", "game": g.event(me)})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.asked)) {
		if c := s.asked[id]; c.from == me || c.to == me {
			st.lines <- text(map[string]any{"type": "challenge", "challenge": c.json(s.URL)})
		}
	}
	st.lines <- ""
	s.changed.Broadcast()
	s.mu.Unlock()
	st.pump(w, r)
	s.mu.Lock()
	if s.events[token] == st {
		delete(s.events, token)
	}
	s.mu.Unlock()
}

// tell sends an event to all lines of a user; it is called under the lock.
func (s *Server) tell(user string, v any) {
	for token, st := range s.events {
		if s.tokens[strings.TrimPrefix(token, "Bearer ")] == user {
			st.send(text(v))
		}
	}
}

// AwaitEvents waits until a user's line for events stands.
func (s *Server) AwaitEvents(user string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await("the line for events of "+user, func() bool {
		for token := range s.events {
			if s.tokens[strings.TrimPrefix(token, "Bearer ")] == user {
				return true
			}
		}
		return false
	})
}

// CutEvents breaks the line for events of a user in the middle of a line.
func (s *Server) CutEvents(user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for token, st := range s.events {
		if s.tokens[strings.TrimPrefix(token, "Bearer ")] == user {
			st.send(`{"type":"gameStart","game":{"fullId":"x"}}` + Cut)
			delete(s.events, token)
		}
	}
}

// openSeek keeps a seek until it is taken or its line ends.
func (s *Server) openSeek(w http.ResponseWriter, r *http.Request, me string) {
	f := r.Form
	if days := f.Get("days"); days != "" {
		s.mu.Lock()
		s.seeks[me] = &seek{user: me, form: f, done: make(chan struct{})}
		s.changed.Broadcast()
		s.mu.Unlock()
		write(w, 200, map[string]string{"id": "gwkzmEBY"})
		return
	}
	minutes, _ := strconv.ParseFloat(f.Get("time"), 64)
	increment, _ := strconv.Atoi(f.Get("increment"))
	if minutes*60+40*float64(increment) < 480 {
		refuse(w, 400, "Invalid time control")
		return
	}
	k := &seek{user: me, form: f, done: make(chan struct{})}
	s.mu.Lock()
	s.seeks[me] = k
	s.changed.Broadcast()
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/x-ndjson")
	_, _ = w.Write([]byte("\n"))
	w.(http.Flusher).Flush()
	tick := time.NewTicker(keepAlive)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_, _ = w.Write([]byte("\n"))
			w.(http.Flusher).Flush()
			continue
		case <-k.done:
		case <-r.Context().Done():
		}
		break
	}
	s.mu.Lock()
	if s.seeks[me] == k {
		delete(s.seeks, me)
	}
	s.changed.Broadcast()
	s.mu.Unlock()
}

// TakeSeek waits for the seek of a user and has somebody take it; the seeker has White unless he
// asked for Black.
func (s *Server) TakeSeek(user, by string) *Game {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await("a seek of "+user, func() bool { return s.seeks[user] != nil })
	k := s.seeks[user]
	if k == nil {
		return nil
	}
	delete(s.seeks, user)
	g := s.newGame(k.form, user, by, k.form.Get("color"), "lobby")
	k.finish()
	return g
}

// AwaitNoSeek waits until a user seeks no more.
func (s *Server) AwaitNoSeek(user string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await("the end of the seek of "+user, func() bool { return s.seeks[user] == nil })
}

func (s *Server) id() string {
	s.serial++
	return fmt.Sprintf("game%04d", s.serial)
}

func (s *Server) challengeAI(w http.ResponseWriter, r *http.Request, me string) {
	s.mu.Lock()
	level, _ := strconv.Atoi(r.Form.Get("level"))
	g := s.newGame(r.Form, me, "", r.Form.Get("color"), "ai")
	g.level = level
	v := map[string]any{
		"id": g.ID, "fullId": g.ID + "abcd", "variant": g.variantJSON(), "speed": g.speed(), "perf": "rapid", "rated": false,
		"fen": g.start, "turns": 0, "source": "ai", "status": map[string]any{"id": 20, "name": "started"}, "createdAt": g.began.UnixMilli(),
		"player": "white",
	}
	s.mu.Unlock()
	write(w, http.StatusCreated, v)
}

func (s *Server) openChallenge(w http.ResponseWriter, r *http.Request, me, to string) {
	s.mu.Lock()
	c := &challenge{id: s.id(), from: me, to: strings.ToLower(to), form: r.Form, done: make(chan string, 1)}
	s.asked[c.id] = c
	v := c.json(s.URL)
	s.tell(me, map[string]any{"type": "challenge", "challenge": v})
	s.tell(c.to, map[string]any{"type": "challenge", "challenge": v})
	s.changed.Broadcast()
	s.mu.Unlock()
	if r.Form.Get("keepAliveStream") != "true" {
		write(w, 200, v)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	_, _ = w.Write([]byte(text(v) + "\n"))
	w.(http.Flusher).Flush()
	select {
	case how := <-c.done:
		_, _ = w.Write([]byte(text(map[string]string{"done": how}) + "\n"))
	case <-r.Context().Done():
		s.mu.Lock()
		delete(s.asked, c.id)
		s.tell(c.to, map[string]any{"type": "challengeCanceled", "challenge": c.json(s.URL)})
		s.changed.Broadcast()
		s.mu.Unlock()
	}
}

// Challenge has somebody challenge a user; the form is as the server takes it.
func (s *Server) Challenge(from, to string, form url.Values, rematchOf string) (id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &challenge{id: s.id(), from: from, to: to, form: form, rematchOf: rematchOf, done: make(chan string, 1)}
	s.asked[c.id] = c
	s.tell(to, map[string]any{"type": "challenge", "challenge": c.json(s.URL)})
	return c.id
}

// AwaitChallenge waits until a user has challenged somebody, and gives the ID and what he sent.
func (s *Server) AwaitChallenge(from string) (id string, form url.Values) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await("a challenge of "+from, func() bool {
		for _, c := range s.asked {
			if c.from == from {
				id, form = c.id, c.form
				return true
			}
		}
		return false
	})
	return id, form
}

// Reply has the one who was challenged say yes, or no for a reason.
func (s *Server) Reply(id, reason string) *Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.replyLocked(id, reason)
}

func (s *Server) replyLocked(id, reason string) *Game {
	c := s.asked[id]
	if c == nil {
		return nil
	}
	delete(s.asked, id)
	if reason != "" {
		v := c.json(s.URL)
		v["status"], v["declineReason"], v["declineReasonKey"] = "declined", "No: "+reason, strings.ToLower(reason)
		s.tell(c.from, map[string]any{"type": "challengeDeclined", "challenge": v})
		c.finish("declined")
		return nil
	}
	g := s.newGameID(id, c.form, c.from, c.to, c.form.Get("color"), "friend")
	c.finish("accepted")
	return g
}

func (s *Server) answerChallenge(w http.ResponseWriter, me, id, what, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.changed.Broadcast()
	c := s.asked[id]
	if c == nil || what == "cancel" && c.from != me || what != "cancel" && c.to != me {
		refuse(w, 404, "Not found.")
		return
	}
	switch what {
	case "accept":
		s.replyLocked(id, "")
	case "decline":
		if reason == "" {
			reason = "generic"
		}
		s.replyLocked(id, reason)
	case "cancel":
		delete(s.asked, id)
		s.tell(c.to, map[string]any{"type": "challengeCanceled", "challenge": c.json(s.URL)})
		c.finish("canceled")
	}
	done(w)
}

// json is a challenge as the server writes it.
func (c *challenge) json(base string) map[string]any {
	control := map[string]any{"type": "unlimited"}
	if limit := c.form.Get("clock.limit"); limit != "" {
		n, _ := strconv.Atoi(limit)
		i, _ := strconv.Atoi(c.form.Get("clock.increment"))
		control = map[string]any{"type": "clock", "limit": n, "increment": i, "show": fmt.Sprintf("%d+%d", n/60, i)}
	} else if days, _ := strconv.Atoi(c.form.Get("days")); days > 0 {
		control = map[string]any{"type": "correspondence", "daysPerTurn": days}
	}
	colour := c.form.Get("color")
	if colour == "" {
		colour = "random"
	}
	v := map[string]any{
		"id": c.id, "url": base + "/" + c.id, "status": "created",
		"challenger": map[string]any{"id": c.from, "name": Name(c.from), "rating": 1600},
		"destUser":   map[string]any{"id": c.to, "name": Name(c.to), "rating": 1500},
		"variant":    variantJSON(c.form.Get("variant")), "rated": c.form.Get("rated") == "true", "speed": "rapid",
		"timeControl": control, "color": colour, "perf": map[string]any{"icon": "", "name": "Rapid"},
	}
	if c.rematchOf != "" {
		v["rematchOf"] = c.rematchOf
	}
	return v
}

func variantJSON(key string) map[string]any {
	if key == "" {
		key = "standard"
	}
	v, err := lichess.Variant(key)
	name := key
	if err == nil {
		name = v.Rules.Name
	}
	return map[string]any{"key": key, "name": name, "short": name}
}

// playing lists the games of a user that go on.
func (s *Server) playing(w http.ResponseWriter, me string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, mine := []any{}, 0
	for _, id := range slices.Sorted(maps.Keys(s.games)) {
		if g := s.games[id]; g.on() && g.plays(me) {
			e := g.event(me)
			delete(e, "id")
			e["status"] = "started"
			if o := e["opponent"].(map[string]any); o["id"] == nil {
				o["id"] = "" // described otherwise than in the line for events
			}
			all = append(all, e)
			if e["isMyTurn"] == true {
				mine++
			}
		}
	}
	write(w, 200, map[string]any{"nowPlaying": all, "nbMyTurn": mine})
}

// Played adds a finished game to what is exported: its time, in milliseconds, and its PGN.
func (s *Server) Played(pgn string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.history = append(s.history, pgn)
}

// export sends the games that were played.
func (s *Server) export(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	all := slices.Clone(s.history)
	s.mu.Unlock()
	since, _ := strconv.ParseInt(r.Form.Get("since"), 10, 64)
	var out []string
	for _, pgn := range all {
		if at := utc(pgn); at.UnixMilli() >= since {
			out = append(out, pgn)
		}
	}
	if r.Form.Get("sort") != "dateAsc" {
		slices.Reverse(out)
	}
	if n, _ := strconv.Atoi(r.Form.Get("max")); n > 0 && len(out) > n {
		out = out[:n]
	}
	w.Header().Set("Content-Type", "application/x-chess-pgn")
	for _, pgn := range out {
		_, _ = w.Write([]byte(pgn + "\n\n"))
		w.(http.Flusher).Flush()
	}
}

// utc is when a game was played, by its tags.
func utc(pgn string) time.Time {
	tag := func(name string) string {
		_, rest, _ := strings.Cut(pgn, "["+name+" \"")
		v, _, _ := strings.Cut(rest, "\"")
		return v
	}
	at, _ := time.Parse("2006.01.02 15:04:05", tag("UTCDate")+" "+tag("UTCTime"))
	return at
}

// solve takes the results of puzzles.
func (s *Server) solve(w http.ResponseWriter, r *http.Request) {
	var sent struct {
		Solutions []struct {
			ID  string `json:"id"`
			Win bool   `json:"win"`
		} `json:"solutions"`
	}
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
		refuse(w, 400, "not as described")
		return
	}
	rounds := []any{}
	s.mu.Lock()
	for _, one := range sent.Solutions {
		change := -8
		if one.Win {
			change = 8
		}
		s.solved = append(s.solved, fmt.Sprintf("%s %v", one.ID, one.Win))
		rounds = append(rounds, map[string]any{"id": one.ID, "win": one.Win, "ratingDiff": change})
	}
	s.changed.Broadcast()
	s.mu.Unlock()
	write(w, 200, map[string]any{"puzzles": []any{}, "rounds": rounds})
}

// AwaitSolved waits for so many results of puzzles, written as "ID true".
func (s *Server) AwaitSolved(n int) []string {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await("results of puzzles", func() bool { return len(s.solved) >= n })
	return slices.Clone(s.solved)
}

// TokenOf is a token that a user has.
func (s *Server) TokenOf(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for token, u := range s.tokens {
		if u == user {
			return token
		}
	}
	return ""
}
