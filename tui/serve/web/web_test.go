package web

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"github.com/hinshun/vt10x"
	"go.uber.org/goleak"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/lobby/archive/sqlstore"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
	"rookery/tui/serve"
)

// patience is how long a test waits for what must happen.
const patience = time.Minute

// house is a club with its pages, on the loopback.
type house struct {
	t        *testing.T
	club     *lobby.Lobby
	archive  *sqlstore.Archive
	sessions *serve.Server
	pages    *Server
	url, ssh string
	log      *lockedBuffer
	stop     func()
}

// lockedBuffer is a log that is read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// open opens a club; after the test nothing of it may run any more.
func open(t *testing.T, change func(*serve.Limits, *Config)) *house {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		goleak.VerifyNone(t, before, goleak.IgnoreTopFunction("github.com/charmbracelet/bubbletea.Tick.func1"),
			goleak.IgnoreAnyFunction("github.com/charmbracelet/bubbletea.(*Program).execBatchMsg"),
			goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait")) // half a second after a form that was too long
	})
	h := &house{t: t, log: &lockedBuffer{}}
	log := slog.New(slog.NewTextHandler(h.log, nil))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	j, err := sqljournal.Open(ctx, filepath.Join(dir, "journal"), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	if h.club, err = lobby.Open(ctx, j, time.Now, [32]byte{7}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.club.Close)
	if h.archive, err = sqlstore.Open(ctx, sqlstore.Config{Path: filepath.Join(dir, "archive"), Journal: j, Now: time.Now, Log: log}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.archive.Close() })
	h.club.UseRatings(archive.Ratings{Archive: h.archive})
	lim := serve.Usual()
	lim.Logins, lim.Keys, lim.PerAddress = 1000, 1000, 100
	cfg := Config{Lobby: h.club, Archive: h.archive, Log: log, Now: time.Now, SSH: ":2222"}
	if change != nil {
		change(&lim, &cfg)
	}
	cfg.Limits = lim
	h.sessions, err = serve.New(serve.Config{Dir: dir, Lobby: h.club, Archive: h.archive, Limits: lim, Log: log, Now: time.Now, Seed: func() uint64 { return 1 }, Browsers: true})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Sessions = h.sessions
	if h.pages, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	ssh, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h.url, h.ssh = "http://"+l.Addr().String(), ssh.Addr().String()
	life, end := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- h.sessions.Serve(life, ssh) }()
	go func() { done <- h.pages.Serve(life, tightListener{l}) }()
	h.stop = sync.OnceFunc(func() {
		end()
		for range 2 {
			select {
			case err := <-done:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(patience):
				t.Error("the server does not end")
			}
		}
	})
	t.Cleanup(h.stop)
	return h
}

// tightListener has the system hold little of what is sent, so that who reads nothing is noticed soon.
type tightListener struct{ net.Listener }

func (l tightListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		err = tcp.SetWriteBuffer(4 << 10)
	}
	return c, err
}

// get asks for a page.
func (h *house) get(path string, change ...func(*http.Request)) (*http.Response, string) {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.url+path, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range change {
		c(r)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return answer, string(text)
}

// browser is a page's terminal without the page.
type browser struct {
	t      *testing.T
	socket *websocket.Conn
	token  string
	lines  bool          // it is no screen
	ended  chan struct{} // closed when nothing more comes

	mu     sync.Mutex
	screen vt10x.Terminal
	why    string // as the server said it
	raw    []byte
	news   chan struct{}
}

const cols, rows = 80, 24

// visit opens a session, or goes on with one.
func (h *house) visit(token string, header http.Header) *browser {
	h.t.Helper()
	return h.enter(order{Session: token, Cols: cols, Rows: rows}, header)
}

// enter is visit with what a page says first.
func (h *house) enter(first order, header http.Header) *browser {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	socket, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(h.url, "http")+"/session", &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		h.t.Fatal(err)
	}
	socket.SetReadLimit(1 << 20)
	b := &browser{t: h.t, socket: socket, lines: first.Plain, ended: make(chan struct{}), screen: vt10x.New(vt10x.WithSize(cols, rows)), news: make(chan struct{}, 1)}
	b.order(first)
	go b.pump()
	h.t.Cleanup(b.cut)
	return b
}

// order sends a message in words.
func (b *browser) order(o order) {
	b.t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := b.socket.Write(b.t.Context(), websocket.MessageText, text); err != nil {
		b.t.Fatal(err)
	}
}

// keys strikes keys.
func (b *browser) keys(text string) {
	b.t.Helper()
	if err := b.socket.Write(b.t.Context(), websocket.MessageBinary, []byte(text)); err != nil {
		b.t.Fatalf("typing %q: %v\n%s", text, err, b.text())
	}
}

// cut closes the socket as a lost line does, and waits until nothing more comes.
func (b *browser) cut() {
	b.socket.CloseNow()
	<-b.ended
}

func (b *browser) pump() {
	defer close(b.ended)
	var rest []byte
	for {
		kind, data, err := b.socket.Read(context.Background())
		if err != nil {
			return
		}
		b.mu.Lock()
		if kind == websocket.MessageText {
			var r report
			if err := json.Unmarshal(data, &r); err != nil {
				b.t.Error(err)
			}
			if r.Session != "" {
				b.token = r.Session
			}
			b.why += r.Ended
		} else {
			b.raw = append(b.raw, data...)
			rest = append(rest, data...)
			whole := len(rest)
			for i := 1; i < min(utf8.UTFMax, whole+1); i++ {
				if utf8.RuneStart(rest[whole-i]) && !utf8.FullRune(rest[whole-i:]) {
					whole -= i
					break
				}
			}
			b.screen.Write(rest[:whole])
			rest = append(rest[:0], rest[whole:]...)
		}
		b.mu.Unlock()
		select {
		case b.news <- struct{}{}:
		default:
		}
	}
}

// text is the screen, or the lines, and behind it why the session has ended.
func (b *browser) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lines {
		return string(b.raw) + b.why
	}
	return b.screen.String() + b.why
}

// see waits until a text stands on the screen.
func (b *browser) see(texts ...string) string {
	b.t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for ended := false; ; {
		screen, missing := b.text(), ""
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				missing = text
			}
		}
		if missing == "" {
			return screen
		}
		if ended {
			b.t.Fatalf("the socket was closed before %q\n%s", missing, screen)
		}
		select {
		case <-b.news:
		case <-b.ended:
			ended = true
		case <-limit.C:
			b.t.Fatalf("%q is not shown\n%s", missing, screen)
		}
	}
}

// TestSession plays in a terminal of a page: keys, another size, the end.
func TestSession(t *testing.T) {
	h := open(t, nil)
	b := h.visit("", nil)
	b.see("New game", "R O O K E R Y")
	b.order(order{Cols: 30, Rows: 8})
	b.see("too small")
	b.order(order{Cols: cols, Rows: rows})
	b.see("New game")
	b.keys("q")
	<-b.ended
	if b.why == "" {
		t.Error("the page is not told that the session has ended")
	}
}

// TestLines plays in lines of text, goes on after the line was lost, and leaves.
func TestLines(t *testing.T) {
	h := open(t, nil)
	b := h.enter(order{Plain: true}, nil)
	b.see("lines of text")
	if answer, text := h.get("/lines"); answer.StatusCode != http.StatusOK || !strings.Contains(text, `role="log"`) || inline.MatchString(text) {
		t.Errorf("the page: %s\n%s", answer.Status, text)
	}
	h.player("Anna")
	b.keys("players\n")
	b.see("idle.")
	b.cut()
	again := h.enter(order{Session: b.token, Plain: true}, nil)
	again.keys("seeks\n")
	again.see("seeks")
	if again.token != b.token {
		t.Error("the session did not go on")
	}
	if strings.Contains(again.text(), "\x1b") {
		t.Errorf("escape sequences among the lines: %q", again.text())
	}
	again.keys("quit\n")
	<-again.ended
	again.see("You have left")
}

// TestComeBack cuts the line, and another socket goes on where the first one was. A stranger does
// not, and a second window takes the session from the first.
func TestComeBack(t *testing.T) {
	h := open(t, nil)
	b := h.visit("", nil)
	b.see("New game")
	b.keys("1") // the lobby, which another session would not show
	b.see("Seeks")
	b.cut()
	again := h.visit(b.token, nil)
	again.see("Seeks")
	if again.token != b.token {
		t.Error("the session did not go on")
	}
	second := h.visit(b.token, nil)
	second.see("Seeks")
	<-again.ended // closed for the second
	stranger := h.visit("no such session", nil)
	stranger.see("New game")
	if stranger.token == b.token {
		t.Error("a stranger has the session")
	}
	second.keys("\x1b")
	second.see("New game")
}

// TestNobodyComesBack ends the session of a line that is lost for too long.
func TestNobodyComesBack(t *testing.T) {
	h := open(t, func(_ *serve.Limits, c *Config) { c.Hold = 10 * time.Millisecond })
	b := h.visit("", nil)
	b.see("New game")
	b.cut()
	h.pages.all.Wait()
	again := h.visit(b.token, nil)
	again.see("New game")
	if again.token == b.token {
		t.Error("a session that has ended goes on")
	}
}

// TestNoHold begins sessions that wait for nobody: those at a socket are not ended by it.
func TestNoHold(t *testing.T) {
	h := open(t, func(_ *serve.Limits, c *Config) { c.Hold = time.Nanosecond })
	for range 5 {
		b := h.visit("", nil)
		b.see("New game")
		b.cut()
	}
	h.noSessions()
}

// inline finds scripts, styles and handlers that stand in a page.
var inline = regexp.MustCompile(`(?i)<script(\s+type="module")?>|<style|\sstyle=|\son[a-z]+=|javascript:`)

// foreign finds what a page would ask of others.
var foreign = regexp.MustCompile(`(?i)(src|href|action|content)="(https?:)?//`)

// TestPages looks at every page in every language: status, headers, nothing inline, nothing from
// elsewhere.
func TestPages(t *testing.T) {
	h := open(t, func(_ *serve.Limits, c *Config) { c.URL = "" })
	ctx := t.Context()
	anna, bea := remote.Player{ID: "anna", Name: "Anna"}, remote.Player{ID: "bea", Name: `<b>"Bea"`}
	running, err := h.club.Start(ctx, remote.Terms{Parts: []string{"chess"}}, anna, bea)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "hu", "ro", "de"} {
		for path, want := range map[string]string{
			"/": "SHA256:", "/play": "play.js", "/game/" + running.ID(): "&lt;b&gt;&#34;Bea&#34;", "/embed/" + running.ID(): "svg",
			"/player/Nobody": "", "/nothing": "",
		} {
			answer, text := h.get(path, func(r *http.Request) { r.Header.Set("Accept-Language", lang) })
			if good := path != "/nothing" && path != "/player/Nobody"; good != (answer.StatusCode == 200) {
				t.Errorf("%s: %s", path, answer.Status)
			}
			if !strings.Contains(text, want) || !strings.Contains(text, `<html lang="`+lang+`">`) {
				t.Errorf("%s in %s lacks %q:\n%s", path, lang, want, text)
			}
			if found := inline.FindString(text); found != "" {
				t.Errorf("%s holds %q", path, found)
			}
			own := strings.ReplaceAll(text, `content="`+h.url, `content="`) // links and pictures for other programs
			if found := foreign.FindString(own); found != "" {
				t.Errorf("%s asks for %q", path, found)
			}
			csp := answer.Header.Get("Content-Security-Policy")
			frames := "frame-ancestors 'none'"
			if strings.HasPrefix(path, "/embed/") {
				frames = "frame-ancestors *"
			}
			for _, rule := range []string{"default-src 'none'", "script-src 'self'", "base-uri 'none'", frames} {
				if !strings.Contains(csp, rule) {
					t.Errorf("%s: the policy %q lacks %s", path, csp, rule)
				}
			}
			if strings.Contains(csp, "script-src 'self' ") || strings.Contains(csp, "unsafe-eval") {
				t.Errorf("%s: the policy %q allows scripts", path, csp)
			}
			for name, value := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cache-Control": "no-store"} {
				if got := answer.Header.Get(name); got != value {
					t.Errorf("%s: %s is %q, want %q", path, name, got, value)
				}
			}
		}
	}
}

// TestPositions draws positions of boards of each kind, and refuses what is none.
func TestPositions(t *testing.T) {
	h := open(t, nil)
	for query, good := range map[string]bool{
		"": true, "?variant=hex": true, "?variant=makarenko&flip=1": true, "?variant=crazyhouse%2Batomic": true,
		"?fen=8/8/8/4k3/8/8/8/4K3+w+-+-+0+1&last=e1,zz": true,
		"?fen=rubbish": false, "?variant=none": false, "?fen=" + strings.Repeat("8", 600): false, "?variant=" + strings.Repeat("atomic%2B", 20): false,
	} {
		answer, text := h.get("/position.svg" + query)
		if good != (answer.StatusCode == 200) || good != strings.HasPrefix(text, "<svg") {
			t.Errorf("%s: %s, %.80s", query, answer.Status, text)
		}
		if good && answer.Header.Get("Content-Security-Policy") != onlyPicture {
			t.Errorf("%s: %v", query, answer.Header)
		}
		answer, text = h.get("/position.png" + query)
		if good != (answer.StatusCode == 200) {
			t.Errorf("%s: %s", query, answer.Status)
		}
		if !good {
			continue
		}
		m, err := png.Decode(strings.NewReader(text))
		if err != nil || answer.Header.Get("Content-Type") != "image/png" || len(text) > 100<<10 {
			t.Fatalf("%s: %v, %d bytes, %v", query, err, len(text), answer.Header)
		}
		if size := m.Bounds(); max(size.Dx(), size.Dy()) > previewSide || max(size.Dx(), size.Dy()) < previewSide*9/10 {
			t.Errorf("%s: %v points", query, size)
		}
		if _, again := h.get("/position.png" + query); again != text {
			t.Errorf("%s: another picture the second time", query)
		}
	}
	white, _ := h.get("/position.png")
	_, one := h.get("/position.png?fen=8/8/8/4k3/8/8/8/4K3+w+-+-+0+1")
	if _, other := h.get("/position.png?fen=8/8/8/4k3/8/8/8/3K4+w+-+-+0+1"); other == one || white.StatusCode != http.StatusOK {
		t.Error("two positions have one picture")
	}
}

// TestLive follows a game by the stream of events, and reads its end in the archive.
func TestLive(t *testing.T) {
	h := open(t, nil)
	anna, bea := h.player("Anna"), h.player("Bea")
	table := h.start("chess", anna, bea)
	white, black := h.sit(table, anna), h.sit(table, bea)
	stream := h.follow(table.ID())
	first := stream.next()
	if first.Status != "White to move" || first.Over || !strings.Contains(stream.picture(), "#wK") {
		t.Fatalf("%+v", first)
	}
	move := func(r *lobby.Reader, text string) {
		t.Helper()
		if err := r.Move(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	var last update
	for i, text := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		move([]*lobby.Reader{white, black}[i%2], text)
		last = stream.until(func(update) bool { return len(stream.moves) > i }) // one by one, to count their bytes
	}
	if !last.Over {
		last = stream.until(func(u update) bool { return u.Over })
	}
	if last.Status != "0–1 · Black wins: checkmate" || stream.moves[3] != "Qh4#" {
		t.Errorf("%+v, moves %q", last, stream.moves)
	}
	t.Logf("a move takes %d bytes at most", stream.largest)
	if stream.largest > 1500 { // most of it are the pieces in words
		t.Errorf("a move takes %d bytes", stream.largest)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := h.archive.Await(ctx, table.ID()); err != nil {
		t.Fatal(err)
	}
	white.Leave()
	black.Leave()
	for path, want := range map[string]string{
		"/game/" + table.ID(): "Qh4#", "/game/" + table.ID() + ".pgn": "2. g4 Qh4# 0-1", "/game/" + table.ID() + "?ply=1": `ply=2`,
		"/player/Anna": "0–1", "/embed/" + table.ID(): "0–1",
	} {
		if answer, text := h.get(path); answer.StatusCode != 200 || !strings.Contains(text, want) {
			t.Errorf("%s: %s lacks %q:\n%s", path, answer.Status, want, text)
		}
	}
	if answer, text := h.get("/game/"+table.ID(), func(r *http.Request) { r.Header.Set("Accept-Language", "hu") }); !strings.Contains(text, "Vh4#") {
		t.Errorf("%s lacks the Hungarian queen:\n%s", answer.Status, text)
	}
}

// TestFog shows nothing of a game in the fog before its end, and all of it afterwards.
func TestFog(t *testing.T) {
	h := open(t, nil)
	anna, bea := h.player("Anna"), h.player("Bea")
	table := h.start("dark", anna, bea)
	white, black := h.sit(table, anna), h.sit(table, bea)
	stream := h.follow(table.ID())
	if err := white.Move(t.Context(), "e2e4"); err != nil {
		t.Fatal(err)
	}
	u := stream.until(func(update) bool { return len(stream.moves) == 1 })
	_, page := h.get("/game/" + table.ID())
	for what, text := range map[string]string{"the stream": stream.all(), "the page": page} {
		if strings.Contains(text, "<use") || strings.Contains(text, "e4") && strings.Contains(text, "ply=1") || strings.Contains(text, "white king e1") {
			t.Errorf("%s shows what is in the fog: %.2000s", what, text)
		}
	}
	if u.Over {
		t.Error("the game is over")
	}
	if answer, _ := h.get("/game/" + table.ID() + ".pgn"); answer.StatusCode != http.StatusNotFound {
		t.Error("a game in the fog is given as PGN")
	}
	if err := black.Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	u = stream.until(func(u update) bool { return u.Over })
	if !strings.Contains(stream.picture(), "<use") || stream.moves[0] != "e4" {
		t.Errorf("the end shows nothing: %.300s %q", stream.picture(), stream.moves)
	}
}

// TestTournament shows a tournament that is planned, and that of a name that is none.
func TestTournament(t *testing.T) {
	h := open(t, nil)
	anna := h.player("Anna")
	made, err := h.club.PlanTournament(t.Context(), anna, lobby.TournamentPlan{Name: "Sunday <b>Swiss", Format: lobby.Swiss, Rounds: 5,
		Terms: remote.Terms{Parts: []string{"atomic"}, Control: chess.Control{Base: 3 * time.Minute}}, Begins: time.Now().Add(time.Hour)}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := made.Join(t.Context(), anna); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/": `href="/tournament/` + made.ID() + `"`, "/tournament/" + made.ID(): "Sunday &lt;b&gt;Swiss", "/tournament/" + made.ID() + "?lang=hu": "Svájci rendszer",
	} {
		answer, text := h.get(path)
		if answer.StatusCode != http.StatusOK || !strings.Contains(text, want) || strings.Contains(path, "tournament") && !strings.Contains(text, `href="/player/Anna"`) {
			t.Errorf("%s: %s lacks %q:\n%s", path, answer.Status, want, text)
		}
		if found := inline.FindString(text); found != "" {
			t.Errorf("%s holds %q", path, found)
		}
	}
	bea := h.player("Bea")
	stream := h.listen("/tournament/" + made.ID() + "/live")
	var news standingsNews
	if stream.take(&news); !strings.Contains(news.Standings, "Anna") || strings.Contains(news.Standings, "Bea") || news.Over {
		t.Errorf("the page is told %+v", news)
	}
	if err := made.Join(t.Context(), bea); err != nil {
		t.Fatal(err)
	}
	if stream.take(&news); !strings.Contains(news.Standings, `href="/player/Bea"`) || news.Over {
		t.Errorf("the page is told %+v", news)
	}
	if err := made.Cancel(t.Context(), anna, false); err != nil {
		t.Fatal(err)
	}
	if stream.take(&news); !strings.Contains(news.Standings, "cancelled") || !news.Over {
		t.Errorf("the page is told %+v", news)
	}
	if _, more := <-stream.updates; more {
		t.Error("the stream goes on after the end")
	}
	if answer, _ := h.get("/tournament/" + made.ID() + "/live"); answer.StatusCode != http.StatusNoContent {
		t.Errorf("a tournament that is over has a stream: %s", answer.Status)
	}
	for _, id := range []string{"t-nothing", "nothing", "t-..%2f..", "T-A"} {
		if answer, _ := h.get("/tournament/" + id); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", id, answer.Status)
		}
	}
}

// player gives somebody a name.
func (h *house) player(name string) remote.Player {
	h.t.Helper()
	p, err := h.club.Register(h.t.Context(), "key of "+name, name)
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func (h *house) start(variant string, white, black remote.Player) *lobby.Table {
	h.t.Helper()
	table, err := h.club.Start(h.t.Context(), remote.Terms{Parts: []string{variant}}, white, black)
	if err != nil {
		h.t.Fatal(err)
	}
	return table
}

func (h *house) sit(table *lobby.Table, p remote.Player) *lobby.Reader {
	h.t.Helper()
	r, err := table.Join(h.t.Context(), p)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(r.Leave)
	return r
}

// stream is what a page hears of a game.
type stream struct {
	t       *testing.T
	updates chan string
	moves   []string
	parts   map[int]string // of the picture, as a page has them by now
	heard   []string
	largest int // bytes of one update after the first
}

// follow listens to a game.
func (h *house) follow(id string) *stream { return h.listen("/game/" + id + "/live") }

// listen listens to a stream of events.
func (h *house) listen(path string) *stream {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.url+path, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		h.t.Fatal(err)
	}
	if got := answer.Header.Get("Content-Type"); !strings.HasPrefix(got, "text/event-stream") {
		h.t.Fatalf("%s, %s", answer.Status, got)
	}
	s := &stream{t: h.t, updates: make(chan string), parts: make(map[int]string)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(s.updates)
		buf, rest := make([]byte, 64<<10), ""
		for {
			n, err := answer.Body.Read(buf)
			rest += string(buf[:n])
			for {
				one, more, ok := strings.Cut(rest, "\n\n")
				if !ok {
					break
				}
				rest = more
				select {
				case s.updates <- one:
				case <-h.t.Context().Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	h.t.Cleanup(func() { answer.Body.Close(); <-done })
	return s
}

func (s *stream) next() (u update) {
	s.t.Helper()
	s.take(&u)
	s.moves = append(s.moves[:u.Keep], u.Moves...)
	maps.Copy(s.parts, u.Parts)
	return u
}

// take takes the next event.
func (s *stream) take(into any) {
	s.t.Helper()
	select {
	case text, ok := <-s.updates:
		if !ok {
			s.t.Fatal("the stream has ended")
		}
		if len(s.heard) > 0 {
			s.largest = max(s.largest, len(text))
		}
		s.heard = append(s.heard, text)
		data, ok := strings.CutPrefix(text, "data: ")
		if !ok {
			s.take(into)
			return
		}
		if err := json.Unmarshal([]byte(data), into); err != nil {
			s.t.Fatalf("%v: %s", err, text)
		}
	case <-time.After(patience):
		s.t.Fatal("nothing comes down the stream")
	}
}

func (s *stream) until(ok func(update) bool) update {
	s.t.Helper()
	for {
		if u := s.next(); ok(u) {
			return u
		}
	}
}

// picture is the picture that a page shows now.
func (s *stream) picture() string {
	var b strings.Builder
	for i := range len(s.parts) {
		b.WriteString(s.parts[i])
	}
	return b.String()
}

func (s *stream) all() string { return strings.Join(s.heard, "\n") }
